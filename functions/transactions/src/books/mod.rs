//! The merchant's books: chart of accounts, cost centres, and until when they are closed
//! (`docs/areas/accounting.md`).

mod accounts;
mod closing;
mod settings;
mod stored;

use serde_json::json;
use shared::api::Route;
use values::ErrorCode::{InvalidState, VersionConflict, VersionMismatch};

/// The operations on the books.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("get_books", "/ledger/books", settings::get)
            .described("Chart of accounts, cost centres, and until when the books are closed."),
        Route::put("update_books", "/ledger/books", settings::update)
            .described(
                "Fields that are left out stay as they are; an array replaces the array that was there. What is exported \
                 from now on has the new numbers, whenever it was booked.",
            )
            .refusing(&[VersionConflict, VersionMismatch])
            .example(|| {
                json!({"chart": "skr03", "datev": {"consultant_number": 29098, "client_number": 55003},
                    "accounts": [{"account": "revenue", "kind": "booking", "tax_rate": 19, "number": "8401",
                        "name": "Meeting rooms 19 %", "posting_key": "0040"}]})
            }),
        Route::post("close_books", "/ledger/books/close", closing::close)
            .described(
                "Nothing is booked any more on `through` or before: a payment with a `paid_at` there is refused with 422 \
                 `books_closed`, and what time has done there and is written down later is booked at the first open \
                 instant. A day can be closed from the day after next on (UTC). Further forward only: days are opened again \
                 by `reopen_books`.",
            )
            .refusing(&[VersionConflict, VersionMismatch])
            .example(|| json!({"through": "2026-10-31"})),
        Route::post("reopen_books", "/ledger/books/reopen", closing::reopen)
            .described(
                "Opens days again, all of them or those after `through`. For owners, or API clients with `merchant:admin`; \
                 the reason is in the event.",
            )
            .refusing(&[InvalidState, VersionConflict, VersionMismatch])
            .example(|| json!({"through": "2026-09-30", "reason": "An invoice of October was voided by mistake."})),
        Route::get("list_ledger_accounts", "/ledger/accounts", accounts::list).described(
            "Every account on which something can be booked, the merchant's own first, then those of its chart. Of those \
             that fit, exports take the one with a rate before the one with a kind, and the merchant's own before any of \
             the chart.",
        ),
    ]
}
