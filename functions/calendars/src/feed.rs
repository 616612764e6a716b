//! Calendar feed: a secret address at which a calendar program reads.

use records::{Location, Member};
use scheduling::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, SecretDigest, Timestamp};

/// What clients write of a calendar feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarFeedFields {
    /// The bookings of this member: those that the member pays, and those made for a company.
    #[serde(default)]
    pub member_id: Option<Id<Member>>,
    /// The bookings of this resource.
    #[serde(default)]
    pub resource_id: Option<Id<Resource>>,
    /// The bookings at this location.
    #[serde(default)]
    pub location_id: Option<Id<Location>>,
    /// The published events of the merchant.
    #[serde(default)]
    pub events: bool,
    /// Whether bookings are shown as taken time alone, without a title.
    #[serde(default)]
    pub busy_only: bool,
}

/// A calendar feed as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarFeed {
    /// What it shows.
    #[serde(flatten)]
    pub fields: CalendarFeedFields,
    /// The person who made it by a session: it shows what that person may see.
    pub made_by: Option<Id<Member>>,
    /// SHA-256 of the secret in its address.
    pub secret: SecretDigest,
    /// When its address was last made anew.
    pub rotated_at: Timestamp,
    /// When a program read it last, to the hour.
    pub last_read_at: Option<Timestamp>,
}

impl CalendarFeed {
    /// Feeds that show a member, and those of no member that a member made.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");
    /// Feeds of another member that a member made.
    pub const OF_ANOTHER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::First, "maker");
}

impl Kind for CalendarFeed {
    const KIND: KindName = KindName::CalendarFeed;
}

impl Entity for CalendarFeed {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id", "made_by"]);
    const PATH: &'static str = "/calendar-feeds";
    type View = CalendarFeedView;

    fn view(&self, _now: Timestamp) -> CalendarFeedView {
        CalendarFeedView {
            fields: self.fields.clone(),
            made_by: self.made_by,
            rotated_at: self.rotated_at,
            last_read_at: self.last_read_at,
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let member = self.fields.member_id.as_ref().or(self.made_by.as_ref());
        let of_another = self.made_by.as_ref().filter(|maker| member != Some(maker));
        Indexes::default().by_any(&Self::BY_MEMBER, member, id).by_any(&Self::OF_ANOTHER, of_another, id)
    }
}

/// A secret address at which a calendar program reads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CalendarFeed")]
pub struct CalendarFeedView {
    /// What it shows.
    #[serde(flatten)]
    pub fields: CalendarFeedFields,
    /// The person who made it by a session: it shows what that person may see. Null for one that an API client made.
    pub made_by: Option<Id<Member>>,
    /// When its address was last made anew.
    pub rotated_at: Timestamp,
    /// When a program read it last, to the hour; null when none did.
    pub last_read_at: Option<Timestamp>,
}
