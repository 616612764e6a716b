//! What an application takes from its benefit, and gives back when it comes to nothing: one of the customer's allowance
//! and one of the quota. What expired was had, and keeps both.

use shared::{ApiError, ErrorCode, api::Call, domain::Record, store::Transaction};

use super::BenefitApplication;
use crate::benefits::{Allowance, Benefit};

/// Period of the benefit's allowance around now, in the calendar of its location.
pub async fn allowance_period(call: &Call, benefit: &Benefit) -> Result<Option<String>, ApiError> {
    let Allowance::PerPeriod { period, .. } = benefit.allowance else { return Ok(None) };
    let location = call.get(benefit.location_id).await?;
    Ok(Some(period.label(call.now, location.body.time_zone)))
}

/// Takes one of each; 409 when the customer has had it or the quota is used up.
///
/// All applications are counted, also where nothing limits them: a limit that comes later then knows of them.
pub fn take(transaction: &mut Transaction, application: &BenefitApplication, benefit: &Record<Benefit>) {
    let applied = ApiError::conflict(ErrorCode::AlreadyExists, "the customer's allowance of this benefit is used up")
        .at("customer_id", "already_applied");
    let ever = Allowance::ever(benefit.id, application.customer_id);
    let (most_ever, most_in_period) = match benefit.body.allowance {
        Allowance::Once => (Some(1), None),
        Allowance::Unlimited => (None, None),
        Allowance::PerPeriod { count, .. } => (None, Some(count)),
    };
    transaction.count(&ever, 1, most_ever, applied.clone());
    if let Some(period) = &application.allowance_period {
        let in_period = Allowance::in_period(benefit.id, application.customer_id, period);
        transaction.count(&in_period, 1, most_in_period, applied);
    }
    let used_up = ApiError::conflict(ErrorCode::CapacityExceeded, "the benefit's quota is used up");
    transaction.count(&Benefit::quota(benefit.id), 1, benefit.body.total_quota, used_up);
}

/// Gives one of each back.
pub fn give_back(transaction: &mut Transaction, application: &BenefitApplication) {
    let (benefit, customer) = (application.benefit_id, application.customer_id);
    let period = application.allowance_period.as_ref();
    let counters = [Some(Allowance::ever(benefit, customer)), Some(Benefit::quota(benefit))]
        .into_iter()
        .chain([period.map(|period| Allowance::in_period(benefit, customer, period))]);
    for counter in counters.flatten() {
        transaction.count(&counter, -1, None, ApiError::internal("a counter without condition"));
    }
}
