//! Facts that several letters about bookings tell.

use mailing::{Fact, Facts, text};
use scheduling::{Booking, booking::PaymentSource};
use values::{ApiError, Currency, Customer, ErrorCode, Id, Money, TimeZone, Timestamp};
use work::UnitOfWork;

/// Adds words; nothing of none.
pub fn put_text(facts: &mut Facts, name: &'static str, words: &str) {
    if !words.is_empty() {
        facts.insert(name, text(words));
    }
}

/// Adds a sum; nothing of 0.
pub fn put_money(facts: &mut Facts, name: &'static str, minor: i64, currency: Currency) {
    if minor != 0 {
        facts.insert(name, Fact::Money(Money::new(minor, currency).amount(), currency));
    }
}

/// Adds a number; nothing of 0.
pub fn put_count(facts: &mut Facts, name: &'static str, number: i64) {
    if number != 0 {
        facts.insert(name, Fact::Count(number));
    }
}

/// Adds how many bookings a letter is about, where it is about several.
pub fn put_several(facts: &mut Facts, bookings: usize) {
    if bookings > 1 {
        facts.insert("count", Fact::Count(i64::try_from(bookings).unwrap_or(i64::MAX)));
    }
}

/// Adds from when until when; the day of the end where it is another one.
pub fn put_period(facts: &mut Facts, (start, end): (Timestamp, Timestamp), zone: TimeZone) {
    let is_same_day = start.day_in(zone) == end.day_in(zone);
    facts.insert("start", Fact::Instant(start, zone));
    facts.insert("end", if is_same_day { Fact::TimeOfDay(end, zone) } else { Fact::Instant(end, zone) });
}

/// Adds what bookings cost that are paid in the same way: a sum, or credits or day passes.
pub fn put_price(facts: &mut Facts, bookings: &[&Booking]) {
    let Some(first) = bookings.first() else { return };
    let owed = bookings.iter().filter_map(|booking| booking.payment.as_ref()).map(|payment| payment.price);
    match first.payment_source {
        PaymentSource::Credits => put_count(facts, "credits", owed.filter_map(|owed| owed.credits).sum()),
        PaymentSource::DayPass => put_count(facts, "day_passes", owed.filter_map(|owed| owed.day_passes).sum()),
        PaymentSource::None | PaymentSource::Invoice | PaymentSource::External => {
            let same = bookings.iter().filter(|booking| booking.currency == first.currency);
            put_money(facts, "price", same.map(|booking| booking.price.total_minor).sum(), first.currency);
        }
    }
}

/// What people call a customer; empty when there is none any more.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_name(work: &UnitOfWork, customer: Id<Customer>) -> Result<String, ApiError> {
    match work.read_customer_of_documents(customer).await {
        Ok(found) => Ok(found.name().to_string()),
        Err(error) if error.code == ErrorCode::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}
