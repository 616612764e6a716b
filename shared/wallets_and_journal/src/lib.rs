//! What customers have of credits, day passes and money, what they paid, and the journal of all of it: records that are
//! written in the transaction of whatever caused them, by the rules of [`billing`].
//!
//! It stands between the operations and the store: it knows units of work and transactions, and neither HTTP nor the
//! database. How an area uses it:
//!
//! ```text
//! let mut wallet = current_wallet::renew(work, customer_id).await?; // before a decision: what time has done to it
//! wallet.charge(work, Charge { unit, amount, kind, spent_at }, &About { location_id, reason, source })?;
//! wallet.pay_out(Money::new(1_000, currency))?;                     // the customer's balance of money
//! wallet.write(work, &mut transaction).await?;                      // one write of the wallet, one of each posting
//! journal::post(work, &mut transaction, entry).await?;              // of an invoice, a payment, a credit note
//! ```
//!
//! - All of it is a part of the caller's transaction; a wallet that somebody else has changed meanwhile makes that fail
//!   with a `version_conflict`, so the decision stands inside [`work::unit_of_work::retry`]. A customer's wallet is
//!   in a transaction once: whoever charges twice does it on the same [`OpenWallet`].
//! - What postings earn or owe is journaled by [`OpenWallet::write`]. The entry of a document or a payment is made by
//!   the functions of `billing::ledger::entries` and posted by whoever makes the document. What an entry moves on the
//!   account `customer_balance`, its maker moves in the customer's wallet too ([`OpenWallet::pay_in`],
//!   [`OpenWallet::pay_out`]).
//! - Who moves only money takes the wallet as it is, [`OpenWallet::read`]: what expires meanwhile is no matter of
//!   theirs, and does so after what was granted before it. A renewal too, which then [`OpenWallet::advance`]s it with
//!   its grants: what was scheduled on a cycle waits for the cycle's grant.
//! - What renews a wallet is told to the unit of work ([`work::unit_of_work::RenewWallet`]), so that nothing here
//!   knows what grants.

pub mod balance_clearing;
pub mod books;
pub mod current_wallet;
pub mod customer_wallet;
pub mod expiry;
pub mod journal;
pub mod journal_closing;
pub mod journal_totals;
pub mod open_wallet;
pub mod paid_at;
pub mod payment;
pub mod payment_record;
pub mod posted_entry;
pub mod reversal;
pub mod signed_amount;
pub mod trial_balance;
pub mod wallet_transaction;

pub use self::{
    balance_clearing::BalanceClearing,
    books::Books,
    customer_wallet::CustomerWallet,
    open_wallet::{About, Charge, OpenWallet, Posted},
    payment_record::PaymentTransaction,
    posted_entry::PostedEntry,
    signed_amount::SignedAmount,
    wallet_transaction::{CreditTransaction, DayPassTransaction, Source, SourceKind, WalletTransaction},
};
