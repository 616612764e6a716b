//! Members and their registrations (`docs/areas/members.md`).
//!
//! A registration asks for a person to become a member at a location; approving it makes the member, or links the one
//! with the same e-mail. A member is active or blocked, and may be anonymised in the end: then the record stays for
//! documents, without personal data.

mod anonymise;
mod balances;
mod beside;
mod block;
mod check_ins;
mod create;
mod customer;
mod erasure;
mod event_types;
mod export;
mod held;
mod in_steps;
mod letters;
mod list;
mod managed;
mod naming;
mod nobody;
mod of_member;
mod owners;
mod photo;
mod registrations;
mod same_email;
mod statement;
mod tax;
mod update;

pub use self::{event_types::event_types, letters::letters, registrations::digest::digest};
use agreements::subscription::renewing::renew_wallet;
use expansions::{Companies, Locations, Members, MembershipPlans, OF_BOOKINGS, OF_DOCUMENTS};
use serde_json::json;
use shared::{
    api::{Expansion, People, Route, Routes, get},
    due::DueWork,
};
use values::{
    Access, Area,
    ErrorCode::{AlreadyExists, CapacityExceeded, InUse, InvalidState, RuleViolation, VersionConflict},
    Scope,
};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { in_steps::go_on(&call, id).await }),
        DueWork::of(|call, id| async move { erasure::finish(&call, id).await }),
        DueWork::of(|call, id| async move { check_ins::day_end::note(&call, id).await }),
        DueWork::of(|call, id| async move { registrations::expire::expire(&call, id).await }),
    ]
}

/// What registrations name.
const NAMED_BY_REGISTRATIONS: &[Expansion] = &[
    Expansion::of::<Companies>("company_id"),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Members>("member_id"),
    Expansion::of::<MembershipPlans>("membership_plan_id"),
];

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(
        Area::Members,
        [
            members(),
            of_member(),
            customer_money(),
            member_states(),
            registrations(),
            registration_states(),
            check_ins::routes(),
        ],
    )
    .renewing_wallets(renew_wallet)
}

fn members() -> Vec<Route> {
    vec![
        Route::get("list_members", "/members", list::list).by_ids().sorted_by(&["name", "surname"]).managed().described(
            "Newest first, anonymised ones among them. Strongly consistent, with and without filters. `email` finds at \
             most one.",
        ),
        Route::post("create_member", "/members", create::create).managed()
            .described(
                "The e-mail is unique per merchant, whatever its case. A member joins a company through \
                 `POST /companies/{id}/members`.",
            )
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"email": "ann@example.com", "name": "Ann", "surname": "Bakker", "locale": "nl-NL",
                    "location_ids": ["0199a000-0000-7000-8000-000000000001"]})
            }),
        Route::get("get_member", "/members/{id}", beside::get).managed().people(People::Own(""), &[]).of_path(),
        Route::put("update_member", "/members/{id}", update::update).managed().people(People::Own(""), &["about", "billing_address", "legal_name", "letters_off", "locale", "name", "phone", "photo_key", "surname", "tax_id"]).of_path()
            .described(
                "Fields that are left out stay as they are. The last active owner stays an owner. An anonymised member \
                 does not change.",
            )
            .refusing(&[AlreadyExists, InvalidState])
            .example(|| json!({"phone": "+31 20 555 0100", "role": "manager"})),
        Route::delete("delete_member", "/members/{id}", anonymise::delete)
            .described(
                "Anonymises the member, as `anonymise_member`, who answers 404 afterwards; `GET /customers/{id}` still shows what documents \
                 name. Refused while the member has bookings that have not ended, unless `on_future_bookings` says what \
                 becomes of them: `keep` or `cancel`; and while resources are assigned, unless `on_assignments` is `end`. Bookings \
                 that are too many to be cancelled by one request are cancelled in steps, as `anonymise_member` says.",
            )
            .refusing(&[InUse, InvalidState]),
        Route::get("export_member_data", "/members/{id}/export", export::export).labelled("Export member data").described(
            "Everything that is held about a member, as it is stored, one `section` at a time. A section of another area needs that \
             area's reading scope, too. `member` names in `companies` the companies that the member is or was in: with `company_id` \
             the sections `bookings` and `booking_series` have what the member booked for one of them. \
             `registrations_by_email` goes through all registrations when the member had other addresses before. Sections that read an index \
             may lag by a moment.",
        ),
        Route::get("get_customer", "/customers/{id}", customer::get).managed().described(
            "A `customer_id` is a member's or a company's id; `type` tells which. Also answers for those that were \
                 deleted, because documents name them. Those who run some locations see customers who belong to one of theirs; of \
                 others, by a record at a location of theirs that names the customer (`named_by`, `named_by_type`), who it is.",
        )
        .refusing(&[RuleViolation]),
    ]
}

/// What a member has in other areas; each takes the scope of the area.
fn of_member() -> Vec<Route> {
    let read = |area| Scope { area, access: Access::Read };
    vec![
        Route::get("list_member_bookings", "/members/{id}/bookings", of_member::list_bookings)
            .expanding(OF_BOOKINGS)
            .described("Those of which the member is the customer, earliest first. May lag.")
            .needing(read(Area::Bookings)),
        Route::get("list_member_invoices", "/members/{id}/invoices", of_member::list_invoices)
            .expanding(OF_DOCUMENTS)
            .described("Those of which the member is the customer, newest first. May lag.")
            .needing(read(Area::Invoices)),
        Route::get("get_member_balances", "/members/{id}/balances", of_member::get_balances)
            .people(People::Own(""), &[])
            .of_path()
            .described("As `get_customer_balances`, of members that were not deleted.")
            .needing(read(Area::Transactions)),
    ]
}

