//! A member's membership of a company: the role there, and what of the company's credits the member may spend.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Company, Location, Member};
use store::holds_fields;
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, Timestamp, UniqueKey};

/// What clients write of a member's place in a company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CompanyMemberFields {
    /// Member of the merchant who has the place; fixed once it is made.
    #[schemars(extend("x-create-only" = true))]
    pub member_id: Id<Member>,
    /// What the member may do for the company; the first member is a `manager`.
    pub role: CompanyRole,
    /// Whether the member may spend the company's credits.
    #[serde(default)]
    pub may_use_company_credits: bool,
    /// Most of the company's credits the member may spend in a calendar month; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub monthly_credit_limit: Option<i64>,
}

/// A member's place in a company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CompanyMember {
    /// Company in which the member has the place.
    pub company_id: Id<Company>,
    /// Location of the company; a member is in one company at each location.
    pub location_id: Id<Location>,
    /// Member, role and limits, as clients write them.
    #[serde(flatten)]
    pub fields: CompanyMemberFields,
}

holds_fields!(CompanyMember, CompanyMemberFields);

/// What a member may do for a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompanyRole {
    /// Runs the company: may spend its credits and put anything on its invoice.
    Manager,
    /// Belongs to the company; spends for it only what place and `pay_with_invoice` allow.
    #[default]
    Member,
}

impl CompanyMember {
    /// Index of the members' places in a company.
    pub const BY_COMPANY: IndexBy<Self, Id<Company>> = IndexBy::new(Index::First, "company");

    /// The unique key of a member's place in a company: a member has one place at each location.
    #[must_use]
    pub fn place_key(member: Id<Member>, location: Id<Location>) -> UniqueKey {
        UniqueKey::new("company_at_location", format!("{member}#{location}"))
    }
}

impl Kind for CompanyMember {
    const KIND: KindName = KindName::CompanyMember;
}

impl Entity for CompanyMember {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["company_id", "member_id"]);
    const PATH: &'static str = "/company-members";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn path(&self, _id: Id<Self>) -> String {
        format!("{}/{}/members/{}", Company::PATH, self.company_id, self.member_id)
    }

    fn put_away(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_COMPANY, &self.company_id, id)
    }
}
