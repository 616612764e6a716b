//! The entry of each document, payment and wallet posting.
//!
//! What credits and day passes that were sold are worth is a liability from their grant until they are used, expire or
//! come back, whatever becomes of the invoice in the meantime: the liability is what is in the wallets. What a
//! subscription grants has no value of its own, because its dues are revenue. A deposit is a liability until it is
//! given back.

use values::{Currency, Money, Percent, tax::TaxCategory};

use super::{
    account::Account,
    entry::{EntryDraft, EntryPart, JournalEntry, Occasion, Unbalanced},
};
use crate::{
    documents::{CreditNote, Document, InvoiceStatus, ItemKind, Line, Paid, SplitCredit},
    wallet::{Posting, PostingKind},
};

/// Where what an item brings is booked.
#[must_use]
pub const fn earned_on(kind: ItemKind) -> Account {
    match kind {
        ItemKind::Deposit => Account::Deposits,
        ItemKind::CreditPackage
        | ItemKind::Subscription
        | ItemKind::Booking
        | ItemKind::EventTicket
        | ItemKind::Order
        | ItemKind::Fee
        | ItemKind::Proration
        | ItemKind::LateFee
        | ItemKind::Custom => Account::Revenue,
    }
}

/// Where what is due of an invoice stands: what was given up is no longer receivable.
const fn due_on(status: InvoiceStatus) -> Account {
    match status {
        InvoiceStatus::Uncollectible => Account::BadDebt,
        InvoiceStatus::Draft | InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Voided => {
            Account::AccountsReceivable
        }
    }
}

/// An invoice is issued, and the customer's balance pays `applied_balance_minor` of it.
///
/// # Errors
/// [`Unbalanced`] when the document does not add up.
pub fn invoice_issued(
    occasion: Occasion,
    invoice: &Document,
    applied_balance_minor: i64,
) -> Result<JournalEntry, Unbalanced> {
    let money = |minor| Money::new(minor, invoice.currency);
    let entry = JournalEntry::of(occasion)
        .debit(Account::AccountsReceivable, money(invoice.total_minor - applied_balance_minor))
        .debit(Account::CustomerBalance, money(applied_balance_minor));
    let lines = invoice.lines.iter().map(part_of);
    earned(entry, invoice.currency, lines).balanced()
}

/// An invoice is voided that was `before`: what its issue booked is taken back.
///
/// # Errors
/// [`Unbalanced`] when the document does not add up.
pub fn invoice_voided(
    occasion: Occasion,
    invoice: &Document,
    before: InvoiceStatus,
    returned_balance_minor: i64,
) -> Result<JournalEntry, Unbalanced> {
    let money = |minor| Money::new(minor, invoice.currency);
    let entry = JournalEntry::of(occasion)
        .credit(due_on(before), money(invoice.total_minor - returned_balance_minor))
        .credit(Account::CustomerBalance, money(returned_balance_minor));
    let lines = invoice.lines.iter().map(|line| taken_back(part_of(line)));
    earned(entry, invoice.currency, lines).balanced()
}

/// What is due of an invoice is given up.
///
/// # Errors
/// Never: both sides are the same amount.
pub fn invoice_given_up(occasion: Occasion, lost: Money) -> Result<JournalEntry, Unbalanced> {
    JournalEntry::of(occasion).debit(Account::BadDebt, lost).credit(Account::AccountsReceivable, lost).balanced()
}

/// The small rest that a payment left of an invoice is written off. To ask for it again, reverse this.
///
/// # Errors
/// Never: both sides are the same amount.
pub fn rest_written_off(occasion: Occasion, rest: Money) -> Result<JournalEntry, Unbalanced> {
    invoice_given_up(occasion, rest)
}

/// A payment is received; of an invoice that was `before` the payment, or of none. `from_balance` says that the
/// customer's balance paid, and not money.
///
/// # Errors
/// Never: what is paid is what it is divided into.
pub fn payment_received(
    occasion: Occasion,
    currency: Currency,
    paid: Paid,
    before: InvoiceStatus,
    from_balance: bool,
) -> Result<JournalEntry, Unbalanced> {
    let money = |minor| Money::new(minor, currency);
    let from = if from_balance { Account::CustomerBalance } else { Account::Cash };
    JournalEntry::of(occasion)
        .debit(from, money(paid.applied_minor + paid.to_balance_minor))
        .credit(due_on(before), money(paid.applied_minor))
        .credit(Account::CustomerBalance, money(paid.to_balance_minor))
        .balanced()
}

/// What a refund pays back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundOf {
    /// What a credit note promised.
    CreditNote,
    /// What an invoice had been paid with, which is due again.
    Invoice,
    /// What had gone to the customer's balance.
    Balance,
    /// A deposit that a customer had paid.
    Deposit,
}

