//! What creating a subscription would make.

use agreements::subscription::{Subscription, charging::Billed};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Body, Call, Data, Plain};
use values::{ApiError, Day};

use crate::{change_plan::PreviewedGrant, new_subscription::SubscriptionCreate, previewed_invoice::PreviewedInvoice};

/// What creating a subscription would make.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SubscriptionPreview {
    /// First local day that is paid for: after the trial.
    paid_from: Day,
    /// First local day on which it could end without a fee; null without a commitment.
    commitment_ends_at: Option<Day>,
    /// The first period and the one after it; fewer when it ends before.
    periods: Vec<PreviewedPeriod>,
}

/// A period of the previewed subscription, with its invoice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PreviewedSubscriptionPeriod")]
pub struct PreviewedPeriod {
    /// First local day of the period.
    start_date: Day,
    /// Last local day of the period, included.
    end_date: Day,
    /// What would be invoiced; null when nothing is.
    invoice: Option<PreviewedInvoice>,
    /// What would be granted.
    grants: Vec<PreviewedGrant>,
}

/// Computes the first invoices of a new subscription; stores nothing.
pub async fn preview(
    call: Call,
    Body(input): Body<SubscriptionCreate>,
) -> Result<Data<Plain<SubscriptionPreview>>, ApiError> {
    // Only the conditions of the transaction are not looked at.
    let mut unused = call.transaction();
    call.welcome_customer(&mut unused, input.customer_id, "customer_id").await?;
    let (agreed, _) = input.agree(&call).await?;
    // What has begun, or is invoiced in advance, is invoiced at once, and takes what waits.
    let is_made_now = agreed.next_step_on()?.is_some_and(|day| agreed.day_of(call.now).is_ok_and(|today| day <= today));
    let mut periods = Vec::new();
    for number in [0, 1] {
        periods.extend(preview_period(&call, &agreed, number, is_made_now && number == 0).await?);
    }
    Ok(Data(Plain(SubscriptionPreview {
        paid_from: agreed.schedule.first(),
        commitment_ends_at: agreed.commitment_ends()?,
        periods,
    })))
}

async fn preview_period(
    call: &Call,
    agreed: &Subscription,
    number: u32,
    is_made_now: bool,
) -> Result<Option<PreviewedPeriod>, ApiError> {
    let Some(renewal) = agreed.renewal(&agreed.plan, number)? else { return Ok(None) };
    let billed = Billed { is_draft: !is_made_now, ..agreed.billed_of(&renewal) };
    let invoice = PreviewedInvoice::preview(call, call.ids.next(), agreed, &billed).await?;
    let last = billing::period::plus_days(renewal.period.after(), -1);
    Ok(Some(PreviewedPeriod {
        start_date: renewal.period.first(),
        end_date: last.unwrap_or(renewal.period.first()),
        invoice,
        grants: renewal.grants.iter().map(PreviewedGrant::of).collect(),
    }))
}
