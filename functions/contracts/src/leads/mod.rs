//! Leads: who might become a customer, how far that is, and what becomes of it (`docs/areas/leads.md`).

mod convert;
mod converting;
mod create;
mod lose;
mod open;
mod references;
pub mod retention;
mod update;

use agreements::lead::{Lead, LeadSource, LeadStage};
use expansions::{Locations, Members, MembershipPlans, Resources};
use records::{Location, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Call, Expansion, Listing, Lists, Route, get};
use store::{Expression, List};
use values::{
    Access, Area, Day,
    ErrorCode::{AlreadyExists, CapacityExceeded, InvalidState, VersionConflict},
    Id, OptionalEmail, Scope, SearchText,
};

use crate::example::EXAMPLE_ID;

/// Leads are about people, and take the scopes of members.
const READ: Scope = Scope { area: Area::Members, access: Access::Read };
const WRITE: Scope = Scope { area: Area::Members, access: Access::Write };

/// What leads name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("member_id"),
    Expansion::of::<MembershipPlans>("membership_plan_id"),
    Expansion::of::<Members>("owner_id"),
    Expansion::of::<Resources>("resource_id"),
];

/// The records and their fields.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_leads", "/leads", list).needing(READ).by_ids().sorted_by(&["name", "next_step_on"]).expanding(NAMED).managed().described(
            "Newest first, with `q` in the order of the words that were found. Filtered by e-mail it may lag a moment.",
        ),
        Route::post("create_lead", "/leads", create::create).needing(WRITE).managed()
            .described(
                "In one of the open stages. Several leads may have the same address. A lead is deleted, with everything about the \
                 person, when the merchant's `retention.lead_days` are over after it was last changed.",
            )
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "name": "Vera Lang", "email": "vera@lang.example", "phone": "+49 30 555 0100",
                    "company_name": "Lang Architects", "source": "referral", "source_text": "Ann Bakker",
                    "desk_count": 4, "next_step": "Send the floor plan", "next_step_on": "2027-01-11"})
            }),
        Route::get("get_lead", "/leads/{id}", get::<Lead>).needing(READ).expanding(NAMED).managed(),
        Route::put("update_lead", "/leads/{id}", update::update).needing(WRITE).managed()
            .described(
                "Fields that are left out stay as they are. Of a lead that was won or lost only notes and your own keys change.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"stage": "contacted", "next_step": "Call back", "next_step_on": "2027-01-18"})),
        Route::delete("delete_lead", "/leads/{id}", update::delete).needing(WRITE).managed()
            .described("The lead is gone for every operation, and everything about the person with it. What it became stays."),
    ]
}

/// What becomes of leads.
pub fn states() -> Vec<Route> {
    vec![
        Route::post("convert_lead", "/leads/{id}/convert", convert::convert).needing(WRITE).managed()
            .described(
                "Makes a registration, a member or the draft of a contract with what the lead knows, in one transaction with the lead, \
                 which is won by that and names what it became. `invitation` is a registration that the person accepts, `registration` \
                 one that somebody approves, or that is approved at once if the membership plan says so. `member` makes the \
                 member or links the one with the same e-mail; so does `contract`, unless `contract.customer_id` says with whom it \
                 is made. A contract takes `contracts:write` too, and is not made by those who run some locations.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, VersionConflict])
            .example(|| json!({"to": "invitation"})),
        Route::post("lose_lead", "/leads/{id}/lose", lose::lose).needing(WRITE).managed()
            .described("For a reason. Nothing is to be done next any more.")
            .refusing(&[InvalidState])
            .example(|| json!({"lost_reason": "price", "lost_text": "Took a smaller place"})),
        Route::post("reopen_lead", "/leads/{id}/reopen", lose::reopen).needing(WRITE).managed()
            .described("A lost lead is `contacted` again, and its reason is gone.")
            .refusing(&[InvalidState]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LeadFilter {
    /// Only leads in this stage.
    stage: Option<LeadStage>,
    /// Only leads at this location.
    location_id: Option<Id<Location>>,
    /// Only leads of which this member takes care.
    owner_id: Option<Id<Member>>,
    /// Only leads that came this way.
    source: Option<LeadSource>,
    /// Only leads with this e-mail, whatever its case.
    email: Option<OptionalEmail>,
    /// Only leads of which the next step is due until this day.
    next_step_until: Option<Day>,
    /// Beginnings of words of name, company and e-mail address.
    q: Option<SearchText>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<LeadFilter>) -> Lists<Lead> {
    // Fewer leads have one e-mail than one location.
    let leads = List::first_of([Lead::BY_EMAIL.asked(filter.email.as_ref())])
        .only("location_id", filter.location_id.as_ref())
        .only("stage", filter.stage.as_ref())
        .only("owner_id", filter.owner_id.as_ref())
        .only("source", filter.source.as_ref())
        .matching(filter.next_step_until.map(due_until))
        .finding(filter.q.as_ref())
        .otherwise([Lead::BY_LOCATION.asked(filter.location_id.as_ref())]);
    call.page(leads, paging).await
}

/// The condition that something is to be done until a day. Days compare as their text.
fn due_until(day: Day) -> Expression {
    Expression::new("#body.#on <= :day")
        .name("#body", "body")
        .name("#on", "next_step_on")
        .string(":day", day.to_string())
}
