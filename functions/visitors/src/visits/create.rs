//! Create a visit, or several by a rule.

use records::publication::RequireActive as _;
use std::collections::BTreeSet;

use records::{
    Location, Member, Visitor, VisitorContact, VisitorVisit,
    visitor_visit::{HostState, VisitFacts, VisitStatus},
};
use scheduling::{Booking, recurrence::expand_as, visits};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Created, Creates, retry},
    codes::taken_anew,
};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Id, KindName, LongText, Metadata, ShortText, Timestamp, recurrence::RecurrenceRule};

use super::{booking, code, host, invitations, qr, window::Window};
use crate::blocklist::{Blocklist, admit_contact};

/// Most visits of a rule: all of them are made in one transaction.
const OCCURRENCES_MAX: usize = 40;

/// A visit that is expected, to be created.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorVisitCreate {
    /// Where; the location is active.
    location_id: Id<Location>,
    /// Whom the visitor visits: an active member.
    host_id: Id<Member>,
    /// Who visits, as a contact of the location; or `visitor`.
    contact_id: Option<Id<VisitorContact>>,
    /// Who visits; or `contact_id`.
    visitor: Option<Visitor>,
    /// When the visitor is expected.
    expected_at: Timestamp,
    /// Until when the visitor is expected, at most 31 days later; may be left out.
    expected_until: Option<Timestamp>,
    /// What the visit is for.
    #[serde(default)]
    reason: ShortText,
    /// For the people who run the place.
    #[serde(default)]
    comment: LongText,
    /// The confirmed booking that the visitor comes to.
    booking_id: Option<Id<()>>,
    /// The event at the location that the visitor comes to.
    event_id: Option<Id<()>>,
    /// The rule by which the visitor comes again, at most 40 times; `expected_at` is the first time.
    recurring: Option<RecurrenceRule>,
    /// The client's own keys.
    metadata: Option<Metadata>,
}

/// Who is expected where.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Location to which the visitor comes.
    pub location_id: Id<Location>,
    /// Member who expects the visitor.
    pub host_id: Id<Member>,
    /// Contact that the visitor's data was taken from; none when it was given.
    pub contact_id: Option<Id<VisitorContact>>,
    /// Who the visitor is, and how to reach them.
    pub visitor: Visitor,
    /// What the visit is for; may be empty.
    pub reason: ShortText,
    /// For the people who run the place.
    pub comment: LongText,
    /// Booking that the visitor comes to, if any.
    pub booking_id: Option<Id<()>>,
    /// Event that the visitor comes to, if any.
    pub event_id: Option<Id<()>>,
}

/// Creates an expected visit with its codes, or several by a rule.
pub async fn create(call: Call, Body(input): Body<VisitorVisitCreate>) -> Creates<VisitorVisit> {
    if input.contact_id.is_some() == input.visitor.is_some() {
        let message = "a visit has a contact or a visitor: give one of them";
        return Err(ApiError::rule("visitor", "contact_or_visitor", message));
    }
    if input.recurring.is_some() && input.booking_id.is_some() {
        let message = "visits that repeat are for no booking, which is once";
        return Err(ApiError::rule("booking_id", "recurring_without_booking", message));
    }
    invitations::count(&call).await?;
    // Another visit may draw the same code.
    retry(&call, || Box::pin(attempt(&call, &input))).await
}

