//! Stored counts of lists (decision 3) against the records of the lists.

use serde_json::Value;

use super::{finding::Finding, table::Items};

/// Segments and chunks whose count is not the number of records in them, of the lists that are counted.
pub fn findings(items: &Items, is_counted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (list, counts) in items.counts().filter(|(list, _)| is_counted(list)) {
        let sorts: Vec<&String> = items.sorts(list).collect();
        let chunks = spans(&counts.get("head").map(|head| head["chunks"].clone()).unwrap_or_default());
        findings.extend(different(list, "chunk", &sorts, &chunks));
        // What was counted before the list was made anew may be left behind the head's chunks.
        let segments = counts.iter().filter(|(sort, _)| sort.starts_with("chunk#")).take(chunks.len());
        let segments: Vec<(String, i64)> = segments.flat_map(|(_, chunk)| spans(&chunk["segments"])).collect();
        findings.extend(different(list, "segment", &sorts, &segments));
    }
    findings
}

/// Last sort key and number of records of each part.
fn spans(stored: &Value) -> Vec<(String, i64)> {
    let span = |span: &Value| Some((span["through"].as_str()?.to_owned(), span["count"].as_i64()?));
    stored.as_array().into_iter().flatten().filter_map(span).collect()
}

fn different(list: &str, part: &str, sorts: &[&String], spans: &[(String, i64)]) -> Vec<Finding> {
    let mut after: Option<&String> = None;
    let mut findings = Vec::new();
    for (through, count) in spans {
        let here = sorts.iter().filter(|sort| after.is_none_or(|after| ***sort > *after) && ***sort <= *through);
        let found = i64::try_from(here.count()).unwrap_or(i64::MAX);
        if found != *count {
            let what = format!("the {part} up to {through} counts {count} records, of which there are {found}");
            findings.push(Finding { kind: "list", id: list.to_owned(), what });
        }
        after = Some(through);
    }
    findings
}
