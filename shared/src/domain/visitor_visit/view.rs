//! A visit as answers show it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{GuestPass, HostState, VisitStatus, VisitorVisit};
use crate::domain::{
    Id, Location, LongText, Member, ShortText, Timestamp, Visitor, VisitorContact, recurrence::RecurrenceRule,
};

/// A visit: somebody is expected at a location, comes and leaves.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VisitorVisit")]
pub struct VisitorVisitView {
    /// Where.
    pub location_id: Id<Location>,
    /// Whom the visitor visits.
    pub host_id: Id<Member>,
    /// The contact, when it was made of one.
    pub contact_id: Option<Id<VisitorContact>>,
    /// Who visits; of a contact as it was when the visit was made.
    pub visitor: Visitor,
    /// When the visitor is expected.
    pub expected_at: Timestamp,
    /// Until when.
    pub expected_until: Option<Timestamp>,
    /// What the visit is for.
    pub reason: ShortText,
    /// For the people who run the place.
    pub comment: LongText,
    /// The booking that the visitor comes to.
    pub booking_id: Option<Id<()>>,
    /// First of the visits that were made together by a rule.
    pub series_id: Option<Id<VisitorVisit>>,
    /// The rule by which they were.
    pub recurring: Option<RecurrenceRule>,
    /// Six digits with which the visitor checks in; empty once purged.
    pub code: String,
    /// Content of the QR code with which the visitor checks in; empty once purged.
    pub qr_payload: String,
    /// First instant at which the visitor can check in: the beginning of the local day.
    pub valid_from: Timestamp,
    /// First instant at which the visitor cannot any more: the end of the local day.
    pub valid_until: Timestamp,
    /// In which state it is.
    pub status: VisitStatus,
    /// When the visitor came.
    pub checked_in_at: Option<Timestamp>,
    /// When the visitor left.
    pub checked_out_at: Option<Timestamp>,
    /// When the visitor is checked out by itself, because the location closes.
    pub closes_at: Option<Timestamp>,
    /// Whether that is how the visitor was checked out.
    pub left_at_closing: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// Number of the badge: one visitor of the location has it at a time.
    pub badge_number: Option<u32>,
    /// What the host says to the visitor who has come.
    pub host_state: HostState,
    /// When the visitor accepted the location's agreement.
    pub agreement_accepted_at: Option<Timestamp>,
    /// Which text that was: its SHA-256 digest in URL-safe base64.
    pub agreement_digest: Option<String>,
    /// What paid for the guest; null where the host's plan does not limit them.
    pub guest_pass: Option<GuestPass>,
    /// When the visitor's data was purged.
    pub purged_at: Option<Timestamp>,
}

impl VisitorVisitView {
    /// A visit with what time has done to it.
    #[must_use]
    pub fn of(visit: VisitorVisit) -> Self {
        let closes_at = visit.changes_at.filter(|_| visit.state == VisitStatus::CheckedIn);
        Self {
            location_id: visit.location_id,
            host_id: visit.host_id,
            contact_id: visit.contact_id,
            visitor: visit.visitor,
            expected_at: visit.expected_at,
            expected_until: visit.expected_until,
            reason: visit.reason,
            comment: visit.comment,
            booking_id: visit.booking_id,
            series_id: visit.series_id,
            recurring: visit.recurring,
            code: visit.code,
            qr_payload: visit.qr_payload,
            valid_from: visit.valid_from,
            valid_until: visit.valid_until,
            status: visit.state,
            checked_in_at: visit.checked_in_at,
            checked_out_at: visit.checked_out_at,
            closes_at,
            left_at_closing: visit.left_at_closing,
            cancelled_at: visit.cancelled_at,
            badge_number: visit.badge_number,
            host_state: visit.host_state,
            agreement_accepted_at: visit.agreement_accepted_at,
            agreement_digest: visit.agreement_digest,
            guest_pass: visit.guest_pass,
            purged_at: visit.purged_at,
        }
    }
}
