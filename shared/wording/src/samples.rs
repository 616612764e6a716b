//! An example of each thing that letters tell.

use mailing::{Fact, LetterType};
use values::{Currency, Day, Decimal, TimeZone, Timestamp};

/// 2026-11-26, 09:00 in universal time.
const EXAMPLE_AT: i64 = 1_795_683_600_000;
const HOUR: i64 = 3_600_000;

/// An example of what a name stands for in a letter.
#[must_use]
pub fn sample(letter: LetterType, name: &str) -> Fact {
    match name {
        "minutes" | "attendees" | "count" | "days_overdue" | "seats" | "bookings" | "arrivals" | "approvals"
        | "registrations" | "tickets" | "overdue" | "calendar_conflicts" | "calendar_failures" | "credits"
        | "day_passes" | "skipped" | "visits" => Fact::Count(2),
        "price" | "fee" | "total" | "open" | "amount" | "refund" => money(),
        "start" if letter == LetterType::SubscriptionBegun => day(),
        "end" if is_by_days(letter) => day(),
        "until" if is_by_days(letter) => day(),
        "start" => at(0),
        "old_start" | "old_end" => at(-24),
        "until" => at(3),
        "end" => Fact::TimeOfDay(instant(2), TimeZone::UTC),
        "day" | "due" | "from" => day(),
        "is_declined" | "is_expired" | "is_by_operator" | "is_pending" | "is_unpaid" | "is_asked"
        | "is_whole_event" | "is_paid" | "is_overdue" | "is_completed" | "is_upheld" | "is_from_balance" => {
            Fact::Flag(false)
        }
        "dates" => Fact::List(vec![[("start", at(168))].into()]),
        "lines" => Fact::List(vec![[("description", text("Meeting room")), ("amount", money())].into()]),
        "items" => Fact::List(vec![[("title", text("Coffee")), ("quantity", Fact::Count(2))].into()]),
        "link" if letter == LetterType::BenefitApproved => Fact::Link("https://example.com/offer".to_owned()),
        "link" => Fact::Secret("https://example.com/open".to_owned()),
        "members_link" => Fact::Link("https://members.example.com/".to_owned()),
        "code" => Fact::Secret("123456".to_owned()),
        other => text(words(other)),
    }
}

/// Whether what ends in a letter is a day, and not an instant.
const fn is_by_days(letter: LetterType) -> bool {
    matches!(
        letter,
        LetterType::SubscriptionBegun
            | LetterType::SubscriptionEnding
            | LetterType::SubscriptionEnded
            | LetterType::ContractToSign
            | LetterType::ContractUpForRenewal
            | LetterType::BenefitApproved
    )
}

fn words(name: &str) -> &str {
    match name {
        "reader" | "name" | "requester" | "member" | "host" | "attendee" => "Ada Lovelace",
        "visitor" => "Grace Hopper",
        "merchant" => "Acme Spaces",
        "location" => "Harbour House",
        "location_address" => "Quay 1, 1011 AA Amsterdam",
        "location_email" | "email" => "hello@example.com",
        "location_phone" => "+31 20 555 0100",
        "resource" => "Room Mercury",
        "also" | "old_resource" => "Room Venus",
        "customer" | "company" => "Blue Ltd",
        "title" => "Planning",
        "plan" => "Flex desk",
        "new_plan" => "Fixed desk",
        "number" | "invoice" => "INV-000042",
        "event" => "Summer breakfast",
        "place" => "Roof terrace",
        "subject" => "The lamp in booth 2",
        "answer" => "We have changed the bulb.",
        "benefit" => "Gym at half price",
        "message" | "note" | "reason" => "See you soon.",
        other => other,
    }
}

fn text(words: &str) -> Fact {
    Fact::Text(words.to_owned())
}

fn money() -> Fact {
    Currency::parse("EUR").map_or_else(|| text("48.00"), |euro| Fact::Money(Decimal::new(4_800, 2), euro))
}

fn at(hours: i64) -> Fact {
    Fact::Instant(instant(hours), TimeZone::UTC)
}

fn instant(hours: i64) -> Timestamp {
    Timestamp::from_millis(EXAMPLE_AT + hours * HOUR).unwrap_or(Timestamp::EPOCH)
}

fn day() -> Fact {
    Day::new(instant(0).utc().date_naive()).map_or_else(|| text("2026-11-26"), Fact::Day)
}
