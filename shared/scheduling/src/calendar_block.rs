//! Calendar block: time the operator takes out of a resource, all its units and children.

use chrono::NaiveDate;
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use uuid::Uuid;
use values::{Id, Kind, KindName, Period, ShortText, Timestamp};

use crate::{
    booking::TakenResource,
    origin::Origin,
    resource::Resource,
    slot::{Slot, SlotKind},
};

/// What clients write of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CalendarBlockFields {
    /// Resource that is blocked, with all its units and children.
    #[schemars(extend("x-create-only" = true))]
    pub resource_id: Id<Resource>,
    /// First instant of the blocked time.
    #[serde(alias = "start")]
    pub start_time: Timestamp,
    /// First instant after it; at most 31 days later.
    #[serde(alias = "end")]
    pub end_time: Timestamp,
    /// Why the time is taken out, in words; may be empty.
    #[serde(default)]
    pub reason: ShortText,
    /// Why the time is taken out: maintenance, closure or an event.
    #[serde(default)]
    pub kind: BlockKind,
}

/// A block as it is stored, with the calendars that hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalendarBlock {
    /// Resource, time and reason, as clients write them.
    #[serde(flatten)]
    pub fields: CalendarBlockFields,
    /// Location of the blocked resource.
    pub location_id: Id<Location>,
    /// Resources whose calendars hold it, with the units taken there.
    pub taken: Vec<TakenResource>,
    /// What made it, when no client did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<Origin>,
}

holds_fields!(CalendarBlock, CalendarBlockFields);

/// Why time is taken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "CalendarBlockKind")]
pub enum BlockKind {
    /// Something is repaired or cleaned.
    #[default]
    Maintenance,
    /// The resource is closed during that time.
    Closure,
    /// An event takes it.
    Event,
}

impl CalendarBlock {
    /// Index of the blocks at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the blocks of a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");

    /// The slot it takes in a calendar, for `units` of that resource.
    #[must_use]
    pub fn slot(&self, id: Uuid, units: u32) -> Slot {
        Slot {
            id,
            kind: SlotKind::Block,
            start: self.start_time,
            end: self.end_time,
            buffer_before_minutes: 0,
            buffer_after_minutes: 0,
            units,
            customer: None,
            cooldown_minutes: 0,
            until: None,
        }
    }

    /// When it is; `None` for times that are no period.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::new(self.start_time, self.end_time)
    }

    /// UTC days whose items contain its slots.
    #[must_use]
    pub fn days(&self) -> Vec<NaiveDate> {
        self.slot(Uuid::nil(), 0).days()
    }
}

impl Kind for CalendarBlock {
    const KIND: KindName = KindName::CalendarBlock;
}

impl Entity for CalendarBlock {
    const PATH: &'static str = "/calendar-blocks";
    type View = CalendarBlockView;

    fn view(&self, _now: Timestamp) -> CalendarBlockView {
        let Self { fields, location_id, made_by, .. } = self.clone();
        CalendarBlockView { fields, location_id, made_by }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).by(&Self::BY_RESOURCE, &self.resource_id, id)
    }
}

/// Time the operator takes out of a resource.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CalendarBlock")]
pub struct CalendarBlockView {
    /// Resource, time and reason, as clients write them.
    #[serde(flatten)]
    fields: CalendarBlockFields,
    /// Location of the blocked resource.
    location_id: Id<Location>,
    /// What made it, such as an event, with which alone it changes; null when a client did.
    made_by: Option<Origin>,
}
