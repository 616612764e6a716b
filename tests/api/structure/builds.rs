//! What the gate does not build: it links no program that holds nothing of its own.

use super::{in_repository, layers::files, none_of, read};

/// Folders that have a crate in them, from the root of the repository.
fn crates() -> Vec<String> {
    let folders = ["functions", "shared", "infra"].into_iter().flat_map(|folder| {
        let entries = std::fs::read_dir(in_repository(folder)).expect("a folder");
        entries.map(move |entry| format!("{folder}/{}", entry.expect("an entry").file_name().display()))
    });
    folders.filter(|folder| in_repository(&format!("{folder}/Cargo.toml")).is_file()).collect()
}

#[test]
fn a_crate_whose_tests_are_not_built_has_none() {
    let is_left_out = |folder: &String| {
        read(&in_repository(&format!("{folder}/Cargo.toml")))
            .lines()
            .skip_while(|line| *line != "[lib]")
            .take_while(|line| !line.is_empty())
            .any(|line| line == "test = false")
    };
    let left_out: Vec<String> = crates().into_iter().filter(is_left_out).collect();
    assert!(left_out.len() > 3, "{left_out:?}");
    let has_tests = |text: &str| text.contains("#[test]") || text.contains("#[tokio::test]");
    let tested = left_out.iter().flat_map(|folder| files(&format!("{folder}/src"))).filter(|(_, text)| has_tests(text));
    none_of(&tested.map(|(path, _)| path).collect::<Vec<_>>());
}

/// So building one of them tells that all of them build.
#[test]
fn every_area_is_started_in_the_same_way() {
    let own =
        ["deliver", "fallback", "notify", "outbox", "read-calendars", "sweep"].map(|name| format!("functions/{name}"));
    let areas = crates().into_iter().filter(|folder| folder.starts_with("functions/") && !own.contains(folder));
    let other = areas.filter(|folder| {
        let name = folder.trim_start_matches("functions/").replace('-', "_");
        let ran = match name.as_str() {
            // They have something outside of `/v1`.
            "calendars" | "letters" | "sessions" => format!("run_beside({name}::routes(), &{name}::outside())"),
            _ => format!("run({name}::routes())"),
        };
        let started = format!("\n\nfn main() -> Result<(), shared::lambda::Error> {{\n    shared::lambda::{ran}\n}}\n");
        let main = read(&in_repository(&format!("{folder}/src/main.rs")));
        main.split_once('\n').is_none_or(|(about, code)| !about.starts_with("//! ") || format!("\n{code}") != started)
    });
    none_of(&other.collect::<Vec<_>>());
}
