//! The records of other areas in which something is held about a member, as their kinds declare it: no area knows
//! another's types.

use records::{LoggedEvent, personal_data::declared::HeldKind};
use scheduling::Booking;
use shared::api::Call;
use store::{Expression, HeldRecord, Index, List, held::LISTED_MAX, record::FurtherEntry};
use values::{Access, ApiError, Area, Customer, ErrorCode, Id, KindName, Scope};

/// The records of a kind that belong to a customer; the list may lag.
pub fn of(held: &HeldKind, customer: Id<Customer>) -> List<HeldRecord> {
    List::held(held.kind, Some((held.index, format!("customer#{customer}"))))
}

/// Refuses a client that may not read the records of a kind.
///
/// # Errors
/// 403.
pub fn check_kind(call: &Call, held: &HeldKind) -> Result<(), ApiError> {
    check_scope(call, held.area)?;
    held.also.map_or(Ok(()), |scope| check(call, scope))
}

/// Under which further values of an index copies of a record are stored.
pub fn copies(held: &HeldKind, record: &HeldRecord) -> Vec<FurtherEntry> {
    match held.kind {
        KindName::Booking => {
            let resources = record.ids("additional_resource_ids");
            resources.map(|resource| Booking::BY_RESOURCE.further(&resource, String::new())).collect()
        }
        KindName::Ticket | KindName::SensitiveTicket => about_resource(record),
        KindName::LoggedEvent => {
            let others = record.ids::<Customer>("people").skip(1);
            others.map(|person| LoggedEvent::BY_CUSTOMER.further(&person, String::new())).collect()
        }
        _ => Vec::new(),
    }
}

/// Records in which something is left that people wrote, be it their own keys.
pub fn written_in(held: &HeldKind) -> Expression {
    let mut left = Expression::new("size(#metadata) > :zero").name("#metadata", "metadata").number(":zero", 0);
    for (number, text) in held.texts.iter().enumerate() {
        let mut path = "#body".to_owned();
        for (step, name) in text.split('.').enumerate() {
            let placeholder = format!("#text{number}_{step}");
            path = format!("{path}.{placeholder}");
            left = left.name(&placeholder, name);
        }
        left.text = format!("{} OR {path} > :empty", left.text);
        left = left.name("#body", "body").string(":empty", "");
    }
    for (number, path) in held.listed.iter().enumerate() {
        let Some((list, text)) = path.split_once('.') else { continue };
        let (own, within) = (format!("#own{number}"), format!("#within{number}"));
        let each = (0..LISTED_MAX).map(|position| format!("#body.{own}[{position}].{within} > :empty"));
        left.text = format!("{} OR {}", left.text, each.collect::<Vec<_>>().join(" OR "));
        left = left.name("#body", "body").name(&own, list).name(&within, text).string(":empty", "");
    }
    for (number, list) in held.lists.iter().chain(held.purged).enumerate() {
        let placeholder = format!("#list{number}");
        left.text = format!("{} OR size(#body.{placeholder}) > :zero", left.text);
        left = left.name("#body", "body").name(&placeholder, list);
    }
    if let Some(kept) = held.kept {
        let is_missing = "(attribute_not_exists(#body.#kept) OR #body.#kept = :nothing)";
        left.text = format!("{is_missing} AND ({})", left.text);
        left = left.name("#body", "body").name("#kept", kept).null(":nothing");
    }
    left
}

/// A ticket stands once more under its resource, which only its kind knows by type.
fn about_resource(ticket: &HeldRecord) -> Vec<FurtherEntry> {
    let resource = ticket.text("resource_id");
    if resource.is_empty() {
        return Vec::new();
    }
    vec![FurtherEntry { index: Index::Second, partition: format!("resource#{resource}"), sort: String::new() }]
}

/// Refuses a client that may not read an area.
///
/// # Errors
/// 403.
pub fn check_scope(call: &Call, area: Area) -> Result<(), ApiError> {
    check(call, Scope { area, access: Access::Read })
}

fn check(call: &Call, scope: Scope) -> Result<(), ApiError> {
    if call.caller.scopes.allow(scope) {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, format!("the client lacks the scope {scope}")))
}
