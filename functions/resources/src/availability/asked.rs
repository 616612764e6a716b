//! What is asked of availability, and for whom.

use agreements::subscription::standing::Standing;
use records::{Location, StandingAt};
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
    pub spans: Vec<(Period, StandingAt)>,
    /// The customer who is named, with its subscriptions.
    pub customer: Option<(Id<Customer>, Standing)>,
    /// The instant at which it is asked.
    pub now: Timestamp,
}

impl Asked {
    /// What is asked for a customer, or for somebody who is not a member.
    pub fn new(
        call: &Call,
        within: Period,
        (units, minutes): (Option<u32>, Option<u32>),
        (customer, standing): (Option<Id<Customer>>, Standing),
    ) -> Self {
        let spans = standing.through(within);
        let customer = customer.map(|id| (id, standing));
        Self { within, units: units.unwrap_or(1), minutes, spans, customer, now: call.now }
    }

    /// What the customer is at the first instant that is not over.
    pub fn customer_first(&self) -> &StandingAt {
        let first = self.within.start().max(self.now);
        let at_first = self.spans.iter().find(|(span, _)| first < span.end()).or(self.spans.last());
        at_first.map_or(StandingAt::public(), |(_, customer)| customer)
    }
}

/// What the customer is at the location of the resources; nothing is read when none is named.
///
/// # Errors
/// 422 naming `customer_id`: `reference_not_found`, `reference_archived` or `customer_blocked`.
pub async fn standing_of(
    call: &Call,
    customer_id: Option<Id<Customer>>,
    location: &Record<Location>,
) -> Result<Standing, ApiError> {
    let Some(id) = customer_id else { return Ok(Standing::public(call.now)) };
    let customer = call.customer(id, "customer_id").await?;
    if customer.is_blocked() {
        return Err(ApiError::rule("customer_id", "customer_blocked", "a blocked member makes no bookings"));
    }
    Box::pin(Standing::of(call, &customer, location)).await
}
