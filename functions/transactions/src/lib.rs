//! Transactions: movements of credits and day passes, payments, and the journal (`docs/areas/transactions.md`).
//!
//! What was posted is never changed; a correction is a transaction of the other direction. The rules are those of
//! `billing`, the records and how they are written those of `wallets_and_journal`.

mod books;
mod clearings;
mod event_types;
mod exports;
mod ledger;
mod letters;
mod payments;
mod range;
mod references;
mod units;

use agreements::subscription::renewing::renew_wallet;
use expansions::OF_DOCUMENTS;
use serde_json::json;
use shared::{
    api::{People, Route, Routes, get},
    due::DueWork,
};
use values::{
    Area,
    ErrorCode::{AlreadyExists, CapacityExceeded, InsufficientBalance, InvalidState, RuleViolation},
};
use wallets_and_journal::{
    BalanceClearing, CreditTransaction, DayPassTransaction, PaymentTransaction, current_wallet,
    customer_wallet::CustomerWallet, journal_closing, journal_totals::JournalTotals,
};

use self::{
    ledger::{entries, entries_csv, trial_balance},
    payments::{cancel, create as record, list as payment_list, refund},
    units::{create, list, reverse, transfer},
};

pub use self::event_types::event_types;
pub use self::letters::letters;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    let groups = [credits(), day_passes(), payments(), clearings(), journal(), books::routes(), exports::routes()];
    Routes::of(Area::Transactions, groups).renewing_wallets(renew_wallet)
}

/// What time does in this area: it lets what expires expire and posts what was scheduled, and closes parts of the
/// journal.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of::<CustomerWallet, _>(|call, id| async move { current_wallet::write_due(&call, id).await }),
        DueWork::of::<JournalTotals, _>(|call, _| async move { journal_closing::close_due(&call).await })
            .looking_every_days(30),
    ]
}

fn credits() -> Vec<Route> {
    vec![
        Route::get("list_credit_transactions", "/credit-transactions", list::list::<CreditTransaction>)
            .people(People::OwnCompany("customer_id"), &["from", "status", "to", "type"])
            .described(LISTED)
            .refusing(&[RuleViolation]),
        Route::post("create_credit_transaction", "/credit-transactions", create::create::<CreditTransaction>)
            .labelled("Post credit transaction")
            .described(POSTED)
            .refusing(&[InsufficientBalance, CapacityExceeded])
            .example(|| {
                json!({"customer_id": "0199a000-0000-7000-8000-000000000002", "type": "admin_allocation", "amount": 10,
                    "reason": "Thank you for your patience."})
            }),
        Route::post("transfer_credits", "/credit-transactions/transfer", transfer::transfer)
            .described(
                "Two transactions, one in each wallet. What expires first goes first, and keeps its expiry and its \
                 location. Neither customer is blocked.",
            )
            .refusing(&[InsufficientBalance, CapacityExceeded])
            .example(|| {
                json!({"from_customer_id": "0199a000-0000-7000-8000-000000000002",
                    "to_customer_id": "0199a000-0000-7000-8000-000000000003", "amount": 2})
            }),
        Route::get("get_credit_transaction", "/credit-transactions/{id}", units::get::get::<CreditTransaction>)
            .people(People::Own(""), &[]),
        Route::post(
            "reverse_credit_transaction",
            "/credit-transactions/{id}/reverse",
            reverse::reverse::<CreditTransaction>,
        )
        .described(REVERSED)
        .refusing(&[InvalidState, CapacityExceeded])
        .example(|| json!({"reason": "Given to the wrong customer."})),
    ]
}

fn day_passes() -> Vec<Route> {
    vec![
        Route::get("list_day_pass_transactions", "/day-pass-transactions", list::list::<DayPassTransaction>).people(People::OwnCompany("customer_id"), &["from", "status", "to", "type"])
            .described(LISTED)
            .refusing(&[RuleViolation]),
        Route::post("create_day_pass_transaction", "/day-pass-transactions", create::create::<DayPassTransaction>)
            .labelled("Post day-pass transaction")
            .described(POSTED)
            .refusing(&[InsufficientBalance, CapacityExceeded])
            .example(|| {
                json!({"customer_id": "0199a000-0000-7000-8000-000000000002", "type": "purchase_allocation", "amount": 5,
                    "reason": "A card of five, paid at the desk."})
            }),
        Route::get("get_day_pass_transaction", "/day-pass-transactions/{id}", units::get::get::<DayPassTransaction>).people(People::Own(""), &[]),
        Route::post(
            "reverse_day_pass_transaction",
            "/day-pass-transactions/{id}/reverse",
            reverse::reverse::<DayPassTransaction>,
        )
        .described(REVERSED)
        .refusing(&[InvalidState, CapacityExceeded])
        .example(|| json!({"reason": "Given to the wrong customer."})),
    ]
}

