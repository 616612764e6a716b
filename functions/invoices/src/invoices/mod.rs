//! Invoices: drafts, their issue, and what becomes of them.

mod by_days;
mod create;
pub mod digest;
mod duplicate;
mod export_csv;
pub mod issue;
mod late_fees;
mod list;
mod new_invoice;
mod pay;
mod preview;
mod states;
mod upcoming;
mod update;

use expansions::OF_DOCUMENTS;
use money_documents::Invoice;
use serde_json::json;
use shared::api::{People, Route, get};
use values::ErrorCode::{AlreadyExists, InsufficientBalance, InvalidState, RuleViolation, VersionConflict};

use crate::{pdf, ubl};

/// The operations on invoices.
pub fn routes() -> Vec<Route> {
    drafts().into_iter().chain(actions()).collect()
}

fn drafts() -> Vec<Route> {
    vec![
        Route::get("list_invoices", "/invoices", list::list).by_ids().sorted_by(&["due_date", "issue_date"]).expanding(OF_DOCUMENTS).managed().people(People::OwnCompany("customer_id"), &["issued_from", "issued_to", "location_id", "number", "overdue", "subscription_id"])
            .described(
                "Newest first; with `issued_from` or `issued_to`, and without `customer_id`, `subscription_id` and `number`, by \
                 the local time of issue, latest first. By days of issue, alone or with `location_id` and `status`, a page \
                 costs the same however many invoices there are on other days. By `customer_id`, `subscription_id` or days of \
                 issue the list may lag by a moment.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_invoice", "/invoices", create::create)
            .described(
                "A draft in the location's currency. It takes the customer's items at the location that wait for an \
                 invoice, the oldest as far as 80 fit, unless `pending_items` is false.",
            )
            .refusing(&[VersionConflict])
            .example(new_invoice),
        Route::post("preview_invoice", "/invoices/preview", preview::preview)
            .described("What such an invoice would ask for if it were issued now. Nothing is stored.")
            .example(new_invoice),
        Route::get("get_upcoming_invoices", "/invoices/upcoming", upcoming::upcoming)
            .described(
                "With `customer_id` the invoices that the items make that wait for the customer's next ones, if they were \
                 issued now: one for each location. With `subscription_id` the invoice of its next renewal, dated on the \
                 day on which that writes it: the period, add-ons, and what waits there now. It is of the same functions \
                 as the renewal.",
            )
            .refusing(&[RuleViolation]),
        Route::get("export_invoices", "/invoices/export.csv", export_csv::export)
            .described(
                "The invoices that were issued on these local days, by the local time of issue, as comma-separated values: at most 2,000. \
                 A text that a spreadsheet would take for a formula has an apostrophe in front.",
            )
            .refusing(&[RuleViolation]),
        Route::get("get_invoice", "/invoices/{id}", get::<Invoice>).expanding(OF_DOCUMENTS).managed().people(People::Own(""), &[]),
        Route::get("get_invoice_pdf", "/invoices/{id}/pdf", pdf::invoice).managed().people(People::Own(""), &[])
            .labelled("Get invoice PDF")
            .described(
                "The issued invoice as a page to read and print, as it was issued; one that was voided says so. Its letters are \
                 those of Latin, Greek and Cyrillic scripts; one of another script is an empty box.",
            )
            .refusing(&[InvalidState]),
        Route::get("get_invoice_ubl", "/invoices/{id}/ubl", ubl::invoice).people(People::Own(""), &[])
            .labelled("Get invoice UBL")
            .described(
                "The issued invoice as UBL 2.1 after EN 16931, as it was issued. It needs the merchant's tax number and country and the customer's country, as they were on issue, and a currency of at most two decimals.",
            )
            .refusing(&[InvalidState, RuleViolation]),
        Route::put("update_invoice", "/invoices/{id}", update::update)
            .described("Only a draft. Fields that are left out stay as they are; its items change through invoice items.")
            .refusing(&[InvalidState])
            .example(|| json!({"memo": "Thank you", "payment_terms_days": 30})),
        Route::delete("delete_invoice", "/invoices/{id}", update::delete)
            .described("Only a draft. Items that waited before wait again; its other items are gone.")
            .refusing(&[InvalidState, VersionConflict]),
    ]
}

fn actions() -> Vec<Route> {
    vec![
        Route::post("issue_invoice", "/invoices/{id}/issue", issue::issue)
            .described(
                "Gives the draft the next number of its sequence, its dates and copies of who bills whom, and freezes it. \
                 The customer's balance pays what it can, unless `apply_balance` is false. An issue that fails takes no \
                 number.",
            )
            .refusing(&[AlreadyExists, InsufficientBalance, InvalidState, VersionConflict]),
        Route::post("pay_invoice", "/invoices/{id}/pay", pay::pay)
            .described(
                "Records a payment that has been made, in part or whole. What is above what is due is refused, or goes to the customer's balance with `excess` `balance`. The same `gateway_reference` again changes nothing.",
            )
            .refusing(&[AlreadyExists, InsufficientBalance, InvalidState, VersionConflict])
            .example(|| json!({"amount": 50, "method": "bank_transfer"})),
        Route::post("void_invoice", "/invoices/{id}/void", states::void)
            .described("Only while no payment and no credit note stands on it. The balance gets back what it paid.")
            .refusing(&[InvalidState, VersionConflict]),
        Route::post("mark_invoice_uncollectible", "/invoices/{id}/mark-uncollectible", states::mark_uncollectible)
            .described("What is due is given up, once the customer's balance has paid what it can: then it is `uncollectible`, or `paid`. It can \
                 still be paid, credited and voided.")
            .refusing(&[InvalidState, VersionConflict]),
        Route::post("stop_invoice_late_fees", "/invoices/{id}/stop-late-fees", late_fees::stop)
            .described(
                "No days are counted from now on, and no late fees are charged, such as while the customer disputes the invoice. What was \
                 charged stays: an item that waits can be deleted, a line credited. Of an invoice without late fees nothing changes.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"reason": "The customer disputes the hours"})),
        Route::post("resume_invoice_late_fees", "/invoices/{id}/resume-late-fees", late_fees::resume)
            .described(
                "Days are counted again from tomorrow on; those in between never are. What was counted before and was not charged is charged then.",
            )
            .refusing(&[InvalidState]),
        Route::post("send_invoice", "/invoices/{id}/send", states::send)
            .described(
                "Notes that the issued invoice was sent, and sends the letter `invoice_issued` again to whoever pays it.",
            )
            .refusing(&[InvalidState]),
        Route::post("duplicate_invoice", "/invoices/{id}/duplicate", duplicate::duplicate)
            .described("A new draft with copies of the items, which have no source and the prices they had.")
            .refusing(&[VersionConflict]),
    ]
}

fn new_invoice() -> serde_json::Value {
    json!({
        "customer_id": "0199a000-0000-7000-8000-000000000002", "location_id": "0199a000-0000-7000-8000-000000000001",
        "items": [{"description": "Event space, evening", "quantity": 1, "unit_amount": 250}],
        "payment_terms_days": 14,
    })
}