/// What a customer has and owes; it takes the scope of transactions.
fn customer_money() -> Vec<Route> {
    const READ: Scope = Scope { area: Area::Transactions, access: Access::Read };
    vec![
        Route::get("get_customer_balances", "/customers/{id}/balances", balances::get).people(People::OwnCompany(""), &[]).of_path()
            .described(
                "Credits and day passes by their expiry, and money beyond invoices. What has expired by now is written \
                 down on the way. Also answers for customers that were deleted.",
            )
            .needing(READ),
        Route::get("get_customer_statement", "/customers/{id}/statement", statement::get).people(People::OwnCompany(""), &["currency", "from", "to"]).of_path()
            .described(
                "What changed what the customer owes, document by document, in one currency. It may lag a moment. At most \
                 1,000 lines at once.",
            )
            .refusing(&[RuleViolation])
            .needing(READ),
    ]
}

fn member_states() -> Vec<Route> {
    vec![
        Route::post("block_member", "/members/{id}/block", block::block).managed()
            .described("No new bookings, orders or posts. The last active owner cannot be blocked.")
            .refusing(&[InvalidState]),
        Route::post("unblock_member", "/members/{id}/unblock", block::unblock).managed()
            .described(
                "A member who is to be anonymised or deleted in steps stays what they are; after the first step that is refused.",
            )
            .refusing(&[InvalidState]),
        Route::post("anonymise_member", "/members/{id}/anonymise", anonymise::anonymise)
            .described(
                "Replaces the personal data, ends the places in companies, frees the e-mail, and empties what people wrote about the \
                 person: in registrations, bookings, series, holds, waiting-list entries, assignments and applications for benefits. Where that \
                 takes longer than the request may, it is finished within minutes. It cannot be undone; repeating it changes nothing \
                 more. Refused for the last active owner, and for the last manager of \
                 a company with other members. Refused while the member has bookings that have not ended, unless \
                 `on_future_bookings` says what becomes of them: `keep` or `cancel`; and while resources are assigned, unless \
                 `on_assignments` is `end`. Entries on waiting lists end. When cancelling is more than one request may do, the answer is 202 \
                 with the member, whose `operation` shows how far it has come: the person is removed when the bookings are cancelled, \
                 unless something stands in the way by then. Unblocking the member cancels that before its first step.",
            )
            .refusing(&[InUse, InvalidState]),
    ]
}

fn registrations() -> Vec<Route> {
    vec![
        Route::get("list_member_registrations", "/member-registrations", registrations::list::list).by_ids().sorted_by(&["expires_at", "name"]).expanding(NAMED_BY_REGISTRATIONS).managed()
            .described("Newest first. Filtered by e-mail it may lag by a moment."),
        Route::post("create_member_registration", "/member-registrations", registrations::create::create).managed()
            .described(
                "A sign-up waits for approval, an invitation for its acceptance; both expire. A sign-up for a membership \
                 plan that people sign up to immediately is approved at once. One registration is open for an e-mail at \
                 a location.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, VersionConflict])
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "email": "ann@example.com",
                    "name": "Ann Bakker", "message": "Two days a week, please."})
            }),
        Route::post("import_member_registrations", "/member-registrations/import", registrations::import::import).managed()
            .described(
                "Up to 100 registrations, as a list, as CSV with a line of column names in any order, or both. Each row is judged by \
                 itself: `created`, `linked` to the open registration that is there already, or `refused` with code, \
                 line, column and reason. After an interruption send the same rows again.",
            )
            .example(|| {
                json!({"csv": "email,name,location_id\nann@example.com,Ann Bakker,0199a000-0000-7000-8000-000000000001\n"})
            }),
        Route::get("get_member_registration", "/member-registrations/{id}", get::<registrations::MemberRegistration>).expanding(NAMED_BY_REGISTRATIONS).managed(),
    ]
}

fn registration_states() -> Vec<Route> {
    vec![
        Route::post(
            "approve_member_registration",
            "/member-registrations/{id}/approve",
            registrations::approve::approve,
        )
        .managed()
        .described(
            "Makes the member, or links the one with the same e-mail, at the location and in the company. An \
                 invitation becomes `accepted`, anything else `approved`.",
        )
        .refusing(&[AlreadyExists, CapacityExceeded, InvalidState]),
        Route::post("reject_member_registration", "/member-registrations/{id}/reject", registrations::reject::reject)
            .managed()
            .refusing(&[InvalidState]),
        Route::post(
            "withdraw_member_registration",
            "/member-registrations/{id}/withdraw",
            registrations::reject::withdraw,
        )
        .managed()
        .described("A pending registration, or an invitation that waits to be accepted.")
        .refusing(&[InvalidState]),
        Route::post("resend_member_registration", "/member-registrations/{id}/resend", registrations::resend::resend)
            .managed()
            .labelled("Resend invitation")
            .described("Renews the time in which an invitation can be accepted, also after it expired.")
            .refusing(&[AlreadyExists, InvalidState]),
    ]
}
