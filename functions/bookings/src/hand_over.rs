//! Hand a booking over to another customer: the old one ends at no cost and the new one takes its time, in one
//! transaction, so that the time is never free in between (`docs/areas/bookings.md`, 69).

use agreements::subscription::entitlements::Entitlements;
use records::Member;
use scheduling::{
    Booking, ScheduleSnapshot,
    booking::{BookingOutcome, BookingState, CancellationReason, PaymentSource, transition},
    booking_frequency::BookingChanges,
    booking_size, booking_slots,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settlement::source_account::ChargesView;
use shared::api::{Body, Call, Created, Creates, Data, PathId, reply::Plain, retry};
use store::{Record, Transaction};
use values::{Amount, ApiError, Currency, Customer, ErrorCode, Id, LongText, Period, ShortText};
use work::auth::Standpoint;

use crate::{
    booking_customer::{Bookers, read_bookers},
    extras,
    new_booking::{BookingCreate, decide},
    paying::{Paying, PaymentAsked},
    policy_check::check_override,
    series::resume::before_change,
    subscribers,
};

/// To whom a booking is handed over, and how they pay.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingHandOver {
    /// Who has the booking from now on: a member or a company.
    pub customer_id: Id<Customer>,
    /// Person who books for a company.
    pub member_id: Option<Id<Member>>,
    /// How it is paid; as before when left out.
    pub payment_source: Option<PaymentSource>,
    /// Whether money pays what credits or day passes do not; as before when left out.
    pub allow_mixed: Option<bool>,
    /// What it is for; empty when left out, because the customer of before wrote what it was for.
    pub title: Option<ShortText>,
    /// Reason for handing it over, in words, which the customer of before is told.
    #[serde(default)]
    pub comment: LongText,
    /// Sets policy aside; needs the scope `bookings:override`.
    #[serde(default, rename = "override")]
    pub is_override: bool,
}

/// What handing a booking over would come to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookingHandOverPreview {
    /// Whether the new booking would be confirmed at once, or wait for approval.
    outcome: BookingOutcome,
    /// Price of the new booking, including tax, in major units.
    total_amount: Amount,
    /// Currency of the price.
    currency: Currency,
    /// Who would pay: the new customer, or a company that pays for them; null when nobody does.
    payer_id: Option<Id<Customer>>,
    /// What would be charged for the new booking.
    charged: ChargesView,
    /// What was charged for the booking of before and would be given back.
    given_back: ChargesView,
}

/// Hands a booking over: the customer of before pays nothing for it, and the new one as for a new booking.
pub async fn hand_over(
    call: Call,
    PathId(id): PathId<Booking>,
    Body(input): Body<BookingHandOver>,
) -> Creates<Booking> {
    check_override(&call, input.is_override)?;
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let (changed, transaction) = decided(call, call.get_for_change(id).await?, input).await?;
        let Changed { before, new } = changed;
        extras::follow(call, &before, call.commit(transaction, Created(new))).await
    })
    .await
}

/// Tells what handing a booking over would come to.
pub async fn preview(
    call: Call,
    PathId(id): PathId<Booking>,
    Body(input): Body<BookingHandOver>,
) -> Result<Data<Plain<BookingHandOverPreview>>, ApiError> {
    check_override(&call, input.is_override)?;
    let (call, input) = (&call, &input);
    let changed =
        retry(call, move || async move { Ok(decided(call, call.get_for_change(id).await?, input).await?.0) }).await?;
    Ok(Data(Plain(previewed(&changed))))
}

/// What a hand-over comes to.
pub fn previewed(changed: &Changed) -> BookingHandOverPreview {
    let charged = |booking: &Booking| {
        booking.payment.as_ref().map(|payment| payment.account.view(booking.currency)).unwrap_or_default()
    };
    let new = &changed.new.body;
    let outcome = if new.state == BookingState::Pending { BookingOutcome::Pending } else { BookingOutcome::Confirmed };
    BookingHandOverPreview {
        outcome,
        total_amount: Amount::of(new.price.total_minor, new.currency),
        currency: new.currency,
        payer_id: new.payment.as_ref().map(|payment| payment.account.payer_id),
        charged: charged(new),
        given_back: charged(&changed.before.body),
    }
}

/// The booking as it was, and the one that takes its place.
#[derive(Debug)]
pub struct Changed {
    /// The booking as it was.
    pub before: Record<Booking>,
    /// The booking of the other customer.
    pub new: Record<Booking>,
}

