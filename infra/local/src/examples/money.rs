//! Transactions, balances and the journal; the test clock.

use serde_json::json;

use super::request::{AMSTERDAM, Asked, at, id};
use crate::{fault::Fault, seed::Api};

/// Sets in the books whose a posting batch for DATEV is.
///
/// # Errors
/// When that is refused.
pub async fn begin(api: &Api) -> Result<(), Fault> {
    let settings = json!({"datev": {"consultant_number": 29098, "client_number": 55003}});
    match api.send_as(api.client(), "PUT", "/ledger/books", &settings).await {
        (200, _) => Ok(()),
        (status, answer) => Err(Fault(format!("the books are answered {status}: {answer}"))),
    }
}

/// What is asked of an operation of these areas.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let none = || json!({});
    let (from, to) = (at(api, "-4 mon 00:00", AMSTERDAM), at(api, "+0 mon 00:00", AMSTERDAM));
    Some(match operation {
        "create_credit_transaction" => (none(), json!({"customer_id": api.id("ann")})),
        "create_day_pass_transaction" => (none(), json!({"customer_id": api.id("ann")})),
        "transfer_credits" => {
            (none(), json!({"from_customer_id": api.id("blue harbour"), "to_customer_id": api.id("deniz")}))
        }
        "get_credit_transaction" => (id(api, "company credits"), none()),
        "reverse_credit_transaction" => (id(api, "spare credits"), none()),
        "get_day_pass_transaction" => (id(api, "day passes of deniz"), none()),
        "reverse_day_pass_transaction" => (id(api, "spare day passes"), none()),
        "record_payment" => (none(), json!({"customer_id": api.id("carla")})),
        "get_payment_transaction" => (id(api, "cash of ann"), none()),
        "refund_payment" => (id(api, "paid ahead"), none()),
        "create_balance_clearing" => (none(), json!({"customer_id": api.id("carla"), "amount": 5})),
        "get_balance_clearing" => (id(api, "paid out to carla"), none()),
        "cancel_payment" => (id(api, "card of zofia"), none()),
        "get_customer_balances" | "get_member_balances" | "list_member_bookings" | "list_member_invoices" => {
            (id(api, "ann"), none())
        }
        "get_customer_statement" => (json!({"id": api.id("blue harbour"), "from": from, "to": to}), none()),
        "advance_test_clock" => (none(), json!({"advance_to": api.moment("hour+2")})),
        "get_books" | "list_ledger_accounts" | "update_books" => (none(), none()),
        "close_books" => (none(), json!({"through": api.moment("-8 mon")})),
        "reopen_books" => (none(), json!({"through": api.moment("-12 mon")})),
        "export_journal"
        | "export_journal_for_datev"
        | "export_journal_for_beancount"
        | "export_invoice_lines"
        | "export_credit_note_lines"
        | "export_payments" => (json!({"from": api.moment("-1 mon"), "to": api.moment("-1 mon")}), none()),
        "export_journal_entries" => (json!({"from": from, "to": to}), none()),
        _ => return None,
    })
}
