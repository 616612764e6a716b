//! Journal entries. None can be built, or read from where it is stored, whose debits and credits differ in any
//! currency.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Currency, Customer, Id, LocationReference, Money, Percent, Timestamp, tax::TaxCategory};

use super::account::Account;
use crate::documents::ItemKind;

/// What an entry was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// An invoice was issued, voided or given up.
    Invoice,
    /// A credit note was issued or voided.
    CreditNote,
    /// A payment was received, refunded or taken back.
    Payment,
    /// Credits were used, given back, or expired.
    CreditTransaction,
    /// Day passes were used, given back, or expired.
    DayPassTransaction,
    /// A credit of which no credit note could be written was booked to the customer's balance.
    InvoiceItem,
    /// What a customer's balance held was paid out, given up or kept.
    BalanceClearing,
}

/// The document that an entry was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentReference {
    /// Kind of document, payment or posting that was booked.
    pub kind: DocumentKind,
    /// Identifier of the document, payment or posting.
    pub id: Id<()>,
}

/// When, of what, and for whom an entry was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occasion {
    /// Instant at which the entry holds.
    pub at: Timestamp,
    /// What it was made of.
    pub document: DocumentReference,
    /// Customer whom the entry concerns: a member or a company.
    pub customer_id: Id<Customer>,
    /// Location at which it happened; none when it is of no location.
    pub location_id: Option<Id<LocationReference>>,
}

/// An amount on one side of one account; the other side is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryLine {
    /// Account that the line books to.
    pub account: Account,
    /// Currency of the amount; each is balanced by itself.
    pub currency: Currency,
    /// Amount on the debit side, in minor units.
    pub debit_minor: i64,
    /// Amount on the credit side, in minor units.
    pub credit_minor: i64,
}

/// What an entry of a document books of its lines of one kind, tax rate and category: above zero what is earned, below zero what
/// is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPart {
    /// What the lines are for.
    pub kind: ItemKind,
    /// Their tax rate.
    pub tax_rate: Percent,
    /// Category of their tax where the rate is 0, which does not say it; none of other rates, and in entries of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_category: Option<TaxCategory>,
    /// What they bring without tax, in minor units.
    pub net_minor: i64,
    /// Their tax, in minor units.
    pub tax_minor: i64,
}

/// An entry of the journal. Its debits are its credits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct JournalEntry {
    #[serde(flatten)]
    occasion: Occasion,
    lines: Vec<EntryLine>,
    /// Of what revenue, deposits and tax are. None of entries of before, nor of those that no document made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<EntryPart>,
}

/// An entry as it is stored.
#[derive(Deserialize)]
struct Unchecked {
    #[serde(flatten)]
    occasion: Occasion,
    lines: Vec<EntryLine>,
    #[serde(default)]
    parts: Vec<EntryPart>,
}

impl TryFrom<Unchecked> for JournalEntry {
    type Error = String;

    fn try_from(stored: Unchecked) -> Result<Self, String> {
        let entry = Self { occasion: stored.occasion, lines: stored.lines, parts: stored.parts };
        entry.balanced().map_err(|error| format!("a journal entry does not balance in {}", error.currency))
    }
}

/// Debits and credits differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unbalanced {
    /// Currency in which debits and credits differ.
    pub currency: Currency,
}

impl From<Unbalanced> for ApiError {
    /// 500: no request can cause it.
    fn from(error: Unbalanced) -> Self {
        Self::internal(format!("a journal entry does not balance in {}", error.currency))
    }
}

/// An entry that is being written.
#[derive(Clone, Debug)]
pub struct EntryDraft(JournalEntry);

impl EntryDraft {
    /// With an amount on the left of an account; below zero it stands on the right.
    #[must_use]
    pub fn debit(mut self, account: Account, amount: Money) -> Self {
        self.0.add(account, amount);
        self
    }

    /// With an amount on the right of an account; below zero it stands on the left.
    #[must_use]
    pub fn credit(mut self, account: Account, amount: Money) -> Self {
        self.0.add(account, Money::new(-amount.minor(), amount.currency()));
        self
    }

