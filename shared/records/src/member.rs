//! Member: a person known to the merchant. Registrations make them, companies join them, most areas serve them.

use std::ops::Not;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Company, Location, OptionalFileKey, RecordOperation, letter_type::OptionalLetter};
use store::{Entity, Indexes, holds_fields};
use values::{
    Address, CompanyMemberReference, Counter, EmailAddress, Id, Kind, KindName, LongText, Name, ShortText, Timestamp,
    UniqueKey, email::comparable_email, tax::TaxStatus,
};

/// Most companies of one member, so that leaving all of them fits one transaction.
pub const COMPANIES_MAX: usize = 5;
/// Most locations of one member.
pub const LOCATIONS_MAX: usize = 50;
/// Earlier addresses that are remembered.
const EARLIER_EMAILS_MAX: usize = 50;

/// What clients write of a member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemberFields {
    /// Address for mail as it was written; unique per merchant without regard to case and to the notation of its
    /// domain.
    pub email: EmailAddress,
    /// Given name, or the whole name.
    pub name: Name,
    /// Family name; empty when it is not known or stands in `name`.
    #[serde(default)]
    pub surname: ShortText,
    /// Telephone number of the person; empty when there is none.
    #[serde(default)]
    pub phone: ShortText,
    /// What the person says about themselves.
    #[serde(default)]
    pub about: LongText,
    /// Key of the photograph, an upload of the merchant; empty when there is none.
    #[serde(default)]
    pub photo_key: OptionalFileKey,
    /// Language and region, such as `nl-NL`.
    #[serde(default)]
    pub locale: ShortText,
    /// What the person may do.
    #[serde(default)]
    pub role: MemberRole,
    /// Locations the person belongs to.
    #[serde(default)]
    #[schemars(length(max = LOCATIONS_MAX), extend("uniqueItems" = true))]
    pub location_ids: Vec<Id<Location>>,
    /// When the person accepted the terms; null when they did not.
    #[serde(default)]
    pub terms_accepted_at: Option<Timestamp>,
    /// Name of the legal person that is billed; the person's own when empty.
    #[serde(default)]
    pub legal_name: ShortText,
    /// Tax identification number for invoices; empty when there is none.
    #[serde(default)]
    pub tax_id: ShortText,
    /// How the person is taxed: `standard`, or not because they owe the tax themselves (`reverse_charge`) or are `exempt`.
    #[serde(default)]
    pub tax_status: TaxStatus,
    /// Why the person is exempt, as documents say it; used while `tax_status` is `exempt`, which needs it.
    #[serde(default)]
    pub tax_exemption_reason: ShortText,
    /// Postal address for invoices.
    #[serde(default)]
    pub billing_address: Address,
    /// Letters that the person does not want.
    #[serde(default)]
    #[schemars(length(max = 50), extend("uniqueItems" = true))]
    pub letters_off: Vec<OptionalLetter>,
}

/// A member as it is stored, with companies and earlier addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// What clients write of a member: contact, role, locations and billing.
    #[serde(flatten)]
    pub fields: MemberFields,
    /// Whether the person may do anything.
    pub status: MemberStatus,
    /// Companies the person is in: at most one at each location.
    pub companies: CompanyLinks,
    /// Addresses that the person had before: registrations may still have them when the person is to be forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_emails: Vec<EmailAddress>,
    /// What is carried out for the member in steps after its request, or was last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<RecordOperation>,
    /// When all sessions of the person were ended last: none of before is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sessions_ended_at: Option<Timestamp>,
    /// Whether the person has an authenticator that is asked for codes.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub has_authenticator: bool,
    /// What is kept apart from the record, where that was read.
    #[serde(skip)]
    pub beside: BesideMember,
}

/// What is shown of a member and kept apart from the record: it changes with other records, and must not make a new
/// version of this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BesideMember {
    /// Whether the member has a running subscription.
    pub member_type: MemberType,
    /// When the member checked in last.
    pub last_seen_at: Option<Timestamp>,
}

holds_fields!(Member, MemberFields);

