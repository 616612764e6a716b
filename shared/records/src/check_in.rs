//! Check-in: a person is at a location, from the check-in until the check-out or the end of the local day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Location, Member};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Day, Id, Kind, KindName, Timestamp};

/// A person's presence at a location. That it has ended by itself follows from the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckIn {
    /// Member who is at the location.
    pub member_id: Id<Member>,
    /// Location at which the member is.
    pub location_id: Id<Location>,
    /// Local day of the location.
    pub day: Day,
    /// When the member came: now, or earlier on the same local day.
    pub checked_in_at: Timestamp,
    /// When they left; none when nobody told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_out_at: Option<Timestamp>,
    /// First instant at which they are no longer there: when they left, otherwise the end of the day.
    pub ends_at: Timestamp,
    /// Whether it is written down that the day ended it, for whoever is told of that.
    #[serde(default)]
    pub is_end_noted: bool,
    /// Why they may be there.
    pub admission: Admission,
}

/// Why a person may be at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// What gave the right to be there: a subscription, a booking or a day pass.
    pub admitted_by: AdmittedBy,
    /// The booking, when it is by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booking_id: Option<Id<()>>,
    /// The transaction that took the day pass, when it is by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_pass_transaction_id: Option<Id<()>>,
}

/// By what a person may be at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdmittedBy {
    /// A subscription there, of the person or of a company that the person is in.
    Subscription,
    /// A booking there on that day.
    Booking,
    /// A day pass of the member's wallet, taken once for the local day.
    DayPass,
}

/// Whether a person is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckInStatus {
    /// The person has not checked out and the local day is not over.
    Open,
    /// They checked out, or the day is over.
    Ended,
}

impl CheckIn {
    /// Index of the check-ins at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Second, "location");
    /// By member, who is a customer in this index as in those of other kinds.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");

    /// When its end is to be written down: when the day ends it.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        (self.checked_out_at.is_none() && !self.is_end_noted).then_some(self.ends_at)
    }

    /// Whether the person is still there.
    #[must_use]
    pub fn is_open(&self, now: Timestamp) -> bool {
        now < self.ends_at
    }
}

impl Kind for CheckIn {
    const KIND: KindName = KindName::CheckIn;
}

impl Entity for CheckIn {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/check-ins";
    type View = CheckInView;

    fn view(&self, now: Timestamp) -> CheckInView {
        CheckInView {
            member_id: self.member_id,
            location_id: self.location_id,
            status: if self.is_open(now) { CheckInStatus::Open } else { CheckInStatus::Ended },
            day: self.day,
            checked_in_at: self.checked_in_at,
            checked_out_at: self.checked_out_at,
            ends_at: self.ends_at,
            admitted_by: self.admission.admitted_by,
            booking_id: self.admission.booking_id,
            day_pass_transaction_id: self.admission.day_pass_transaction_id,
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_MEMBER, &self.member_id, id)
            .due(self.due_at())
    }
}

/// A person's presence at a location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CheckIn")]
pub struct CheckInView {
    /// Member who is at the location.
    pub member_id: Id<Member>,
    /// Location at which the member is.
    pub location_id: Id<Location>,
    /// Whether the person is still there.
    pub status: CheckInStatus,
    /// Local day of the location.
    pub day: Day,
    /// When the member came: now, or earlier on the same local day.
    pub checked_in_at: Timestamp,
    /// When they left; null when nobody told.
    pub checked_out_at: Option<Timestamp>,
    /// First instant at which they are no longer there: when they left, otherwise the end of the local day.
    pub ends_at: Timestamp,
    /// Why they may be there.
    pub admitted_by: AdmittedBy,
    /// The booking, when they are admitted by one.
    pub booking_id: Option<Id<()>>,
    /// The transaction that took the day pass, when they are admitted by one; of a later check-in of that day the same.
    pub day_pass_transaction_id: Option<Id<()>>,
}
