//! A posting batch: the line at its head, and amounts of an entry as pairs of accounts.

use billing::ledger::ChartName;
use chrono::NaiveDate;
use values::{Currency, Timestamp};

use super::booked_lines::BookedLine;

/// Whose a batch is, and of which days (DATEV's description of the header, fields 11 to 16 and 27).
pub struct Batch {
    /// Field 11, number of the tax adviser.
    pub consultant: u32,
    /// Field 12, number of the merchant with the tax adviser.
    pub client: u32,
    /// Field 13, the first day of the fiscal year.
    pub year_start: Option<NaiveDate>,
    /// Field 14, digits of accounts that are no person's.
    pub account_length: usize,
    /// Field 15, the first day.
    pub from: NaiveDate,
    /// Field 16, the last day.
    pub to: NaiveDate,
    /// Field 27, the chart.
    pub chart: ChartName,
}

impl Batch {
    /// The first line of the file: 31 fields.
    #[must_use]
    pub fn header(&self, now: Timestamp, currency: Currency) -> String {
        let day = |date: NaiveDate| date.format("%Y%m%d").to_string();
        let chart = match self.chart {
            ChartName::Generic => "\"\"",
            ChartName::Skr03 => "\"03\"",
            ChartName::Skr04 => "\"04\"",
        };
        let fields: [String; 31] = [
            "\"EXTF\"".to_owned(),
            "700".to_owned(),
            "21".to_owned(),
            "\"Buchungsstapel\"".to_owned(),
            "13".to_owned(),
            now.utc().format("%Y%m%d%H%M%S%3f").to_string(),
            String::new(),
            "\"CO\"".to_owned(),
            "\"Colonnade\"".to_owned(),
            "\"\"".to_owned(),
            self.consultant.to_string(),
            self.client.to_string(),
            self.year_start.map(day).unwrap_or_default(),
            self.account_length.to_string(),
            day(self.from),
            day(self.to),
            "\"Colonnade\"".to_owned(),
            "\"\"".to_owned(),
            "1".to_owned(),
            "0".to_owned(),
            "0".to_owned(),
            format!("\"{currency}\""),
            String::new(),
            "\"\"".to_owned(),
            String::new(),
            String::new(),
            chart.to_owned(),
            String::new(),
            String::new(),
            "\"\"".to_owned(),
            "\"\"".to_owned(),
        ];
        format!("{}\r\n", fields.join(";"))
    }
}

/// An amount that goes from one account to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The amount in minor units, above zero.
    pub minor: i64,
    /// Number of the account on whose left it stands.
    pub debit: String,
    /// Number of the account on whose right it stands.
    pub credit: String,
    /// Posting key of either; empty for none.
    pub posting_key: String,
}

/// Amounts that are nought together, as pairs: each amount on the left is made up of those on the right, in order. An
/// account has the same sum as before.
#[must_use]
pub fn pairs(lines: &[BookedLine]) -> Vec<Pair> {
    let mut left: Vec<(&BookedLine, i64)> =
        lines.iter().filter(|line| line.minor > 0).map(|line| (line, line.minor)).collect();
    let mut right: Vec<(&BookedLine, i64)> =
        lines.iter().filter(|line| line.minor < 0).map(|line| (line, -line.minor)).collect();
    left.reverse();
    right.reverse();
    let mut pairs = Vec::new();
    while let (Some((debit, left_minor)), Some((credit, right_minor))) = (left.pop(), right.pop()) {
        let minor = left_minor.min(right_minor);
        let key = [&debit.account.posting_key, &credit.account.posting_key].into_iter().find(|key| !key.is_empty());
        pairs.push(Pair {
            minor,
            debit: debit.account.number.clone(),
            credit: credit.account.number.clone(),
            posting_key: key.cloned().unwrap_or_default(),
        });
        if left_minor > minor {
            left.push((debit, left_minor - minor));
        }
        if right_minor > minor {
            right.push((credit, right_minor - minor));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use billing::ledger::{Account, Booked, Chart, ChartName};
    use values::Currency;

    use super::{BookedLine, pairs};

    fn line(account: Account, minor: i64) -> BookedLine {
        let booked = Booked { account, kind: None, tax_rate: None };
        let chart = Chart { own: &[], name: ChartName::Generic };
        let currency = Currency::parse("EUR").expect("a currency");
        BookedLine { booked, account: chart.account_of(booked).into_owned(), currency, minor }
    }

    #[test]
    fn amounts_of_an_entry_are_divided_into_pairs_with_the_same_sums() {
        let lines = [
            line(Account::AccountsReceivable, 100),
            line(Account::CustomerBalance, 21),
            line(Account::Revenue, -90),
            line(Account::Tax, -31),
        ];
        let told: Vec<(String, String, i64)> =
            pairs(&lines).into_iter().map(|pair| (pair.debit, pair.credit, pair.minor)).collect();
        let expected = [("1100", "4000", 90), ("1100", "2500", 10), ("2100", "2500", 21)];
        assert_eq!(told, expected.map(|(left, right, minor)| (left.to_owned(), right.to_owned(), minor)));
    }
}
