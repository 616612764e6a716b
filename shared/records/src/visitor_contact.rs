//! Contact: a person who visits a location, as the people there know them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Location, Visitor, visitor::first_look};
use store::holds_fields;
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, LongText, Name, OptionalEmail, ShortText, Timestamp, email::comparable_email};

/// What clients write of a contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VisitorContactFields {
    /// Where the person visits.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// First name, or the whole name.
    pub name: Name,
    /// Family name; empty when it is not known or stands in `name`.
    #[serde(default)]
    pub surname: ShortText,
    /// Address for mail; empty when there is none.
    #[serde(default)]
    pub email: OptionalEmail,
    /// Telephone number; empty when there is none. The blocklist compares it too.
    #[serde(default)]
    pub phone: ShortText,
    /// Where the person comes from.
    #[serde(default)]
    pub company_name: ShortText,
    /// For the people who run the place.
    #[serde(default)]
    pub notes: LongText,
}

/// A contact as it is stored, with its visits counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorContact {
    /// What clients write of a contact: location, person and notes.
    #[serde(flatten)]
    pub fields: VisitorContactFields,
    /// Whether the person is on the blocklist.
    pub blocked: bool,
    /// Last visit or request that was refused because of it.
    pub last_refused_at: Option<Timestamp>,
    /// How many were refused.
    pub refused_count: i64,
    /// When the person came last.
    pub last_visit_at: Option<Timestamp>,
    /// How often the person came.
    pub visit_count: i64,
    /// Since when nothing happened that it is kept for; the end of the last day on which the person is expected, while
    /// that is to come.
    pub kept_since: Timestamp,
    /// When it is looked at whether it is to be purged; none while it is blocked.
    pub look_at: Option<Timestamp>,
}

holds_fields!(VisitorContact, VisitorContactFields);

impl VisitorContact {
    /// Index of the contacts of a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// By e-mail address, whatever its case.
    pub const BY_EMAIL: IndexBy<Self, OptionalEmail> =
        IndexBy::compared(Index::Second, "email", |email| comparable_email(email.as_str()));

    /// A contact of whom nothing else is known.
    #[must_use]
    pub fn new(fields: VisitorContactFields, now: Timestamp) -> Self {
        let new = Self {
            fields,
            blocked: false,
            last_refused_at: None,
            refused_count: 0,
            last_visit_at: None,
            visit_count: 0,
            kept_since: now,
            look_at: None,
        };
        new.kept_from(now)
    }

    /// The same after something happened that it is kept for. As long as it is blocked, it is kept: without it nobody
    /// could be refused.
    #[must_use]
    pub fn kept_from(self, now: Timestamp) -> Self {
        let look_at = (!self.blocked).then(|| first_look(now));
        Self { kept_since: now.max(self.kept_since), look_at, ..self }
    }

    /// The same while the person is expected until an instant.
    #[must_use]
    pub fn expected_until(self, until: Timestamp) -> Self {
        Self { kept_since: until.max(self.kept_since), ..self }
    }

    /// The same after the person came.
    #[must_use]
    pub fn visited(self, now: Timestamp) -> Self {
        Self { last_visit_at: Some(now), visit_count: self.visit_count + 1, ..self }.kept_from(now)
    }

    /// The person, as a visit has them.
    #[must_use]
    pub fn visitor(&self) -> Visitor {
        Visitor {
            name: self.name.clone(),
            surname: self.surname.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company_name: self.company_name.clone(),
        }
    }
}

impl Kind for VisitorContact {
    const KIND: KindName = KindName::VisitorContact;
}

impl Entity for VisitorContact {
    const WORD_ROWS: &'static [&'static str] = &["location_id", "blocked"];
    const PATH: &'static str = "/visitor-contacts";
    type View = VisitorContactView;

    fn view(&self, _now: Timestamp) -> VisitorContactView {
        VisitorContactView {
            fields: self.fields.clone(),
            blocked: self.blocked,
            last_refused_at: self.last_refused_at,
            refused_count: self.refused_count,
            last_visit_at: self.last_visit_at,
            visit_count: self.visit_count,
        }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.name.as_str(), self.surname.as_str(), self.company_name.as_str(), self.email.as_str()]
    }

    /// Who was put away is nobody any more; how often they came stays.
    fn put_away(&self) -> Option<Self> {
        let Visitor { name, surname, email, phone, company_name } = Visitor::nobody();
        let location_id = self.location_id;
        let fields =
            VisitorContactFields { location_id, name, surname, email, phone, company_name, notes: LongText::default() };
        Some(Self { fields, look_at: None, ..self.clone() })
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let email = Some(&self.email).filter(|email| !email.as_str().is_empty());
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by_any(&Self::BY_EMAIL, email, id)
            .due(self.look_at)
    }
}

/// A person who visits a location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VisitorContact")]
pub struct VisitorContactView {
    /// What clients write of a contact: location, person and notes.
    #[serde(flatten)]
    pub fields: VisitorContactFields,
    /// Whether the person is on the blocklist.
    pub blocked: bool,
    /// Last visit or request that was refused because the person is on it.
    pub last_refused_at: Option<Timestamp>,
    /// How many visits and requests were refused because of that.
    pub refused_count: i64,
    /// When the person came last.
    pub last_visit_at: Option<Timestamp>,
    /// How often the person came.
    pub visit_count: i64,
}