impl From<MemberFields> for Member {
    /// An active member who is in no company yet.
    fn from(fields: MemberFields) -> Self {
        let companies = CompanyLinks::default();
        let beside = BesideMember::default();
        let (status, earlier_emails) = (MemberStatus::Active, Vec::new());
        Self {
            fields,
            status,
            companies,
            earlier_emails,
            operation: None,
            sessions_ended_at: None,
            has_authenticator: false,
            beside,
        }
    }
}

/// The companies of a member and its places in them. They are kept with the member, so that one read is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyLinks {
    /// The companies: apart from the places, so that a list can be narrowed by them.
    ids: Vec<Id<Company>>,
    /// The place in each, with role and limits.
    places: Vec<Id<CompanyMemberReference>>,
    /// Companies that the member has left, once each: what it booked for them still names it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left: Vec<Id<Company>>,
}

/// Whether a member may do anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberStatus {
    /// The member may book, order and post.
    Active,
    /// No new bookings, orders or posts.
    Blocked,
    /// Anonymised: only documents still name the record.
    Deleted,
}

/// What a member may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberRole {
    /// May use the space as a customer; runs nothing.
    #[default]
    Member,
    /// May run a location of the merchant.
    Manager,
    /// May run all locations of the merchant.
    Admin,
    /// Everything. The last active owner stays one.
    Owner,
}

/// What a member of staff may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StaffRole {
    /// May run a location of the merchant.
    Manager,
    /// May run all locations of the merchant.
    Admin,
    /// Everything.
    Owner,
}

impl From<StaffRole> for MemberRole {
    fn from(staff: StaffRole) -> Self {
        match staff {
            StaffRole::Manager => Self::Manager,
            StaffRole::Admin => Self::Admin,
            StaffRole::Owner => Self::Owner,
        }
    }
}

/// Whether a member has a running subscription.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemberType {
    /// The member has one.
    Member,
    /// The member has none.
    #[default]
    NonMember,
}

impl Member {
    /// An active member with only what is required.
    #[must_use]
    pub fn new(email: EmailAddress, name: Name) -> Self {
        Self::from(MemberFields {
            email,
            name,
            surname: ShortText::default(),
            phone: ShortText::default(),
            about: LongText::default(),
            photo_key: OptionalFileKey::default(),
            locale: ShortText::default(),
            role: MemberRole::Member,
            location_ids: Vec::new(),
            terms_accepted_at: None,
            legal_name: ShortText::default(),
            tax_id: ShortText::default(),
            tax_status: TaxStatus::Standard,
            tax_exemption_reason: ShortText::default(),
            billing_address: Address::default(),
            letters_off: Vec::new(),
        })
    }

    /// Held by the member with this address, whatever its case; its holder is the member's id.
    #[must_use]
    pub fn email_key(email: &EmailAddress) -> UniqueKey {
        UniqueKey::new("member_email", comparable_email(email.as_str())).of_field("email")
    }

    /// Notes the address that the person had until now, if it is another one.
    pub fn remember_email(&mut self, before: &EmailAddress) {
        let same = |other: &EmailAddress| comparable_email(other.as_str()) == comparable_email(before.as_str());
        if same(&self.fields.email) || self.earlier_emails.iter().any(same) {
            return;
        }
        let forgotten = (self.earlier_emails.len() + 1).saturating_sub(EARLIER_EMAILS_MAX);
        self.earlier_emails.drain(..forgotten);
        self.earlier_emails.push(before.clone());
    }

    /// Counts the merchant's active owners: once there is one, there is always one.
    #[must_use]
    pub fn owners() -> Counter {
        Counter::new("member_owners", "active")
    }

    /// Ends the person's sessions at `now` of real time, where the person may do something else than before.
    pub fn end_sessions_unless_like(&mut self, before: &Self, now: Timestamp) {
        if self.status != before.status || self.fields.role != before.fields.role {
            self.sessions_ended_at = Some(now);
        }
    }

    /// Whether the member is one of [`Member::owners`].
    #[must_use]
    pub fn is_active_owner(&self) -> bool {
        self.role == MemberRole::Owner && self.status == MemberStatus::Active
    }
}

