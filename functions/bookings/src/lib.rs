//! Bookings (`docs/areas/bookings.md`): the customer's use of a resource for a period.
//!
//! A booking holds its time in the day items of the resources it takes. Those items are read together, decided on in
//! memory and written under their versions in one transaction with the booking: `scheduling` is the only way to them.

mod action;
mod block;
mod booking_customer;
mod booking_period;
mod cancelled_by;
mod create;
mod digest;
mod event_types;
mod example;
mod extras;
mod hand_over;
mod hold;
mod letters;
mod list;
mod moved_booking;
mod mover;
mod new_booking;
mod override_price;
mod owed;
mod paying;
mod policy_check;
mod price_override;
mod quote;
mod quote_booking;
mod quote_cancellation;
mod reschedule;
mod series;
mod subscribers;
mod sweep;
mod update;
mod waitlist;

pub use self::digest::digest;
pub use self::event_types::event_types;
use self::example::EXAMPLE_ID;
pub use self::letters::letters;
pub use self::sweep::due_work;
use agreements::subscription::renewing::renew_wallet;
use expansions::{Customers, Locations, OF_BOOKINGS, Resources};
use scheduling::{Booking, CalendarBlock};
use serde_json::json;
use shared::api::{Expansion, PAYMENT_SOURCES, People, Route, Routes, get};
use values::{
    Area,
    ErrorCode::{
        BookingConflict, CapacityExceeded, InUse, InsufficientBalance, InvalidState, QuoteStale, RuleViolation,
    },
    Scope,
};

/// What held time names.
const NAMED_BY_HOLDS: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Resources>("resource_id"),
];

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Bookings, [bookings(), actions(), calendar(), series::routes(), waitlist::routes(), quotes()])
        .renewing_wallets(renew_wallet)
}

fn bookings() -> Vec<Route> {
    vec![
        Route::get("list_bookings", "/bookings", list::list).by_ids().sorted_by(&["end_time"]).expanding(OF_BOOKINGS).managed().people(People::OwnCompany("customer_id"), &["end_date", "ends_before", "ends_from", "location_id", "resource_id", "resource_type", "series_id", "start_date", "status"])
            .described(
                "By start, earliest first. Read from an index, which may lag a write by a moment; a booking itself never does.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_booking", "/bookings", create::create).choosing(&PAYMENT_SOURCES).managed().people(People::OwnCompany("customer_id"), &["additional_resource_ids", "allow_mixed", "attendees", "end_time", "hold_id", "notes", "payment_source", "quote_id", "resource_id", "start_time", "title", "units"])
            .described(
                "Takes the time or answers 409 `booking_conflict` with the colliding interval; nothing in between. \
                 Confirmed at once unless the resource asks for approval. A broken rule of its policy is a 422 with \
                 the rule's name: of the customer's other bookings of it, `cooldown` and `too_many_free_bookings`.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InsufficientBalance, InvalidState, QuoteStale])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "start_time": "2027-01-11T09:00:00+01:00",
                    "end_time": "2027-01-11T10:30:00+01:00", "title": "Stand-up", "attendees": 4})
            }),
        Route::get("get_booking", "/bookings/{id}", get::<Booking>).expanding(OF_BOOKINGS).managed().people(People::Own(""), &[]),
        Route::put("update_booking", "/bookings/{id}", update::update).managed().people(People::Own(""), &["attendees", "notes", "title"])
            .described("Title, attendees and notes. Time and place change by rescheduling.")
            .refusing(&[InvalidState])
            .example(|| json!({"title": "Retrospective", "attendees": 6})),
        Route::delete("delete_booking", "/bookings/{id}", action::delete).managed()
            .labelled("Cancel booking as its customer")
            .described(
                "What `cancel_booking` does with `by` left out: the customer cancels, at the fee of the policy. The booking \
                 stays and is shown as cancelled. To cancel as the operator, at no fee, or with a comment, use \
                 `cancel_booking`.",
            )
            .refusing(&[InvalidState]),
    ]
}

