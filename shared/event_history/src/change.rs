//! What a record of the stream is a change of, once its images are read.

use super::{
    image::Image,
    object_events::ObjectEvents,
    rules::Done,
    stream_record::{StreamRecord, Written},
};
use store::{RecordSet, StoreError};
use values::{Id, MerchantReference, Timestamp, merchant_kind::MerchantKind};

/// A change of a record that clients are told of.
#[derive(Debug)]
pub struct RecordChange {
    /// The record before; only of what was changed in place.
    pub before: Option<Image>,
    /// The record after; of what was deleted for good the last that is known.
    pub after: Image,
    /// When the record changed; of a deletion for good, when the stream says.
    pub at: Timestamp,
    way: Way,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Made,
    Altered,
    PutAway,
    Restored,
    Removed,
}

/// When a record was deleted for good: the stream says it to the second, and never before the record was last changed.
/// A sandbox merchant has a clock of its own, which the stream does not know.
fn removed_at(last: &Image, merchant: Id<MerchantReference>, written_at: Timestamp) -> Timestamp {
    match merchant.kind() {
        MerchantKind::Sandbox => last.updated_at,
        MerchantKind::Live => written_at.max(last.updated_at),
    }
}

impl RecordChange {
    /// The change; none when nothing is told of it: the record disappeared from one list to stand in another, which is
    /// told by where it came to, or its time was over, or only what the service keeps beside the record was changed,
    /// which makes no version.
    ///
    /// # Errors
    /// [`StoreError`] when an image is no record of the kind.
    pub fn of(events: &ObjectEvents, record: StreamRecord) -> Result<Option<Self>, StoreError> {
        let (before, after, way) = match record.written {
            Written::New(new) => {
                let after = events.read(new)?;
                let way = match (after.version, after.record_set) {
                    (..=1, _) => Way::Made,
                    (_, RecordSet::Archived) => Way::PutAway,
                    (_, RecordSet::Live) => Way::Restored,
                };
                (None, after, way)
            }
            Written::Replaced(old, new) => {
                let (before, after) = (events.read(old)?, events.read(new)?);
                if before.version == after.version {
                    return Ok(None);
                }
                (Some(before), after, Way::Altered)
            }
            Written::Gone { old, by_time } => {
                if by_time || !events.is_removed {
                    return Ok(None);
                }
                let last = events.read(old)?;
                (None, Image { version: last.version + 1, ..last }, Way::Removed)
            }
        };
        let at =
            if matches!(way, Way::Removed) { removed_at(&after, record.merchant, record.at) } else { after.updated_at };
        Ok(Some(Self { before, after, at, way }))
    }

    /// What was done, as rules see it.
    #[must_use]
    pub fn done(&self) -> Done<'_> {
        let after = &self.after.fields;
        match (self.way, &self.before) {
            (Way::Altered, Some(before)) => Done::Altered { before: &before.fields, after },
            (Way::Made | Way::Altered, _) => Done::Made(after),
            (Way::PutAway, _) => Done::PutAway(after),
            (Way::Restored, _) => Done::Restored(after),
            (Way::Removed, _) => Done::Removed(after),
        }
    }

    /// Whether nothing is left that says who did it.
    #[must_use]
    pub const fn is_removal(&self) -> bool {
        matches!(self.way, Way::Removed)
    }
}
