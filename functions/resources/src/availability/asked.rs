//! What is asked of availability, and for whom.

use agreements::subscription::entitlements::Entitlements;
use records::{EntitlementsAt, Location};
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, Id, Period, Timestamp};

/// What is asked of each resource.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Period within which free time is looked for.
    pub within: Period,
    /// How many units must be free.
    pub units: u32,
    /// Length of a booking, when starts are asked for.
    pub minutes: Option<u32>,
    /// What the customer is through all of it, in order.
    pub spans: Vec<(Period, EntitlementsAt)>,
    /// The customer who is named, with its subscriptions.
    pub customer: Option<(Id<Customer>, Entitlements)>,
    /// The instant at which it is asked.
    pub now: Timestamp,
}

impl Asked {
    /// What is asked for a customer, or for somebody who is not a member.
    pub fn new(
        call: &Call,
        within: Period,
        (units, minutes): (Option<u32>, Option<u32>),
        (customer, entitlements): (Option<Id<Customer>>, Entitlements),
    ) -> Self {
        let spans = entitlements.through(within);
        let customer = customer.map(|id| (id, entitlements));
        Self { within, units: units.unwrap_or(1), minutes, spans, customer, now: call.now }
    }

    /// What the customer is at the first instant that is not over.
    pub fn customer_first(&self) -> &EntitlementsAt {
        let first = self.within.start().max(self.now);
        let at_first = self.spans.iter().find(|(span, _)| first < span.end()).or(self.spans.last());
        at_first.map_or(EntitlementsAt::public(), |(_, customer)| customer)
    }
}

/// What the customer is at the location of the resources; nothing is read when none is named.
///
/// # Errors
/// 422 naming `customer_id`: `reference_not_found`, `reference_archived` or `customer_blocked`.
pub async fn read_entitlements(
    call: &Call,
    customer_id: Option<Id<Customer>>,
    location: &Record<Location>,
) -> Result<Entitlements, ApiError> {
    let Some(id) = customer_id else { return Ok(Entitlements::public(call.now)) };
    let customer = call.require_customer(id, "customer_id").await?;
    if customer.is_blocked() {
        return Err(ApiError::rule("customer_id", "customer_blocked", "a blocked member makes no bookings"));
    }
    Box::pin(Entitlements::read(call, &customer, location)).await
}
