//! Demo data, made through the API at the first start, so that it obeys every rule there is.
//!
//! It is a business of three locations with a past and a coming month, and a year of subscriptions before. The requests
//! stand in `data`, one a line; their dates are told relative to today ([`moment`]). A clock of their own stands at the
//! instant at which each was sent, so that what lies in the past was made, used and missed then. They are sent anew in
//! every new database instead of being kept as a finished one, which would be as old as its file and would have to be
//! made anew for every change of a record.
//!
//! The examples of the document name the records, so their ids are the same everywhere and on every day: they follow
//! from the place of the request in `data`. The requests are sent one after the other, because what met another writer
//! draws its ids anew.

mod api;
mod clock;
pub mod moment;
mod steps;

use std::sync::Arc;

use platform::ids::Ids;
use values::{Clock, Currency, TimeZone, merchant_kind::MerchantKind};
use work::{Context, context::Log, provisioning};

pub use self::api::Api;
use self::{clock::StoppedClock, moment::Present};
use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
};

/// The requests, in the order in which those of one instant are sent: what a record names is made before it.
const DATA: [&str; 26] = [
    include_str!("data/locations.json"),
    include_str!("data/plans.json"),
    include_str!("data/members.json"),
    include_str!("data/companies.json"),
    include_str!("data/resources.json"),
    include_str!("data/benefits.json"),
    include_str!("data/series.json"),
    include_str!("data/bookings.json"),
    include_str!("data/now.json"),
    // What is there to be changed: a record for each example of the document that puts one away or moves it on, so that
    // every example succeeds whatever was tried before.
    include_str!("data/spare.json"),
    include_str!("data/invoices.json"),
    include_str!("data/money.json"),
    include_str!("data/subscriptions.json"),
    include_str!("data/check_ins.json"),
    // A year of subscriptions, invoices and payments before all that.
    include_str!("data/history.json"),
    include_str!("data/shop.json"),
    include_str!("data/visitors.json"),
    include_str!("data/events.json"),
    include_str!("data/uploads.json"),
    include_str!("data/feed.json"),
    include_str!("data/tickets.json"),
    include_str!("data/contracts.json"),
    include_str!("data/webhooks.json"),
    include_str!("data/tax_rates.json"),
    include_str!("data/leads.json"),
    include_str!("data/imports.json"),
];

/// Makes the two merchants, which are sandboxes, and the data of the first unless it is to be empty.
///
/// # Errors
/// When the database cannot be written, or the API refuses some of the data.
pub async fn begin(context: &Context, empty: bool) -> Result<DemoClients, Fault> {
    let data: &[&str] = if empty { &[] } else { &DATA };
    let (api, other) = make(context, data, MerchantKind::Sandbox).await?;
    Ok(DemoClients { demo: api.client().clone(), other })
}

/// The API as the client of a merchant of this kind calls it, with all demo data behind it. Its clock stands at the
/// present.
///
/// # Errors
/// As [`begin`].
pub async fn fill(context: &Context, kind: MerchantKind) -> Result<Api, Fault> {
    Ok(make(context, &DATA, kind).await?.0)
}

/// The merchant of the demo data as its client calls the API, with this data, and the other merchant's client.
async fn make(context: &Context, data: &[&str], kind: MerchantKind) -> Result<(Api, Credentials), Fault> {
    let present = Present::new(context.clock.now());
    let steps = steps::in_order(data, &present)?;
    let clock = Arc::new(StoppedClock::new(steps.first().map_or(present.now(), |step| step.at)));
    let shown: Arc<dyn Clock> = Arc::<StoppedClock>::clone(&clock);
    let ids = Arc::new(Ids::numbered(Arc::clone(&shown)));
    // Nobody asked for these requests, so they are not in the log.
    let then = Context { ids, clock: shown, log: Log::Off, ..context.clone() };
    let demo = make_merchant(&then, "Colonnade Demo", kind).await?;
    let other = make_merchant(&then, "Another Merchant", MerchantKind::Sandbox).await?;
    let api = Api::new(then, demo, present);
    api.describe_merchant().await?;
    for step in steps {
        clock.set(step.at);
        api.make(step).await?;
    }
    clock.set(present.now());
    api.number_after(steps::after(data));
    Ok((api, other))
}

async fn make_merchant(context: &Context, name: &str, kind: MerchantKind) -> Result<Credentials, Fault> {
    let unknown = |what| Fault(format!("the {what} of the demo merchant is unknown"));
    let currency = Currency::parse("EUR").ok_or_else(|| unknown("currency"))?;
    let zone = TimeZone::parse("Europe/Amsterdam").ok_or_else(|| unknown("time zone"))?;
    Ok(provisioning::create_merchant(context, name, currency, zone, kind).await?.into())
}