async fn attempt(call: &Call, input: &VisitorVisitCreate) -> Creates<VisitorVisit> {
    let mut transaction = call.transaction();
    let location = call.require_reference(input.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    host::welcome(call, &mut transaction, input.host_id).await?;
    let windows = windows(input, &location.body, call.now)?;
    let until = windows.iter().map(|window| window.valid_until).max().unwrap_or(call.now);
    let visitor = admit_visitor(call, &mut transaction, input, until).await?;
    let expected = Expected {
        location_id: location.id,
        host_id: input.host_id,
        contact_id: input.contact_id,
        visitor,
        reason: input.reason.clone(),
        comment: input.comment.clone(),
        booking_id: input.booking_id,
        event_id: input.event_id,
    };
    let mut made = Vec::with_capacity(windows.len());
    for window in &windows {
        made.push(visit(call, expected.clone(), *window, input.metadata.clone()).await?);
    }
    let codes: BTreeSet<&str> = made.iter().map(|visit| visit.body.code.as_str()).collect();
    if codes.len() < made.len() {
        return Err(version_conflict());
    }
    if let Some(rule) = &input.recurring {
        join(&mut made, rule);
    }
    if let (Some(id), Some(first)) = (input.booking_id, made.first()) {
        let found = call.require_reference(id.cast::<Booking>(), "booking_id").await?;
        booking::add_visit(call, &mut transaction, &found, first.id, (location.id, &windows[0])).await?;
    }
    if let Some(id) = input.event_id {
        let refusal = ApiError::reference_not_found("event_id");
        transaction.require_at_location(KindName::Event, id.uuid(), location.id, refusal);
    }
    for visit in &made {
        transaction.create(visit);
    }
    visits::count(&mut transaction, location.id, i64::try_from(made.len()).unwrap_or(0));
    let first = made.into_iter().next().ok_or_else(|| ApiError::internal("a rule without a visit"))?;
    taken_anew(call.commit(transaction, Created(first)).await)
}

/// Who visits, if nobody is in the way of that. A contact is kept until then.
async fn admit_visitor(
    call: &Call,
    transaction: &mut Transaction,
    input: &VisitorVisitCreate,
    until: Timestamp,
) -> Result<Visitor, ApiError> {
    let visitor = match (input.contact_id, &input.visitor) {
        (Some(id), _) => {
            let contact = call.require_reference(id, "contact_id").await?;
            if contact.body.location_id != input.location_id {
                let message = "the contact is one of another location";
                return Err(ApiError::rule("contact_id", "other_location", message));
            }
            admit_contact(call, id, &contact.body).await?;
            keep_contact(call, transaction, &contact, until);
            contact.body.visitor()
        }
        (None, Some(visitor)) => visitor.clone(),
        (None, None) => return Err(ApiError::internal("a visit of nobody")),
    };
    Blocklist::read(call, &visitor).await?.admit(call, transaction).await?;
    Ok(visitor)
}

/// Keeps a contact, who is not blocked, until the person was to come.
pub fn keep_contact(call: &Call, transaction: &mut Transaction, contact: &Record<VisitorContact>, until: Timestamp) {
    let kept = contact.body.clone().expected_until(until);
    if kept == contact.body {
        transaction.require_still(contact, "blocked", &false, ApiError::reference_archived("contact_id"));
    } else {
        transaction.replace(contact, &call.next_version(contact, kept, None));
    }
}

/// When the visitor is expected, each time.
fn windows(input: &VisitorVisitCreate, location: &Location, now: Timestamp) -> Result<Vec<Window>, ApiError> {
    let Some(rule) = &input.recurring else {
        return Ok(vec![Window::of(location, input.expected_at, input.expected_until, now)?]);
    };
    let starts = expand_as("recurring", rule, input.expected_at, location.time_zone)?;
    if starts.len() > OCCURRENCES_MAX {
        let message = format!("a visitor comes at most {OCCURRENCES_MAX} times by one rule");
        return Err(ApiError::rule("recurring", "too_many_occurrences", message));
    }
    let lasts = input.expected_until.map(|until| until.utc() - input.expected_at.utc());
    let window = |start: &Timestamp| Window::of(location, *start, lasts.map(|lasts| start.plus(lasts)), now);
    starts.iter().map(window).collect()
}

/// Says of visits that are made together that they are.
fn join(visits: &mut [Record<VisitorVisit>], rule: &RecurrenceRule) {
    let ids: Vec<Id<VisitorVisit>> = visits.iter().map(|visit| visit.id).collect();
    for visit in visits.iter_mut() {
        visit.body.series_id = ids.first().copied();
        visit.body.recurring = Some(rule.clone());
    }
    if let Some(first) = visits.first_mut() {
        first.body.occurrence_ids = ids;
    }
}

/// A visit that is expected, with a code and a payload of its own.
///
/// # Errors
/// 500 when the system has no randomness to give; 503 when the secret of codes cannot be read.
pub async fn visit(
    call: &Call,
    expected: Expected,
    window: Window,
    metadata: Option<Metadata>,
) -> Result<Record<VisitorVisit>, ApiError> {
    let facts = VisitFacts {
        location_id: expected.location_id,
        host_id: expected.host_id,
        contact_id: expected.contact_id,
        visitor: expected.visitor,
        expected_at: window.expected_at,
        expected_until: window.expected_until,
        reason: expected.reason,
        comment: expected.comment,
        booking_id: expected.booking_id,
        event_id: expected.event_id,
        series_id: None,
        recurring: None,
        code: code::random(call)?,
        qr_payload: String::new(),
        valid_from: window.valid_from,
        valid_until: window.valid_until,
        checked_in_at: None,
        checked_out_at: None,
        left_at_closing: false,
        cancelled_at: None,
        badge_number: None,
        host_state: HostState::NotRequired,
        agreement_accepted_at: None,
        agreement_digest: None,
        guest_pass: None,
        purged_at: None,
    };
    let body = VisitorVisit {
        facts,
        occurrence_ids: Vec::new(),
        state: VisitStatus::Expected,
        changes_at: Some(window.valid_until),
        ended_at: None,
        look_at: None,
    };
    let mut visit = call.new_record(body, metadata);
    visit.body.qr_payload = qr::PAYLOAD.sign(call, visit.id).await?;
    Ok(visit)
}
