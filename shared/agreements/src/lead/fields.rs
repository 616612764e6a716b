//! What clients write of a lead.

use records::{Location, Member, MembershipPlan, VisitorVisit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Day, Id, LongText, Name, OptionalEmail, ResourceReference, ShortText};

use super::LeadStage;

/// Most visits, and as many bookings, that a lead names as its tours.
pub const TOURS_MAX: usize = 20;

/// What clients write of a lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeadFields {
    /// Who might become a customer: a person, or a company of which nobody is known by name.
    pub name: Name,
    /// Address for mail; empty when there is none. Without it nobody becomes a member.
    #[serde(default)]
    pub email: OptionalEmail,
    /// Telephone number; empty when there is none.
    #[serde(default)]
    pub phone: ShortText,
    /// For which company they ask; empty when for none.
    #[serde(default)]
    pub company_name: ShortText,
    /// Where they might become a customer.
    pub location_id: Id<Location>,
    /// How far it is; `new` unless a create says otherwise. `won` and `lost` come by operations of their own.
    #[serde(default)]
    pub stage: LeadStage,
    /// How they came; `other` unless a create says otherwise.
    #[serde(default)]
    pub source: LeadSource,
    /// The same in words: who referred them, which advertisement.
    #[serde(default)]
    pub source_text: ShortText,
    /// Who takes care of the lead: a manager of the location, an admin or an owner.
    #[serde(default)]
    pub owner_id: Option<Id<Member>>,
    /// What is to be done next; empty when nothing is.
    #[serde(default)]
    pub next_step: ShortText,
    /// The local day by which it is to be done.
    #[serde(default)]
    pub next_step_on: Option<Day>,
    /// Visits in which they see the place.
    #[serde(default)]
    #[schemars(length(max = TOURS_MAX))]
    pub tour_visit_ids: Vec<Id<VisitorVisit>>,
    /// Bookings in which they try the place.
    #[serde(default)]
    #[schemars(length(max = TOURS_MAX))]
    pub tour_booking_ids: Vec<Id<()>>,
    /// The membership plan of the location that they are interested in.
    #[serde(default)]
    pub membership_plan_id: Option<Id<MembershipPlan>>,
    /// The resource of the location that they are interested in.
    #[serde(default)]
    pub resource_id: Option<Id<ResourceReference>>,
    /// How many desks they want.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub desk_count: Option<u32>,
    /// The local day from which they want to come.
    #[serde(default)]
    pub wanted_start: Option<Day>,
    /// For the people who run the place.
    #[serde(default)]
    pub notes: LongText,
}

/// How a lead came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadSource {
    /// Somebody sent them.
    Referral,
    /// They wrote by the website.
    Website,
    /// They came by the door.
    WalkIn,
    /// They called.
    Phone,
    /// They wrote a letter or an e-mail.
    Email,
    /// They saw an advertisement.
    Advertisement,
    /// By a social network.
    SocialMedia,
    /// By an event at the place or elsewhere.
    Event,
    /// By a broker or a portal of offices.
    Broker,
    /// In another way, which `source_text` may tell.
    #[default]
    Other,
}
