//! What becomes of an entry: its offer is accepted or declined, or it leaves the waiting list.

use records::Member;
use scheduling::{
    Booking, ScheduleSnapshot,
    booking::{PaymentSource, transition::void_at},
    booking_frequency,
    calendar::Calendar,
    waitlist::{
        entry::{Offer, WaitlistEntry, WaitlistState, WaitlistStatus},
        waiting_list,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, LongText, Metadata, Period, ShortText};

use super::offer::{FreedTime, release_and_offer};
use crate::{
    booking_customer::read_bookers,
    new_booking::{BookingCreate, decide},
    paying::Paying,
    series::{
        joined::{find_series_of, is_joined, with_booking},
        record::{BookingSeries, Occurrence},
    },
    subscribers,
};

/// What the booking is to have besides its time.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitlistEntryAccept {
    /// What it is for; as the series says when left out, if a series waits.
    title: Option<ShortText>,
    /// How many people come; when left out as the series says, else 1.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: Option<i64>,
    /// Person who books for a company; as the series says when left out.
    member_id: Option<Id<Member>>,
    /// For the people who run the place; as the series says when left out.
    notes: Option<LongText>,
    /// How it is paid; when left out as the series says, else `none`.
    payment_source: Option<PaymentSource>,
    /// Whether money pays what credits or day passes do not; when left out as the series says, else not.
    allow_mixed: Option<bool>,
    /// Your own keys, for the booking.
    metadata: Option<Metadata>,
}

/// Books the offered time for the customer who waits; the entry becomes `accepted`.
pub async fn accept(
    call: Call,
    PathId(id): PathId<WaitlistEntry>,
    Body(input): Body<WaitlistEntryAccept>,
) -> Changes<WaitlistEntry> {
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        let (offer, period) = offered(call, &before)?;
        let series = find_series_of(call, &before.body).await?;
        let asked = asked(&before.body, offer, series.as_ref().map(|series| &series.body), input);
        let others = &asked.additional_resource_ids;
        let (snapshot, bookers) = tokio::join!(
            ScheduleSnapshot::load(call, offer.resource_id, others, period, offer.calendar_days()),
            read_bookers(call, before.body.customer_id, asked.member_id),
        );
        let (mut snapshot, bookers) = (snapshot?, bookers?);
        let (entitlements, paying) = tokio::join!(
            subscribers::read_entitlements(call, &snapshot, &bookers.customer),
            Paying::read(call, asked.payment(), &bookers, (&snapshot.location, period.start()))
        );
        let (entitlements, mut paying) = (entitlements?, paying?);
        // Policy is judged as of the moment of the offer, so that an offer can be accepted as long as it lasts.
        let booking = decide(&call.at(offer.made_at), &asked, period, &snapshot, &entitlements, None)?;
        let series = series.filter(|series| is_joined(&series.body));
        let series_id = series.as_ref().map(|series| series.id.cast());
        let booking = Booking { void_at: void_at(&booking, call.now), series_id, ..booking };
        let mut booking = call.new_record(booking, input.metadata.clone());
        asked.set_payment(call, &paying, (&snapshot, &entitlements), &mut booking)?;
        paying.charge(call, &mut booking)?;
        let mut transaction = call.transaction();
        let (body, id) = (&booking.body, booking.id.uuid());
        booking_frequency::admit(call, &mut transaction, &snapshot, id, (None, body), asked.is_override).await?;
        free(&mut snapshot.calendar, &before, call);
        if let Err(error) = snapshot.take(&body.taken, |units| body.slot(id, units), call.now) {
            return Err(call.explain_refusal(&before, error).await);
        }
        let after = WaitlistEntry { booking_id: Some(booking.id), ..before.body.settled(WaitlistState::Accepted) };
        let after = call.next_version(&before, after, None);
        transaction.create(&booking);
        paying.write(call, &mut transaction).await?;
        transaction.replace(&before, &after);
        if let Some(series) = &series {
            let occurrence = Occurrence { booking_id: booking.id, start: booking.body.start };
            let body = with_booking(&series.body, &before, occurrence);
            transaction.replace(series, &call.next_version(series, body, None));
        }
        snapshot.write(&mut transaction);
        call.commit(transaction, Data(after)).await
    })
    .await
}