/// What is said of both lists, of credits and of day passes.
const LISTED: &str = "Newest first. Without a filter by customer or location the list is strongly consistent; with one it \
                      may lag a moment.";
/// What is said of posting credits and of posting day passes.
const POSTED: &str = "A grant (`admin_allocation`, `purchase_allocation`, `refund`) may expire; a charge (`admin_charge`) \
                      takes what expires first and what is permanent last, and may be scheduled: then it shows as \
                      reserved, is posted at its instant, and becomes `void` if the wallet does not hold enough by then. \
                      Other types are posted by what they belong to. Grants of the same origin, location and expiry join \
                      one bucket; a wallet holds at most 50 of a unit.";
/// What is said of reversing credits and of reversing day passes.
const REVERSED: &str = "A grant is taken back while nothing of it was used; a charge is given back to the buckets that it \
                        took from, for 30 days where they have expired since. A scheduled charge becomes `void`. What \
                        belongs to a source, such as a booking, is settled by that. The answer is the transaction that \
                        was reversed; `reversed_by_id` names the other.";

fn payments() -> Vec<Route> {
    vec![
        Route::get("list_payment_transactions", "/payment-transactions", payment_list::list).by_ids().sorted_by(&["paid_at"]).expanding(OF_DOCUMENTS).people(People::OwnCompany("customer_id"), &["from", "invoice_id", "method", "status", "to"])
            .labelled("List payments")
            .described(LISTED)
            .refusing(&[RuleViolation]),
        Route::post("record_payment", "/payment-transactions", record::create)
            .described(
                "What a customer paid is taken by the invoice that it names, in the same transaction; without one it goes to their \
                 balance. What is above what is due is refused, or goes to the balance with `excess`. The same `gateway_reference` again answers the payment that \
                 has it, and nothing happens; with another customer, amount or method it is refused.",
            )
            .refusing(&[AlreadyExists, InsufficientBalance, InvalidState])
            .example(|| {
                json!({"customer_id": "0199a000-0000-7000-8000-000000000002", "amount": 150, "currency": "EUR",
                    "method": "bank_transfer", "gateway_reference": "NL-2026-11-0042"})
            }),
        Route::get("get_payment_transaction", "/payment-transactions/{id}", get::<PaymentTransaction>).expanding(OF_DOCUMENTS).people(People::Own(""), &[])
            .labelled("Get payment"),
        Route::post("refund_payment", "/payment-transactions/{id}/refund", refund::refund)
            .described(
                "Gives a part of a payment back, or all that is left of it. What went to the customer's balance must \
                 still be there.",
            )
            .refusing(&[InsufficientBalance, InvalidState, CapacityExceeded])
            .example(|| json!({"amount": 50, "reason": "Paid twice."})),
        Route::post("cancel_payment", "/payment-transactions/{id}/cancel", cancel::cancel)
            .described("Only a payment whose outcome is awaited. What was made is refunded instead.")
            .refusing(&[InvalidState]),
    ]
}

fn clearings() -> Vec<Route> {
    vec![
        Route::get("list_balance_clearings", "/balance-clearings", clearings::list::list)
            .described("Newest first. Filtered lists may lag by a moment."),
        Route::post("create_balance_clearing", "/balance-clearings", clearings::create::create)
            .labelled("Clear balance")
            .described(
                "Takes money out of a customer's balance without paying an invoice, for a reason: `paid_out` to the \
                 customer, `given_up` by the customer, or `kept` by the merchant. Without `amount` all of it. Nobody goes \
                 while their balance holds something.",
            )
            .refusing(&[InsufficientBalance])
            .example(|| {
                json!({"customer_id": "0199a000-0000-7000-8000-000000000002", "currency": "EUR", "decision": "paid_out",
                    "method": "bank_transfer", "gateway_reference": "NL-2026-11-0043", "reason": "Moves to another town."})
            }),
        Route::get("get_balance_clearing", "/balance-clearings/{id}", get::<BalanceClearing>),
    ]
}

fn journal() -> Vec<Route> {
    vec![
        Route::get("get_trial_balance", "/ledger/trial-balance", trial_balance::get).described(
            "Totals of all accounts, now or at any instant before. What holds at an instant counts there, also if it was \
             written down later.",
        ),
        Route::get("list_journal_entries", "/ledger/entries", entries::list)
            .described(
                "Newest first. With `from` or `to`, or a customer, in order of the instants at which they hold; then the \
                 list may lag a moment.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_journal_entries", "/ledger/entries.csv", entries_csv::export)
            .described(
                "A line for each line of an entry, oldest first, as comma-separated values. At most 5,000 entries at \
                 once. It may lag a moment.",
            )
            .refusing(&[RuleViolation]),
    ]
}