impl CompanyLinks {
    /// The companies, in the order in which they were joined, with the member's place in each.
    pub fn iter(&self) -> impl Iterator<Item = (Id<Company>, Id<CompanyMemberReference>)> {
        self.ids.iter().copied().zip(self.places.iter().copied())
    }

    /// The member's place in a company.
    #[must_use]
    pub fn place(&self, company: Id<Company>) -> Option<Id<CompanyMemberReference>> {
        self.iter().find(|(id, _)| *id == company).map(|(_, place)| place)
    }

    /// With a place in one more company.
    pub fn add(&mut self, company: Id<Company>, place: Id<CompanyMemberReference>) {
        self.ids.push(company);
        self.places.push(place);
    }

    /// Removes a place, and notes that the member has left its company.
    pub fn remove(&mut self, place: Id<CompanyMemberReference>) {
        if let Some(position) = self.places.iter().position(|other| *other == place) {
            self.places.remove(position);
            let company = self.ids.remove(position);
            if !self.left.contains(&company) {
                self.left.push(company);
            }
        }
    }

    /// Every company that the member is in or was in, once each.
    #[must_use]
    pub fn ever(&self) -> Vec<Id<Company>> {
        let before = self.left.iter().filter(|company| !self.ids.contains(company));
        self.ids.iter().chain(before).copied().collect()
    }

    /// How many companies the member is in now.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ids.len()
    }
}

impl Kind for Member {
    const KIND: KindName = KindName::Member;
}

impl Entity for Member {
    const WORD_ROWS: &'static [&'static str] = &["status", "role", "location_ids", "companies"];
    const VISIBILITY: values::Visibility = values::Visibility::own(&["id"]);
    const PATH: &'static str = "/members";
    type View = MemberView;

    fn view(&self, _now: Timestamp) -> MemberView {
        MemberView {
            fields: self.fields.clone(),
            status: self.status,
            member_type: self.beside.member_type,
            blocked: self.status == MemberStatus::Blocked,
            company_id: self.companies.ids.first().copied(),
            company_ids: self.companies.ids.clone(),
            last_seen_at: self.beside.last_seen_at,
            has_authenticator: self.has_authenticator,
            operation: self.operation.clone(),
        }
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.operation.as_ref().and_then(RecordOperation::due_at))
    }

    /// Nobody is found once anonymised.
    fn names(&self) -> Vec<&str> {
        match self.status {
            MemberStatus::Active | MemberStatus::Blocked => {
                vec![self.name.as_str(), self.surname.as_str(), self.email.as_str()]
            }
            MemberStatus::Deleted => Vec::new(),
        }
    }

    /// The address is free again once the member is anonymised.
    fn unique_keys(&self) -> Vec<UniqueKey> {
        match self.status {
            MemberStatus::Active | MemberStatus::Blocked => vec![Self::email_key(&self.email)],
            MemberStatus::Deleted => Vec::new(),
        }
    }
}

/// A person known to the merchant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Member")]
pub struct MemberView {
    /// What clients write of a member: contact, role, locations and billing.
    #[serde(flatten)]
    pub fields: MemberFields,
    /// Whether the person may do anything.
    pub status: MemberStatus,
    /// Whether a subscription of the person, or of a company that the person is in, has begun and not ended.
    #[serde(rename = "type")]
    pub member_type: MemberType,
    /// Whether `status` is `blocked`.
    pub blocked: bool,
    /// The company joined first; null when the person is in none.
    pub company_id: Option<Id<Company>>,
    /// Companies the person is in: at most one at each location.
    pub company_ids: Vec<Id<Company>>,
    /// When the person checked in last, at a location or to a booking; null when never, or anonymised.
    pub last_seen_at: Option<Timestamp>,
    /// Whether the person has an authenticator, which is asked for codes when they sign in by a letter.
    pub has_authenticator: bool,
    /// What is carried out for the member in steps after its request, or was last; null when nothing was.
    pub operation: Option<RecordOperation>,
}