/// Gives up an open offer; its time is offered to the next entry that can use it.
pub async fn decline(call: Call, PathId(id): PathId<WaitlistEntry>) -> Changes<WaitlistEntry> {
    let call = &call;
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        let (offer, period) = offered(call, &before)?;
        let mut calendar = Calendar::read_days(call, offer.calendar_days()).await?;
        free(&mut calendar, &before, call);
        let after = before.body.settled(WaitlistState::Declined);
        let after = call.next_version(&before, after, None);
        let mut transaction = call.transaction();
        transaction.replace(&before, &after);
        calendar.write(&mut transaction);
        let freed = FreedTime::of(before.body.location_id, &offer.taken, Some(period));
        release_and_offer(call, freed, call.commit(transaction, Data(after))).await
    })
    .await
}

/// Takes an entry that still waits off the waiting list; it becomes `cancelled`.
pub async fn leave(call: Call, PathId(id): PathId<WaitlistEntry>) -> Changes<WaitlistEntry> {
    let call = &call;
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        expect(call, &before, WaitlistStatus::Waiting, "only an entry that waits can leave; decline an offer")?;
        let after = before.body.settled(WaitlistState::Cancelled);
        let after = call.next_version(&before, after, None);
        let mut transaction = call.transaction();
        transaction.replace(&before, &after);
        waiting_list::leave(call, &mut transaction, &before).await?;
        call.commit(transaction, Data(after)).await
    })
    .await
}

/// The offer that still stands.
fn offered<'a>(call: &Call, entry: &'a Record<WaitlistEntry>) -> Result<(&'a Offer, Period), ApiError> {
    expect(call, entry, WaitlistStatus::Offered, "there is no offer, or it is over")?;
    let offer = entry.body.offer.as_ref();
    let period = offer.and_then(|offer| Period::new(offer.start, offer.end));
    offer.zip(period).ok_or_else(|| ApiError::internal("an offered entry without an offer"))
}

fn expect(
    call: &Call,
    entry: &Record<WaitlistEntry>,
    status: WaitlistStatus,
    message: &'static str,
) -> Result<(), ApiError> {
    if entry.body.status(call.now) == status {
        return Ok(());
    }
    Err(ApiError::conflict(ErrorCode::InvalidState, message))
}

/// Takes what is held for an entry out of the calendars.
fn free(calendar: &mut Calendar, entry: &Record<WaitlistEntry>, call: &Call) {
    for (offer, taken) in entry.body.offer.iter().flat_map(|offer| offer.taken.iter().map(move |taken| (offer, taken)))
    {
        let days = taken.slot(offer.slot(entry.id.uuid(), 0)).days();
        calendar.free(taken.resource_id, entry.id.uuid(), &days, call.now);
    }
}

/// The offer as a request for a booking: as that for an occurrence of the series that waits, if one does, but for what
/// is given now.
fn asked(
    entry: &WaitlistEntry,
    offer: &Offer,
    series: Option<&BookingSeries>,
    input: &WaitlistEntryAccept,
) -> BookingCreate {
    let title = input.title.clone().or_else(|| series.map(|series| series.title.clone()));
    let notes = input.notes.clone().or_else(|| series.map(|series| series.notes.clone()));
    let payment_source = input.payment_source.or(series.map(|series| series.payment_source));
    BookingCreate {
        resource_id: offer.resource_id,
        additional_resource_ids: series.map(|series| series.additional_resource_ids.clone()).unwrap_or_default(),
        customer_id: entry.customer_id,
        start_time: offer.start,
        end_time: offer.end,
        title: title.unwrap_or_default(),
        attendees: input.attendees.or(series.map(|series| series.attendees)),
        units: Some(entry.want.units),
        member_id: input.member_id.or(series.and_then(|series| series.member_id)),
        notes: notes.unwrap_or_default(),
        payment_source: payment_source.unwrap_or_default(),
        allow_mixed: input.allow_mixed.unwrap_or(series.is_some_and(|series| series.allow_mixed)),
        quote_id: None,
        hold_id: None,
        price_override: None,
        is_override: series.is_some_and(|series| series.overridden),
        metadata: None,
    }
}
