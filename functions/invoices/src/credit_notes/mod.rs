//! Credit notes: what is taken off an issued invoice.

mod create;
mod list;
mod void;

use expansions::OF_DOCUMENTS;
use money_documents::CreditNote;
use serde_json::json;
use shared::api::{People, Route, get};
use values::ErrorCode::{AlreadyExists, CapacityExceeded, InUse, InvalidState, RuleViolation, VersionConflict};

use crate::{pdf, ubl};

/// The operations on credit notes.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_credit_notes", "/credit-notes", list::list).by_ids().sorted_by(&["issue_date"]).expanding(OF_DOCUMENTS).people(People::OwnCompany("customer_id"), &["invoice_id", "location_id", "number", "status"])
            .described("Newest first. Filtered lists may lag by a moment."),
        Route::post("create_credit_note", "/credit-notes", create::create)
            .described(
                "Credits quantities or amounts of an issued invoice's lines, and is issued at once with a number of its \
                 own sequence. It first takes off what is due; the rest gives back what was paid and is divided by \
                 `credit_amount` (to the customer's balance), `refund_amount` and `out_of_band_amount`, of which the \
                 latter two are at most what payments paid.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, VersionConflict])
            .example(|| {
                json!({"invoice_id": "0199a000-0000-7000-8000-000000000001", "reason": "order_change",
                    "lines": [{"invoice_item_id": "0199a000-0000-7000-8000-000000000002", "quantity": 1}]})
            }),
        Route::post("preview_credit_note", "/credit-notes/preview", create::preview)
            .described("What such a note would credit and take off. Nothing is stored.")
            .refusing(&[InvalidState])
            .example(|| {
                json!({"invoice_id": "0199a000-0000-7000-8000-000000000001", "reason": "order_change",
                    "lines": [{"invoice_item_id": "0199a000-0000-7000-8000-000000000002", "amount": 10}]})
            }),
        Route::get("get_credit_note", "/credit-notes/{id}", get::<CreditNote>).expanding(OF_DOCUMENTS).people(People::Own(""), &[]),
        Route::get("get_credit_note_pdf", "/credit-notes/{id}/pdf", pdf::credit_note).people(People::Own(""), &[])
            .labelled("Get credit note PDF")
            .described(
                "The credit note as a page to read and print, as it was issued; one that was voided says so. Its letters are \
                 those of the invoice's page.",
            ),
        Route::get("get_credit_note_ubl", "/credit-notes/{id}/ubl", ubl::credit_note).people(People::Own(""), &[])
            .labelled("Get credit note UBL")
            .described("The credit note as UBL 2.1 after EN 16931; it needs what the invoice's needs.")
            .refusing(&[RuleViolation]),
        Route::post("void_credit_note", "/credit-notes/{id}/void", void::void)
            .described(
                "What it took off is due again. A note that gave back what was paid cannot be taken back, nor one that \
                 belongs to a change of a booking.",
            )
            .refusing(&[InUse, InvalidState, VersionConflict]),
    ]
}
