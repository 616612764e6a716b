//! Stop and resume the late fees of an invoice.

use billing::documents::{InvoiceError, InvoiceStatus};
use money_documents::{Invoice, late_fees::LateFeeStop};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, Update, retry};
use values::{ApiError, Id, ShortText};

/// Why no late fees are charged.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvoiceStopLateFees")]
pub struct StopLateFees {
    /// Why, such as that the customer disputes the invoice; the customer can read it.
    #[serde(default)]
    reason: ShortText,
}

/// Stops the late fees of an issued invoice.
pub async fn stop(call: Call, PathId(id): PathId<Invoice>, Body(input): Body<StopLateFees>) -> Changes<Invoice> {
    retry(&call, || async {
        let mut update = begin(&call, id).await?;
        update.after.count_late_days(call.now);
        if let Some(late) = update.after.late_fees.as_mut().filter(|late| late.stopped.is_none()) {
            late.account.is_stopped = true;
            late.stopped = Some(LateFeeStop { at: call.now, reason: input.reason.clone() });
            return update.commit().await;
        }
        call.unchanged(Data(update.before))
    })
    .await
}

/// Resumes the late fees of an invoice.
pub async fn resume(call: Call, PathId(id): PathId<Invoice>) -> Changes<Invoice> {
    retry(&call, || async {
        let mut update = begin(&call, id).await?;
        // Days until now were stopped, and are passed over.
        update.after.count_late_days(call.now);
        if let Some(late) = update.after.late_fees.as_mut().filter(|late| late.stopped.is_some()) {
            late.account.is_stopped = false;
            late.stopped = None;
            return update.commit().await;
        }
        call.unchanged(Data(update.before))
    })
    .await
}

/// An invoice that was issued and is not voided.
async fn begin(call: &Call, id: Id<Invoice>) -> Result<Update<'_, Invoice>, ApiError> {
    let update = call.update(id).await?;
    match update.before.body.status {
        InvoiceStatus::Issued | InvoiceStatus::Paid | InvoiceStatus::Uncollectible => Ok(update),
        InvoiceStatus::Draft | InvoiceStatus::Voided => Err(InvoiceError::State(update.before.body.status).into()),
    }
}
