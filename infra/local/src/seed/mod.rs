//! Demo data, made through the API at the first start, so that it obeys every rule there is.
//!
//! It is a business of three locations with a past and a coming month. The requests stand in `data`, one a line; their
//! dates are told relative to today ([`moment`]). A clock of their own stands at the instant at which each was sent, so
//! that what lies in the past was made, used and missed then. They are sent anew in every new database instead of being
//! kept as a finished one, which would be as old as its file and would have to be made anew for every change of a record.

mod api;
mod clock;
pub mod moment;
mod steps;

use std::sync::Arc;

use shared::{
    Context,
    context::Log,
    domain::{Clock, Currency, TimeZone},
    ids::Ids,
    provisioning,
};

use self::{api::Api, clock::StandingClock, moment::Present, steps::Step};
use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
};

/// The requests, in the order in which those of one instant are sent: what a record names is made before it.
const DATA: [&str; 9] = [
    include_str!("data/locations.json"),
    include_str!("data/plans.json"),
    include_str!("data/members.json"),
    include_str!("data/companies.json"),
    include_str!("data/resources.json"),
    include_str!("data/benefits.json"),
    include_str!("data/series.json"),
    include_str!("data/bookings.json"),
    include_str!("data/now.json"),
];

/// Makes the two merchants, and the first one's data unless it is to be empty.
///
/// # Errors
/// When the database cannot be written, or the API refuses some of the data.
pub async fn begin(context: &Context, empty: bool) -> Result<DemoClients, Fault> {
    if empty {
        return merchants(context).await;
    }
    let present = Present::new(context.clock.now());
    let steps = steps::in_order(&DATA, &present)?;
    let first = steps.first().map_or(context.clock.now(), |step| step.at);
    let clock = Arc::new(StandingClock::new(first));
    let shown: Arc<dyn Clock> = Arc::<StandingClock>::clone(&clock);
    // Nobody asked for these requests, so they are not in the log.
    let then = Context { ids: Arc::new(Ids::new(Arc::clone(&shown))), clock: shown, log: Log::Off, ..context.clone() };
    let clients = merchants(&then).await?;
    let api = Arc::new(Api::new(then, clients.demo.clone(), present));
    for group in steps::groups(steps) {
        clock.set(group.first().map_or(first, |step: &Step| step.at));
        api::send(&api, group).await?;
    }
    Ok(clients)
}

async fn merchants(context: &Context) -> Result<DemoClients, Fault> {
    let demo = merchant(context, "Colonnade Demo").await?;
    let other = merchant(context, "Another Merchant").await?;
    Ok(DemoClients { demo, other })
}

async fn merchant(context: &Context, name: &str) -> Result<Credentials, Fault> {
    let unknown = |what| Fault(format!("the {what} of the demo merchant is unknown"));
    let currency = Currency::parse("EUR").ok_or_else(|| unknown("currency"))?;
    let zone = TimeZone::parse("Europe/Amsterdam").ok_or_else(|| unknown("time zone"))?;
    Ok(provisioning::create_merchant(context, name, currency, zone).await?.into())
}
