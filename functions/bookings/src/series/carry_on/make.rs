//! The steps that make a series: each makes some bookings that hold their time without being final, and the last makes
//! the series active.

use shared::api::Call;
use store::Record;
use values::{ApiError, Timestamp};

use super::write::written;
use crate::series::{
    chunks, judge,
    judge::Judged,
    new_series::BookingSeriesCreate,
    operation::SeriesOperation,
    record::{BookingSeries, SeriesState},
    waitlist,
};

/// Makes the bookings of the next occurrences. What cannot be booked is left out, if the series may leave out.
///
/// # Errors
/// What refuses the series; 409 `version_conflict` when others changed the same.
pub async fn step(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
) -> Result<Record<BookingSeries>, ApiError> {
    let (from, count) = (operation.made, operation.group());
    let starts: Vec<_> = series.body.occurrences.iter().map(|occurrence| occurrence.start).collect();
    // An id is drawn when its record is written: lists rely on ids that are young when they come.
    let run: Vec<_> = judge::numbered(call, &starts).into_iter().skip(from).take(count).collect();
    let input = BookingSeriesCreate::of(&series.body);
    let (judged, transaction) = chunks::judged_run(call, &input, series, &run).await?;
    let (mut body, made) = (series.body.clone(), judged.bookings.len());
    body.skipped.extend(judged.skipped(body.on_conflict));
    body.occurrences.splice(from..from + count, judged.occurrences());
    let mut after = operation.stepped(call.now);
    if let Some(group) = after.groups.get_mut(operation.next) {
        *group = made;
    }
    (after.next, after.made) = (operation.next + 1, from + made);
    body.operation = Some(after);
    written(call, transaction, series, body).await
}

/// Makes the series active: from this write on it exists. When nothing of it could be booked, it is refused.
///
/// # Errors
/// The refusal of an occurrence, when all were refused; 409 `version_conflict` when others joined the waiting list.
pub async fn stand(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
) -> Result<Record<BookingSeries>, ApiError> {
    let mut body = BookingSeries { state: SeriesState::Active, ..series.body.clone() };
    body.occurrences.sort_by_key(|occurrence| occurrence.start);
    body.skipped.sort_by_key(|skipped| skipped.start);
    if body.occurrences.is_empty() {
        return Err(Judged::nothing_of(&body.skipped));
    }
    body.operation = Some(SeriesOperation { next: 0, ..operation.stepped(call.now) });
    let mut transaction = call.transaction();
    waitlist::make(call, &mut transaction, series.id, &mut body).await?;
    written(call, transaction, series, body).await
}

impl BookingSeriesCreate {
    /// The request that a stored series came from, as far as its bookings are made by it.
    fn of(series: &BookingSeries) -> Self {
        let first = series.occurrences.first().map(|occurrence| occurrence.start);
        Self {
            resource_id: series.resource_id,
            additional_resource_ids: series.additional_resource_ids.clone(),
            customer_id: series.customer_id,
            member_id: series.member_id,
            first_start_time: first.unwrap_or(Timestamp::EPOCH),
            duration_minutes: series.duration_minutes,
            rule: series.rule.clone(),
            on_conflict: series.on_conflict,
            title: series.title.clone(),
            attendees: Some(series.attendees),
            units: Some(series.units),
            notes: series.notes.clone(),
            payment_source: series.payment_source,
            allow_mixed: series.allow_mixed,
            is_override: series.overridden,
            metadata: None,
        }
    }
}
