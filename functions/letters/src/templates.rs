//! The merchant's own wording of letters.

use mailing::{LetterTemplate, LetterTemplateFields, LetterType};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Route, get};
use store::List;
use values::{ApiError, ErrorCode::AlreadyExists, Scope, language::Language};

use crate::{
    checking::{check_may_word, check_wording},
    preview, wordings,
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_letter_templates", "/letter-templates", list).described("Newest first."),
        Route::get("get_letter_template", "/letter-templates/{id}", get::<LetterTemplate>),
        Route::get("list_letter_wordings", "/letter-wordings", wordings::list)
            .labelled("List letters and their wording")
            .described("Every letter there is, with who may switch it off, its placeholders, and its wording in a language."),
        Route::post("create_letter_template", "/letter-templates", create)
            .described(
                "Words a letter in one language. Subject and body have placeholders, conditions and loops in the notation of Jinja, and nothing \
                 else of it; `GET /letter-wordings` lists the placeholders of each letter. What a placeholder has no value for is empty. Greeting, \
                 signature and foot are added. `sign_in_code` and `contract_to_sign` are worded by owners, or with `merchant:admin`.",
            )
            .refusing(&[AlreadyExists])
            .needing(Scope::MEMBERS_LETTERS)
            .example(|| {
                json!({"letter": "booking_confirmed", "language": "en", "subject": "{{ resource }} is yours",
                    "body": "See you on {{ start }}.\n\n{% if members_link %}\n[Your bookings]({{ members_link }})\n{% endif %}"})
            }),
        Route::put("update_letter_template", "/letter-templates/{id}", update)
            .described("Fields that are left out stay as they are.")
            .needing(Scope::MEMBERS_LETTERS)
            .example(|| json!({"subject": "See you soon in {{ resource }}"})),
        Route::delete("delete_letter_template", "/letter-templates/{id}", archive)
            .described("The letter has the wording again that is shipped.")
            .needing(Scope::MEMBERS_LETTERS),
        Route::post("preview_letter", "/letter-templates/preview", preview::preview)
            .labelled("Preview a letter")
            .needing(Scope::MEMBERS_LETTERS)
            .described(
                "The letter in words: with the subject and body of the request, else with the merchant's own wording, else with the one that is \
                 shipped; of the event `event_id`, else with examples. Nothing is sent or stored.",
            )
            .example(|| json!({"letter": "booking_confirmed", "language": "de"})),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LetterTemplateFilter {
    /// Only templates of this letter.
    letter: Option<LetterType>,
    /// Only templates in this language.
    language: Option<Language>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<LetterTemplateFilter>) -> Lists<LetterTemplate> {
    let templates = List::<LetterTemplate>::live();
    let templates = templates.only("letter", filter.letter.as_ref()).only("language", filter.language.as_ref());
    call.page(templates, paging).await
}

async fn create(call: Call, Body(new): Body<New<LetterTemplate>>) -> Creates<LetterTemplate> {
    check_may_word(&call.caller, new.fields.letter)?;
    check(&new.fields)?;
    let template = call.new_record(LetterTemplate { fields: new.fields }, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&template);
    call.commit(transaction, Created(template)).await
}

async fn update(
    call: Call,
    PathId(id): PathId<LetterTemplate>,
    Body(patch): Body<Patch<LetterTemplate>>,
) -> Changes<LetterTemplate> {
    let update = call.update(id).await?.patched(&patch)?;
    check_may_word(&call.caller, update.after.letter)?;
    check(&update.after.fields)?;
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<LetterTemplate>) -> Changes<LetterTemplate> {
    call.update(id).await?.archived().commit().await
}

/// Refuses texts that are no templates of their letter, or leave out what it cannot do without.
fn check(fields: &LetterTemplateFields) -> Result<(), ApiError> {
    check_wording(fields.letter, fields.subject.as_str(), fields.body.as_str())
}
