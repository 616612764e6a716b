//! What does not add up in a merchant's books. Tests ask after every test, and an operator may of a whole table. It
//! reads everything, so it is no part of any request.

use std::collections::{BTreeMap, BTreeSet};

use billing::{
    documents::{InvoiceStatus, number},
    ledger::{Account, DocumentKind, TrialBalance},
    wallet::{Unit, posting},
};
use store::{Entity, List, Order, Record};
use values::{ApiError, Currency, Customer, Id, Timestamp};
use wallets_and_journal::{
    BalanceClearing, books,
    customer_wallet::CustomerWallet,
    payment_record::PaymentTransaction,
    posted_entry::PostedEntry,
    trial_balance::read_trial_balance,
    wallet_transaction::{
        CreditTransaction, DayPassTransaction, Direction, OfUnit, Source, TransactionStatus, WalletTransaction,
    },
};
use work::UnitOfWork;

use crate::{check_books, credit_note::CreditNote, invoice::Invoice, invoice_item::InvoiceItem};

/// Records of a kind that are read; a merchant with more is checked in another way.
const RECORDS_MAX: usize = 1_000_000;
/// Instants at which the trial balance is compared with all entries.
const INSTANTS_MAX: usize = 8;

/// Minor units by what they belong to.
type Sums<K> = BTreeMap<(K, &'static str), i64>;

/// Everything that does not add up, in sentences; nothing when all does.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn find_disagreements(work: &UnitOfWork) -> Result<Vec<String>, ApiError> {
    let entries = read_all::<PostedEntry>(work).await?;
    let wallets = read_all::<CustomerWallet>(work).await?;
    let mut faults = check_journal(work, &entries).await?;
    faults.extend(of_wallets::<CreditTransaction>(&wallets, &read_all(work).await?));
    faults.extend(of_wallets::<DayPassTransaction>(&wallets, &read_all(work).await?));
    faults.extend(of_money(&wallets, &entries));
    let (invoices, notes) = (read_all::<Invoice>(work).await?, read_all::<CreditNote>(work).await?);
    faults.extend(of_documents(&invoices, &notes));
    let payments = read_all::<PaymentTransaction>(work).await?;
    faults.extend(of_payments(&invoices, &payments));
    let (items, clearings) = (read_all::<InvoiceItem>(work).await?, read_all::<BalanceClearing>(work).await?);
    faults.extend(of_balances(&items, &clearings, &entries));
    faults.extend(of_accounts(&invoices, &notes, &payments, &entries));
    faults.extend(of_sold_credits(&wallets, &entries));
    faults.extend(check_books::of_closed_days(books::find(work).await?.as_ref(), &entries));
    faults.extend(check_books::of_parts(&entries));
    Ok(faults)
}

async fn read_all<E: Entity>(work: &UnitOfWork) -> Result<Vec<Record<E>>, ApiError> {
    let list = List::live().ordered(Order::Ascending);
    Ok(work.store.all(work.tenant(), &list, RECORDS_MAX).await?.records)
}

/// The trial balance is zero, now and at instants before, and is the sum of the entries.
async fn check_journal(work: &UnitOfWork, entries: &[Record<PostedEntry>]) -> Result<Vec<String>, ApiError> {
    let instants: BTreeSet<Timestamp> = entries.iter().map(|entry| entry.body.at()).collect();
    let step = instants.len().div_ceil(INSTANTS_MAX).max(1);
    let mut faults = Vec::new();
    for at in instants.into_iter().step_by(step).chain([work.now]) {
        let mut expected = TrialBalance::default();
        for entry in entries.iter().filter(|entry| entry.body.at() <= at) {
            expected.add(&entry.body.0).map_err(|_| ApiError::internal("a total does not fit"))?;
        }
        let told = read_trial_balance(work, at).await?;
        if told != expected {
            faults.push(format!("the trial balance at {at} is {told:?}, of its entries {expected:?}"));
        }
        faults.extend(told.unbalanced().iter().map(|currency| format!("at {at} {currency} does not balance")));
    }
    Ok(faults)
}

