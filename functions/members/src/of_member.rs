//! What a member has in other areas, beside the member: bookings, invoices, balances.

use money_documents::Invoice;
use records::Member;
use scheduling::Booking;
use shared::api::{Call, Data, Listing, Lists, NoFilter, PathId, Plain};
use store::{CalendarListName, CalendarSubject, List, Order, TimeList};
use values::ApiError;

use crate::balances::{self, BalancesView};

/// Lists bookings of which the member is the customer, earliest first.
pub async fn list_bookings(
    call: Call,
    PathId(id): PathId<Member>,
    Listing { paging, .. }: Listing<NoFilter>,
) -> Lists<Booking> {
    call.get(id).await?;
    let bookings = List::by(&Booking::BY_CUSTOMER, &id.cast()).ordered(Order::Ascending);
    let name = CalendarListName(vec![(CalendarSubject::Customer, id.uuid())]);
    call.page(TimeList::of(bookings, name, call.now), paging).await
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
