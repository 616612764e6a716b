//! Contracts: from the draft to the last day.

mod audit_trail;
mod cancel;
mod carry_out;
mod create;
mod document;
mod issue;
mod list;
mod notice;
mod renew;
mod resend;
mod sign;
mod terminate;
mod update;

use expansions::OF_DOCUMENTS;
use serde_json::json;
use shared::api::{People, Route, get};
use values::ErrorCode::{BookingConflict, CapacityExceeded, InvalidState, RuleViolation};

use crate::{example::EXAMPLE_ID, records::contract::Contract};

pub use self::document::of_signed;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_contracts", "/contracts", list::list).by_ids().sorted_by(&["end_date", "start_date", "title"]).expanding(OF_DOCUMENTS).managed().people(People::OwnCompany("customer_id"), &["location_id", "q", "stage", "status", "type"])
            .described("Newest first. With `location_id`, `customer_id` or `template_id` the list may lag a moment behind.")
            .refusing(&[RuleViolation]),
        Route::post("create_contract", "/contracts", create::create)
            .described(
                "A draft, with the text that the template has now. What it costs, and what else it says of plans and resources, is \
                 settled when it is issued.",
            )
            .example(|| {
                json!({"customer_id": EXAMPLE_ID, "location_id": EXAMPLE_ID, "template_id": EXAMPLE_ID,
                    "type": "licence", "start_date": "2027-02-01", "end_date": "2028-01-31", "notice_days": 60,
                    "items": [{"kind": "plan", "membership_plan_id": EXAMPLE_ID, "price": 900}],
                    "signers": [
                        {"type": "customer", "name": "Ann Lang", "email": "ann@lang.example", "order": 1},
                        {"type": "location", "name": "Olga Operator", "email": "olga@colonnade.example", "order": 2}],
                    "on_signed": "create_subscriptions", "deposit": 1800})
            }),
        Route::get("get_contract", "/contracts/{id}", get::<Contract>).expanding(OF_DOCUMENTS).managed().people(People::Own(""), &[]),
        Route::put("update_contract", "/contracts/{id}", update::update)
            .described("Only a draft changes; your own keys change at any time. Items and signers are replaced whole.")
            .refusing(&[InvalidState])
            .example(|| json!({"notice_days": 90})),
        Route::delete("delete_contract", "/contracts/{id}", update::delete)
            .described("Only a draft; one that was issued is cancelled.")
            .refusing(&[InvalidState]),
        Route::get("get_contract_document", "/contracts/{id}/document", document::get).people(People::Own(""), &[])
            .described(
                "As PDF: the text, and who signed it when. Of a draft it is what would be signed if it were issued now.",
            )
            .refusing(&[RuleViolation]),
        Route::get("get_contract_audit_trail", "/contracts/{id}/audit-trail", audit_trail::get).described(
            "The text that is signed, and what happened to the contract. The hash of each entry is the SHA-256 of the hash before it, a line \
             feed, and its `content`; before the first stand 64 zeros. Each `content` has the SHA-256 of the text.",
        ),
    ]
}

pub fn states() -> Vec<Route> {
    vec![
        Route::post("issue_contract", "/contracts/{id}/issue", issue::issue)
            .described(
                "The text is rendered and frozen, with its hash; the contract gets its number; every signer gets a private link, whose token is \
                 shown here once. Refused while one of its resources is assigned or booked on its days.",
            )
            .refusing(&[BookingConflict, InvalidState]),
        Route::post("resend_contract", "/contracts/{id}/resend", resend::resend)
            .described("New links, each in place of the one before, whose token is good no more.")
            .refusing(&[CapacityExceeded, InvalidState])
            .example(|| json!({})),
        Route::post("cancel_contract", "/contracts/{id}/cancel", cancel::cancel)
            .described("Before all have signed.")
            .refusing(&[InvalidState])
            .example(|| json!({"reason": "The office is let to somebody else."})),
        Route::post("carry_out_contract", "/contracts/{id}/carry-out", carry_out::carry_out)
            .described(
                "Does at once what is still to be done of a signed contract: what `on_signed` says, and the end of its subscriptions. The service \
                 does so by itself, after a failure some time later; with this it need not be waited for, once what stood in the way is away. \
                 The answer shows the contract as it is then: `on_signed_status`, and in `on_signed_failure` and `ending_failure` what a rule still \
                 refuses. Nothing is made twice, however often this is sent.",
            )
            .refusing(&[InvalidState]),
        Route::post("sign_contract", "/contracts/{id}/signers/{signer_id}/sign", sign::sign).people(People::Own(""), &["document_hash", "ip_address", "token", "user_agent"])
            .described(
                "In turn, with the token of the signer's link, or as the record of a signature on paper. The last signature assigns the \
                 resources of the contract, in the same step, and begins what `on_signed` says: subscriptions or an invoice.",
            )
            .refusing(&[BookingConflict, CapacityExceeded, InvalidState])
            .example(|| json!({"ip_address": "203.0.113.7", "user_agent": "Mozilla/5.0"})),
        Route::post("decline_contract", "/contracts/{id}/signers/{signer_id}/decline", sign::decline).people(People::Own(""), &["ip_address", "reason", "token", "user_agent"])
            .described("One who declines ends the contract for all.")
            .refusing(&[InvalidState])
            .example(|| json!({"reason": "We found something closer to home."})),
        Route::post("serve_contract_notice", "/contracts/{id}/serve-notice", notice::serve)
            .described(
                "The contract ends with its present term, and renews by itself no more; one that is open-ended ends after its days of notice. \
                 What it made ends with it.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"note": "We move to a larger place."})),
        Route::post("renew_contract", "/contracts/{id}/renew", renew::renew)
            .described("A draft for the next term, with the same fields and the template's present text. Once: until it comes to nothing.")
            .refusing(&[InvalidState])
            .example(|| json!({})),
        Route::post("terminate_contract", "/contracts/{id}/terminate", terminate::terminate)
            .described(
                "Before its last day. Its assignments and subscriptions end with the day; days that were charged are credited, and what was \
                 committed to costs the fee, as when a subscription is ended at once.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"reason": "mutual_agreement", "note": "Moved abroad."})),
    ]
}
