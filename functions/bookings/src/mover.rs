//! Who moves a booking: its customer, and the person who booked it for a company. Who is blocked takes no other time;
//! that nobody is blocked meanwhile is a condition of the move's transaction. A move by override is the operator's, and
//! neither is asked (`docs/areas/bookings.md`, 48).

use std::collections::{BTreeMap, BTreeSet};

use billing::settlement::PaymentSource;
use records::{Company, Member, company::CompanyStatus, member::MemberStatus};
use scheduling::{Booking, booking::BookingPayment, customer_bookings::require_may_book};
use settlement::{Settling, source_settling::payer_gone};
use shared::api::Call;
use store::{Record, RecordSet, Transaction};
use values::{ApiError, Customer, Id};
use work::customer::CustomerRecord;

use crate::booking_customer::{customer_blocked, member_blocked};

/// Who moves bookings of one customer.
#[derive(Debug)]
pub struct Mover {
    /// Customer of the bookings that are moved.
    pub customer: CustomerRecord,
    /// Whose state is a condition of the move.
    asked: BTreeSet<Id<Customer>>,
    /// Companies that pay for bookings of these and pay for nothing more: archived, gone, or left by the member.
    gone: BTreeSet<Id<Customer>>,
}

impl Mover {
    /// Reads who moves bookings of a customer. Somebody who is no longer in the company, or no longer there at all,
    /// booked it once, and is not asked for anything else.
    ///
    /// # Errors
    /// 422 `customer_blocked` on `customer_id`, `member_blocked` on `member_id`.
    pub async fn read(
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
        let (customer, members, companies) = tokio::join!(
            call.require_customer(customer_id, "customer_id"),
            members,
            read_paying_companies(call, bookings)
        );
        let (customer, mut members): (_, Vec<Record<Member>>) = (customer?, members?);
        let mut gone = companies?;
        gone.retain(|company, is_active| !*is_active || has_left(&customer, *company));
        let gone = gone.into_keys().collect();
        // Who has left the company is not asked.
        members.retain(|member| member.body.companies.iter().any(|(company, _)| company.uuid() == customer_id.uuid()));
        if is_override {
            return Ok(Self { customer, asked: BTreeSet::new(), gone });
        }
        if customer.is_blocked() {
            return Err(customer_blocked());
        }
        if members.iter().any(|member| member.body.status == MemberStatus::Blocked) {
            return Err(member_blocked());
        }
        let active = members.iter().filter(|member| member.body.status == MemberStatus::Active);
        let asked = active.map(|member| member.id.cast()).chain([customer_id]).collect();
        Ok(Self { customer, asked, gone })
    }

    /// Refuses that a booking becomes dearer for a company that pays for nothing more.
    ///
    /// # Errors
    /// 422 `not_payable` on `payer_id`.
    pub fn check_payer(&self, before: &Booking, after: &Booking) -> Result<(), ApiError> {
        let (Some(before), Some(after)) = (&before.payment, &after.payment) else { return Ok(()) };
        if !costs_more(before, after) || !self.gone.contains(&after.account.payer_id) {
            return Ok(());
        }
        Err(payer_gone())
    }

    /// Has who pays for nothing more be charged nothing more, such as anew for what stood on a voided invoice.
    pub fn tell(&self, settling: &mut Settling) {
        settling.note_gone(self.gone.iter().copied());
    }

    /// Makes `transaction` fail when one of them was blocked or has gone since.
    pub fn require(&self, transaction: &mut Transaction) {
        self.asked.iter().for_each(|customer| require_may_book(transaction, *customer));
    }
}

/// Companies that pay for bookings of others, and whether they are active.
async fn read_paying_companies(call: &Call, bookings: &[&Booking]) -> Result<BTreeMap<Id<Customer>, bool>, ApiError> {
    let by_other = |booking: &&Booking| {
        let payer = booking.payment.as_ref()?.account.payer_id;
        (payer != booking.customer_id).then_some(payer)
    };
    let mut paying: BTreeMap<Id<Customer>, bool> =
        bookings.iter().filter_map(by_other).map(|payer| (payer, false)).collect();
    if paying.is_empty() {
        return Ok(paying);
    }
    let ids: Vec<Id<Company>> = paying.keys().map(|payer| payer.cast()).collect();
    for company in call.store.find_all(&call.caller.tenant, &ids).await? {
        let is_active = company.record_set == RecordSet::Live && company.body.status == CompanyStatus::Active;
        paying.insert(company.id.cast(), is_active);
    }
    Ok(paying)
}

/// Whether a member belongs to a company no more.
fn has_left(customer: &CustomerRecord, company: Id<Customer>) -> bool {
    match customer {
        CustomerRecord::Member(member) => member.body.companies.place(company.cast()).is_none(),
        CustomerRecord::Company(_) => false,
    }
}

/// Whether it costs more of what pays for it.
fn costs_more(before: &BookingPayment, after: &BookingPayment) -> bool {
    let (from, to) = (&before.price, &after.price);
    let in_money = to.money_minor > from.money_minor || to.item_minor > from.item_minor;
    let terms = before.account.terms;
    match terms.source {
        PaymentSource::None => false,
        PaymentSource::Invoice | PaymentSource::External => in_money,
        PaymentSource::Credits => to.credits > from.credits || (terms.mixed_with.is_some() && in_money),
        PaymentSource::DayPass => to.day_passes > from.day_passes || (terms.mixed_with.is_some() && in_money),
    }
}
