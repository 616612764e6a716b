//! Which names the templates of a letter can use: those that its record may have something for, and what every letter
//! has.

use std::{collections::BTreeMap, sync::LazyLock};

use mailing::{Fact, LetterType};
use template_language::{Named, Names, Refusal, placeholders};

use crate::samples::sample;

/// What every letter has.
pub const COMMON: [&str; 7] =
    ["reader", "merchant", "location", "location_address", "location_email", "location_phone", "members_link"];

/// What a letter has besides.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a line for each letter")]
pub const fn own(letter: LetterType) -> &'static [&'static str] {
    match letter {
        LetterType::SignInCode => &["code", "link", "minutes"],
        LetterType::BookingConfirmed | LetterType::BookingRequested => &[
            "resource",
            "also",
            "start",
            "end",
            "title",
            "attendees",
            "price",
            "credits",
            "day_passes",
            "count",
            "skipped",
            "dates",
        ],
        LetterType::BookingChanged => &[
            "resource",
            "also",
            "start",
            "end",
            "title",
            "attendees",
            "price",
            "credits",
            "day_passes",
            "count",
            "old_start",
            "old_end",
            "old_resource",
            "is_pending",
        ],
        LetterType::BookingCancelled => &[
            "resource",
            "also",
            "start",
            "end",
            "title",
            "fee",
            "count",
            "reason",
            "is_declined",
            "is_expired",
            "is_by_operator",
        ],
        LetterType::BookingReminder => &["resource", "also", "start", "end", "title"],
        LetterType::BookingOffered => &["resource", "also", "start", "end", "title", "until"],
        LetterType::ApprovalWaiting => &[
            "customer",
            "resource",
            "also",
            "start",
            "end",
            "title",
            "until",
            "attendees",
            "price",
            "credits",
            "day_passes",
            "count",
            "skipped",
            "dates",
        ],
        LetterType::RegistrationInvited => &["name", "company", "plan", "message", "until"],
        LetterType::RegistrationApproved | LetterType::RegistrationDeclined => &[],
        LetterType::RegistrationWaiting => &["name", "email", "company", "plan"],
        LetterType::InvoiceIssued => &["number", "total", "open", "due", "is_paid", "lines"],
        LetterType::InvoiceReminder => &["number", "total", "open", "due", "days_overdue", "is_overdue"],
        LetterType::PaymentReceived => &["amount", "invoice", "open", "is_from_balance"],
        LetterType::PaymentFailed | LetterType::PaymentRefunded => &["amount", "invoice"],
        LetterType::CreditNoteIssued => &["number", "total", "invoice"],
        LetterType::SubscriptionBegun => &["plan", "start", "price", "end", "is_unpaid"],
        LetterType::SubscriptionChanged => &["plan", "new_plan", "from"],
        LetterType::SubscriptionEnding | LetterType::SubscriptionEnded => &["plan", "end"],
        LetterType::ContractToSign => &["title", "link", "until"],
        LetterType::ContractSigned => &["title"],
        LetterType::ContractUpForRenewal => &["title", "customer", "end", "until"],
        LetterType::EventTicket => &["event", "start", "end", "place", "seats", "attendee", "code", "price", "credits"],
        LetterType::EventMoved => &["event", "start", "end", "old_start", "old_end", "place"],
        LetterType::EventCancelled => &[
            "event",
            "start",
            "end",
            "place",
            "seats",
            "reason",
            "refund",
            "is_whole_event",
            "is_unpaid",
            "is_by_operator",
        ],
        LetterType::EventSeatOffered => &["event", "start", "end", "place", "seats", "until"],
        LetterType::OrderReady => &["number", "items", "is_completed"],
        LetterType::VisitorInvited => &["visitor", "host", "start", "end", "visits", "code", "note"],
        LetterType::VisitMoved => &["visitor", "host", "start", "end", "old_start", "code", "note"],
        LetterType::VisitCancelled => &["visitor", "host", "start", "end", "visits"],
        LetterType::VisitorArrived => &["visitor", "company", "note", "is_asked"],
        LetterType::VisitRequested => &["visitor", "company", "message", "until"],
        LetterType::TicketAnswered => &["number", "subject", "answer"],
        LetterType::TicketReceived => &["number", "subject", "requester"],
        LetterType::BenefitApproved => &["benefit", "partner", "code", "link", "until"],
        LetterType::ReportDecided => &["is_upheld"],
        LetterType::OwnerMade => &["member"],
        LetterType::SecondFactorChanged => &["member", "is_set_up"],
        LetterType::StaffDigest => &[
            "day",
            "bookings",
            "arrivals",
            "approvals",
            "registrations",
            "tickets",
            "overdue",
            "calendar_conflicts",
            "calendar_failures",
        ],
    }
}

/// What the entries of a list have.
#[must_use]
pub const fn listed(list: &str) -> Names {
    match list.as_bytes() {
        b"dates" => &[("start", Named::Text)],
        b"lines" => &[("description", Named::Text), ("amount", Named::Text)],
        _ => &[("title", Named::Text), ("quantity", Named::Number)],
    }
}

static NAMES: LazyLock<BTreeMap<LetterType, Vec<(&'static str, Named)>>> = LazyLock::new(|| {
    let names = |letter: LetterType| COMMON.iter().chain(own(letter)).flat_map(|name| named(letter, name)).collect();
    LetterType::ALL.iter().map(|letter| (*letter, names(*letter))).collect()
});

fn named(letter: LetterType, name: &'static str) -> Vec<(&'static str, Named)> {
    match sample(letter, name) {
        Fact::List(_) => vec![(name, Named::List(listed(name)))],
        Fact::Count(_) => {
            std::iter::once((name, Named::Number)).chain(form(name).map(|form| (form, Named::Text))).collect()
        }
        _ => vec![(name, Named::Text)],
    }
}

/// The name of a number's plural form.
const fn form(name: &str) -> Option<&'static str> {
    match name.as_bytes() {
        b"minutes" => Some("minutes_form"),
        b"attendees" => Some("attendees_form"),
        b"count" => Some("count_form"),
        b"days_overdue" => Some("days_overdue_form"),
        b"seats" => Some("seats_form"),
        b"credits" => Some("credits_form"),
        b"day_passes" => Some("day_passes_form"),
        b"skipped" => Some("skipped_form"),
        b"visits" => Some("visits_form"),
        b"bookings" => Some("bookings_form"),
        b"arrivals" => Some("arrivals_form"),
        b"approvals" => Some("approvals_form"),
        b"registrations" => Some("registrations_form"),
        b"tickets" => Some("tickets_form"),
        b"overdue" => Some("overdue_form"),
        b"calendar_conflicts" => Some("calendar_conflicts_form"),
        b"calendar_failures" => Some("calendar_failures_form"),
        _ => None,
    }
}

/// Refuses a text that is no template of this letter.
///
/// # Errors
/// `invalid_template`, `not_allowed`, `unknown_placeholder`.
pub fn check(letter: LetterType, text: &str) -> Result<Vec<String>, Refusal> {
    placeholders(text, NAMES.get(&letter).map_or(&[], Vec::as_slice))
}
