use records::Location;
use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, PathId};
use values::{Id, Name};

use crate::records::template::{ContractTemplate, ContractTemplateFields};

const TITLE_MAX: usize = 200;
const COPY: &str = " (copy)";

/// What is different in the copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractTemplateDuplicate {
    /// Title of the copy; that of the original and `(copy)` when left out.
    title: Option<Name>,
    /// Where its contracts are made; at the original's location when left out.
    location_id: Option<Id<Location>>,
}

/// Makes an active copy of a template, at its location or at another.
pub async fn duplicate(
    call: Call,
    PathId(id): PathId<ContractTemplate>,
    Body(input): Body<ContractTemplateDuplicate>,
) -> Creates<ContractTemplate> {
    let original = call.get(id).await?;
    let location =
        call.require_reference(input.location_id.unwrap_or(original.body.location_id), "location_id").await?;
    location.body.check_active("location_id")?;
    let fields = ContractTemplateFields {
        title: input.title.unwrap_or_else(|| copy_of(&original.body.title)),
        location_id: location.id,
        is_active: true,
        ..original.body.fields.clone()
    };
    let copy = call.new_record(ContractTemplate { fields, ..original.body }, Some(original.metadata));
    let mut transaction = call.transaction();
    transaction.create(&copy);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(copy)).await
}

fn copy_of(title: &Name) -> Name {
    let kept: String = title.as_str().chars().take(TITLE_MAX - COPY.len()).collect();
    Name::new(kept + COPY)
}
