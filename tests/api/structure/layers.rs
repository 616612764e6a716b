//! Which code may name which crates.

use std::{
    fs,
    path::{Path, PathBuf},
};

use shared::auth::Area;

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
fn the_domain_does_no_input_or_output() {
    let words = ["axum", "aws_", "tokio", "lambda_http", "std::fs", "std::net", "crate::store", "crate::api::call"];
    none_of(&strangers("shared/src/domain", &words, &[]));
}

#[test]
fn only_the_edge_names_axum() {
    let allowed = ["shared/src/api/", "shared/src/lambda/", "shared/src/testing/files.rs"];
    none_of(&strangers("shared/src", &["axum"], &allowed));
    none_of(&strangers("functions", &["axum"], &[]));
}

#[test]
fn only_the_store_names_the_sdk() {
    let allowed = ["shared/src/store/", "shared/src/context.rs", "shared/src/api/idempotency.rs"];
    none_of(&strangers("shared/src", &["aws_sdk", "aws_config"], &allowed));
    none_of(&strangers("functions", &["aws_"], &[]));
}

#[test]
fn nothing_scans_the_table() {
    for folder in [
        "shared/src",
        "functions",
        "infra/local/src",
        "shared/billing/src",
        "shared/drawing/src",
        "shared/bookkeeping/src",
        "shared/scheduling/src",
    ] {
        let words = [".scan()", "ScanInput", "operation::scan", "execute_statement"];
        // A test may look through everything that is stored, and so may an operator who asks for it.
        none_of(&strangers(
            folder,
            &words,
            &[
                "shared/src/testing/",
                "infra/local/src/fsck/",
                "infra/local/src/backup/",
                "infra/local/src/stored_rows.rs",
            ],
        ));
    }
}

/// The sweep and the outbox alone join areas: they go through what is due (decision 8), and what changed (decision 41), of all of them.
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
fn scheduling_and_bookkeeping_know_neither_http_nor_the_sdk() {
    for folder in ["shared/scheduling/src", "shared/bookkeeping/src"] {
        none_of(&strangers(folder, &["axum", "aws_", "shared::api", "api::", "http::", "lambda"], &[]));
    }
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
        "shared::store",
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
    let allowed = ["chrono.", "schemars.", "serde.", "shared."];
    let is_allowed = |line: &&str| line.is_empty() || allowed.iter().any(|name| line.starts_with(name));
    let others = dependencies.lines().filter(|line| !is_allowed(line));
    none_of(&others.map(|line| format!("billing depends on {line}")).collect::<Vec<_>>());
}

/// Binary floats take no part in money: not as types, not in a cast.
#[test]
fn billing_names_no_binary_floats() {
    none_of(&strangers("shared/billing/src", &["f32", "f64"], &[]));
}
