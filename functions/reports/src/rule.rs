//! The rule of a figure, which stands in the answer beside it.

use schemars::JsonSchema;
use serde::Serialize;

/// How a figure is made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReportRule")]
pub struct Rule {
    /// Name of the figure in the answer.
    figure: &'static str,
    /// How it is made, and what is not in it.
    rule: &'static str,
}

/// The rules of a report, by the names of its figures.
#[must_use]
pub fn rules(of: &[(&'static str, &'static str)]) -> Vec<Rule> {
    of.iter().map(|(figure, rule)| Rule { figure, rule }).collect()
}
