//! Numbers of documents: one sequence per kind, location and, where the merchant wants it, year; without a gap.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Counter, Id, LocationReference, text::digest};

/// Kind of document that a sequence numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeriesKind {
    /// Invoices of a merchant, numbered when they are issued.
    Invoice,
    /// Credit notes, which have a sequence of their own.
    CreditNote,
}

/// One sequence of numbers of a merchant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NumberSeries {
    /// Kind of document that the sequence numbers.
    pub kind: SeriesKind,
    /// In front of the number: another prefix opens another sequence.
    pub prefix: String,
    /// Location with a sequence of its own.
    pub location_id: Option<Id<LocationReference>>,
    /// Local year of issue, where each year begins anew.
    pub year: Option<i32>,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    /// Least digits of a number; shorter ones get zeros in front.
    pub padding: usize,
}

impl NumberSeries {
    /// The counter of the numbers given. Its next value is written in the transaction that issues the document, so that
    /// an issue that fails burns none. That of all invoices of a prefix is the one from which the merchant's
    /// `next_number` is shown.
    #[must_use]
    pub fn numbered(&self) -> Counter {
        match (self.kind, self.location_id, self.year) {
            (SeriesKind::Invoice, None, None) => Counter::new("invoices_numbered", digest(&self.prefix)),
            (SeriesKind::Invoice | SeriesKind::CreditNote, _, _) => {
                Counter::new("documents_numbered", digest(&self.to_string()))
            }
        }
    }

    /// The number as it stands on the document, such as `INV-2026-000042`. Documents of sequences that a merchant has
    /// at the same time are told apart by their prefixes.
    #[must_use]
    pub fn written(&self, number: u64, format: NumberFormat) -> String {
        let width = format.padding;
        let year = self.year.map(|year| format!("{year}-")).unwrap_or_default();
        format!("{}{year}{number:0>width$}", self.prefix)
    }
}

impl fmt::Display for NumberSeries {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            SeriesKind::Invoice => "invoice",
            SeriesKind::CreditNote => "credit_note",
        };
        write!(formatter, "{kind}#")?;
        self.location_id.iter().try_for_each(|location| write!(formatter, "{location}"))?;
        formatter.write_str("#")?;
        self.year.iter().try_for_each(|year| write!(formatter, "{year}"))?;
        // Last, because it may hold anything.
        write!(formatter, "#{}", self.prefix)
    }
}

/// What is wrong with the numbers given, for the check of a whole table: gaps and repetitions.
#[must_use]
pub fn disagreements(given: impl IntoIterator<Item = (NumberSeries, u64)>) -> Vec<String> {
    let mut by_series: BTreeMap<NumberSeries, Vec<u64>> = BTreeMap::new();
    for (series, number) in given {
        by_series.entry(series).or_default().push(number);
    }
    let mut faults = Vec::new();
    for (series, mut numbers) in by_series {
        numbers.sort_unstable();
        let wrong = (1..).zip(&numbers).find(|(expected, number)| expected != *number);
        faults
            .extend(wrong.map(|(expected, number)| format!("{series}: {number} stands where {expected} is expected")));
    }
    faults
}

#[cfg(test)]
mod tests {
    use records::merchant::InvoiceSettings;

    use super::{NumberFormat, NumberSeries, SeriesKind, disagreements};

    fn series(prefix: &str, year: Option<i32>) -> NumberSeries {
        NumberSeries { kind: SeriesKind::Invoice, prefix: prefix.to_owned(), location_id: None, year }
    }

    #[test]
    fn a_number_has_prefix_year_and_at_least_its_digits() {
        let format = NumberFormat { padding: 6 };
        assert_eq!(series("INV-", None).written(42, format), "INV-000042");
        assert_eq!(series("INV-", Some(2026)).written(42, format), "INV-2026-000042");
        assert_eq!(series("", None).written(12_345_678, format), "12345678");
    }

    #[test]
    fn each_prefix_year_and_kind_has_a_sequence_of_its_own() {
        let note = NumberSeries { kind: SeriesKind::CreditNote, ..series("INV-", None) };
        let all =
            [series("INV-", None), series("INV-", Some(2026)), series("INV-", Some(2027)), series("A-", None), note];
        let names: std::collections::HashSet<String> =
            all.iter().map(|series| series.numbered().name().to_owned()).collect();
        assert_eq!(names.len(), all.len());
    }

    #[test]
    fn invoices_of_a_prefix_are_counted_where_the_merchant_shows_the_next_number() {
        let settings = InvoiceSettings::default();
        let series = series(settings.number_prefix.as_str(), None);
        assert_eq!(series.numbered(), settings.numbered(2026));
        let yearly = InvoiceSettings { number_per_year: true, ..settings };
        assert_eq!(NumberSeries { year: Some(2026), ..series }.numbered(), yearly.numbered(2026));
    }

    #[test]
    fn a_gap_and_a_number_given_twice_are_found() {
        let given = |numbers: &[u64]| disagreements(numbers.iter().map(|number| (series("INV-", None), *number)));
        assert_eq!(given(&[2, 1, 3]), Vec::<String>::new());
        assert_eq!(given(&[1, 3]).len(), 1);
        assert_eq!(given(&[1, 2, 2]).len(), 1);
        assert_eq!(given(&[2]).len(), 1);
    }
}
