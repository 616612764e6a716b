//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use records::{CheckIn, Member};
use values::Area;

use crate::{NAMED_BY_REGISTRATIONS, check_ins, registrations::MemberRegistration};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Member>("member", Area::Members, &MEMBER)
            .leaving_out(&["type", "last_seen_at"])
            .untold_operation(),
        ObjectEvents::of::<MemberRegistration>("member_registration", Area::Members, &MEMBER_REGISTRATION)
            .leaving_out(&["email", "name", "message", "metadata"])
            .naming(NAMED_BY_REGISTRATIONS),
        ObjectEvents::of::<CheckIn>("check_in", Area::Members, &CHECK_IN).naming(check_ins::NAMED),
    ]
}

const MEMBER: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A member was made."),
    EventRule::new(
        "anonymised",
        When::Became("status", "deleted"),
        "The member was anonymised: nothing of the person is told.",
    ),
    EventRule::new("blocked", When::Became("status", "blocked"), "The member may do nothing any more."),
    EventRule::new("unblocked", When::Became("status", "active"), "The member may do everything again."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const MEMBER_REGISTRATION: [EventRule; 8] = [
    EventRule::new(
        "created",
        When::Created,
        "Somebody signed up or was invited: `source` says which. The name and the address are read with the registration.",
    ),
    EventRule::new("approved", When::Became("status", "approved"), "The registration was approved."),
    EventRule::new(
        "accepted",
        When::Became("status", "accepted"),
        "The invitation was accepted: `member_id` is the member.",
    ),
    EventRule::new("rejected", When::Became("status", "rejected"), "It was rejected."),
    EventRule::new("withdrawn", When::Became("status", "withdrawn"), "It was withdrawn."),
    EventRule::new("expired", When::Became("status", "expired"), "Its time is over, and nothing was decided."),
    EventRule::new("invited_again", When::Changed("invited_at"), "The invitation is to be sent again."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const CHECK_IN: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A member came."),
    EventRule::new(
        "ended",
        When::Became("status", "ended"),
        "The member left, or the local day is over: `checked_out_at` says which.",
    ),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
