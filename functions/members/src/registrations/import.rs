//! Import registrations: rows that are judged, stored and answered each by itself.

use std::collections::HashMap;

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Committed, Data, Plain, json::Json};
use values::{ApiError, Id, LongText, Metadata};

use super::{
    MemberRegistration,
    import_row::{self, ROWS_MAX, RawRow},
    open::{self, Place},
    references::Known,
};

/// Registrations to import; each waits for approval.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberRegistrationImport {
    /// Where the people want to be whose row names no location.
    location_id: Option<Id<Location>>,
    /// Rows as JSON objects; at most 100 together with those of the CSV.
    #[serde(default)]
    #[schemars(length(max = ROWS_MAX))]
    registrations: Vec<MemberRegistrationImportRow>,
    /// Rows as CSV, with commas, semicolons or tabs between cells. The first line names the columns in any order: the
    /// fields of a row, and `metadata.<key>`.
    #[schemars(length(max = 250_000))]
    csv: Option<String>,
}

/// A row. Its fields are those of a registration and judged with the row, so that a bad one refuses no other row.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberRegistrationImportRow {
    /// Where the person wants to be.
    location_id: Option<LongText>,
    /// E-mail address of the person; needed.
    email: Option<LongText>,
    /// Name and surname of the person; needed.
    name: Option<LongText>,
    /// What the person wants to subscribe to.
    membership_plan_id: Option<LongText>,
    /// The company the person belongs to.
    company_id: Option<LongText>,
    /// What the person wrote.
    message: Option<LongText>,
    /// How it comes: `invite` waits for the person, `signup` for approval; when left out it is an `import`, which waits
    /// for approval.
    source: Option<LongText>,
    /// Days in which it is decided: 1 to 90, 14 when left out.
    #[schemars(range(min = 0, max = 1_000_000))]
    valid_days: Option<i64>,
    /// Your own keys and values; at most 50 keys.
    metadata: Option<Metadata>,
}

/// What became of an import.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MemberRegistrationImportResult {
    /// Rows that were stored.
    created: usize,
    /// Rows whose e-mail has an open registration at the location already.
    linked: usize,
    /// Rows that were refused.
    refused: usize,
    /// What became of each row: those of `registrations`, then those of `csv`.
    results: Vec<ImportedRow>,
}

/// What became of a row.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ImportedRow {
    /// Number of the row, from 1.
    row: usize,
    /// Line of the row in the CSV text, from 1, where the columns are named; null for a row of `registrations`.
    line: Option<u64>,
    /// The e-mail in it.
    email: String,
    /// What became of it.
    outcome: ImportOutcome,
    /// The registration that was stored, or that was open already.
    registration_id: Option<Id<MemberRegistration>>,
    /// Why it was refused: the code a single registration would get.
    code: Option<String>,
    /// The offending field, such as `csv[0].email`.
    field: Option<String>,
    /// The column, or field of the row, that offends: such as `email`.
    column: Option<String>,
    /// What is wrong with it.
    reason: Option<String>,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// The row was stored as a new registration.
    Created,
    /// Its e-mail has an open registration at the location already.
    Linked,
    /// The row was refused; code, column and reason say why.
    Refused,
}

/// Imports up to 100 registrations, each judged and answered by itself.
pub async fn import(
    call: Call,
    Body(input): Body<MemberRegistrationImport>,
) -> Result<Committed<Data<Plain<MemberRegistrationImportResult>>>, ApiError> {
    let rows = rows(input)?;
    let judged: Vec<_> = rows.iter().map(|row| row.registration(call.now)).collect();
    let good: Vec<&MemberRegistration> = judged.iter().flatten().map(|(registration, _)| registration).collect();
    let known = Known::read(&call, &good).await?;
    let mut places = open::find_all(&call, &good).await?.into_iter();
    // Rows of one person at one location: the first is stored, the others are linked to it.
    let mut stored = HashMap::new();
    let mut result = MemberRegistrationImportResult::default();
    for (position, (raw, registration)) in rows.iter().zip(&judged).enumerate() {
        let outcome = match registration {
            Ok((registration, metadata)) => {
                let name = registration.open_key().name().to_owned();
                let earlier = stored.get(&name).copied().map(Place::Taken);
                let place = places.next().unwrap_or(Place::Free);
                let outcome =
                    import_one(&call, &known, registration, metadata.as_ref(), earlier.unwrap_or(place)).await;
                stored.extend(outcome.as_ref().ok().map(|(_, id)| (name, *id)));
                outcome
            }
            Err(refusal) => Err(refusal.clone()),
        };
        result.add(position + 1, raw, outcome)?;
    }
    // The rows are stored already. What is committed here is the answer, for a request that is repeated under its
    // idempotency key.
    call.commit(call.transaction(), Data(Plain(result))).await
}

