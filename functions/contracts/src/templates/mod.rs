mod duplicate;

use records::Location;
use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Route, get};
use store::List;
use values::{ApiError, Id, SearchText};

use crate::{
    example::EXAMPLE_ID,
    records::template::{ContractTemplate, ContractTemplateFields},
    rules::{files, language},
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_contract_templates", "/contract-templates", list).by_ids().sorted_by(&["title"])
            .described("Newest first. With `location_id` the list may lag a moment behind."),
        Route::post("create_contract_template", "/contract-templates", create)
            .described(
                "Either `body` or `file_key`. `body` has placeholders, conditions and loops in the notation of Jinja, and nothing else of it: \
                 no filters, functions, arithmetic or variables. An unknown placeholder is refused at once.",
            )
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "title": "Office licence",
                    "body": "{{ merchant.name }} licenses to {{ customer.name }}:\n{% for item in items %}\n- {{ item.name }}, {{ item.price }}\n{% endfor %}\n"})
            }),
        Route::get("get_contract_template", "/contract-templates/{id}", get::<ContractTemplate>),
        Route::put("update_contract_template", "/contract-templates/{id}", update)
            .described("Fields that are left out stay as they are. Contracts that were made of it before keep the text they have.")
            .example(|| json!({"title": "Office licence 2027"})),
        Route::delete("delete_contract_template", "/contract-templates/{id}", archive)
            .described("The template is gone for every operation. Contracts that were made of it go on."),
        Route::post("duplicate_contract_template", "/contract-templates/{id}/duplicate", duplicate::duplicate)
            .described("A copy, at another location if `location_id` says so.")
            .example(|| json!({"title": "Office licence, short"})),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ContractTemplateFilter {
    /// Only templates of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only inactive templates.
    is_active: Option<bool>,
    /// Beginnings of words of the title.
    q: Option<SearchText>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<ContractTemplateFilter>) -> Lists<ContractTemplate> {
    let templates = List::first_of([ContractTemplate::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("is_active", filter.is_active.as_ref())
        .finding(filter.q.as_ref());
    call.page(templates, paging).await
}

async fn create(call: Call, Body(new): Body<New<ContractTemplate>>) -> Creates<ContractTemplate> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let template = call.new_record(read(new.fields)?, new.metadata);
    files::read_file(&call, &template.body, "file_key").await?;
    let mut transaction = call.transaction();
    transaction.create(&template);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(template)).await
}

async fn update(
    call: Call,
    PathId(id): PathId<ContractTemplate>,
    Body(patch): Body<Patch<ContractTemplate>>,
) -> Changes<ContractTemplate> {
    let mut update = call.update(id).await?.patched(&patch)?;
    update.after = read(update.after.fields.clone())?;
    if update.after.file_key != update.before.body.file_key {
        files::read_file(&call, &update.after, "file_key").await?;
    }
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<ContractTemplate>) -> Changes<ContractTemplate> {
    let mut update = call.update(id).await?.archived();
    update.transaction.add(&Location::uses(update.after.location_id), -1);
    update.commit().await
}

/// A template of these fields, with the placeholders of its text.
///
/// # Errors
/// 422 `body_or_file` on `body`, and what the language refuses.
fn read(fields: ContractTemplateFields) -> Result<ContractTemplate, ApiError> {
    let (has_body, has_file) = (!fields.body.as_str().trim().is_empty(), fields.file_key.key().is_some());
    if has_body == has_file {
        return Err(ApiError::rule(
            "body",
            "body_or_file",
            "a template has a text or the key of a file: give one of them",
        ));
    }
    let placeholders = if has_body { language::placeholders(fields.body.as_str())? } else { Vec::new() };
    Ok(ContractTemplate { fields, placeholders })
}
