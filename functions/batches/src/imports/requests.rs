//! The request that a row asks for. Pure.

use std::{collections::HashMap, sync::Arc};

use shared::api::{
    OwnRequest, Route, csv,
    json::{self, Json},
};
use values::{
    ApiError,
    error::{FieldError, Reason},
};

use super::{
    cells::{put, put_all, typed},
    columns::{BoundColumn, Target, bind, target_of},
    record::{ImportFormat, RowPlan},
    table::{Table, TableRow},
};
use crate::input::parameters;

/// Makes requests of the rows of a table.
pub struct RowRequests<'a> {
    route: &'a Arc<Route>,
    format: ImportFormat,
    plan: &'a RowPlan,
    columns: Vec<BoundColumn<'a>>,
    defaults: Vec<(String, Json)>,
}

/// What a row says, before it is a request.
#[derive(Default)]
struct Said {
    path: HashMap<String, String>,
    if_match: Option<String>,
    body: Vec<(String, Json)>,
    has_body: bool,
}

impl<'a> RowRequests<'a> {
    /// For the rows of `table`.
    ///
    /// # Errors
    /// 422 on `columns`, or on `imported_ids` (`unknown_field`).
    pub fn new(
        route: &'a Arc<Route>,
        (format, plan): (ImportFormat, &'a RowPlan),
        table: &'a Table,
    ) -> Result<Self, ApiError> {
        if let Some(ids) = &plan.imported_ids
            && target_of(route, ids.field.as_str()).is_none()
        {
            let message = format!("{} has no field {:?}", route.id, ids.field.as_str());
            return Err(ApiError::rule("imported_ids.field", "unknown_field", message));
        }
        let columns = match format {
            ImportFormat::Csv => bind(route, &table.header, plan)?,
            ImportFormat::Ndjson => Vec::new(),
        };
        let defaults = match plan.defaults.as_ref().map(|body| json::parse(body.as_str().as_bytes())) {
            Some(Ok(Json::Object(members))) => members,
            _ => Vec::new(),
        };
        Ok(Self { route, format, plan, columns, defaults })
    }

    /// The request of a row under the idempotency key `key`; `imported` is the id that the same row of another import
    /// has created.
    ///
    /// # Errors
    /// 400 with what is wrong with the row's form.
    pub fn request(&self, row: &TableRow, key: String, imported: Option<&str>) -> Result<OwnRequest, ApiError> {
        let mut said = match self.format {
            ImportFormat::Csv => self.of_cells(&row.cells)?,
            ImportFormat::Ndjson => self.of_json(row.cells.first().map(String::as_str).unwrap_or_default())?,
        };
        if let Some(ids) = &self.plan.imported_ids {
            let id = imported.ok_or_else(|| {
                let message = "the same row of the other import has created nothing";
                ApiError::rule(ids.field.as_str(), "row_not_imported", message)
            })?;
            said.put(target_of(self.route, ids.field.as_str()).unwrap_or(Target::Nothing), id);
        }
        let names = parameters(self.route.path);
        let missing = names.iter().filter(|name| !said.path.contains_key(**name));
        let unknown = said.path.keys().filter(|name| !names.contains(&name.as_str()));
        let faults: Vec<FieldError> = missing
            .map(|name| FieldError::new(format!("path.{name}"), Reason::Required))
            .chain(unknown.map(|name| FieldError::new(format!("path.{name}"), Reason::UnknownField)))
            .collect();
        if !faults.is_empty() {
            return Err(ApiError::validation(faults));
        }
        let path = names.iter().map(|name| ((*name).to_owned(), said.path.remove(*name).unwrap_or_default()));
        Ok(OwnRequest {
            route: Arc::clone(self.route),
            path: path.collect(),
            query: Vec::new(),
            body: said.has_body.then(|| Json::Object(said.body).to_string().into_bytes()),
            if_match: said.if_match,
            idempotency_key: Some(key),
        })
    }

    /// The column of the file that a field of the body is in.
    #[must_use]
    pub fn column_of(&self, field: &str) -> Option<&'a str> {
        let is_of = |column: &&BoundColumn| match &column.target {
            Target::Body(parts, _) => {
                let path = parts.join(".");
                field == path || field.strip_prefix(&path).is_some_and(|rest| rest.starts_with(['.', '[']))
            }
            Target::Path(name) => field.strip_prefix("path.").unwrap_or(field) == name,
            Target::IfMatch => field == "If-Match",
            Target::Nothing => false,
        };
        self.columns.iter().find(is_of).map(|column| column.name)
    }

    /// What the cells of a line say. Empty ones say nothing.
    fn of_cells(&self, cells: &[String]) -> Result<Said, ApiError> {
        if cells.len() != self.columns.len() {
            return Err(ApiError::validation(vec![FieldError::named("row", "column_count")]));
        }
        let mut said = self.begin(self.route.shape.body.is_some());
        for (column, cell) in self.columns.iter().zip(cells) {
            let cell = csv::unguarded(cell);
            let cell = cell.trim();
            let meant = column.said.and_then(|said| said.values.get(cell)).map_or(cell, |value| value.as_str());
            if !meant.is_empty() {
                said.put(column.target.clone(), meant);
            }
        }
        Ok(said)
    }

    /// What a line of JSON says.
    fn of_json(&self, line: &str) -> Result<Said, ApiError> {
        let malformed = || ApiError::validation(vec![FieldError::new("row", Reason::MalformedJson)]);
        let Ok(Json::Object(members)) = json::parse(line.as_bytes()) else { return Err(malformed()) };
        let mut said = self.begin(!self.defaults.is_empty());
        for (name, value) in members {
            match (name.as_str(), value) {
                ("body", Json::Object(members)) => {
                    said.has_body = true;
                    put_all(&mut said.body, members);
                }
                ("path", Json::Object(members)) => {
                    for (name, value) in members {
                        let Json::String(text) = value else { return Err(wrong_type(format!("path.{name}"))) };
                        said.path.insert(name, text);
                    }
                }
                ("if_match", Json::String(text)) => said.if_match = Some(text),
                ("body" | "path" | "if_match", _) => return Err(wrong_type(name)),
                _ => return Err(ApiError::validation(vec![FieldError::new(name, Reason::UnknownField)])),
            }
        }
        Ok(said)
    }

    fn begin(&self, has_body: bool) -> Said {
        Said { body: self.defaults.clone(), has_body, ..Said::default() }
    }
}

impl Said {
    fn put(&mut self, target: Target, text: &str) {
        match target {
            Target::Nothing => {}
            Target::Path(name) => drop(self.path.insert(name, text.to_owned())),
            Target::IfMatch => self.if_match = Some(text.to_owned()),
            Target::Body(parts, schema) => {
                self.has_body = true;
                put(&mut self.body, &parts, typed(&schema, text));
            }
        }
    }
}

fn wrong_type(field: String) -> ApiError {
    ApiError::validation(vec![FieldError::new(field, Reason::InvalidType)])
}
