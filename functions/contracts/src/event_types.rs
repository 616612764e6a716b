//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use agreements::lead::Lead;
use event_history::{EventRule, ObjectEvents, When};
use expansions::OF_DOCUMENTS;
use values::Area;

use crate::leads;
use crate::records::{contract::Contract, template::ContractTemplate};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<Contract>("contract", Area::Contracts, &CONTRACT).naming(OF_DOCUMENTS),
        ObjectEvents::of::<ContractTemplate>("contract_template", Area::Contracts, &CONTRACT_TEMPLATE)
            .leaving_out(&["body"]),
        ObjectEvents::of::<Lead>("lead", Area::Members, &LEAD)
            .leaving_out(&[
                "name",
                "email",
                "phone",
                "company_name",
                "source_text",
                "next_step",
                "notes",
                "lost_text",
                "metadata",
            ])
            .naming(leads::NAMED),
    ]
}

const CONTRACT: [EventRule; 14] = [
    EventRule::new("created", When::Created, "A contract was drafted."),
    EventRule::new(
        "issued",
        When::Became("status", "issued"),
        "It was issued to be signed. The links are given with the answer to issuing, never here.",
    ),
    EventRule::new("signed", When::Became("status", "signed"), "The last of its signers has signed: everybody has."),
    EventRule::new("declined", When::Became("status", "declined"), "Somebody refused to sign."),
    EventRule::new("expired", When::Became("status", "expired"), "Nobody signed in time."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled before it was signed."),
    EventRule::new(
        "signature_given",
        When::Grew("signed_count"),
        "One of its signers has signed, and others are still to: `signers` says who.",
    ),
    EventRule::new("terminated", When::Became("status", "terminated"), "It was ended before its end."),
    EventRule::new("notice_served", When::Given("notice"), "Notice was given."),
    EventRule::new("renewed", When::Given("renewal_id"), "It was renewed by another contract: `renewal_id`."),
    EventRule::new(
        "up_for_renewal",
        When::Became("stage", "up_for_renewal"),
        "It is time to decide about its renewal.",
    ),
    EventRule::new(
        "execution_failed",
        When::Became("on_signed_status", "failed"),
        "What signing is to do failed: `on_signed_failure` says why.",
    ),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const CONTRACT_TEMPLATE: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A template was made."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const LEAD: [EventRule; 7] = [
    EventRule::new("created", When::Created, "A lead was made. Who it is, is read with the lead."),
    EventRule::new(
        "won",
        When::Became("stage", "won"),
        "It was converted: `registration_id`, `member_id` and `contract_id` say to what.",
    ),
    EventRule::new("lost", When::Became("stage", "lost"), "It was lost: `lost_reason` says why."),
    EventRule::new("reopened", When::Cleared("lost_reason"), "A lost lead was taken up again."),
    EventRule::new("stage_changed", When::Changed("stage"), "It came to another open stage."),
    EventRule::new("deleted", When::Deleted, "It was deleted, or its retention was over."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];