/// What the hand-over of a booking writes.
///
/// # Errors
/// 409 for a booking that has begun or ended; what refuses a new booking.
pub async fn decided(
    call: &Call,
    before: Record<Booking>,
    input: &BookingHandOver,
) -> Result<(Changed, Transaction), ApiError> {
    check_for_others(call, input)?;
    before_change(call, &before.body).await?;
    let mut ended = call.next_version(&before, ended(call, &before.body, input)?, None);
    let asked = asked(&before.body, input);
    let period = Period::new(before.body.start, before.body.end)
        .ok_or_else(|| ApiError::internal("a booking that ends before it starts"))?;
    let (snapshot, bookers) = tokio::join!(
        ScheduleSnapshot::load(
            call,
            asked.resource_id,
            &asked.additional_resource_ids,
            period,
            booking_slots::days_of(&before.body)
        ),
        read_bookers(call, input.customer_id, input.member_id),
    );
    let (mut snapshot, bookers) = (snapshot?, bookers?);
    let (entitlements, mut paying) = read_terms(call, &snapshot, &bookers, (&asked, &before.body)).await?;
    booking_slots::free(&mut snapshot.calendar, &before, call.now);
    let mut new = call.new_record(decide(call, &asked, period, &snapshot, &entitlements, None)?, None);
    new.body.handed_over_from_id = Some(before.id);
    ended.body.handed_over_to_id = Some(new.id);
    let mut transaction = call.transaction();
    let mut changes = BookingChanges::default();
    changes.update(call, before.id.uuid(), &before.body, &ended.body).await?;
    changes.admit(call, &snapshot, new.id.uuid(), (None, &new.body), input.is_override).await?;
    changes.write(&mut transaction, call.now);
    snapshot.take(&new.body.taken, |units| new.body.slot(new.id.uuid(), units), call.now)?;
    let actions = transaction.actions() + snapshot.actions() + booking_size::items(&new.body);
    paying.leave_room(actions + booking_size::items(&ended.body));
    // What comes back may be what the new one is paid from, where a company pays for both.
    paying.give_back(call, &before.body, &mut ended)?;
    asked.set_payment(call, &paying, (&snapshot, &entitlements), &mut new)?;
    paying.charge(call, &mut new)?;
    transaction.replace(&before, &ended);
    transaction.create(&new);
    paying.write(call, &mut transaction).await?;
    snapshot.write(&mut transaction);
    Ok((Changed { before, new }, transaction))
}

/// Refuses those who run some locations what they would have for themselves: as customers they book like others.
fn check_for_others(call: &Call, input: &BookingHandOver) -> Result<(), ApiError> {
    match call.caller.standpoint() {
        Some(Standpoint::Manager(member)) if member.id.uuid() == input.customer_id.uuid() => Err(ApiError::new(
            ErrorCode::Forbidden,
            "nobody who runs some locations hands a booking over to themselves",
        )),
        None | Some(_) => Ok(()),
    }
}

/// What the new customer is at the location, and how they pay.
async fn read_terms(
    call: &Call,
    snapshot: &ScheduleSnapshot,
    bookers: &Bookers,
    (asked, before): (&BookingCreate, &Booking),
) -> Result<(Entitlements, Paying), ApiError> {
    let at = (&snapshot.location, before.start);
    let (entitlements, paying) = tokio::join!(
        subscribers::read_entitlements(call, snapshot, &bookers.customer),
        Paying::read_replacing(call, asked.payment(), bookers, at, before)
    );
    Ok((entitlements?, paying?))
}

/// The booking of before, which ends at no cost, before it begins.
fn ended(call: &Call, before: &Booking, input: &BookingHandOver) -> Result<Booking, ApiError> {
    if input.customer_id == before.customer_id {
        return Err(ApiError::rule("customer_id", "same_customer", "it is this customer's booking"));
    }
    if before.start <= call.now {
        let message = "a booking that has begun is not handed over";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    if before.checked_in_at.is_some() {
        let message = "whoever has checked in is there: the booking is not handed over";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    transition::cancelled(before, call.now, CancellationReason::Operator, input.comment.clone(), 0)
}

/// The booking that the new customer asks for: the same, paid as it is said.
fn asked(before: &Booking, input: &BookingHandOver) -> BookingCreate {
    let was = PaymentAsked::of(before);
    BookingCreate {
        resource_id: before.resource_id,
        additional_resource_ids: before.additional_resource_ids.clone(),
        customer_id: input.customer_id,
        start_time: before.start,
        end_time: before.end,
        title: input.title.clone().unwrap_or_default(),
        attendees: Some(before.attendees),
        units: Some(before.units),
        member_id: input.member_id,
        notes: LongText::default(),
        payment_source: input.payment_source.unwrap_or(was.source),
        allow_mixed: input.allow_mixed.unwrap_or(was.allow_mixed),
        quote_id: None,
        hold_id: None,
        price_override: None,
        is_override: input.is_override,
        metadata: None,
    }
}
