//! Which field each column of a file is for. Pure.

use serde_json::Value;
use shared::api::Route;
use values::ApiError;

use super::{
    cells::find_field,
    record::{ImportColumn, RowPlan},
};
use crate::input::parameters;

/// What parameters of the path are called in files.
const PATH: &str = "path.";
/// The group of fields whose names are the merchant's own.
const METADATA: &str = "metadata";
/// The column of the versions that a record may have.
const IF_MATCH: &str = "if_match";

/// Where the cells of a column go.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Nowhere.
    Nothing,
    /// The parameter of the path with this name.
    Path(String),
    /// The header `If-Match`.
    IfMatch,
    /// The field of the body at this path, which has this schema.
    Body(Vec<String>, Value),
}

impl Target {
    /// Whether both say something of the same field, or one of what the other is a part of.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, _) | (_, Self::Nothing) => false,
            (Self::Body(one, _), Self::Body(other, _)) => one.starts_with(other) || other.starts_with(one),
            (one, other) => one == other,
        }
    }
}

/// Where the cells of each column go, and what they stand for.
#[derive(Clone, Debug)]
pub struct BoundColumn<'a> {
    /// Name of the column in the file.
    pub name: &'a str,
    /// Where its cells go.
    pub target: Target,
    /// What the request said of it.
    pub said: Option<&'a ImportColumn>,
}

/// Where a field goes: into the path, a header or the body; none when the operation has no such field. What is in the
/// path and not in the body needs no `path.` before it.
#[must_use]
pub fn target_of(route: &Route, field: &str) -> Option<Target> {
    let in_path = parameters(route.path);
    if let Some(name) = field.strip_prefix(PATH) {
        return in_path.contains(&name).then(|| Target::Path(name.to_owned()));
    }
    let body = route.shape.body.as_deref().map(|(_, schema)| schema);
    if let Some((schema, parts)) = body.and_then(|schema| find_field(schema, field)) {
        return Some(Target::Body(parts, schema.clone()));
    }
    match field {
        IF_MATCH => Some(Target::IfMatch),
        name => in_path.contains(&name).then(|| Target::Path(name.to_owned())),
    }
}

/// Where the cells of each column go. A column that the request does not say anything of is named as its field, in any
/// case.
///
/// # Errors
/// 422 on `columns`: `unknown_column`, `repeated_column`, `missing_column`.
pub fn bind<'a>(route: &Route, header: &'a [String], plan: &'a RowPlan) -> Result<Vec<BoundColumn<'a>>, ApiError> {
    let refusal = |reason, message: String| ApiError::rule("columns", reason, message);
    if let Some(absent) = plan.columns.iter().find(|said| !header.iter().any(|name| name == said.column.as_str())) {
        return Err(refusal("missing_column", format!("the file has no column {:?}", absent.column.as_str())));
    }
    let is_again = |place: usize| plan.columns[..place].iter().any(|said| said.column == plan.columns[place].column);
    if let Some(place) = (0..plan.columns.len()).find(|place| is_again(*place)) {
        return Err(refusal("repeated_column", format!("{:?} is named twice", plan.columns[place].column.as_str())));
    }
    let mut bound: Vec<BoundColumn> = Vec::with_capacity(header.len());
    for name in header {
        let said = plan.columns.iter().find(|said| said.column.as_str() == name);
        let spared = plan.ignores_unknown_columns && said.is_none();
        let target = bind_one(route, name, said).or_else(|| spared.then_some(Target::Nothing)).ok_or_else(|| {
            let message = format!("column {name:?} is no field of {}; `columns` says which field it is for", route.id);
            refusal("unknown_column", message)
        })?;
        if bound.iter().any(|earlier| earlier.target.meets(&target)) {
            return Err(refusal("repeated_column", format!("column {name:?} is for a field that has another one")));
        }
        bound.push(BoundColumn { name, target, said });
    }
    let ids = plan.imported_ids.as_ref().and_then(|ids| target_of(route, ids.field.as_str()));
    let has = |name: &str| {
        let target = Target::Path(name.to_owned());
        ids.as_ref() == Some(&target) || bound.iter().any(|column| column.target == target)
    };
    match parameters(route.path).into_iter().find(|name| !has(name)) {
        Some(name) => Err(refusal("missing_column", format!("a column for {PATH}{name} is needed"))),
        None => Ok(bound),
    }
}

fn bind_one(route: &Route, name: &str, said: Option<&ImportColumn>) -> Option<Target> {
    match said {
        Some(ImportColumn { field: None, .. }) => Some(Target::Nothing),
        Some(ImportColumn { field: Some(field), .. }) => target_of(route, field.as_str()),
        None => target_of(route, name).or_else(|| target_of(route, &in_lower_case(name))),
    }
}

/// A name in lower case, but for a key of the metadata.
fn in_lower_case(name: &str) -> String {
    match name.split_once('.') {
        Some((group, key)) if group.eq_ignore_ascii_case(METADATA) => format!("{METADATA}.{key}"),
        Some(_) | None => name.to_lowercase(),
    }
}
