//! Scopes: what an API client may do, per area.

use std::{borrow::Cow, collections::BTreeSet, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! areas {
    ($($variant:ident $name:literal $title:literal $about:literal),+ $(,)?) => {
        /// The 18 areas of the interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Area {
            $(#[doc = $title] $variant,)+
        }

        impl Area {
            /// All areas, in the interface's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The area's name in scopes and package names.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The area's name for people.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),+ }
            }

            /// What the area is about.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about),+ }
            }
        }
    };
}

areas!(
    Merchant "merchant" "Merchant" "The merchant itself and its API clients.",
    Bookings "bookings" "Bookings" "Resources taken for a time, by one customer.",
    Companies "companies" "Companies" "Customers that have members.",
    Resources "resources" "Resources" "What can be booked or assigned: rooms, desks, offices, equipment.",
    Locations "locations" "Locations" "Places with an address, a time zone and a currency, and their floors.",
    Invoices "invoices" "Invoices" "Invoices and credit notes.",
    Subscriptions "subscriptions" "Subscriptions" "Customers' agreements on a membership plan.",
    Events "events" "Events" "Gatherings with registrations and a waiting list.",
    Plans "plans" "Plans" "Products of the merchant's catalogue, published to locations.",
    Memberships "memberships" "Memberships" "Membership plans: what a location offers to subscribe to.",
    Benefits "benefits" "Benefits" "Offers of partners to members, their categories and applications.",
    Contracts "contracts" "Contracts" "Agreements to be signed.",
    Feed "feed" "Feed" "Posts, comments and likes.",
    Shop "shop" "Shop" "Products, their categories and orders.",
    Members "members" "Members" "Persons, and their registrations.",
    Tickets "tickets" "Tickets" "Requests for help, their comments and their metrics.",
    Transactions "transactions" "Transactions" "Movements of credits, day passes and payments.",
    Visitors "visitors" "Visitors" "Visits, their requests and contacts.",
);

/// What a scope allows in its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Reading and listing the area's records.
    Read,
    /// Making and changing the area's records; includes reading.
    Write,
    /// What only the people who run the place do.
    Manage,
    /// Setting aside the area's policies; in `merchant`, managing API clients.
    Admin,
    /// What the people who run the place say among themselves.
    Internal,
    /// What only those see who are trusted with it.
    Sensitive,
    /// Beginning and ending sessions of people.
    Sessions,
    /// Managing API clients that may no more than whoever manages them.
    Clients,
    /// Managing webhook endpoints and what is sent there.
    Webhooks,
    /// Managing the wording of letters, and to whom none is sent.
    Letters,
}

/// One permission, `<area>:read`, `<area>:write`, or one of the special ones: `merchant:admin` for identity providers, the
/// test clock and what its parts are for, `merchant:uploads` for files, `bookings:manage` and `events:manage` for what the
/// operator decides about a booking or a ticket, `bookings:override` for setting aside booking policy, `feed:moderate` for
/// what moderators decide about posts and comments, `tickets:internal` for what the people who run the place say among
/// themselves about a request for help, `tickets:sensitive` for requests for help that only trusted people see,
/// `members:sessions` for sessions in which people act themselves, and, each of them a part of `merchant:admin`,
/// `merchant:clients`, `merchant:webhooks` and `members:letters` for people who manage API clients, webhooks and letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scope {
    /// The area whose records the scope is about.
    pub area: Area,
    /// What it allows there.
    pub access: Access,
}

impl Scope {
    /// Allows what is for whoever runs the service, and all that its parts allow: `merchant:admin`.
    pub const MERCHANT_ADMIN: Self = Self { area: Area::Merchant, access: Access::Admin };
    /// Allows to decide about bookings as the operator: `bookings:manage`.
    pub const BOOKINGS_MANAGE: Self = Self { area: Area::Bookings, access: Access::Manage };
    /// Allows to upload files: `merchant:uploads`.
    pub const MERCHANT_UPLOADS: Self = Self { area: Area::Merchant, access: Access::Manage };
    /// Allows to decide about tickets of events as the operator: `events:manage`.
    pub const EVENTS_MANAGE: Self = Self { area: Area::Events, access: Access::Manage };
    /// Allows to decide about posts and comments as a moderator: `feed:moderate`.
    pub const FEED_MODERATE: Self = Self { area: Area::Feed, access: Access::Manage };
    /// Allows to set aside booking policy: `bookings:override`.
    pub const BOOKINGS_OVERRIDE: Self = Self { area: Area::Bookings, access: Access::Admin };

    /// Allows to see and write internal notes on requests for help: `tickets:internal`.
    pub const TICKETS_INTERNAL: Self = Self { area: Area::Tickets, access: Access::Internal };
    /// Allows to see requests for help that are sensitive: `tickets:sensitive`.
    pub const TICKETS_SENSITIVE: Self = Self { area: Area::Tickets, access: Access::Sensitive };

    /// Allows to begin, see and end sessions of people: `members:sessions`.
    pub const MEMBERS_SESSIONS: Self = Self { area: Area::Members, access: Access::Sessions };

