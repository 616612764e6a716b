//! What a member has in other areas, beside the member: bookings, invoices, balances.

use money_documents::Invoice;
use records::Member;
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Data, Listing, Lists, NoFilter, PathId, Plain};
use store::{CalendarListName, CalendarSubject, List, Order, TimeList};
use values::{ApiError, Day, TimeZone};

use crate::balances::{self, BalancesView};

/// Filters of a member's bookings.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberBookingFilter {
    /// Only bookings that start on this UTC day or later.
    start_date: Option<Day>,
    /// Only bookings that start on this UTC day or earlier.
    end_date: Option<Day>,
}

/// Lists bookings of which the member is the customer, earliest first.
pub async fn list_bookings(
    call: Call,
    PathId(id): PathId<Member>,
    Listing { filter, paging }: Listing<MemberBookingFilter>,
) -> Lists<Booking> {
    if let (Some(start), Some(end)) = (filter.start_date, filter.end_date)
        && end < start
    {
        return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
    }
    call.get(id).await?;
    let bookings = List::by(&Booking::BY_CUSTOMER, &id.cast()).ordered(Order::Ascending);
    let name = CalendarListName(vec![(CalendarSubject::Customer, id.uuid())]);
    let from = filter.start_date.and_then(|day| day.start_in(TimeZone::UTC));
    let to = filter.end_date.and_then(|day| day.end_in(TimeZone::UTC));
    call.page(TimeList::of(bookings, name, call.now).between(from, to), paging).await
}

/// Lists invoices of which the member is the customer, newest first.
pub async fn list_invoices(
    call: Call,
    PathId(id): PathId<Member>,
    Listing { paging, .. }: Listing<NoFilter>,
) -> Lists<Invoice> {
    call.get(id).await?;
    call.page(List::by(&Invoice::BY_CUSTOMER, &id.cast()), paging).await
}

/// Balances of a member who was not deleted, as of a customer.
pub async fn get_balances(call: Call, PathId(id): PathId<Member>) -> Result<Data<Plain<BalancesView>>, ApiError> {
    call.get(id).await?;
    balances::get(call, PathId(id.cast())).await
}
