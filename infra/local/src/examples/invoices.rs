//! Invoices, their items and credit notes.

use serde_json::{Value, json};

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    let place = json!({"customer_id": api.id("tidewater"), "location_id": api.id("london")});
    let noted = |credit: Value| {
        let mut line = json!({"invoice_item_id": api.id("coffee")});
        line["amount"] = credit;
        (none(), json!({"invoice_id": api.id("invoice to pay"), "lines": [line]}))
    };
    Some(match operation {
        "create_invoice" | "preview_invoice" | "create_invoice_item" => (none(), place),
        "create_billing_run" | "preview_billing_run" => (none(), json!({"location_id": api.id("london")})),
        "get_billing_run" | "cancel_billing_run" | "list_billing_run_results" => {
            (id(api, "invoices of this month"), none())
        }
        "get_upcoming_invoices" => (json!({"customer_id": api.id("tidewater")}), none()),
        "export_invoices" => (json!({"from": api.day(-60), "to": api.day(1)}), none()),
        "get_invoice" | "get_invoice_pdf" | "get_invoice_ubl" | "duplicate_invoice" | "send_invoice" => {
            (id(api, "paid invoice"), none())
        }
        "update_invoice" => (id(api, "draft to change"), none()),
        "delete_invoice" => (id(api, "draft to delete"), none()),
        "issue_invoice" => (id(api, "draft to issue"), none()),
        "stop_invoice_late_fees" | "resume_invoice_late_fees" => (id(api, "invoice to pay"), none()),
        "pay_invoice" => (id(api, "invoice to pay"), none()),
        "void_invoice" => (id(api, "invoice to void"), none()),
        "mark_invoice_uncollectible" => (id(api, "invoice to give up"), none()),
        "get_invoice_item" | "update_invoice_item" => (id(api, "key card"), none()),
        "delete_invoice_item" => (id(api, "old key card"), none()),
        "create_credit_note" => noted(json!(5)),
        "preview_credit_note" => noted(json!(2.5)),
        "get_credit_note" | "get_credit_note_pdf" | "get_credit_note_ubl" => (id(api, "film credit"), none()),
        "get_tax_rate" | "update_tax_rate" => (id(api, "tuition"), none()),
        "delete_tax_rate" => (id(api, "old rate"), none()),
        "void_credit_note" => (id(api, "note to void"), none()),
        _ => return None,
    })
}