    /// Allows to manage API clients, as far as their scopes are held: `merchant:clients`.
    pub const MERCHANT_CLIENTS: Self = Self { area: Area::Merchant, access: Access::Clients };
    /// Allows to manage webhook endpoints, and to see and repeat deliveries: `merchant:webhooks`.
    pub const MERCHANT_WEBHOOKS: Self = Self { area: Area::Merchant, access: Access::Webhooks };
    /// Allows to manage the wording of letters and suppressed addresses: `members:letters`.
    pub const MEMBERS_LETTERS: Self = Self { area: Area::Members, access: Access::Letters };

    /// What `merchant:admin` includes: parts of it that people may have who never have the whole.
    pub const OF_ADMIN: [Self; 3] = [Self::MERCHANT_CLIENTS, Self::MERCHANT_WEBHOOKS, Self::MEMBERS_LETTERS];

    /// Whether it is `merchant:admin`, or a part of that.
    #[must_use]
    pub fn is_of_admin(self) -> bool {
        self == Self::MERCHANT_ADMIN || Self::OF_ADMIN.contains(&self)
    }

    /// Every scope there is.
    pub fn all() -> impl Iterator<Item = Self> {
        let plain =
            Area::ALL.iter().flat_map(|&area| [Access::Read, Access::Write].map(|access| Self { area, access }));
        plain.chain([
            Self::MERCHANT_ADMIN,
            Self::MERCHANT_UPLOADS,
            Self::BOOKINGS_MANAGE,
            Self::BOOKINGS_OVERRIDE,
            Self::EVENTS_MANAGE,
            Self::FEED_MODERATE,
            Self::TICKETS_INTERNAL,
            Self::TICKETS_SENSITIVE,
            Self::MEMBERS_SESSIONS,
            Self::MERCHANT_CLIENTS,
            Self::MERCHANT_WEBHOOKS,
            Self::MEMBERS_LETTERS,
        ])
    }

    /// The scope of this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::all().find(|scope| scope.to_string() == text)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = match (self.area, self.access) {
            (_, Access::Read) => "read",
            (_, Access::Write) => "write",
            (Area::Merchant, Access::Manage) => "uploads",
            (Area::Feed, Access::Manage) => "moderate",
            (_, Access::Manage) => "manage",
            (Area::Bookings, Access::Admin) => "override",
            (_, Access::Admin) => "admin",
            (_, Access::Internal) => "internal",
            (_, Access::Sensitive) => "sensitive",
            (_, Access::Sessions) => "sessions",
            (_, Access::Clients) => "clients",
            (_, Access::Webhooks) => "webhooks",
            (_, Access::Letters) => "letters",
        };
        write!(formatter, "{}:{access}", self.area.name())
    }
}

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Scope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("no such scope"))
    }
}

impl JsonSchema for Scope {
    fn schema_name() -> Cow<'static, str> {
        "Scope".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<String> = Self::all().map(|scope| scope.to_string()).collect();
        json_schema!({"type": "string", "enum": names, "description": "What an API client may do. `write` includes `read`, and `merchant:admin` includes `merchant:clients`, `merchant:webhooks` and `members:letters`."})
    }
}

/// A client's scopes. `write` includes `read` of the same area, and `merchant:admin` includes its parts. A request's
/// stand as they were sent, a stored client's sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Every scope there is, as a client that may do anything has them.
    #[must_use]
    pub fn everything() -> Self {
        Scope::all().collect()
    }

    /// Whether these scopes allow `needed`.
    #[must_use]
    pub fn allow(&self, needed: Scope) -> bool {
        let write = Scope { access: Access::Write, ..needed };
        let is_included = Scope::OF_ADMIN.contains(&needed) && self.0.contains(&Scope::MERCHANT_ADMIN);
        self.0.contains(&needed) || is_included || (needed.access == Access::Read && self.0.contains(&write))
    }

    /// The same with the parts of `merchant:admin` that it includes, for somebody who may have those alone.
    #[must_use]
    pub fn in_parts(&self) -> Self {
        let parts = Scope::OF_ADMIN.into_iter().filter(|part| self.allow(*part) && !self.0.contains(part));
        Self(self.iter().chain(parts).collect())
    }

    /// The same scopes, sorted, each of them once.
    #[must_use]
    pub fn sorted(&self) -> Self {
        self.iter().collect()
    }

    /// The scopes, in order.
    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        self.0.iter().copied()
    }
}

impl FromIterator<Scope> for Scopes {
    /// Sorted, each of them once.
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().collect::<BTreeSet<_>>().into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, Scopes};

    #[test]
    fn write_includes_read_of_the_same_area_only() {
        let scope = |name: &str| Scope::parse(name).expect("a scope");
        let scopes = Scopes::from_iter([scope("plans:write")]);
        assert!(scopes.allow(scope("plans:read")));
        assert!(scopes.allow(scope("plans:write")));
        assert!(!scopes.allow(scope("memberships:read")));
        let admin = Scopes::from_iter([scope("merchant:admin")]);
        assert!(!admin.allow(scope("merchant:write")));
        assert!(
            Scope::OF_ADMIN.iter().all(|part| admin.allow(*part) && admin.in_parts().iter().any(|one| one == *part))
        );
        assert!(!Scopes::from_iter(Scope::OF_ADMIN).allow(Scope::MERCHANT_ADMIN));
        assert_eq!(scopes.in_parts(), scopes);
        let writes = Scopes::from_iter([scope("bookings:write")]);
        assert!(!writes.allow(scope("bookings:override")) && !writes.allow(scope("bookings:manage")));
    }
}
