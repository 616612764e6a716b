//! Stores what is too much for one request, and has it carried out in steps ([`super::carry_on`]).

use scheduling::Booking;
use shared::api::{Call, ChangesOrAccepts, CreatesOrAccepts, OrAccepted};
use store::Record;
use values::{Id, Metadata};

use super::{
    judge::Planned,
    operation::{Asked, Changing, SeriesOperation, SeriesTask},
    record::BookingSeries,
};

/// Stores a series with what is planned of it.
///
/// # Errors
/// 409 when a request with the same key was first; 503 when it cannot be stored.
pub async fn making(
    call: &Call,
    mut series: Record<BookingSeries>,
    runs: &[Vec<Planned>],
) -> CreatesOrAccepts<BookingSeries> {
    let groups = runs.iter().map(Vec::len).collect();
    series.body.occurrences = runs.iter().flatten().map(|planned| planned.occurrence).collect();
    series.body.operation = Some(SeriesOperation::new(SeriesTask::Create, groups, call.now));
    let mut transaction = call.transaction();
    transaction.create(&series);
    let answer = call.commit(transaction, OrAccepted::Accepted(series.clone())).await?;
    // What the queue does not get, the sweep finds.
    drop(call.hasten(&series).await);
    Ok(answer)
}

/// Stores what is asked for of bookings of a series, which are changed together as `runs` says.
///
/// # Errors
/// 409 or 412 when the series has changed; 503 when it cannot be stored.
pub async fn change(
    call: &Call,
    series: &Record<BookingSeries>,
    metadata: Option<Metadata>,
    asked: Asked,
    runs: Vec<Vec<Id<Booking>>>,
) -> ChangesOrAccepts<BookingSeries> {
    let task = match asked {
        Asked::Update(_) => SeriesTask::Update,
        Asked::Cancel(_) => SeriesTask::Cancel,
    };
    let groups = runs.iter().map(Vec::len).collect();
    let places: Vec<usize> = runs.into_iter().flatten().filter_map(|id| series.body.place_of(id)).collect();
    let mut operation = SeriesOperation::new(task, groups, call.now);
    operation.to_change = places.len();
    operation.change = Some(Changing { asked, places, refused: Vec::new(), has_moved: false });
    let body = BookingSeries { operation: Some(operation), ..series.body.clone() };
    let after = call.next_version(series, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(series, &after);
    let answer = call.commit(transaction, OrAccepted::Accepted(after.clone())).await?;
    drop(call.hasten(&after).await);
    Ok(answer)
}

impl BookingSeries {
    /// The position of a booking among those of the series.
    #[must_use]
    pub fn place_of(&self, id: Id<Booking>) -> Option<usize> {
        self.occurrences.iter().position(|occurrence| occurrence.booking_id == id)
    }
}
