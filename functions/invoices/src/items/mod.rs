//! Invoice items: what is charged, as it waits for an invoice or is a line of one.

mod book;
mod create;
mod list;
mod update;

use expansions::OF_DOCUMENTS;
use money_documents::InvoiceItem;
use serde_json::json;
use shared::api::{Route, get};
use values::ErrorCode::{AlreadyExists, InUse, InvalidState, VersionConflict};

/// The operations on items.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_invoice_items", "/invoice-items", list::list).by_ids().sorted_by(&["tax_point"]).expanding(OF_DOCUMENTS)
            .described("Newest first. Filtered lists may lag by a moment."),
        Route::post("create_invoice_item", "/invoice-items", create::create)
            .described(
                "With `invoice_id` a line of that draft; without, it waits for the next invoice of the customer at the \
                 location. One below zero waits for none: it is booked to the customer's balance at once, with its tax \
                 (`booked_at`, `booked_amount`), which pays the customer's open invoices, the one that is due first before \
                 the others. A source is charged once: the same item again is answered with the one that is there, and \
                 another one of the same source is refused with 409 `already_exists`.",
            )
            .refusing(&[AlreadyExists, InvalidState, VersionConflict])
            .example(|| {
                json!({"customer_id": "0199a000-0000-7000-8000-000000000002",
                    "location_id": "0199a000-0000-7000-8000-000000000001", "kind": "fee",
                    "description": "Lost key card", "quantity": 1, "unit_amount": 15})
            }),
        Route::get("get_invoice_item", "/invoice-items/{id}", get::<InvoiceItem>).expanding(OF_DOCUMENTS),
        Route::put("update_invoice_item", "/invoice-items/{id}", update::update)
            .described(
                "Fields that are left out stay as they are. An item of a draft changes the draft's amounts; one of an issued \
                 invoice is fixed, and one that a booking made changes only with that: 409 `in_use`. What is booked is not changed: 409 \
                 `invalid_state`.",
            )
            .refusing(&[InUse, InvalidState, VersionConflict])
            .example(|| json!({"quantity": 2})),
        Route::delete("delete_invoice_item", "/invoice-items/{id}", update::delete)
            .described("An item that waits or stands on a draft is gone, and its source can be charged again. What a booking made goes only with that: 409 `in_use`.")
            .refusing(&[InUse, InvalidState, VersionConflict]),
    ]
}
