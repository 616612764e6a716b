//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::{VisitorContact, VisitorRequest, VisitorVisit};
use values::Area;

use crate::{requests, visits};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<VisitorVisit>("visitor_visit", Area::Visitors, &VISITOR_VISIT)
            .leaving_out(&["code", "qr_payload", "visitor", "comment", "reason", "metadata"])
            .naming(visits::NAMED),
        ObjectEvents::of::<VisitorRequest>("visitor_request", Area::Visitors, &VISITOR_REQUEST)
            .leaving_out(&["visitor", "message", "metadata"])
            .naming(requests::NAMED),
        ObjectEvents::of::<VisitorContact>("visitor_contact", Area::Visitors, &VISITOR_CONTACT).leaving_out(&[
            "name",
            "surname",
            "email",
            "phone",
            "company_name",
            "notes",
            "metadata",
        ]),
    ]
}

const VISITOR_VISIT: [EventRule; 11] = [
    EventRule::new("created", When::Created, "Somebody is expected."),
    EventRule::new(
        "checked_in",
        When::Became("status", "checked_in"),
        "The visitor is here: tell the host, `host_id`.",
    ),
    EventRule::new("checked_out", When::Became("status", "checked_out"), "The visitor left, or the location closed."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "The visit was cancelled."),
    EventRule::new("no_show", When::Became("status", "no_show"), "Nobody came."),
    EventRule::new(
        "host_asked",
        When::Became("host_state", "requested"),
        "The host is asked whether the visitor may come.",
    ),
    EventRule::new("host_refused", When::Became("host_state", "rejected"), "The host does not want the visit."),
    EventRule::new("rescheduled", When::Changed("expected_at"), "The visitor is expected at another time."),
    EventRule::new("rescheduled", When::Changed("expected_until"), "The visitor is expected for another while."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const VISITOR_REQUEST: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A visitor asks for a host: `host_id`."),
    EventRule::new("approved", When::Became("status", "approved"), "The host wants the visit: `visit_id`."),
    EventRule::new("rejected", When::Became("status", "rejected"), "The host does not want it."),
    EventRule::new("expired", When::Became("status", "expired"), "Nobody answered in time."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const VISITOR_CONTACT: [EventRule; 5] = [
    EventRule::new("created", When::Created, "Somebody visits for the first time. Nothing of the person is told."),
    EventRule::new("blocked", When::Turned("blocked", true), "The person may not come any more."),
    EventRule::new("unblocked", When::Turned("blocked", false), "The person may come again."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something of it was changed."),
];
