//! The stored registration. Its expiry is derived from the clock; the sweep writes it down only so that it is told.

use chrono::Duration;
use records::{Company, Location, Member, MembershipPlan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{EmailAddress, Id, Kind, KindName, LongText, Name, Timestamp, UniqueKey, email::comparable_email};

use crate::subscription::Subscription;

/// Days in which a registration is decided, unless it was made with another number.
pub const VALID_DAYS: i64 = 14;

/// What clients write of a registration, alone or in an import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemberRegistrationFields {
    /// Where the person wants to be.
    pub location_id: Id<Location>,
    /// Address for mail; one registration is open for it at the location.
    pub email: EmailAddress,
    /// Name of the person, which a new member gets.
    pub name: Name,
    /// What the person wants to subscribe to: an active membership plan of the location.
    pub membership_plan_id: Option<Id<MembershipPlan>>,
    /// The company the person belongs to: one of the location.
    pub company_id: Option<Id<Company>>,
    /// What the person wrote.
    #[serde(default)]
    pub message: LongText,
}

/// A registration of a member, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemberRegistration {
    /// Fields of the registration that clients write.
    #[serde(flatten)]
    pub fields: MemberRegistrationFields,
    /// How it came about: by sign-up, invitation or import.
    pub source: RegistrationSource,
    /// What was decided; never `expired`, which follows from the time.
    pub decided: RegistrationStatus,
    /// Whether nothing was decided yet: then it is open until it expires.
    pub undecided: bool,
    /// Days in which it is decided.
    pub valid_days: i64,
    /// When the invitation was sent last.
    pub invited_at: Option<Timestamp>,
    /// Instant at which it expires, or would have; none when it never waited.
    pub expires_at: Option<Timestamp>,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// API client that decided.
    pub decided_by: Option<String>,
    /// Member that was made or linked.
    pub member_id: Option<Id<Member>>,
    /// Subscription that was made.
    #[serde(default)]
    pub subscription_id: Option<Id<Subscription>>,
    /// The instant at which it expired, once that was written down; null before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry_written: Option<Timestamp>,
    /// The lead that became it, which becomes the member with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_id: Option<Id<()>>,
}

holds_fields!(MemberRegistration, MemberRegistrationFields);

/// How a registration came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationSource {
    /// The person signed up.
    Signup,
    /// The person was invited.
    Invite,
    /// It was in an import.
    Import,
}

/// State of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationStatus {
    /// It waits for approval.
    Pending,
    /// It waits for the person to accept.
    Invited,
    /// The person is a member.
    Approved,
    /// The person accepted and is a member.
    Accepted,
    /// The merchant declined the registration.
    Rejected,
    /// Its time ran out.
    Expired,
    /// It was taken back: by the person, or, when it is an invitation, by the merchant. A sign-up that is approved at
    /// once does that to the open one beside it.
    Withdrawn,
}

impl MemberRegistration {
    /// Index of the registrations at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// By e-mail address, whatever its case.
    pub const BY_EMAIL: IndexBy<Self, EmailAddress> =
        IndexBy::compared(Index::Second, "email", |email| comparable_email(email.as_str()));
    /// By the member that it led to.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "member");

    /// One that waits for a decision from `now` on: an invitation for the person's, anything else for the merchant's.
    #[must_use]
    pub fn waiting(
        fields: MemberRegistrationFields,
        source: RegistrationSource,
        valid_days: i64,
        now: Timestamp,
    ) -> Self {
        let is_invitation = source == RegistrationSource::Invite;
        Self {
            fields,
            source,
            decided: if is_invitation { RegistrationStatus::Invited } else { RegistrationStatus::Pending },
            undecided: true,
            valid_days,
            invited_at: is_invitation.then_some(now),
            expires_at: Some(now.plus(Duration::days(valid_days))),
            decided_at: None,
            decided_by: None,
            member_id: None,
            subscription_id: None,
            expiry_written: None,
            lead_id: None,
        }
    }

    /// Its state at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> RegistrationStatus {
        let is_over = self.expires_at.is_some_and(|expires_at| expires_at <= now);
        if self.undecided && is_over { RegistrationStatus::Expired } else { self.decided }
    }

    /// When it expires, while nothing is decided and that is not written down yet.
    #[must_use]
    pub fn expiry_to_write(&self) -> Option<Timestamp> {
        self.expires_at.filter(|at| self.undecided && self.expiry_written != Some(*at))
    }

    /// Held by the open registration of an e-mail at a location. An expired registration may still hold it; the next
    /// one takes it over.
    #[must_use]
    pub fn open_key(&self) -> UniqueKey {
        UniqueKey::new("open_registration", format!("{}#{}", self.location_id, comparable_email(self.email.as_str())))
    }
}

impl Kind for MemberRegistration {
    const KIND: KindName = KindName::MemberRegistration;
}

impl Entity for MemberRegistration {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/member-registrations";
    type View = MemberRegistrationView;

    fn view(&self, now: Timestamp) -> MemberRegistrationView {
        MemberRegistrationView {
            fields: self.fields.clone(),
            source: self.source,
            status: self.status(now),
            valid_days: self.valid_days,
            invited_at: self.invited_at,
            expires_at: self.expires_at,
            decided_at: self.decided_at,
            decided_by: self.decided_by.clone(),
            member_id: self.member_id,
            subscription_id: self.subscription_id,
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.fields.name.as_str(), self.fields.email.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_EMAIL, &self.email, id)
            .by_any(&Self::BY_MEMBER, self.member_id.as_ref(), id)
            .due(self.expiry_to_write())
    }
}

/// A person's wish, or invitation, to become a member.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemberRegistration")]
pub struct MemberRegistrationView {
    /// Fields of the registration that clients write.
    #[serde(flatten)]
    pub fields: MemberRegistrationFields,
    /// How it came about: by sign-up, invitation or import.
    pub source: RegistrationSource,
    /// In which state it is.
    pub status: RegistrationStatus,
    /// Days in which it is decided.
    pub valid_days: i64,
    /// When the invitation was sent last.
    pub invited_at: Option<Timestamp>,
    /// When it expires, or would have; null when it never waited.
    pub expires_at: Option<Timestamp>,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// API client that decided.
    pub decided_by: Option<String>,
    /// Member that was made or linked.
    pub member_id: Option<Id<Member>>,
    /// Subscription that was made, when a membership plan was named.
    pub subscription_id: Option<Id<Subscription>>,
}
