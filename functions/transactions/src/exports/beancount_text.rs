//! The text of a ledger of beancount (its documentation, "Beancount Language Syntax"): accounts that are opened, and
//! transactions whose postings are nought together.

use std::{collections::BTreeSet, fmt::Write as _};

use billing::ledger::{Account, ChartAccount};
use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::api::reply::{Answer, Meta, Reply};
use values::{ApiError, Currency};

use super::{
    booked_lines::BookedLine,
    words::{plain, signed},
};

/// 200 with a ledger of beancount.
#[derive(Clone, Debug)]
pub struct BeancountLedger(pub String);

impl Reply for BeancountLedger {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "text/plain; charset=utf-8";

    fn schema() -> (String, Value) {
        let description = "A ledger in the language of beancount, version 3.";
        ("BeancountLedger".to_owned(), json!({"type": "string", "description": description}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}

/// An entry as beancount has it.
pub struct Transaction<'a> {
    /// Its day.
    pub date: NaiveDate,
    /// Counterparty.
    pub payee: &'a str,
    /// What it is of.
    pub narration: &'a str,
    /// What else is said of it, by keys.
    pub metadata: Vec<(&'static str, String)>,
    /// Its amounts.
    pub lines: Vec<BookedLine>,
}

impl Transaction<'_> {
    /// The transaction with an empty line behind it.
    #[must_use]
    pub fn written(&self) -> String {
        let mut text = format!("{} * {} {}\n", self.date, quoted(self.payee), quoted(self.narration));
        // Writing into a string cannot fail.
        for (key, value) in &self.metadata {
            let _ = writeln!(text, "  {key}: {}", quoted(value));
        }
        for line in &self.lines {
            let _ = writeln!(
                text,
                "  {}  {} {}",
                name_of(line.booked.account, &line.account.number),
                signed(line.minor, line.currency),
                line.currency,
            );
            if let Some(kind) = line.booked.kind {
                let _ = writeln!(text, "    kind: {}", quoted(&plain(&kind)));
            }
            if let Some(rate) = line.booked.tax_rate {
                let _ = writeln!(text, "    tax_rate: {}", plain(&rate));
            }
        }
        text.push('\n');
        text
    }
}

/// What the ledger is called, and in which currency.
#[must_use]
pub fn titled(merchant: &str, currency: Currency) -> String {
    format!("option \"title\" {}\noption \"operating_currency\" \"{currency}\"\n\n", quoted(merchant))
}

/// Accounts, opened before anything is booked on them.
#[must_use]
pub fn opened(accounts: &[ChartAccount]) -> String {
    let mut names = BTreeSet::new();
    let mut text = String::new();
    for account in accounts {
        let name = name_of(account.account, &account.number);
        if names.insert(name.clone()) {
            let _ = writeln!(text, "1970-01-01 open {name}\n  name: {}", quoted(account.name.as_str()));
        }
    }
    text.push('\n');
    text
}

/// The name of an account: where it belongs, the account of the journal, and the number.
fn name_of(account: Account, number: &str) -> String {
    let root = match account {
        Account::AccountsReceivable => "Assets:AccountsReceivable",
        Account::Cash => "Assets:Cash",
        Account::CustomerBalance => "Liabilities:CustomerBalance",
        Account::CreditLiability => "Liabilities:CreditLiability",
        Account::Deposits => "Liabilities:Deposits",
        Account::RefundsPayable => "Liabilities:RefundsPayable",
        Account::Revenue => "Income:Revenue",
        Account::Tax => "Liabilities:Tax",
        Account::BadDebt => "Expenses:BadDebt",
    };
    format!("{root}:{number}")
}

/// A string of beancount.
#[must_use]
pub fn quoted(text: &str) -> String {
    let one_line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("\"{}\"", one_line.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_name_ends_no_string() {
        assert_eq!(quoted("Bakker \"Ben\" \\ Co\n2026-01-01 open"), "\"Bakker \\\"Ben\\\" \\\\ Co 2026-01-01 open\"");
    }
}
