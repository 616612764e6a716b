//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use expansions::OF_DOCUMENTS;
use values::Area;
use wallets_and_journal::{BalanceClearing, Books, CreditTransaction, DayPassTransaction, PaymentTransaction};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<BalanceClearing>("balance_clearing", Area::Transactions, &BALANCE_CLEARING),
        ObjectEvents::of::<Books>("books", Area::Transactions, &BOOKS),
        ObjectEvents::of::<PaymentTransaction>("payment_transaction", Area::Transactions, &PAYMENT_TRANSACTION)
            .naming(OF_DOCUMENTS),
        ObjectEvents::of::<CreditTransaction>("credit_transaction", Area::Transactions, &CREDIT_TRANSACTION),
        ObjectEvents::of::<DayPassTransaction>("day_pass_transaction", Area::Transactions, &DAY_PASS_TRANSACTION),
    ]
}

const BALANCE_CLEARING: [EventRule; 2] = [
    EventRule::new("created", When::Created, "Money left a customer's balance: `decision` says how, `reason` why."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const BOOKS: [EventRule; 4] = [
    EventRule::new("created", When::Created, "The merchant's books have settings of their own."),
    EventRule::new(
        "reopened",
        When::Changed("reopened_at"),
        "Closed days were opened again: `reopening_reason` says why.",
    ),
    EventRule::new("closed", When::Changed("closed_at"), "The books were closed through `closed_through`."),
    EventRule::new("updated", When::Updated, "Chart of accounts, cost centres or other settings were changed."),
];

const PAYMENT_TRANSACTION: [EventRule; 9] = [
    EventRule::new("created", When::Created, "A payment was recorded."),
    EventRule::new("succeeded", When::Became("status", "succeeded"), "It succeeded."),
    EventRule::new("failed", When::Became("status", "failed"), "It failed: `failure_code`."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled."),
    EventRule::new("disputed", When::Became("status", "disputed"), "Whoever paid disputes it."),
    EventRule::new("dispute_won", When::Became("status", "won"), "The dispute was won."),
    EventRule::new("dispute_lost", When::Became("status", "lost"), "The dispute was lost."),
    EventRule::new("refunded", When::Grew("refunded_amount"), "Something of it was paid back."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const CREDIT_TRANSACTION: [EventRule; 5] = [
    EventRule::new("created", When::Created, "Credits came or went, or are scheduled to."),
    EventRule::new("posted", When::Became("status", "posted"), "What was scheduled has happened."),
    EventRule::new("reversed", When::Became("status", "reversed"), "It was reversed by another one."),
    EventRule::new("voided", When::Became("status", "void"), "What was scheduled will not happen."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const DAY_PASS_TRANSACTION: [EventRule; 5] = [
    EventRule::new("created", When::Created, "Day passes came or went, or are scheduled to."),
    EventRule::new("posted", When::Became("status", "posted"), "What was scheduled has happened."),
    EventRule::new("reversed", When::Became("status", "reversed"), "It was reversed by another one."),
    EventRule::new("voided", When::Became("status", "void"), "What was scheduled will not happen."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
