//! Check a visitor in, by the visit or by its code.

use chrono::Duration;
use records::{
    Location, VisitorContact, VisitorVisit,
    visitor_visit::{HostState, VisitStatus},
};
use scheduling::{opening::closes_at, visits};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, PathId, Update, retry},
    codes::taken_anew,
};
use store::Record;
use values::{ApiError, ErrorCode, Id, Timestamp, text::digest};

use super::{code, guest, qr, tries};
use crate::blocklist::{Blocklist, admit_contact};

/// What the visitor says at the door.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorCheckIn {
    /// Whether the visitor accepts the location's agreement, where there is one.
    #[serde(default)]
    agreement_accepted: bool,
}

/// What the visitor shows and says at the door.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorCodeCheckIn {
    /// Where the visitor is.
    location_id: Id<Location>,
    /// The six digits; or `qr_payload`.
    #[schemars(regex(pattern = "^[0-9]{6}$"), length(max = 6))]
    code: Option<String>,
    /// What the QR code says; or `code`.
    #[schemars(length(max = 200))]
    qr_payload: Option<String>,
    /// Whether the visitor accepts the location's agreement, where there is one.
    #[serde(default)]
    agreement_accepted: bool,
}

/// By what the visitor comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// By a code, of which a try was taken.
    Code,
    /// By the QR code.
    Qr,
    /// By the people of the place.
    Id,
}

/// Checks a visitor in by the visit, on its local day.
pub async fn check_in_by_id(
    call: Call,
    PathId(id): PathId<VisitorVisit>,
    Body(input): Body<VisitorCheckIn>,
) -> Changes<VisitorVisit> {
    Box::pin(retry(&call, || attempt(&call, id, By::Id, input.agreement_accepted))).await
}

/// Check visitor in by code
pub async fn check_in_by_code(call: Call, Body(input): Body<VisitorCodeCheckIn>) -> Changes<VisitorVisit> {
    let (id, by) = match (&input.code, &input.qr_payload) {
        (Some(code), None) => (find_by_code(&call, input.location_id, code).await?, By::Code),
        (None, Some(payload)) => {
            let forged = || ApiError::rule("qr_payload", "forged", "the QR code was not made here");
            (qr::PAYLOAD.verify(&call, payload).await?.ok_or_else(forged)?, By::Qr)
        }
        (Some(_), Some(_)) | (None, None) => {
            let message = "a visitor shows a code or a QR code: give one of them";
            return Err(ApiError::rule("code", "code_or_qr_payload", message));
        }
    };
    let visit = call.store.find(call.tenant(), id).await?.ok_or_else(|| unknown(by))?;
    if visit.body.location_id != input.location_id {
        return Err(ApiError::rule("location_id", "other_location", "the visit is at another location"));
    }
    let checked_in = Box::pin(retry(&call, || attempt(&call, id, by, input.agreement_accepted))).await;
    if by == By::Code && checked_in.is_err() {
        tries::return_one(&call).await;
    }
    checked_in
}

/// The visit that has a code at a location. A try is taken for it.
async fn find_by_code(call: &Call, location: Id<Location>, code: &str) -> Result<Id<VisitorVisit>, ApiError> {
    tries::take(call).await?;
    let holder = call.store.find_holder(call.tenant(), &VisitorVisit::code_key(location, code)).await?;
    holder.as_deref().and_then(Id::parse).ok_or_else(|| unknown(By::Code))
}

/// 422: no visit has this.
fn unknown(by: By) -> ApiError {
    match by {
        By::Code => ApiError::rule("code", "wrong_code", "no visitor is expected by this code"),
        By::Qr | By::Id => ApiError::rule("qr_payload", "unknown_visit", "the visit is no longer there"),
    }
}

async fn attempt(call: &Call, id: Id<VisitorVisit>, by: By, accepted: bool) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?;
    check_may_come(call, &update.present, by)?;
    let (location, blocklist, contact) = tokio::try_join!(
        call.get(update.present.location_id),
        Blocklist::read(call, &update.present.visitor),
        find_contact(call, &update.present)
    )?;
    if let Some(contact) = &contact {
        admit_contact(call, contact.id, &contact.body).await?;
    }
    blocklist.admit(call, &mut update.transaction).await?;
    agree(call, &mut update, &location.body, accepted)?;
    update.after.state = VisitStatus::CheckedIn;
    update.after.checked_in_at = Some(call.now);
    update.after.changes_at = Some(leaves_at(call, &update.present, &location.body));
    update.after.badge_number = Some(code::badge(call)?);
    if location.body.visitor_settings.host_approval {
        update.after.host_state = HostState::Requested;
    }
    update.after.guest_pass = guest::pay(call, &mut update.transaction, (id, &update.present), &location).await?;
    visits::note_presence(&mut update.transaction, id, &update.before.body, &update.after);
    if let Some(contact) = contact {
        let came = contact.body.clone().visited(call.now);
        update.transaction.replace(&contact, &call.next_version(&contact, came, None));
    }
    if by == By::Code {
        tries::give_back(call, &mut update.transaction);
    }
    taken_anew(update.commit().await)
}

/// When a visitor who checks in now has left at the latest: when the location closes, and not before they are expected
/// to be there, as long as that is within a day.
fn leaves_at(call: &Call, visit: &VisitorVisit, location: &Location) -> Timestamp {
    let closes = closes_at(location, call.now);
    let stays = visit.expected_until.filter(|until| *until <= call.now.plus(Duration::days(1)));
    stays.map_or(closes, |until| closes.max(until))
}

/// Refuses a visitor who is not expected now.
///
/// # Errors
/// 409 `invalid_state`; 422 `not_yet`.
fn check_may_come(call: &Call, visit: &VisitorVisit, by: By) -> Result<(), ApiError> {
    let message = match visit.state {
        VisitStatus::Expected if call.now < visit.valid_from => {
            let field = match by {
                By::Code => "code",
                By::Qr => "qr_payload",
                By::Id => "id",
            };
            return Err(ApiError::rule(field, "not_yet", "the visitor is expected on a later day"));
        }
        VisitStatus::Expected => return Ok(()),
        VisitStatus::CheckedIn => "the visitor has checked in already",
        VisitStatus::CheckedOut => "the visitor has left already",
        VisitStatus::Cancelled => "the visit was cancelled",
        VisitStatus::NoShow => "the day of the visit is over",
    };
    Err(ApiError::conflict(ErrorCode::InvalidState, message))
}

/// The contact of a visit, if it is still there.
async fn find_contact(call: &Call, visit: &VisitorVisit) -> Result<Option<Record<VisitorContact>>, ApiError> {
    let Some(contact) = visit.contact_id else { return Ok(None) };
    Ok(call.store.find(call.tenant(), contact).await?)
}

/// Notes that the visitor accepts the location's agreement.
///
/// # Errors
/// 422 `agreement_required` on `agreement_accepted`.
fn agree(
    call: &Call,
    update: &mut Update<'_, VisitorVisit>,
    location: &Location,
    accepted: bool,
) -> Result<(), ApiError> {
    let agreement = location.visitor_settings.agreement.as_str();
    if agreement.is_empty() {
        return Ok(());
    }
    if !accepted {
        let message = "visitors of the location accept its agreement first";
        return Err(ApiError::rule("agreement_accepted", "agreement_required", message));
    }
    update.after.agreement_accepted_at = Some(call.now);
    update.after.agreement_digest = Some(digest(agreement));
    Ok(())
}
