//! A company whose bookings are too many to be cancelled by the request that archives or deletes it
//! (`docs/areas/companies.md`).

use future_bookings::{
    carry_on::{self, CarriesOut},
    customer_leaving::{CustomerLeavingChoice, Leaving},
    of_customer,
};
use records::{Company, RecordOperation};
use scheduling::Booking;
use shared::{api::Call, due::DueWork};
use store::{Record, transaction::version_conflict};
use values::{ApiError, Id};

use crate::{going, leaving};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { carry_on::carry_on::<CompanyLeaving>(&call, id).await })]
}

/// A company that goes once its bookings are cancelled.
struct CompanyLeaving;

impl CarriesOut for CompanyLeaving {
    type Of = Company;
    const COMMENT: &str = of_customer::COMMENT;

    async fn find_first(call: &Call, id: Id<Company>) -> Result<Vec<Record<Booking>>, ApiError> {
        of_customer::find_first(call, id.cast()).await
    }

    async fn finish(call: &Call, company: &Record<Company>, operation: &RecordOperation) -> Result<(), ApiError> {
        let choice = CustomerLeavingChoice::of(operation);
        let (mut update, leaving) = going::prepare(call, company.clone(), operation.task, choice).await?;
        // Others were booked meanwhile: they are cancelled by further steps.
        let Leaving::Now = leaving else { return Err(version_conflict()) };
        update.after.operation = Some(operation.succeeded(call.now));
        if let Err(error) = update.commit().await {
            return Err(of_customer::refusal(call, company.id.cast(), error).await);
        }
        leaving::end_waiting(call, company.id).await;
        Ok(())
    }
}
