//! Visits: from the invitation to the purge of the visitor's data.

mod answer;
pub mod badge;
mod booking;
mod cancel;
mod check_in;
mod check_out;
pub mod code;
pub mod create;
mod delete;
mod guest;
pub mod host;
mod invitations;
mod list;
mod on_site;
mod qr;
pub mod tend;
mod tries;
mod update;
pub mod window;

use expansions::{Locations, Members};
use records::VisitorVisit;
use serde_json::json;
use shared::api::{Expansion, People, Route, get};
use values::ErrorCode::{CapacityExceeded, Forbidden, InsufficientBalance, InvalidState, RateLimited, RuleViolation};

use crate::example::EXAMPLE_ID;

/// What visits name.
pub const NAMED: &[Expansion] =
    &[Expansion::of::<Members>("host_id").telling(), Expansion::of::<Locations>("location_id")];

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_visitor_visits", "/visitor-visits", list::list).by_ids().sorted_by(&["expected_at"]).expanding(NAMED).managed().people(People::Own("host_id"), &["booking_id", "from", "location_id", "status", "to"]).described(
            "By the instant at which visitors are expected, earliest first. Read from an index, which may lag a write by a moment.",
        )
        .refusing(&[RuleViolation]),
        Route::post("create_visitor_visit", "/visitor-visits", create::create).managed().people(People::Own("host_id"), &["booking_id", "comment", "event_id", "expected_at", "expected_until", "location_id", "reason", "recurring", "visitor"])
            .described(
                "Gives the visitor a code of six digits and the content of a QR code, which are valid on the local day of the visit. By \
                 `recurring` the visitor comes several times: each is a visit with a code of its own, all are made or none, and the first \
                 is answered. A visitor of a booking takes a place beside its attendees. A \
                 member by a session invites 50 visitors a day.",
            )
            .refusing(&[CapacityExceeded, Forbidden])
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "host_id": EXAMPLE_ID, "visitor": {"name": "Vera", "surname": "Lang",
                    "email": "vera@lang.example", "company_name": "Lang Architects"},
                    "expected_at": "2027-01-11T10:00:00+01:00", "reason": "Plans of the new floor"})
            }),
        Route::get("list_visitors_on_site", "/visitor-visits/on-site", on_site::list_on_site).managed()
            .labelled("List visitors on site")
            .described("Everybody who has checked in at a location and not left, by name. It does not lag. At most 2,000 entries.")
            .refusing(&[RuleViolation]),
        Route::get("get_visitor_visit", "/visitor-visits/{id}", get::<VisitorVisit>).expanding(NAMED).managed().people(People::Own(""), &[]),
        Route::put("update_visitor_visit", "/visitor-visits/{id}", update::update).managed().people(People::Own(""), &["comment", "expected_at", "expected_until", "reason", "visitor"])
            .described("As long as the visitor has not come. Code and QR code stay, and are valid on the day that is now expected.")
            .refusing(&[Forbidden, InvalidState])
            .example(|| json!({"expected_at": "2027-01-11T11:00:00+01:00", "comment": "Comes by bicycle."})),
        Route::delete("delete_visitor_visit", "/visitor-visits/{id}", delete::delete).managed()
            .described(
                "The visit is gone for every operation, and everything about the visitor with it. One that is expected is cancelled; who is \
                 there checks out first.",
            )
            .refusing(&[InvalidState]),
        Route::get("get_visitor_badge", "/visitor-visits/{id}/badge.svg", badge::get).managed()
            .labelled("Get badge")
            .described("A picture of 86 by 54 mm to print: who visits whom, where and when, and the QR code.")
            .refusing(&[InvalidState]),
    ]
}

pub fn states() -> Vec<Route> {
    vec![
        Route::post("check_in_visitor_by_code", "/visitor-visits/check-in", check_in::check_in_by_code)
            .labelled("Check visitor in by code")
            .described(
                "By the code of six digits, or by what the QR code says. A client has five wrong codes a minute, then 429. A QR code \
                 that was made up is refused without a look at any record.",
            )
            .refusing(&[Forbidden, InsufficientBalance, InvalidState, RateLimited])
            .example(|| json!({"location_id": EXAMPLE_ID, "code": "042137", "agreement_accepted": true})),
        Route::post("check_in_visitor", "/visitor-visits/{id}/check-in", check_in::check_in_by_id).managed()
            .labelled("Check visitor in")
            .described(
                "On the day of the visit, once. The visitor gets the number of a badge, and is checked out when the location closes, \
                 unless somebody does it before.",
            )
            .refusing(&[Forbidden, InsufficientBalance, InvalidState])
            .example(|| json!({"agreement_accepted": true})),
        Route::post("check_out_visitor", "/visitor-visits/{id}/check-out", check_out::check_out).managed()
            .labelled("Check visitor out")
            .refusing(&[InvalidState]),
        Route::post("cancel_visitor_visit", "/visitor-visits/{id}/cancel", cancel::cancel).managed().people(People::Own(""), &["scope"])
            .described("The visitor need not come. With `scope` `following` neither need they at the later visits of the same rule.")
            .refusing(&[InvalidState])
            .example(|| json!({"scope": "this"})),
        Route::post("answer_visitor", "/visitor-visits/{id}/answer", answer::answer).people(People::Own(""), &["host_state"])
            .labelled("Answer visitor as host")
            .described(
                "What the host says to a visitor who has come, where the location asks for it: that the visitor waits \
                 (`accepted_hold`), may go in (`accepted_grant`), or is not seen (`rejected`).",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"host_state": "accepted_hold"})),
    ]
}