/// A wallet's balance is the sum of its buckets and of its postings, which have no gap; no source has more back than it
/// paid.
fn of_wallets<T: OfUnit>(wallets: &[Record<CustomerWallet>], transactions: &[Record<T>]) -> Vec<String> {
    let mut of_customer: BTreeMap<Id<Customer>, Vec<&WalletTransaction>> = BTreeMap::new();
    for transaction in transactions.iter().map(|record| record.body.as_ref()) {
        of_customer.entry(transaction.customer_id).or_default().push(transaction);
    }
    let mut faults = of_sources(T::UNIT, &of_customer);
    for (customer, transactions) in &mut of_customer {
        transactions.retain(|transaction| transaction.number.is_some());
        transactions.sort_by_key(|transaction| transaction.number);
        let is_next = |(expected, transaction): (u64, &&WalletTransaction)| transaction.number == Some(expected);
        if !(1..).zip(transactions.iter()).all(is_next) {
            faults.push(format!("the postings of {:?} of {customer} have a gap", T::UNIT));
        }
    }
    for wallet in wallets {
        let customer: Id<Customer> = wallet.id.cast();
        let of_wallet = of_customer.remove(&customer).unwrap_or_default();
        let postings: Vec<_> = of_wallet.iter().filter_map(|transaction| transaction.posting()).collect();
        let found = posting::disagreements(wallet.body.wallet.of(T::UNIT).open(), &postings);
        faults.extend(found.into_iter().map(|fault| format!("{:?} of {customer}: {fault}", T::UNIT)));
    }
    faults.extend(of_waiting(wallets, transactions));
    let lost = of_customer.iter().filter(|(_, transactions)| !transactions.is_empty());
    faults.extend(lost.map(|(customer, _)| format!("{customer} has postings and no wallet")));
    faults
}

/// A charge that waits: whose, which, how many, until when.
type Waiting = (Id<Customer>, Id<()>, i64, Option<Timestamp>);

/// What waits in wallets is what transactions say that is scheduled.
fn of_waiting<T: OfUnit>(wallets: &[Record<CustomerWallet>], transactions: &[Record<T>]) -> Vec<String> {
    let scheduled = transactions.iter().filter(|record| record.body.as_ref().status == TransactionStatus::Scheduled);
    let told: BTreeSet<Waiting> = scheduled
        .map(|record| {
            let body: &WalletTransaction = record.body.as_ref();
            (body.customer_id, record.id.cast(), body.amount, body.scheduled_for)
        })
        .collect();
    let of_wallet = |wallet: &Record<CustomerWallet>| {
        let customer: Id<Customer> = wallet.id.cast();
        let waiting = wallet.body.wallet.of(T::UNIT).reserved().iter();
        waiting.map(move |one| (customer, one.id, one.amount, Some(one.posts_at))).collect::<Vec<_>>()
    };
    let held: BTreeSet<Waiting> = wallets.iter().flat_map(of_wallet).collect();
    let lost = told.symmetric_difference(&held);
    lost.map(|(customer, id, ..)| format!("{:?} {id} of {customer} does not wait as its wallet says", T::UNIT))
        .collect()
}

fn of_sources(unit: Unit, of_customer: &BTreeMap<Id<Customer>, Vec<&WalletTransaction>>) -> Vec<String> {
    let mut net: BTreeMap<(wallets_and_journal::SourceKind, Id<()>), i64> = BTreeMap::new();
    for transaction in of_customer.values().flatten().filter(|transaction| transaction.number.is_some()) {
        use billing::wallet::PostingKind::{Booking, CheckIn, EventTicket, Order, Refund};
        if !matches!(transaction.kind, Booking | CheckIn | EventTicket | Order | Refund) {
            continue;
        }
        let Some(Source { kind, id }) = transaction.source else { continue };
        *net.entry((kind, id)).or_default() += match transaction.direction {
            Direction::Out => transaction.amount,
            Direction::In => -transaction.amount,
        };
    }
    let below = net.iter().filter(|(_, amount)| **amount < 0);
    below.map(|((kind, id), amount)| format!("{kind:?} {id} has {amount} {unit:?} more back than it paid")).collect()
}

