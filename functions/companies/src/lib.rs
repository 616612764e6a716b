//! Companies: customers with members of their own (`docs/areas/companies.md`).
//!
//! A company stands at one location. A member's place in it has a role and limits. A member has at most one place at a
//! location, and a company with members has a manager. An archived company keeps its members and its documents, and is
//! no customer of anything new.

mod active_location;
mod archive;
mod create;
mod delete;
mod event_types;
mod going;
mod in_steps;
mod leaving;
mod list;
mod members;
mod restore;
mod tax;
mod update;

use agreements::subscription::renewing::renew_wallet;
use expansions::{Companies, Locations, Members};
use records::Company;
use serde_json::json;
use shared::api::{Expansion, People, Route, Routes, get};
use values::{
    Area,
    ErrorCode::{AlreadyExists, CapacityExceeded, InUse, InvalidState},
};

pub use self::{event_types::event_types, in_steps::due_work};

/// What places of members in companies name.
const NAMED_BY_PLACES: &[Expansion] = &[
    Expansion::of::<Companies>("company_id"),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("member_id").telling(),
];

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Companies, [companies(), company_members()]).renewing_wallets(renew_wallet)
}

fn companies() -> Vec<Route> {
    vec![
        Route::get("list_companies", "/companies", list::list).by_ids().sorted_by(&["name"]).managed().described(
            "Newest first, archived ones among them. The list is strongly consistent; searched within a location it may \
             lag by a moment.",
        ),
        Route::post("create_company", "/companies", create::create).managed()
            .described(
                "`tax_id_status` is `form_checked` when the number's form, and where their rule is known its check digits, \
                 are right for its country; nobody asked the country. A wrong number is kept and shown as `unverified`. \
                 `tax_status` `reverse_charge` needs one that is `form_checked`, of another country than the merchant's; \
                 `exempt` needs `tax_exemption_reason`.",
            )
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Blue Harbour Studio",
                    "tax_id": "NL004495445B01", "billing_address": {"city": "Amsterdam", "country_code": "NL"},
                    "pay_with_invoice": {"rooms": true, "desks": true}})
            }),
        Route::get("get_company", "/companies/{id}", get::<Company>).managed().people(People::OwnCompany(""), &[]).of_path().hiding(&["notes"]),
        Route::put("update_company", "/companies/{id}", update::update).managed()
            .described("Fields that are left out stay as they are, in nested objects too. The location is fixed.")
            .example(|| json!({"legal_name": "Blue Harbour Studio B.V.", "default_payment_terms_days": 30})),
        Route::delete("delete_company", "/companies/{id}", going::delete)
            .described(
                "Only without members, and without open registrations that name it; without bookings that have not ended unless \
                 `on_future_bookings` says what becomes of them: `keep` or `cancel`; and without assigned resources unless \
                 `on_assignments` is `end`. The company answers 404 afterwards; documents keep it, and `GET /customers/{id}` \
                 still shows it. To stop for a while, archive it instead. Bookings that are too many to be cancelled by one request are \
                 cancelled in steps, as `archive_company` says.",
            )
            .refusing(&[InUse, InvalidState]),
        Route::post("archive_company", "/companies/{id}/archive", going::archive)
            .described(
                "It keeps its members, gets no new ones, and can be no customer of anything new until restored. Refused \
                 while it has bookings that have not ended, unless `on_future_bookings` says what becomes of them: \
                 `keep` lets them stand, `cancel` cancels them as the operator. Resources that are assigned to it, now or later, \
                 stand in the way unless `on_assignments` is `end`: yesterday was their last day then. Open registrations that \
                 name it stand in the way, too. Its entries on waiting lists end. When cancelling is more than one request may do, the answer is 202 with the \
                 company, whose `operation` shows how far it has come: it is archived when its bookings are cancelled, unless something \
                 stands in the way by then. Restoring it cancels that before its first step.",
            )
            .refusing(&[InUse, InvalidState]),
        Route::post("restore_company", "/companies/{id}/restore", restore::restore)
            .described(
                "Its location must still be there. A company that is to be archived or deleted in steps stays what it is; after the \
                 first step that is refused.",
            )
            .refusing(&[InvalidState]),
    ]
}

fn company_members() -> Vec<Route> {
    vec![
        Route::get("list_company_members", "/companies/{id}/members", members::list::list)
            .expanding(NAMED_BY_PLACES)
            .managed()
            .people(People::OwnCompany(""), &["role"])
            .of_path()
            .described("Newest first; it may lag by a moment."),
        Route::post("add_company_member", "/companies/{id}/members", members::add::add)
            .managed()
            .described(
                "A member is in at most one company at a location. The first member is a manager. \
                 `monthly_credit_limit` bounds what the member spends of the company's credits.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState])
            .example(|| {
                json!({"member_id": "0199a000-0000-7000-8000-000000000002", "role": "manager",
                    "may_use_company_credits": true, "monthly_credit_limit": 40})
            }),
        Route::get("get_company_member", "/companies/{id}/members/{member_id}", members::get::get)
            .expanding(NAMED_BY_PLACES)
            .managed()
            .people(People::OwnCompany(""), &[])
            .of_path(),
        Route::put("update_company_member", "/companies/{id}/members/{member_id}", members::update::update)
            .managed()
            .described("Fields that are left out stay as they are. The last manager stays a manager.")
            .refusing(&[InvalidState])
            .example(|| json!({"role": "member", "monthly_credit_limit": null})),
        Route::delete("remove_company_member", "/companies/{id}/members/{member_id}", members::remove::remove)
            .managed()
            .labelled("Remove company member")
            .described(
                "The last manager cannot be removed while other members remain. What was booked and billed stays with \
                 the company.",
            )
            .refusing(&[InvalidState]),
    ]
}
