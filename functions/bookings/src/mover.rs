//! Who moves a booking: its customer, and the person who booked it for a company. Who is blocked takes no other time; that
//! nobody is blocked meanwhile is a condition of the move's transaction. A move by override is the operator's, and neither is
//! asked (`docs/AREAS.md`, Bookings 48).

use std::collections::BTreeSet;

use scheduling::{Booking, customer_bookings::require_may_book};
use shared::{
    ApiError,
    api::Call,
    customer::CustomerRecord,
    domain::{Customer, Id, Member, Record, member::MemberStatus},
    store::Transaction,
};

use crate::booking_customer::{customer_blocked, member_blocked};

/// Who moves bookings of one customer.
#[derive(Debug)]
pub struct Mover {
    /// The customer.
    pub customer: CustomerRecord,
    /// Whose state is a condition of the move.
    asked: BTreeSet<Id<Customer>>,
}

impl Mover {
    /// Reads who moves bookings of a customer. Somebody who is no longer in the company, or no longer there at all, booked it
    /// once, and is not asked for anything else.
    ///
    /// # Errors
    /// 422 `customer_blocked` on `customer_id`, `member_blocked` on `member_id`.
    pub async fn of(
        call: &Call,
        customer_id: Id<Customer>,
        bookings: &[&Booking],
        is_override: bool,
    ) -> Result<Self, ApiError> {
        let by_others =
            |booking: &&Booking| booking.member_id.filter(|id| !is_override && id.uuid() != customer_id.uuid());
        let ids: Vec<Id<Member>> = bookings.iter().filter_map(by_others).collect();
        let members = async {
            if ids.is_empty() { Ok(Vec::new()) } else { call.store.find_all(&call.caller.tenant, &ids).await }
        };
        let (customer, members) = tokio::join!(call.customer(customer_id, "customer_id"), members);
        let (customer, mut members): (_, Vec<Record<Member>>) = (customer?, members?);
        // Who has left the company is not asked.
        members.retain(|member| member.body.companies.iter().any(|(company, _)| company.uuid() == customer_id.uuid()));
        if is_override {
            return Ok(Self { customer, asked: BTreeSet::new() });
        }
        if customer.is_blocked() {
            return Err(customer_blocked());
        }
        if members.iter().any(|member| member.body.status == MemberStatus::Blocked) {
            return Err(member_blocked());
        }
        let active = members.iter().filter(|member| member.body.status == MemberStatus::Active);
        let asked = active.map(|member| member.id.cast()).chain([customer_id]).collect();
        Ok(Self { customer, asked })
    }

    /// Makes `transaction` fail when one of them was blocked or has gone since.
    pub fn require(&self, transaction: &mut Transaction) {
        self.asked.iter().for_each(|customer| require_may_book(transaction, *customer));
    }
}
