//! Update the calling client's merchant.

use records::{booking_policy, merchant::Merchant};
use shared::api::{Body, Call, Committed, Data, Patch};
use store::Record;
use values::{ApiError, ErrorCode};

use crate::shown::fill_in_shown;

/// Documents of two sequences are told apart by their prefixes alone.
fn clashing() -> ApiError {
    let message = "each sequence has a prefix of its own, which no other continues by digits or '-' alone";
    ApiError::rule("invoice_settings", "prefix_not_unique", message)
}

/// Changes fields of the merchant that the calling client belongs to.
pub async fn update(
    call: Call,
    Body(patch): Body<Patch<Merchant>>,
) -> Result<Committed<Data<Record<Merchant>>>, ApiError> {
    let update = call.update_of(call.read_merchant().await?)?.patched(&patch)?;
    if update.after.booking_defaults != update.before.body.booking_defaults {
        booking_policy::check(&update.after.booking_defaults, "booking_defaults")?;
    }
    let signing_url = |merchant: &Merchant| merchant.letter_settings.signing_url.clone();
    if signing_url(&update.present) != signing_url(&update.after) && !call.caller.acts_as_owner() {
        let message =
            "links by which contracts are signed lead to signing_url: it is the owners', or needs merchant:admin";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    if update.present.sign_in_settings != update.after.sign_in_settings && !call.caller.acts_as_owner() {
        let message = "how staff sign in is the owners', or needs merchant:admin";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    let (before, after) = (&update.present.invoice_settings, &update.after.invoice_settings);
    if before != after && after.has_clashing_sequences() {
        return Err(clashing());
    }
    after.check_write_offs()?;
    if before.location_sequences != after.location_sequences {
        let locations: Vec<_> = after.location_sequences.iter().map(|sequence| sequence.location_id).collect();
        let field = |position| format!("invoice_settings.location_sequences[{position}].location_id");
        call.require_references(&locations, field).await?;
    }
    let answer = if update.is_unchanged() { update.before.clone() } else { update.next_version() };
    update.commit_answering(Data(fill_in_shown(&call, answer).await?)).await
}