/// The money in a wallet is what its customer's entries have on the account of balances.
fn of_money(wallets: &[Record<CustomerWallet>], entries: &[Record<PostedEntry>]) -> Vec<String> {
    let mut owed: Sums<Id<Customer>> = BTreeMap::new();
    for entry in entries {
        let lines = entry.body.0.lines().iter().filter(|line| line.account == Account::CustomerBalance);
        for line in lines {
            let key = (entry.body.0.occasion().customer_id, line.currency.code());
            *owed.entry(key).or_default() += line.credit_minor - line.debit_minor;
        }
    }
    let mut held: Sums<Id<Customer>> = BTreeMap::new();
    for wallet in wallets {
        held.extend(wallet.body.money().map(|money| ((wallet.id.cast(), money.currency().code()), money.minor())));
    }
    owed.retain(|_, minor| *minor != 0);
    different("balances of money", &owed, &held)
}

/// What is owed for sold credits is what those in the wallets were sold for.
fn of_sold_credits(wallets: &[Record<CustomerWallet>], entries: &[Record<PostedEntry>]) -> Vec<String> {
    let mut owed: Sums<()> = BTreeMap::new();
    let lines = entries.iter().flat_map(|entry| entry.body.0.lines());
    for line in lines.filter(|line| line.account == Account::CreditLiability) {
        *owed.entry(((), line.currency.code())).or_default() += line.credit_minor - line.debit_minor;
    }
    let mut held: Sums<()> = BTreeMap::new();
    for unit in [Unit::Credits, Unit::DayPasses] {
        for bucket in wallets.iter().flat_map(|wallet| wallet.body.wallet.of(unit).open()) {
            if let Some(currency) = bucket.currency {
                *held.entry(((), currency.code())).or_default() += bucket.value_minor;
            }
        }
    }
    owed.retain(|_, minor| *minor != 0);
    held.retain(|_, minor| *minor != 0);
    different("sold credits", &owed, &held)
}

/// Each invoice adds up, and numbers have no gap.
fn of_documents(invoices: &[Record<Invoice>], notes: &[Record<CreditNote>]) -> Vec<String> {
    let of_invoice = |invoice: &Record<Invoice>| {
        let faults = invoice.body.disagreements().into_iter();
        faults.map(|fault| format!("invoice {}: {fault}", invoice.id)).collect::<Vec<_>>()
    };
    let mut faults: Vec<String> = invoices.iter().flat_map(of_invoice).collect();
    let issued = invoices.iter().filter_map(|invoice| invoice.body.issue.as_ref());
    let numbers = issued.map(|issue| (issue.series.clone(), issue.number));
    let of_notes = notes.iter().map(|note| (note.body.series.clone(), note.body.place));
    faults.extend(number::disagreements(numbers.chain(of_notes)));
    faults
}

/// What invoices were paid is what payments paid of them and did not give back.
fn of_payments(invoices: &[Record<Invoice>], payments: &[Record<PaymentTransaction>]) -> Vec<String> {
    let mut paid: Sums<Id<()>> = BTreeMap::new();
    for payment in payments.iter().map(|payment| &payment.body) {
        let Some(invoice) = payment.invoice_id else { continue };
        let back = payment.refunds.iter().filter(|refund| refund.credit_note_id.is_none());
        let back: i64 = back.map(|refund| refund.amount_minor - refund.from_balance_minor).sum();
        *paid.entry((invoice, payment.currency.code())).or_default() += payment.paid.applied_minor - back;
    }
    paid.retain(|_, minor| *minor != 0);
    let of_invoices = invoices.iter().filter(|invoice| invoice.body.money.paid_minor != 0);
    let told = of_invoices.map(|invoice| {
        let key = (invoice.id.cast(), invoice.body.currency.code());
        (key, invoice.body.money.paid_minor)
    });
    different("payments of invoices", &paid, &told.collect())
}