/// Money goes back to a customer.
///
/// # Errors
/// Never: both sides are the same amount.
pub fn payment_refunded(occasion: Occasion, amount: Money, of: RefundOf) -> Result<JournalEntry, Unbalanced> {
    let from = match of {
        RefundOf::CreditNote => Account::RefundsPayable,
        RefundOf::Invoice => Account::AccountsReceivable,
        RefundOf::Balance => Account::CustomerBalance,
        RefundOf::Deposit => Account::Deposits,
    };
    JournalEntry::of(occasion).debit(from, amount).credit(Account::Cash, amount).balanced()
}

/// A credit note is issued on an invoice that was `before`; `written_off_minor` of what it takes off had been written
/// off. To void it, reverse this.
///
/// # Errors
/// [`Unbalanced`] when the note's division does not make up its total.
pub fn credit_note_issued(
    occasion: Occasion,
    invoice: &Document,
    before: InvoiceStatus,
    note: &CreditNote,
    split: &SplitCredit,
    written_off_minor: i64,
) -> Result<JournalEntry, Unbalanced> {
    let money = |minor| Money::new(minor, invoice.currency);
    let entry = JournalEntry::of(occasion)
        .credit(due_on(before), money(split.pre_payment_minor - written_off_minor))
        .credit(Account::BadDebt, money(written_off_minor))
        .credit(Account::CustomerBalance, money(split.post_payment.credit_minor))
        .credit(Account::RefundsPayable, money(split.post_payment.refund_minor))
        .credit(Account::Cash, money(split.post_payment.out_of_band_minor));
    let lines = note.lines.iter().map(|line| {
        let of_invoice = invoice.lines.iter().find(|of_invoice| of_invoice.input.id == line.item);
        let kind = of_invoice.map_or(ItemKind::Custom, |of_invoice| of_invoice.input.kind);
        taken_back(EntryPart {
            kind,
            tax_rate: line.tax_rate,
            tax_category: untold(line.tax_rate, line.category()),
            net_minor: line.net_minor,
            tax_minor: line.tax_minor,
        })
    });
    earned(entry, invoice.currency, lines).balanced()
}

/// An item below zero is booked to the customer's balance, because no credit note of it can be written: `credit` is the
/// document of what it takes back.
///
/// # Errors
/// [`Unbalanced`] when the document does not add up.
pub fn credit_booked(occasion: Occasion, credit: &Document) -> Result<JournalEntry, Unbalanced> {
    let entry = JournalEntry::of(occasion).credit(Account::CustomerBalance, credit.total());
    let lines = credit.lines.iter().map(|line| taken_back(part_of(line)));
    earned(entry, credit.currency, lines).balanced()
}

/// What a customer's balance holds leaves it without paying an invoice: it is paid out, or the merchant keeps it.
///
/// # Errors
/// Never: both sides are the same amount.
pub fn balance_cleared(occasion: Occasion, amount: Money, is_paid_out: bool) -> Result<JournalEntry, Unbalanced> {
    let to = if is_paid_out { Account::Cash } else { Account::Revenue };
    JournalEntry::of(occasion).debit(Account::CustomerBalance, amount).credit(to, amount).balanced()
}

/// Something happens to a wallet. What was paid for credits that are bought is owed instead of earned; what is used,
/// expires or goes back is earned, and what comes back is owed again. Nothing is booked for credits that were given or
/// handed on.
///
/// # Errors
/// Never: both sides are the same amounts.
pub fn wallet_posting(occasion: Occasion, posting: &Posting) -> Result<JournalEntry, Unbalanced> {
    let sign = match posting.kind {
        PostingKind::Booking
        | PostingKind::EventTicket
        | PostingKind::Order
        | PostingKind::CheckIn
        | PostingKind::AdminCharge
        | PostingKind::SubscriptionExpiration
        | PostingKind::Expiration => 1,
        PostingKind::Refund => -1,
        PostingKind::PurchaseAllocation => -posting.amount.signum(),
        PostingKind::SubscriptionAllocation | PostingKind::AdminAllocation | PostingKind::Transfer => 0,
    };
    let mut entry = JournalEntry::of(occasion);
    for bucket in &posting.buckets {
        if let Some(currency) = bucket.currency {
            let value = Money::new(sign * bucket.value_minor, currency);
            entry = entry.debit(Account::CreditLiability, value).credit(Account::Revenue, value);
        }
    }
    entry.balanced()
}

/// What a line of a document brings.
fn part_of(line: &Line) -> EntryPart {
    EntryPart {
        kind: line.input.kind,
        tax_rate: line.input.tax_rate,
        tax_category: untold(line.input.tax_rate, line.input.category()),
        net_minor: line.net_minor,
        tax_minor: line.tax_minor,
    }
}

/// A category, where the rate does not say it.
fn untold(rate: Percent, category: TaxCategory) -> Option<TaxCategory> {
    (rate == Percent::ZERO).then_some(category)
}

const fn taken_back(part: EntryPart) -> EntryPart {
    EntryPart { net_minor: -part.net_minor, tax_minor: -part.tax_minor, ..part }
}

/// Books what lines bring.
fn earned(entry: EntryDraft, currency: Currency, lines: impl Iterator<Item = EntryPart>) -> EntryDraft {
    lines.fold(entry, |entry, part| entry.part(earned_on(part.kind), currency, part))
}
