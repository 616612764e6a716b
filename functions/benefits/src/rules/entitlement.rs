//! What an application takes from its benefit: one of the customer's allowance and one of the quota. Both are given
//! back when it is rejected or cancelled. An application that expired keeps them. Both are counters in the transaction,
//! so that two applications at the same moment cannot both be the last one allowed.

use records::Location;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Counter, Customer, ErrorCode, Id};

use crate::records::{allowance::AllowanceKind, application::BenefitApplication, benefit::Benefit};

/// Period of the benefit's allowance around now, in the calendar of its location.
#[must_use]
pub fn allowance_period(call: &Call, benefit: &Benefit, location: &Location) -> Option<String> {
    benefit.allowance.period.map(|period| period.label(call.now, location.time_zone))
}

/// Takes one of each; 409 when the customer has had it or the quota is used up.
///
/// All applications are counted, also where nothing limits them, so that a limit that is set later knows of the earlier
/// ones.
pub fn take(transaction: &mut Transaction, application: &BenefitApplication, benefit: &Record<Benefit>) {
    let applied = ApiError::conflict(ErrorCode::AlreadyExists, "the customer's allowance of this benefit is used up")
        .at("customer_id", "already_applied");
    let ever = applications_ever(benefit.id, application.customer_id);
    let allowance = benefit.body.allowance;
    let most_ever = (allowance.kind == AllowanceKind::Once).then_some(1);
    take_one(transaction, &ever, most_ever, applied.clone());
    if let Some(period) = &application.allowance_period {
        let in_period = applications_in(benefit.id, application.customer_id, period);
        take_one(transaction, &in_period, allowance.count, applied);
    }
    let used_up = ApiError::conflict(ErrorCode::CapacityExceeded, "the benefit's quota is used up");
    take_one(transaction, &Benefit::quota(benefit.id), benefit.body.total_quota, used_up);
}

/// Counts all applications of a customer for a benefit, whatever the allowance, so that a benefit that becomes `once`
/// knows who had it.
fn applications_ever(benefit: Id<Benefit>, customer: Id<Customer>) -> Counter {
    Counter::new("benefit_allowance", format!("{benefit}#{customer}"))
}

/// Counts applications of a customer in one period.
fn applications_in(benefit: Id<Benefit>, customer: Id<Customer>, period: &str) -> Counter {
    Counter::new("benefit_allowance", format!("{benefit}#{customer}#{period}"))
}

fn take_one(transaction: &mut Transaction, counter: &Counter, most: Option<i64>, refusal: ApiError) {
    match most {
        Some(most) => transaction.add_up_to(counter, 1, most, refusal),
        None => transaction.add(counter, 1),
    }
}

/// Gives one of each back.
pub fn give_back(transaction: &mut Transaction, application: &BenefitApplication) {
    let (benefit, customer) = (application.benefit_id, application.customer_id);
    let period = application.allowance_period.as_ref();
    let counters = [Some(applications_ever(benefit, customer)), Some(Benefit::quota(benefit))]
        .into_iter()
        .chain([period.map(|period| applications_in(benefit, customer, period))]);
    for counter in counters.flatten() {
        transaction.add(&counter, -1);
    }
}
