//! The amounts of an entry as an accountant's books have them: revenue, deposits and tax by what was sold and by rate,
//! each on the account of the chart.

use billing::ledger::{Account, Booked, BookedKind, Chart, ChartAccount, EntryPart, JournalEntry, entries::earned_on};
use values::{Currency, Percent};

/// An amount on an account of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookedLine {
    /// What is booked.
    pub booked: Booked,
    /// The account on which it stands.
    pub account: ChartAccount,
    /// Currency of the amount.
    pub currency: Currency,
    /// The amount in minor units: above zero on the left, below zero on the right.
    pub minor: i64,
}

/// The amounts of an entry, by the accounts of the journal. They balance as the entry does.
#[must_use]
pub fn booked_lines(entry: &JournalEntry, chart: &Chart<'_>) -> Vec<BookedLine> {
    let mut amounts: Vec<(Booked, Currency, i64)> = Vec::new();
    // What a document books is in one currency.
    let currency = entry.lines().first().map(|line| line.currency);
    for account in Account::ALL {
        let parts = parts_on(entry.parts(), account);
        amounts.extend(parts.into_iter().filter_map(|(booked, minor)| Some((booked, currency?, -minor))));
        for line in entry.lines().iter().filter(|line| line.account == account) {
            let known = amounts.iter().filter(|(booked, of, _)| booked.account == account && *of == line.currency);
            let rest = line.debit_minor - line.credit_minor - known.map(|(.., minor)| minor).sum::<i64>();
            amounts.push((unknown(entry, account), line.currency, rest));
        }
    }
    let booked = amounts.into_iter().filter(|(.., minor)| *minor != 0);
    booked
        .map(|(booked, currency, minor)| BookedLine {
            booked,
            account: chart.account_of(booked).into_owned(),
            currency,
            minor,
        })
        .collect()
}

/// What parts of an entry bring to an account, above zero on its right.
fn parts_on(parts: &[EntryPart], account: Account) -> Vec<(Booked, i64)> {
    if account == Account::Tax {
        let mut rates: Vec<Percent> = parts.iter().map(|part| part.tax_rate).collect();
        rates.sort_unstable();
        rates.dedup();
        let tax_at = |rate: Percent| parts.iter().filter(move |part| part.tax_rate == rate).map(|part| part.tax_minor);
        let of_rate = |rate| (Booked { account, kind: None, tax_rate: Some(rate) }, tax_at(rate).sum());
        return rates.into_iter().map(of_rate).collect();
    }
    let on_it = parts.iter().filter(|part| earned_on(part.kind) == account);
    let of_part = |part: &EntryPart| {
        (Booked { account, kind: Some(part.kind.into()), tax_rate: Some(part.tax_rate) }, part.net_minor)
    };
    on_it.map(of_part).collect()
}

/// What is not divided: of entries of before, and of those that no document with lines made.
fn unknown(entry: &JournalEntry, account: Account) -> Booked {
    let kind = match account {
        Account::Revenue => BookedKind::of_document(entry.occasion().document.kind),
        Account::Deposits => Some(BookedKind::Deposit),
        Account::AccountsReceivable
        | Account::Cash
        | Account::CustomerBalance
        | Account::CreditLiability
        | Account::RefundsPayable
        | Account::Tax
        | Account::BadDebt => None,
    };
    Booked { account, kind, tax_rate: None }
}
