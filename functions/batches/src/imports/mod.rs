//! Imports (`docs/areas/batches.md`): one operation for the rows of a file, run after the request.

mod cells;
mod change;
mod columns;
mod content;
mod create;
mod event_types;
mod list;
mod outcome;
mod record;
mod requests;
mod row_set;
mod rows;
mod step;
mod table;

use serde_json::json;
use shared::{
    api::{Route, get},
    due::DueWork,
};
use values::ErrorCode::{AlreadyExists, InvalidState};

pub use self::event_types::event_types;
use self::record::Import;

/// What the sweep does with imports.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(step::carry_on)]
}

/// The operations on imports.
pub fn routes() -> Vec<Route> {
    vec![
        Route::post("create_import", "/imports", create::create)
            .described(
                "Runs one operation for each row of a file: up to 10,000 lines of CSV or of JSON, in the request or in an \
                 uploaded file. What is wrong with the file or its columns is said at once; the rows are run afterwards, \
                 one by one, with what the caller may do at that moment, and `GET /imports/{id}/rows` says what became \
                 of each. A column is named as the field of the operation's body that it is for (`address.city`, \
                 `metadata.crm_id`), or `columns` says so. Needs the operation's scope, too. A merchant has one \
                 open import and one open dry run at a time.",
            )
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"operation": "create_plan", "format": "csv", "dry_run": true,
                    "content": "name,price,Cycle\nTen days,120,monthly\nTwenty days,200,monthly\n",
                    "columns": [{"column": "Cycle", "field": "billing_cycle"}], "defaults": {"currency": "EUR"}})
            }),
        Route::post("cancel_import", "/imports/{id}/cancel", change::cancel)
            .described("Nothing more is run; rows that were run stay as they are. A repetition goes on with the others.")
            .refusing(&[InvalidState]),
        Route::get("list_imports", "/imports", list::list).described("Newest first."),
        Route::get("get_import", "/imports/{id}", get::<Import>).described("How far it is."),
        Route::get("list_import_rows", "/imports/{id}/rows", list::list_rows).described(
            "What became of the rows that were run, in the order in which they were run: the status that the operation \
             answered, the id of what it created or changed, and of a refusal its code and fields with their columns.",
        ),
        Route::post("repeat_import", "/imports/{id}/repeat", change::repeat)
            .described(
                "Begins another import, of those rows of this one that were refused or not run. What has created \
                 something before creates it no second time. Until `repeatable_until`: a day after the first import of \
                 the rows.",
            )
            .refusing(&[InvalidState, AlreadyExists]),
    ]
}
