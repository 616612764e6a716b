//! A member whose bookings are too many to be cancelled by the request that anonymises or deletes them
//! (`docs/areas/members.md`).

use future_bookings::{
    carry_on::{self, CarriesOut},
    customer_leaving::{CustomerLeavingChoice, Leaving},
    of_customer,
};
use records::{Member, RecordOperation, RecordTask};
use scheduling::Booking;
use shared::api::Call;
use store::{Record, transaction::version_conflict};
use values::{ApiError, Id};

use crate::anonymise;

/// Carries on with a member who is to go.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn go_on(call: &Call, id: Id<Member>) -> Result<bool, ApiError> {
    carry_on::carry_on::<MemberLeaving>(call, id).await
}

/// A member who goes once the bookings are cancelled.
struct MemberLeaving;

impl CarriesOut for MemberLeaving {
    type Of = Member;
    const COMMENT: &str = of_customer::COMMENT;

    async fn find_first(call: &Call, id: Id<Member>) -> Result<Vec<Record<Booking>>, ApiError> {
        of_customer::find_first(call, id.cast()).await
    }

    async fn finish(call: &Call, member: &Record<Member>, operation: &RecordOperation) -> Result<(), ApiError> {
        let (mut update, choice) =
            (call.update_of(member.clone())?.without_metadata(), CustomerLeavingChoice::of(operation));
        if operation.task == RecordTask::DeleteMember {
            update = update.archived();
        }
        // Others were booked meanwhile: they are cancelled by further steps.
        let Leaving::Now = anonymise::prepare(call, &mut update, choice).await? else { return Err(version_conflict()) };
        update.after.operation = Some(operation.succeeded(call.now));
        if let Err(error) = update.commit().await {
            return Err(of_customer::refusal(call, member.id.cast(), error).await);
        }
        anonymise::follow(call, member.id).await;
        Ok(())
    }
}
