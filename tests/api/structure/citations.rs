//! What code and documents refer to exists.

use std::{collections::BTreeSet, fs, path::PathBuf};

use regex_lite::Regex;

use super::{in_repository, layers::files, none_of, read};

#[test]
fn a_document_and_a_rule_that_code_cites_exist() {
    let citation =
        Regex::new(r"`(docs/[A-Za-z0-9/_-]+\.md)`((?:(?:,|,? and|,? to)\s+(?://[/!]\s+)?[0-9]+)*)").expect("a pattern");
    let number = Regex::new("[0-9]+").expect("a pattern");
    let mut cited = 0;
    let mut faults = Vec::new();
    for (path, text) in ["shared", "functions", "infra", "tests"].into_iter().flat_map(files) {
        for found in citation.captures_iter(&text) {
            let document = in_repository(&found[1]);
            if !document.exists() {
                faults.push(format!("{path} cites {}, which does not exist", &found[1]));
                continue;
            }
            let rules = anchors(&read(&document));
            for rule in number.find_iter(&found[2]) {
                cited += 1;
                if !rules.contains(rule.as_str()) {
                    faults.push(format!("{path} cites {}, {}, which it does not have", &found[1], rule.as_str()));
                }
            }
        }
    }
    none_of(&faults);
    assert!(cited > 10, "only {cited} citations were found: has their form changed?");
}

#[test]
fn an_area_page_numbers_each_rule_once_and_stands_in_the_index() {
    let index = read(&in_repository("docs/areas/README.md"));
    let rule = Regex::new(r#"<a id="([0-9]+)"></a>\*\*([0-9]+)\. "#).expect("a pattern");
    let mut faults = Vec::new();
    for path in pages() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name != "README.md" && !index.contains(&format!("]({name})")) {
            faults.push(format!("{name} is not in the index"));
        }
        let text = read(&path);
        let mut numbers = BTreeSet::new();
        for found in rule.captures_iter(&text) {
            if found[1] != found[2] || !numbers.insert(found[1].to_owned()) {
                faults.push(format!("{name} has rule {} twice, or with the anchor of another", &found[2]));
            }
        }
        if name != "README.md" && numbers.len() < text.matches("<a id=").count() {
            faults.push(format!("{name} has anchors without a numbered rule"));
        }
    }
    none_of(&faults);
}

/// The pages of the areas.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(in_repository("docs/areas")).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

/// The anchors of a document, which its rules have.
fn anchors(document: &str) -> BTreeSet<String> {
    let anchor = Regex::new(r#"<a id="([^"]+)">"#).expect("a pattern");
    anchor.captures_iter(document).map(|found| found[1].to_owned()).collect()
}
