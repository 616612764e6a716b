//! The merchant's own wording of letters.

use mailing::{LetterTemplate, LetterTemplateFields, LetterType};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Route, get};
use store::List;
use values::{ApiError, ErrorCode::AlreadyExists, Scope, language::Language};

use crate::{preview, wordings};

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
                 signature and foot are added.",
            )
            .refusing(&[AlreadyExists])
            .needing(Scope::MERCHANT_ADMIN)
            .example(|| {
                json!({"letter": "booking_confirmed", "language": "en", "subject": "{{ resource }} is yours",
                    "body": "See you on {{ start }}.\n\n{% if members_link %}\n[Your bookings]({{ members_link }})\n{% endif %}"})
            }),
        Route::put("update_letter_template", "/letter-templates/{id}", update)
            .described("Fields that are left out stay as they are.")
            .needing(Scope::MERCHANT_ADMIN)
            .example(|| json!({"subject": "See you soon in {{ resource }}"})),
        Route::delete("archive_letter_template", "/letter-templates/{id}", archive)
            .described("The letter has the wording again that is shipped.")
            .needing(Scope::MERCHANT_ADMIN),
        Route::post("preview_letter", "/letter-templates/preview", preview::preview)
            .labelled("Preview a letter")
            .needing(Scope::MERCHANT_ADMIN)
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
    check(&update.after.fields)?;
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<LetterTemplate>) -> Changes<LetterTemplate> {
    call.update(id).await?.archived().commit().await
}

/// Refuses texts that are no templates of their letter.
fn check(fields: &LetterTemplateFields) -> Result<(), ApiError> {
    for (field, text) in [("subject", fields.subject.as_str()), ("body", fields.body.as_str())] {
        wording::check(fields.letter, text).map_err(|refusal| refusal.of_field(field))?;
    }
    Ok(())
}
