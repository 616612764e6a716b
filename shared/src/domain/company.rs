//! Company: a customer with members of its own, at one location; and a member's place in it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Address, Counter, EmailAddress, Entity, Id, Index, IndexBy, Indexes, Kind, KindName, Location, LongText, Member,
    Name, ShortText, Timestamp, UniqueKey,
};

/// A stored company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// Where it is a customer.
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Name of the legal person.
    pub legal_name: ShortText,
    /// Tax identification number as it was written; empty when there is none.
    pub tax_id: ShortText,
    /// Whether the number is one its country could have given.
    pub tax_id_status: TaxIdStatus,
    /// Address for invoices.
    pub billing_email: Option<EmailAddress>,
    /// Postal address for invoices.
    pub billing_address: Address,
    /// Whether it does business.
    pub status: CompanyStatus,
    /// Days from issue until an invoice is due; the merchant's when there is none.
    pub default_payment_terms_days: Option<i64>,
    /// What its members may have put on its invoice.
    pub pay_with_invoice: PayWithInvoice,
    /// For the merchant's own people.
    pub notes: LongText,
}

/// Whether a tax identification number is one its country could have given. Nobody asked the country.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxIdStatus {
    /// There is no number.
    #[default]
    Missing,
    /// Form and check digits are right.
    Verified,
    /// They are not, or the country's rules are not known here.
    Unverified,
}

/// Whether a company does business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompanyStatus {
    /// It does.
    Active,
    /// It does nothing new.
    Archived,
}

/// What a company's members may have put on its invoice, per kind of thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PayWithInvoice {
    /// Meeting rooms, event spaces and the like.
    pub rooms: bool,
    /// Desks.
    pub desks: bool,
    /// Equipment.
    pub equipment: bool,
    /// Events.
    pub events: bool,
    /// Shop products.
    pub shop: bool,
    /// Credit packages.
    pub credit_packages: bool,
}

impl Company {
    /// By location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Counts a company's members.
    #[must_use]
    pub fn members(id: Id<Self>) -> Counter {
        Counter::new("company_members", id)
    }

    /// Counts a company's managers: at least one while it has members.
    #[must_use]
    pub fn managers(id: Id<Self>) -> Counter {
        Counter::new("company_managers", id)
    }
}

impl Kind for Company {
    const KIND: KindName = KindName::Company;
}

impl Entity for Company {
    const PATH: &'static str = "/companies";
    type View = CompanyView;

    fn view(&self, _now: Timestamp) -> CompanyView {
        CompanyView {
            location_id: self.location_id,
            name: self.name.clone(),
            legal_name: self.legal_name.clone(),
            tax_id: self.tax_id.clone(),
            tax_id_status: self.tax_id_status,
            billing_email: self.billing_email.clone(),
            billing_address: self.billing_address.clone(),
            status: self.status,
            default_payment_terms_days: self.default_payment_terms_days,
            pay_with_invoice: self.pay_with_invoice,
            notes: self.notes.clone(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A customer with members of its own, at one location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Company")]
pub struct CompanyView {
    /// Where it is a customer.
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Name of the legal person.
    pub legal_name: ShortText,
    /// Tax identification number as it was written; empty when there is none.
    pub tax_id: ShortText,
    /// Whether form and check digits are right for the country; nobody asked the country.
    pub tax_id_status: TaxIdStatus,
    /// Address for invoices.
    pub billing_email: Option<EmailAddress>,
    /// Postal address for invoices.
    pub billing_address: Address,
    /// Whether it does business.
    pub status: CompanyStatus,
    /// Days from issue until an invoice is due; the merchant's when null.
    pub default_payment_terms_days: Option<i64>,
    /// What its members may have put on its invoice.
    pub pay_with_invoice: PayWithInvoice,
    /// For the merchant's own people.
    pub notes: LongText,
}

/// A stored place of a member in a company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompanyMember {
    /// The company.
    pub company_id: Id<Company>,
    /// The company's location.
    pub location_id: Id<Location>,
    /// The member.
    pub member_id: Id<Member>,
    /// What the member may do for the company.
    pub role: CompanyRole,
    /// Whether the member may spend the company's credits.
    pub may_use_company_credits: bool,
    /// Most of the company's credits the member may spend in a calendar month.
    pub monthly_credit_limit: Option<i64>,
}

/// What a member may do for a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompanyRole {
    /// Run it.
    Manager,
    /// Belong to it.
    #[default]
    Member,
}

impl CompanyMember {
    /// By company.
    pub const BY_COMPANY: IndexBy<Self, Id<Company>> = IndexBy::new(Index::First, "company");

    /// Held by a member's place in a company: one at each location.
    #[must_use]
    pub fn place_key(member: Id<Member>, location: Id<Location>) -> UniqueKey {
        UniqueKey::new("company_at_location", format!("{member}#{location}"))
    }
}

impl Kind for CompanyMember {
    const KIND: KindName = KindName::CompanyMember;
}

impl Entity for CompanyMember {
    const PATH: &'static str = "/company-members";
    type View = CompanyMemberView;

    fn view(&self, _now: Timestamp) -> CompanyMemberView {
        CompanyMemberView {
            company_id: self.company_id,
            location_id: self.location_id,
            member_id: self.member_id,
            role: self.role,
            may_use_company_credits: self.may_use_company_credits,
            monthly_credit_limit: self.monthly_credit_limit,
        }
    }

    fn path(&self, _id: Id<Self>) -> String {
        format!("{}/{}/members/{}", Company::PATH, self.company_id, self.member_id)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_COMPANY, &self.company_id, id)
    }
}

/// A member's place in a company.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CompanyMember")]
pub struct CompanyMemberView {
    /// The company.
    pub company_id: Id<Company>,
    /// The company's location.
    pub location_id: Id<Location>,
    /// The member.
    pub member_id: Id<Member>,
    /// What the member may do for the company.
    pub role: CompanyRole,
    /// Whether the member may spend the company's credits.
    pub may_use_company_credits: bool,
    /// Most of the company's credits the member may spend in a calendar month; no limit when null.
    pub monthly_credit_limit: Option<i64>,
}