fn actions() -> Vec<Route> {
    let states = &[InvalidState, BookingConflict, CapacityExceeded];
    vec![
        Route::post("confirm_booking", "/bookings/{id}/confirm", action::confirm).managed()
            .described("Pending becomes confirmed, if it still holds its time. For the operator.")
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(states),
        Route::post("decline_booking", "/bookings/{id}/decline", action::decline).managed()
            .described("Pending becomes cancelled at no fee. For the operator.")
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(states),
        Route::post("cancel_booking", "/bookings/{id}/cancel", action::cancel).managed().people(People::Own(""), &["comment"])
            .described(
                "Until the booking begins; then it ends by check-out or as a no-show. The time is free again. The fee is \
                 that of the policy the booking was made under; the operator waives it by `by`.",
            )
            .refusing(states)
            .example(|| json!({"by": "customer", "comment": "We meet elsewhere."})),
        Route::post("reschedule_booking", "/bookings/{id}/reschedule", reschedule::reschedule).managed().people(People::Own(""), &["additional_resource_ids", "end_time", "resource_id", "start_time", "units"])
            .described(
                "Frees what it held and takes what it needs in one step, also on another resource of the location. \
                 The price is that of the new time, but while a cancellation costs a fee, and once it has begun, never \
                 lower than before; that fee stays the least that a later cancellation costs. With only `start_time` \
                 it keeps its length. Policy and approval stay as they were agreed, but another resource brings its own \
                 policy, and another start, another resource or more units are approved as a new booking is.",
            )
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"start_time": "2027-01-11T11:00:00+01:00", "end_time": "2027-01-11T12:30:00+01:00"})),
        Route::post("hand_over_booking", "/bookings/{id}/hand-over", hand_over::hand_over).choosing(&PAYMENT_SOURCES).managed()
            .described(
                "Gives the time of a booking that has not begun to another customer in one step: the booking is cancelled at no fee,                  and what was charged for it comes back; the answer is a new booking of the other customer, judged, priced and paid                  as any new one is. `handed_over_to_id` and `handed_over_from_id` lead from one to the other. For the operator.",
            )
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"customer_id": EXAMPLE_ID, "comment": "Ann is away; Bob goes in her place."})),
        Route::post("preview_booking_hand_over", "/bookings/{id}/hand-over-preview", hand_over::preview).choosing(&PAYMENT_SOURCES).managed()
            .described("What handing a booking over would be charged and given back. Nothing is changed.")
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(&[InvalidState, BookingConflict, CapacityExceeded, InsufficientBalance])
            .example(|| json!({"customer_id": EXAMPLE_ID})),
        Route::post("override_booking_price", "/bookings/{id}/override-price", override_price::override_price)
            .described(
                "Gives a booking another price, 0 too, instead of the one by its rates, and says why. What is charged \
                 follows at once, also of a booking that is over; not of one that was cancelled, is paid by credits or \
                 day passes, or is on an issued invoice: a credit note corrects that.",
            )
            .needing(Scope::BOOKINGS_OVERRIDE)
            .refusing(&[InvalidState, CapacityExceeded])
            .example(|| json!({"amount": 15, "reason": "The projector was broken."})),
        Route::post("check_in_booking", "/bookings/{id}/check-in", action::check_in).managed()
            .labelled("Check in")
            .described("From `opens_minutes` before the start on. A booking that is checked in is not released.")
            .refusing(states),
        Route::post("check_out_booking", "/bookings/{id}/check-out", action::check_out).managed()
            .labelled("Check out")
            .described("The booking is completed and keeps its end; the rest of the time is free again.")
            .refusing(states),
        Route::post("mark_booking_no_show", "/bookings/{id}/no-show", action::no_show).managed()
            .labelled("Mark no-show")
            .described(
                "Nobody came. Said before the end, it cancels the booking: what is left of the time is free, and the fee \
                 of the policy is due, or that of a cancellation at the start. Said later, the booking stays completed \
                 and is marked. For the operator.",
            )
            .needing(Scope::BOOKINGS_MANAGE)
            .refusing(states),
    ]
}

fn calendar() -> Vec<Route> {
    vec![
        Route::get("list_booking_holds", "/booking-holds", hold::list).expanding(NAMED_BY_HOLDS).managed(),
        Route::post("create_booking_hold", "/booking-holds", hold::create).people(People::OwnCompany("customer_id"), &["end_time", "hold_minutes", "resource_id", "start_time", "units"])
            .described("Keeps time on the way to a booking, 5 minutes unless asked otherwise; it ends by itself.")
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "start_time": "2027-01-12T09:00:00Z", "end_time": "2027-01-12T10:00:00Z"})
            }),
        Route::get("get_booking_hold", "/booking-holds/{id}", hold::get).expanding(NAMED_BY_HOLDS).managed().people(People::Own(""), &[]),
        Route::delete("release_booking_hold", "/booking-holds/{id}", hold::release).managed().people(People::Own(""), &[])
            .refusing(&[CapacityExceeded]),
        Route::get("list_calendar_blocks", "/calendar-blocks", block::list).by_ids().managed(),
        Route::post("create_calendar_block", "/calendar-blocks", block::create).managed()
            .described("Takes all units and parts of a resource out of use. What is booked already is in the way.")
            .refusing(&[BookingConflict, CapacityExceeded])
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "start_time": "2027-01-20T00:00:00Z", "end_time": "2027-01-21T00:00:00Z",
                    "reason": "New carpet", "kind": "maintenance"})
            }),
        Route::get("get_calendar_block", "/calendar-blocks/{id}", get::<CalendarBlock>).managed(),
        Route::put("update_calendar_block", "/calendar-blocks/{id}", block::update).managed()
            .described("What an event or another record made changes only with that record: 409 `in_use`.")
            .refusing(&[BookingConflict, CapacityExceeded, InUse])
            .example(|| json!({"reason": "New carpet and paint"})),
        Route::delete("delete_calendar_block", "/calendar-blocks/{id}", block::delete).managed()
            .described("Its time is free again. What another record made goes only with that record: 409 `in_use`.")
            .refusing(&[CapacityExceeded, InUse]),
    ]
}

fn quotes() -> Vec<Route> {
    vec![
        Route::post("quote_booking", "/bookings/quote", quote_booking::quote)
            .choosing(&PAYMENT_SOURCES)
            .people(
                People::OwnCompany("customer_id"),
                &[
                    "additional_resource_ids",
                    "allow_mixed",
                    "attendees",
                    "end_time",
                    "hold_id",
                    "payment_source",
                    "resource_id",
                    "start_time",
                    "units",
                ],
            )
            .described(
                "What a booking would cost, what is in its way and which rules it breaks, a `hold_id` that cannot be \
                 booked and a `member_id` who may not book among them. For 15 minutes a booking with \
                 the `quote_id` is made at exactly this price or refused with 409 `quote_stale`. Nothing is held.",
            )
            .example(|| {
                json!({"resource_id": EXAMPLE_ID, "customer_id": EXAMPLE_ID, "start_time": "2027-01-11T09:00:00+01:00",
                    "end_time": "2027-01-11T10:30:00+01:00", "attendees": 4})
            }),
        Route::post("quote_booking_cancellation", "/bookings/{id}/quote-cancel", quote_cancellation::quote_cancel)
            .managed()
            .people(People::Own(""), &[])
            .labelled("Quote cancellation")
            .described("What a cancellation by the customer would cost now, by the policy the booking was made under.")
            .refusing(&[InvalidState]),
    ]
}
