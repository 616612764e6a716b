//! What an entry of the journal adds to the sums of its day (`docs/areas/reports.md`, 8 and 9).

use billing::ledger::{Account, DocumentKind, EntryLine, EntryPart, entries::earned_on};
use values::{Currency, Day, Decimal, Id, Percent, TimeZone, tax::TaxCategory};
use wallets_and_journal::PostedEntry;

use crate::{place::Place, sums::Sums};

/// What is summed of a day, in each currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevenueCell {
    /// Revenue of documents of a kind.
    Revenue(DocumentKind),
    /// What customers owed and was given up.
    BadDebt,
}

/// What is summed of a day by tax rate and category, in each currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaxCell {
    /// What is taxed, without the tax.
    Taxable,
    /// The tax.
    Tax,
}

impl TaxCell {
    /// The name of its cell; stored, so never changed. Behind a rate of 0 stands the category, but for entries of before
    /// it was kept.
    #[must_use]
    pub fn name(self, currency: Currency, rate: Percent, category: Option<TaxCategory>) -> String {
        let letter = match self {
            Self::Taxable => 'x',
            Self::Tax => 'y',
        };
        format!("{}{letter}{}{}", currency.code(), rate.ten_thousandths(), category.map_or("", TaxCategory::code))
    }

    /// Rate and category of a cell of this name, if it is of this kind and in this currency; no category where it is not
    /// known.
    #[must_use]
    pub fn taxed_in(self, name: &str, currency: Currency) -> Option<(Percent, Option<TaxCategory>)> {
        let whole = self.name(currency, Percent::ZERO, None);
        let rest = name.strip_prefix(whole.get(..4)?)?;
        let digits = rest.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
        let rate = Percent::from_decimal(Decimal::new(digits.parse().ok()?, 4))?;
        let told = category_of(rest.strip_prefix(digits)?);
        Some((rate, told.or_else(|| (rate > Percent::ZERO).then_some(TaxCategory::Standard))))
    }
}

/// The category of a code; none of an empty one.
fn category_of(code: &str) -> Option<TaxCategory> {
    use TaxCategory::{Exempt, Export, IntraCommunity, OutsideScope, ReverseCharge, Standard, ZeroRated};
    let all = [Standard, ZeroRated, Exempt, ReverseCharge, OutsideScope, Export, IntraCommunity];
    all.into_iter().find(|category| category.code() == code)
}

/// Every kind of document, in the order in which reports have them.
pub const DOCUMENT_KINDS: [DocumentKind; 7] = [
    DocumentKind::Invoice,
    DocumentKind::CreditNote,
    DocumentKind::Payment,
    DocumentKind::CreditTransaction,
    DocumentKind::DayPassTransaction,
    DocumentKind::InvoiceItem,
    DocumentKind::BalanceClearing,
];

impl RevenueCell {
    /// Its letter in the name of a cell, behind the currency; stored, so never changed.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Revenue(DocumentKind::Invoice) => 'i',
            Self::Revenue(DocumentKind::CreditNote) => 'c',
            Self::Revenue(DocumentKind::Payment) => 'p',
            Self::Revenue(DocumentKind::CreditTransaction) => 't',
            Self::Revenue(DocumentKind::DayPassTransaction) => 'd',
            Self::Revenue(DocumentKind::InvoiceItem) => 'n',
            Self::Revenue(DocumentKind::BalanceClearing) => 'l',
            Self::BadDebt => 'b',
        }
    }
}

/// The local day on which an entry holds.
#[must_use]
pub fn day_of(entry: &PostedEntry, zone: TimeZone) -> Option<Day> {
    Day::new(entry.at().day_in(zone))
}

/// Adds an entry to sums: what stands on the accounts of what was earned and lost, on the side on which they grow, and
/// its tax by rate.
pub fn add_entry(sums: &mut Sums, entry: &PostedEntry, zone: TimeZone) {
    let Some(day) = day_of(entry, zone) else { return };
    let occasion = entry.0.occasion();
    for line in entry.0.lines() {
        let Some((cell, minor)) = counted(line, occasion.document.kind) else { continue };
        let name = format!("{}{}", line.currency.code(), cell.letter());
        for place in Place::summed(occasion.location_id.map(Id::cast)) {
            sums.add(place, &day.to_string(), &name, minor);
        }
    }
    // What a document books is in one currency.
    let Some(currency) = entry.0.lines().first().map(|line| line.currency) else { return };
    for part in entry.0.parts().iter().filter(|part| is_taxed(part)) {
        for place in Place::summed(occasion.location_id.map(Id::cast)) {
            let both = [(TaxCell::Taxable, part.net_minor), (TaxCell::Tax, part.tax_minor)];
            for (cell, minor) in both {
                sums.add(place, &day.to_string(), &cell.name(currency, part.tax_rate, part.tax_category), minor);
            }
        }
    }
}

/// Whether a part belongs to the return of tax: a deposit is none of it, unless it is taxed.
fn is_taxed(part: &EntryPart) -> bool {
    earned_on(part.kind) == Account::Revenue || part.tax_rate > Percent::ZERO
}

const fn counted(line: &EntryLine, document: DocumentKind) -> Option<(RevenueCell, i64)> {
    match line.account {
        Account::Revenue => Some((RevenueCell::Revenue(document), line.credit_minor - line.debit_minor)),
        Account::BadDebt => Some((RevenueCell::BadDebt, line.debit_minor - line.credit_minor)),
        Account::AccountsReceivable
        | Account::Cash
        | Account::CustomerBalance
        | Account::CreditLiability
        | Account::Deposits
        | Account::RefundsPayable
        | Account::Tax => None,
    }
}