    /// With what lines of a kind and tax rate bring: their net amount on the right of `account`, and their tax.
    #[must_use]
    pub(super) fn part(self, account: Account, currency: Currency, part: EntryPart) -> Self {
        let money = |minor| Money::new(minor, currency);
        let mut draft = self.credit(account, money(part.net_minor)).credit(Account::Tax, money(part.tax_minor));
        draft.0.add_part(part);
        draft
    }

    /// The entry.
    ///
    /// # Errors
    /// [`Unbalanced`] unless debits are credits in every currency.
    pub fn balanced(self) -> Result<JournalEntry, Unbalanced> {
        self.0.balanced()
    }
}

impl JournalEntry {
    /// Begins an entry that has no lines yet.
    #[must_use]
    pub const fn of(occasion: Occasion) -> EntryDraft {
        EntryDraft(Self { occasion, lines: Vec::new(), parts: Vec::new() })
    }

    /// When, of what and for whom it was made.
    #[must_use]
    pub const fn occasion(&self) -> &Occasion {
        &self.occasion
    }

    /// Lines of the entry, whose debits equal their credits.
    #[must_use]
    pub fn lines(&self) -> &[EntryLine] {
        &self.lines
    }

    /// Of what its revenue, deposits and tax are; nothing of entries of before, nor of those that no document made.
    #[must_use]
    pub fn parts(&self) -> &[EntryPart] {
        &self.parts
    }

    /// The same entry, holding at another instant.
    #[must_use]
    pub fn holding_at(mut self, at: Timestamp) -> Self {
        self.occasion.at = at;
        self
    }

    /// Whether it moves nothing, so that it need not be written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The entry that undoes it.
    #[must_use]
    pub fn reversed(&self, occasion: Occasion) -> Self {
        let swapped =
            |line: &EntryLine| EntryLine { debit_minor: line.credit_minor, credit_minor: line.debit_minor, ..*line };
        let negated = |part: &EntryPart| EntryPart { net_minor: -part.net_minor, tax_minor: -part.tax_minor, ..*part };
        Self {
            occasion,
            lines: self.lines.iter().map(swapped).collect(),
            parts: self.parts.iter().map(negated).collect(),
        }
    }

    fn add_part(&mut self, part: EntryPart) {
        let key = |part: &EntryPart| (part.kind, part.tax_rate, part.tax_category);
        let same = |other: &&mut EntryPart| key(other) == key(&part);
        match self.parts.iter_mut().find(same) {
            Some(other) => {
                other.net_minor += part.net_minor;
                other.tax_minor += part.tax_minor;
            }
            None => self.parts.push(part),
        }
        self.parts.retain(|part| part.net_minor != 0 || part.tax_minor != 0);
    }

    /// Adds to an account: to its left above zero, to its right below.
    fn add(&mut self, account: Account, amount: Money) {
        let (minor, currency) = (amount.minor(), amount.currency());
        let same = |line: &&mut EntryLine| line.account == account && line.currency == currency;
        match self.lines.iter_mut().find(same) {
            Some(line) => {
                let net = line.debit_minor - line.credit_minor + minor;
                (line.debit_minor, line.credit_minor) = (net.max(0), (-net).max(0));
            }
            None => self.lines.push(EntryLine {
                account,
                currency,
                debit_minor: minor.max(0),
                credit_minor: (-minor).max(0),
            }),
        }
        self.lines.retain(|line| line.debit_minor != 0 || line.credit_minor != 0);
    }

    fn balanced(self) -> Result<Self, Unbalanced> {
        for line in &self.lines {
            let currency = line.currency;
            let of_currency = self.lines.iter().filter(|line| line.currency == currency);
            let net = |line: &EntryLine| i128::from(line.debit_minor) - i128::from(line.credit_minor);
            let one_sided = (line.debit_minor == 0) != (line.credit_minor == 0);
            if !one_sided || line.debit_minor < 0 || line.credit_minor < 0 || of_currency.map(net).sum::<i128>() != 0 {
                return Err(Unbalanced { currency });
            }
        }
        Ok(self)
    }
}
