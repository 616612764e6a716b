//! What code and documents refer to exists.

use std::{collections::BTreeSet, fs, path::PathBuf};

use regex_lite::Regex;

use super::{in_repository, layers::files, none_of, read};

#[test]
fn a_rule_that_code_cites_stands_in_the_areas_document() {
    let document = read(&in_repository("docs/AREAS.md"));
    let anchor = Regex::new(r#"<a id="([a-z0-9-]+)">"#).expect("a pattern");
    let rules: BTreeSet<&str> =
        anchor.captures_iter(&document).filter_map(|found| Some(found.get(1)?.as_str())).collect();
    let citation =
        Regex::new(r"AREAS\.md`,\s+(?://[/!]\s+)?([A-Z][a-z]+)((?:(?:,? and|,| to)? ?[0-9]+)*)").expect("a pattern");
    let number = Regex::new("[0-9]+").expect("a pattern");
    let mut cited = 0;
    let mut faults = Vec::new();
    for (path, text) in ["shared", "functions", "infra", "tests"].into_iter().flat_map(files) {
        for found in citation.captures_iter(&text) {
            let area = &found[1];
            if !document.contains(&format!("\n## {area}\n")) {
                faults.push(format!("{path} cites the area {area}, which the document does not have"));
            }
            for rule in number.find_iter(&found[2]) {
                cited += 1;
                if !rules.contains(format!("{}-{}", area.to_lowercase(), rule.as_str()).as_str()) {
                    faults.push(format!("{path} cites {area} {}, which the document does not have", rule.as_str()));
                }
            }
        }
    }
    none_of(&faults);
    assert!(cited > 10, "only {cited} citations were found: has their form changed?");
}

#[test]
fn a_link_between_documents_leads_to_a_file_and_a_heading_that_exist() {
    let link = Regex::new(r"\]\(([^)\s:]*)\)").expect("a pattern");
    let mut faults = Vec::new();
    for path in documents() {
        for found in link.captures_iter(&read(&path)) {
            let (file, anchor) =
                found[1].split_once('#').map_or((&found[1], None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let exists = target.exists() && anchor.is_none_or(|anchor| anchors(&read(&target)).contains(anchor));
            if !exists {
                faults.push(format!("{}: {}", path.display(), &found[1]));
            }
        }
    }
    none_of(&faults);
}

/// Every Markdown file at the top and below `docs`.
fn documents() -> Vec<PathBuf> {
    [".", "docs", "docs/decisions"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(in_repository(folder)).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

/// What a link into a document may name: its anchors and its headings, as Markdown makes anchors of them.
fn anchors(document: &str) -> BTreeSet<String> {
    let anchor = Regex::new(r#"<a id="([^"]+)">"#).expect("a pattern");
    let heading = Regex::new(r"(?m)^#+ (.+)$").expect("a pattern");
    let written = anchor.captures_iter(document).map(|found| found[1].to_owned());
    let made = heading.captures_iter(document).map(|found| {
        let kept = found[1]
            .to_lowercase()
            .chars()
            .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
            .collect::<String>();
        kept.replace(' ', "-")
    });
    written.chain(made).collect()
}
