//! Which code may name which crates.

use std::{
    fs,
    path::{Path, PathBuf},
};

use values::Area;

use super::{in_repository, none_of, read};

/// Rust files under a folder, by their path in the repository.
pub(super) fn sources(folder: &str) -> Vec<(String, String)> {
    files(folder).into_iter().map(|(path, text)| (path, code(&text))).collect()
}

/// Every Rust file below a folder of the repository, by its path, as it is written.
pub(super) fn files(folder: &str) -> Vec<(String, String)> {
    fn visit(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                visit(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = in_repository(".");
    let mut found = Vec::new();
    visit(&in_repository(folder), &mut found);
    let named = |file: &PathBuf| {
        let path = file.strip_prefix(in_repository(folder)).or_else(|_| file.strip_prefix(&root)).expect("inside");
        (format!("{folder}/{}", path.display()), read(file))
    };
    found.iter().map(named).collect()
}

/// A file without its comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Files that name one of `words` although they are in none of `allowed`.
fn strangers(folder: &str, words: &[&str], allowed: &[&str]) -> Vec<String> {
    let is_allowed = |path: &str| allowed.iter().any(|allowed| path.starts_with(allowed));
    let mut faults = Vec::new();
    for (path, code) in sources(folder).iter().filter(|(path, _)| !is_allowed(path)) {
        faults.extend(words.iter().filter(|word| code.contains(*word)).map(|word| format!("{path} names {word}")));
    }
    faults
}

#[test]
fn values_do_no_input_or_output() {
    let words = ["axum", "aws_", "tokio", "async ", ".await", "lambda_http", "std::fs", "std::net", "std::env"];
    none_of(&strangers("shared/values/src", &words, &[]));
}

#[test]
fn only_the_edge_names_axum() {
    let allowed = ["shared/src/api/", "shared/src/lambda/", "shared/testing/src/files.rs"];
    none_of(&strangers("shared", &["axum"], &allowed));
    none_of(&strangers("functions", &["axum"], &[]));
}

#[test]
fn only_the_store_names_the_sdk() {
    let allowed =
        ["shared/store/src/", "shared/work/src/context.rs", "shared/src/api/idempotency.rs", "shared/testing/src/"];
    none_of(&strangers("shared", &["aws_sdk", "aws_config"], &allowed));
    none_of(&strangers("functions", &["aws_"], &[]));
}

#[test]
fn nothing_scans_the_table() {
    // A test may look through everything that is stored, and so may an operator who asks for it.
    let allowed =
        ["shared/testing/src/", "infra/local/src/fsck/", "infra/local/src/backup/", "infra/local/src/stored_rows.rs"];
    let words = [".scan()", "ScanInput", "operation::scan", "execute_statement"];
    for folder in ["shared", "functions", "infra/local/src"] {
        none_of(&strangers(folder, &words, &allowed));
    }
}

/// The crates below the areas: `shared` itself and the folders beside its `src`.
fn floors() -> Vec<String> {
    let folders = fs::read_dir(in_repository("shared")).expect("a folder");
    let beside = folders.map(|entry| entry.expect("an entry").file_name().display().to_string());
    let crates = beside.filter(|name| in_repository(&format!("shared/{name}/Cargo.toml")).exists());
    crates.map(|name| format!("shared/{name}")).chain(["shared".to_owned()]).collect()
}

/// A crate that everything goes into is no floor any more.
#[test]
fn no_floor_has_more_than_ten_thousand_lines() {
    let lines = |floor: &String| files(&format!("{floor}/src")).iter().map(|(_, text)| text.lines().count()).sum();
    let large =
        floors().into_iter().map(|floor| (lines(&floor), floor)).filter(|(lines, _): &(usize, _)| *lines > 10_000);
    none_of(&large.map(|(lines, floor)| format!("{floor} has {lines} lines")).collect::<Vec<_>>());
}

#[test]
fn no_floor_has_the_name_of_a_package_of_a_function() {
    let names = floors().into_iter().filter_map(|floor| floor.strip_prefix("shared/").map(str::to_owned));
    let taken = names.filter(|name| in_repository(&format!("functions/{}", name.replace('_', "-"))).exists());
    none_of(&taken.map(|name| format!("shared/{name} and functions/{name}")).collect::<Vec<_>>());
}

/// What serves requests knows nothing of tests: lower floors tell an observer, and only tests and the local service
/// depend on `testing`.
#[test]
fn only_tests_and_the_local_service_depend_on_testing() {
    let areas = fs::read_dir(in_repository("functions")).expect("a folder");
    let areas = areas.map(|entry| format!("functions/{}", entry.expect("an entry").file_name().display()));
    let mut faults = Vec::new();
    for package in floors().into_iter().chain(areas).filter(|package| package != "shared/testing") {
        let manifest = read(&in_repository(&format!("{package}/Cargo.toml")));
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("[dev-dependencies]").next().unwrap_or_default();
        if dependencies.lines().any(|line| line.starts_with("testing")) {
            faults.push(format!("{package} depends on testing"));
        }
    }
    none_of(&faults);
}

/// A tenant is made of verified credentials and by an operator's tools alone. The lint refuses it everywhere else: here
/// it is expected to, and an expectation that is not met is an error of the gate.
#[test]
#[expect(clippy::disallowed_methods, reason = "planted: the lint must find it")]
fn a_tenant_made_elsewhere_is_found_by_the_lint() {
    let merchant = values::Id::parse("0199a000-0000-7000-8000-000000000001").expect("an id");
    assert_eq!(values::tenant::Tenant::of(merchant).merchant(), merchant);
}

/// The sweep and the outbox alone join areas: they go through what is due (decision 8), and what changed (decision 41),
/// of all of them.
#[test]
fn no_area_depends_on_another() {
    let areas: Vec<&str> = Area::ALL.iter().map(|area| area.name()).collect();
    let mut faults = Vec::new();
    for area in areas.iter().chain(&["fallback"]) {
        let manifest = in_repository(&format!("functions/{area}/Cargo.toml"));
        if !manifest.exists() {
            continue;
        }
        let manifest = read(&manifest);
        let names = |other: &&&str| {
            manifest
                .lines()
                .any(|line| line.starts_with(**other) && line.contains(['=', '.']) && !line.starts_with("name"))
        };
        faults.extend(areas.iter().filter(names).map(|other| format!("{area} depends on {other}")));
    }
    none_of(&faults);
}

/// Edge, operations, scheduling, store and domain: each names only what comes after it.
#[test]
fn scheduling_and_the_crates_of_money_know_neither_http_nor_the_sdk() {
    for package in ["agreements", "money_documents", "scheduling", "settlement", "wallets_and_journal"] {
        let words = ["axum", "aws_", "shared::", "api::", "http::", "lambda"];
        none_of(&strangers(&format!("shared/{package}/src"), &words, &[]));
    }
}

/// Whoever decides on wallets knows nothing of what renews them: the route table and the sweep say it. Without that a
/// request that meets a wallet that is due would fail.
#[test]
fn whoever_decides_on_wallets_says_what_renews_them() {
    let deciding = [
        "settlement::",
        "current_wallet",
        "booking_settlement",
        "operator_cancellation",
        "customer_leaving",
        "future_bookings",
        "ended_on",
    ];
    let mut faults = Vec::new();
    for entry in fs::read_dir(in_repository("functions")).expect("a folder") {
        let area = entry.expect("an entry").file_name().display().to_string();
        let sources = sources(&format!("functions/{area}/src"));
        let decides = sources.iter().any(|(_, code)| deciding.iter().any(|word| code.contains(word)));
        let has_routes = sources.iter().any(|(_, code)| code.contains("Routes::of("));
        if decides && has_routes && !sources.iter().any(|(_, code)| code.contains(".renewing_wallets(renew_wallet)")) {
            faults.push(format!("the routes of {area} do not say what renews wallets"));
        }
    }
    none_of(&faults);
    let registry = sources("functions/sweep/src");
    assert!(
        registry.iter().any(|(_, code)| code.contains(".renewing_wallets(renew_wallet)")),
        "the sweep does not"
    );
}

/// Rules of money are pure: they know neither the store nor a clock, wait for nothing, and make no identifiers.
#[test]
fn billing_does_no_input_or_output() {
    let words = [
        "axum",
        "aws_",
        "tokio",
        "async ",
        ".await",
        "lambda",
        "http::",
        "shared::api",
        "api::",
        "store::",
        "UnitOfWork",
        "Context",
        "Ids",
        "Clock",
        "std::fs",
        "std::net",
        "std::env",
    ];
    none_of(&strangers("shared/billing/src", &words, &[]));
    let manifest = read(&in_repository("shared/billing/Cargo.toml"));
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("[dev-dependencies]").next().unwrap_or_default();
    let allowed = ["chrono.", "schemars.", "serde.", "values."];
    let is_allowed = |line: &&str| line.is_empty() || allowed.iter().any(|name| line.starts_with(name));
    let others = dependencies.lines().filter(|line| !is_allowed(line));
    none_of(&others.map(|line| format!("billing depends on {line}")).collect::<Vec<_>>());
}

/// Binary floats take no part in money: not as types, not in a cast.
#[test]
fn billing_names_no_binary_floats() {
    none_of(&strangers("shared/billing/src", &["f32", "f64"], &[]));
}