/// All rows of the request.
fn rows(input: MemberRegistrationImport) -> Result<Vec<RawRow>, ApiError> {
    let objects = input.registrations.into_iter().enumerate();
    let mut rows: Vec<RawRow> = objects.map(|(position, row)| row.into_raw(position)).collect();
    if let Some(csv) = &input.csv {
        let left = ROWS_MAX.checked_sub(rows.len()).ok_or_else(import_row::too_many)?;
        rows.extend(import_row::of_csv(csv, left)?);
    }
    Ok(rows.into_iter().map(|row| row.at(input.location_id)).collect())
}

/// Stores one row, unless its person has an open registration at the location.
async fn import_one(
    call: &Call,
    known: &Known,
    registration: &MemberRegistration,
    metadata: Option<&Metadata>,
    place: Place,
) -> Result<(ImportOutcome, Id<MemberRegistration>), ApiError> {
    let references = known.references(registration)?;
    if let Place::Taken(id) = place {
        return Ok((ImportOutcome::Linked, id));
    }
    let registration = call.new_record(registration.clone(), metadata.cloned());
    let mut transaction = call.transaction();
    references.require_all(&mut transaction);
    open::store(&mut transaction, &registration, place)?;
    call.store.commit(transaction).await?;
    Ok((ImportOutcome::Created, registration.id))
}

impl MemberRegistrationImportRow {
    fn into_raw(self, position: usize) -> RawRow {
        let fields = [
            ("location_id", self.location_id),
            ("email", self.email),
            ("name", self.name),
            ("membership_plan_id", self.membership_plan_id),
            ("company_id", self.company_id),
            ("message", self.message),
            ("source", self.source),
        ];
        let given = fields.into_iter().filter_map(|(name, text)| Some((name, Json::String(text?.to_string()))));
        let days = self.valid_days.map(|days| ("valid_days", Json::Number(days.to_string())));
        let metadata = self.metadata.map(|metadata| {
            let keys = metadata.iter().map(|(key, text)| (key.to_owned(), Json::String(text.to_owned())));
            ("metadata", Json::Object(keys.collect()))
        });
        let all = given.chain(days).chain(metadata).map(|(name, value)| (name.to_owned(), value));
        RawRow { path: format!("registrations[{position}]"), line: None, fields: Some(all.collect()) }
    }
}

impl MemberRegistrationImportResult {
    /// Notes what became of a row.
    ///
    /// # Errors
    /// A fault that is no row's: the client sends the rows again, and those that are stored are linked.
    fn add(
        &mut self,
        row: usize,
        raw: &RawRow,
        outcome: Result<(ImportOutcome, Id<MemberRegistration>), ApiError>,
    ) -> Result<(), ApiError> {
        let email: String = raw.text("email").chars().take(200).collect();
        let line = raw.line;
        let outcome = match outcome {
            Ok((outcome, id)) => ImportedRow {
                outcome,
                registration_id: Some(id),
                row,
                line,
                email,
                code: None,
                field: None,
                column: None,
                reason: None,
            },
            Err(refusal) if refusal.status() >= 500 => return Err(refusal),
            Err(refusal) => {
                let first = refusal.fields.first();
                // A broken rule names only the field; the row's path is put in front of it.
                let field = |name: &str| {
                    if name.starts_with(&raw.path) { name.to_owned() } else { format!("{}.{name}", raw.path) }
                };
                let named = first.map(|first| field(&first.field));
                let column = named.as_deref().and_then(|field| field.strip_prefix(&raw.path)?.strip_prefix('.'));
                ImportedRow {
                    outcome: ImportOutcome::Refused,
                    registration_id: None,
                    row,
                    line,
                    email,
                    code: Some(refusal.code.as_str().to_owned()),
                    column: column.map(str::to_owned),
                    field: named,
                    reason: first.map(|first| first.reason.to_string()),
                }
            }
        };
        match outcome.outcome {
            ImportOutcome::Created => self.created += 1,
            ImportOutcome::Linked => self.linked += 1,
            ImportOutcome::Refused => self.refused += 1,
        }
        self.results.push(outcome);
        Ok(())
    }
}