/// Each credit that was booked without a note, and each clearing, has moved the balance by what it says, once.
fn of_balances(
    items: &[Record<InvoiceItem>],
    clearings: &[Record<BalanceClearing>],
    entries: &[Record<PostedEntry>],
) -> Vec<String> {
    let booked = items.iter().filter_map(|item| Some((item.id.cast::<()>(), item.body.currency, item.body.booked?)));
    let told = booked.map(|(id, currency, booked)| ((id, currency.code()), booked.total_minor()));
    let cleared = clearings.iter().map(|one| ((one.id.cast::<()>(), one.body.currency.code()), -one.body.amount_minor));
    let mut told: Sums<Id<()>> = told.chain(cleared).collect();
    let mut moved: Sums<Id<()>> = BTreeMap::new();
    for entry in entries {
        let document = entry.body.0.occasion().document;
        if !matches!(document.kind, DocumentKind::InvoiceItem | DocumentKind::BalanceClearing) {
            continue;
        }
        for line in entry.body.0.lines().iter().filter(|line| line.account == Account::CustomerBalance) {
            *moved.entry((document.id, line.currency.code())).or_default() += line.credit_minor - line.debit_minor;
        }
    }
    told.retain(|_, minor| *minor != 0);
    different("booked credits and clearings", &moved, &told)
}

/// Accounts hold what the documents say: what is due, what was given up, and what is to be refunded.
fn of_accounts(
    invoices: &[Record<Invoice>],
    notes: &[Record<CreditNote>],
    payments: &[Record<PaymentTransaction>],
    entries: &[Record<PostedEntry>],
) -> Vec<String> {
    let mut told: Sums<&'static str> = BTreeMap::new();
    let mut add =
        |account, currency: Currency, minor: i64| *told.entry((account, currency.code())).or_default() += minor;
    for invoice in invoices.iter().map(|invoice| &invoice.body) {
        add("bad debt", invoice.currency, invoice.money.written_off_minor);
        match invoice.status {
            InvoiceStatus::Issued => add("receivable", invoice.currency, invoice.money.due_minor()),
            InvoiceStatus::Uncollectible => add("bad debt", invoice.currency, invoice.money.due_minor()),
            InvoiceStatus::Draft | InvoiceStatus::Paid | InvoiceStatus::Voided => {}
        }
    }
    for note in notes.iter().map(|note| &note.body).filter(|note| note.is_valid()) {
        add("refunds", note.currency, note.split.post_payment.refund_minor);
    }
    for payment in payments.iter().map(|payment| &payment.body) {
        let promised = payment.refunds.iter().filter(|refund| refund.credit_note_id.is_some());
        add("refunds", payment.currency, -promised.map(|refund| refund.amount_minor).sum::<i64>());
    }
    let mut booked: Sums<&'static str> = BTreeMap::new();
    for line in entries.iter().flat_map(|entry| entry.body.0.lines()) {
        let debit = line.debit_minor - line.credit_minor;
        let (account, minor) = match line.account {
            Account::AccountsReceivable => ("receivable", debit),
            Account::BadDebt => ("bad debt", debit),
            Account::RefundsPayable => ("refunds", -debit),
            Account::Cash
            | Account::CustomerBalance
            | Account::CreditLiability
            | Account::Deposits
            | Account::Revenue
            | Account::Tax => continue,
        };
        *booked.entry((account, line.currency.code())).or_default() += minor;
    }
    told.retain(|_, minor| *minor != 0);
    booked.retain(|_, minor| *minor != 0);
    different("accounts", &booked, &told)
}

fn different<K: Ord + std::fmt::Debug>(what: &str, expected: &Sums<K>, told: &Sums<K>) -> Vec<String> {
    if expected == told { Vec::new() } else { vec![format!("{what}: {told:?} instead of {expected:?}")] }
}
