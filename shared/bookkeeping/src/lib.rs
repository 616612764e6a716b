//! Bookkeeping: carries decisions of [`billing`] out. Wallets, their transactions, payments, the journal and its totals, as
//! records that are written in the transaction of whatever caused them.
//!
//! It stands between the operations and the store: it knows units of work and transactions, and neither HTTP nor the
//! database. How an area uses it:
//!
//! ```text
//! let mut wallet = current_wallet::opened(work, customer_id).await?;   // what time has done to it is written down or noted
//! wallet.charge(work, Charge { unit, amount, kind, spent_at }, &About { location_id, reason, source })?;
//! wallet.pay_out(Money::new(1_000, currency))?;                    // the customer's balance of money
//! wallet.write(work, &mut transaction).await?;                     // one write of the wallet, one for each posting
//! journal::post(work, &mut transaction, entry).await?;             // of an invoice, a payment, a credit note
//! ```
//!
//! - All of it is a part of the caller's transaction; a wallet that somebody else has changed meanwhile makes that fail with
//!   a `version_conflict`, so the decision stands inside [`work::unit_of_work::retried`]. A customer's wallet is in a
//!   transaction once: whoever charges twice does it on the same [`OpenWallet`].
//! - What postings earn or owe is journaled by [`OpenWallet::write`]. The entry of a document or a payment is made by the
//!   functions of `billing::ledger::entries` and posted by whoever makes the document. What an entry moves on the account
//!   `customer_balance`, its maker moves in the customer's wallet too ([`OpenWallet::pay_in`], [`OpenWallet::pay_out`]).
//! - What owes something and changes, such as a booking, is settled by [`Settling`], which does all of this.
//! - Who moves only money takes the wallet as it is, [`OpenWallet::stored`]: what expires meanwhile is no matter of theirs, and does so
//!   after what was granted before it. A renewal too, which then [`OpenWallet::advance`]s it with its grants: what was scheduled on a
//!   cycle waits for the cycle's grant.

pub mod billed_location;
pub mod check;
pub mod corrections;
pub mod credit_note;
pub mod crediting;
pub mod current_wallet;
pub mod customer_wallet;
pub mod day_pass;
pub mod drafting;
pub mod expiry;
pub mod invoice;
pub mod invoice_item;
pub mod invoice_line;
pub mod invoice_party;
pub mod invoice_payment;
pub mod invoice_settlement;
pub mod invoice_view;
pub mod issuing;
pub mod journal;
pub mod journal_closing;
pub mod journal_totals;
pub mod number;
pub mod open_wallet;
pub mod payer;
pub mod payment;
pub mod payment_record;
pub mod pending_items;
pub mod purchase;
pub mod registration;
pub mod reversal;
pub mod signed_amount;
pub mod source_account;
pub(crate) mod source_invoices;
pub mod source_items;
pub mod source_settling;
pub mod still_to_invoice;
pub mod subscription;
pub mod trial_balance;
pub mod wallet_transaction;

pub use self::{
    credit_note::CreditNote,
    customer_wallet::CustomerWallet,
    invoice::Invoice,
    invoice_item::InvoiceItem,
    journal::PostedEntry,
    open_wallet::{About, Charge, OpenWallet, Posted},
    payment_record::PaymentTransaction,
    signed_amount::SignedAmount,
    source_account::SourceAccount,
    source_settling::Settling,
    wallet_transaction::{CreditTransaction, DayPassTransaction, Source, SourceKind, WalletTransaction},
};
