//! The stored lead.

use records::{Member, visitor::first_look};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{Id, Kind, KindName, LongText, Name, OptionalEmail, ShortText, Timestamp, email::comparable_email};

use super::{LeadFields, LeadStage};
use crate::registration::MemberRegistration;

/// A lead as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// Fields of the lead that clients write.
    #[serde(flatten)]
    pub fields: LeadFields,
    /// When it came to the stage that it has.
    pub stage_changed_at: Timestamp,
    /// Why nothing came of it; none while it is not lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<LeadLost>,
    /// What it became; nothing until it is won.
    #[serde(default)]
    pub became: Became,
    /// Since when nothing happened that it is kept for.
    pub kept_since: Timestamp,
    /// When it is looked at whether its retention is over; none once it was put away.
    pub look_at: Option<Timestamp>,
}

holds_fields!(Lead, LeadFields);

/// What a lead became.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Became {
    /// The member that was made or linked.
    pub member_id: Option<Id<Member>>,
    /// The registration that was made.
    pub registration_id: Option<Id<MemberRegistration>>,
    /// The draft of a contract that was made.
    pub contract_id: Option<Id<()>>,
}

/// Why nothing came of a lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeadLost {
    /// Which reason it was.
    pub lost_reason: LostReason,
    /// The same in words.
    #[serde(default)]
    pub lost_text: ShortText,
}

/// For which reason a lead was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LeadLostReason")]
pub enum LostReason {
    /// It costs too much.
    Price,
    /// The place is not where they want to be.
    Location,
    /// There is nothing free of what they want.
    NoSpace,
    /// They do not want it now.
    Timing,
    /// They went to somebody else.
    Competitor,
    /// They do not answer any more.
    NoAnswer,
    /// They are no customer for the place, or in another lead.
    Unsuitable,
    /// Something else, which `lost_text` may tell.
    Other,
}

impl Lead {
    /// Index of the leads at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<records::Location>> = IndexBy::new(Index::First, "location");
    /// By e-mail address, whatever its case.
    pub const BY_EMAIL: IndexBy<Self, OptionalEmail> =
        IndexBy::compared(Index::Second, "email", |email| comparable_email(email.as_str()));
    /// By the member that it became.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "member");

    /// A lead that comes at an instant.
    #[must_use]
    pub fn new(fields: LeadFields, now: Timestamp) -> Self {
        Self {
            fields,
            stage_changed_at: now,
            lost: None,
            became: Became::default(),
            kept_since: now,
            look_at: Some(first_look(now)),
        }
    }

    /// The same after something happened that it is kept for.
    #[must_use]
    pub fn kept_from(self, now: Timestamp) -> Self {
        Self { kept_since: now, look_at: Some(first_look(now)), ..self }
    }

    /// The same in another stage since `now`. What has ended has nothing to be done next.
    #[must_use]
    pub fn staged(mut self, stage: LeadStage, now: Timestamp) -> Self {
        if stage != self.fields.stage {
            self.stage_changed_at = now;
        }
        self.fields.stage = stage;
        if !stage.is_open() {
            self.fields.next_step = ShortText::default();
            self.fields.next_step_on = None;
        }
        self
    }
}

impl Kind for Lead {
    const KIND: KindName = KindName::Lead;
}

impl Entity for Lead {
    const WORD_ROWS: &'static [&'static str] = &["location_id", "stage", "owner_id", "source", "next_step_on"];
    const PATH: &'static str = "/leads";
    type View = LeadView;

    fn view(&self, _now: Timestamp) -> LeadView {
        LeadView {
            fields: self.fields.clone(),
            stage_changed_at: self.stage_changed_at,
            lost_reason: self.lost.as_ref().map(|lost| lost.lost_reason),
            lost_text: self.lost.as_ref().map(|lost| lost.lost_text.clone()).unwrap_or_default(),
            member_id: self.became.member_id,
            registration_id: self.became.registration_id,
            contract_id: self.became.contract_id,
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.name.as_str(), self.company_name.as_str(), self.email.as_str()]
    }

    /// Who was put away is nobody any more; how far it was, and what they were interested in, stays.
    fn put_away(&self) -> Option<Self> {
        let mut nobody = Self { look_at: None, ..self.clone() };
        nobody.fields.name = Name::new("Purged lead");
        nobody.fields.email = OptionalEmail::default();
        for text in [
            &mut nobody.fields.phone,
            &mut nobody.fields.company_name,
            &mut nobody.fields.source_text,
            &mut nobody.fields.next_step,
        ] {
            *text = ShortText::default();
        }
        nobody.fields.notes = LongText::default();
        if let Some(lost) = &mut nobody.lost {
            lost.lost_text = ShortText::default();
        }
        Some(nobody)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let email = Some(&self.email).filter(|email| !email.as_str().is_empty());
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by_any(&Self::BY_EMAIL, email, id)
            .by_any(&Self::BY_MEMBER, self.became.member_id.as_ref(), id)
            .due(self.look_at)
    }
}

/// A person or company that might become a customer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Lead")]
pub struct LeadView {
    /// Fields of the lead that clients write.
    #[serde(flatten)]
    pub fields: LeadFields,
    /// When it came to the stage that it has.
    pub stage_changed_at: Timestamp,
    /// Why nothing came of it; null while it is not lost.
    pub lost_reason: Option<LostReason>,
    /// The same in words.
    pub lost_text: ShortText,
    /// The member that was made or linked when it was converted.
    pub member_id: Option<Id<Member>>,
    /// The registration that it became.
    pub registration_id: Option<Id<MemberRegistration>>,
    /// The contract that it became, a draft at first.
    pub contract_id: Option<Id<()>>,
}
