//! Check-ins: who is at a location. Whoever has neither a subscription nor a booking there pays with a day pass, once
//! for each local day (`docs/areas/members.md`, 22 to 28).
//!
//! What a person has checked in to stands in one versioned item ([`presence`]), so that of several check-ins at once
//! one happens, and a day is paid for once.

mod admission;
mod booked;
mod check_out;
mod create;
pub mod day_end;
mod list;
mod presence;

use expansions::{Locations, Members};
use records::CheckIn;
use serde_json::json;
use shared::api::{Expansion, People, Route, get};
use values::ErrorCode::{InsufficientBalance, InvalidState, RuleViolation};

/// What check-ins name.
pub const NAMED: &[Expansion] =
    &[Expansion::of::<Locations>("location_id"), Expansion::of::<Members>("member_id").telling()];

/// The operations on check-ins.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_check_ins", "/check-ins", list::list).by_ids().expanding(NAMED).managed().people(People::Own("member_id"), &["from", "location_id", "open", "to"])
            .described(
                "Newest first. With `member_id` or `location_id` it may lag a moment. `from` and `to` are compared with \
                 `checked_in_at`.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_check_in", "/check-ins", create::create).managed()
            .described(
                "A person comes to a location, now or earlier on the same local day. A subscription there, of the person or of a company \
                 that the person is in, or a booking there on that day admits them; whoever has neither pays with a day pass of their \
                 own, once for each local day of the location: 402 `insufficient_balance`. A person is at one location at a time. The \
                 check-in ends when the person checks out, at the latest at the end of the local day.",
            )
            .refusing(&[InsufficientBalance, InvalidState])
            .example(|| {
                json!({"member_id": "0199a000-0000-7000-8000-000000000002",
                    "location_id": "0199a000-0000-7000-8000-000000000001"})
            }),
        Route::get("get_check_in", "/check-ins/{id}", get::<CheckIn>).expanding(NAMED).managed().people(People::Own(""), &[]),
        Route::post("check_out", "/check-ins/{id}/check-out", check_out::check_out).managed()
            .labelled("Check out of a location")
            .described("The person leaves. Refused once they have left, and when the day is over.")
            .refusing(&[InvalidState]),
    ]
}
