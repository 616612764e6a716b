//! Route tables: an area's operations as data. Routing, permission, 405 with `Allow`, the OpenAPI document and the
//! structure tests all come from here.

use std::{borrow::Cow, sync::Arc};

use serde_json::{Value, json};

use super::{
    asked_query, by_ids,
    expand::{self, Expansion},
    operation::{Bound, Lazy, Operation, Run, Shape},
    people_access::PeopleAccess,
    wording::spelled,
};
use values::{Access, Area, ErrorCode, Scope};
use work::unit_of_work::RenewWallet;

/// HTTP method of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Reads a record or a list and changes nothing.
    Get,
    /// Makes something, or changes its state.
    Post,
    /// Merges fields into a record: those left out stay.
    Put,
    /// Puts a record away, mostly into the archive.
    Delete,
}

impl Method {
    /// The method on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Whether this program makes the document: a function keeps nothing that only the document shows.
const IS_DOCUMENTED: bool = cfg!(feature = "document");

/// One operation of the API, with its method, path, scope and input.
#[derive(Clone)]
pub struct Route {
    /// HTTP method that calls the operation.
    pub method: Method,
    /// Path below `/v1`, with `{id}` for parameters.
    pub path: &'static str,
    /// Area it belongs to.
    pub area: Area,
    /// Scope a client needs.
    pub scope: Scope,
    /// Operation id, such as `create_plan`.
    pub id: &'static str,
    /// Label, such as `Create plan`: the operation id in words, of a DELETE with the verb `Delete`, unless people would
    /// say it otherwise.
    pub summary: Cow<'static, str>,
    /// Rules, in whole sentences.
    pub description: &'static str,
    /// Refusals of its own, besides those every operation has.
    pub refusals: &'static [ErrorCode],
    /// Example of the body.
    pub example: Option<fn() -> Value>,
    /// Inputs and answer; shared, because schemas are large.
    pub shape: Arc<Shape>,
    /// Whether `scope` is not the area's own.
    needs_other_scope: bool,
    /// What renews the wallets on which it decides.
    pub(super) renew_wallets: Option<RenewWallet>,
    /// What people who act by a session may do with it.
    pub people: PeopleAccess,
    /// What its records name and a request may have shown beside them.
    pub expansions: &'static [Expansion],
    /// Whether a request may ask for some of its records by their ids.
    pub is_by_ids: bool,
    /// By which fields of its answer its records can be sorted, where they can be asked for by their ids.
    pub sorted_by: &'static [&'static str],
    /// Whether it runs other operations, each of which says what its caller may do: it asks for no scope of its own.
    pub runs_others: bool,
    pub(super) run: Arc<dyn Run>,
}

/// An area's operations. Cloning is cheap.
#[derive(Clone, Default)]
pub struct Routes(pub Vec<Arc<Route>>);

impl Routes {
    /// The operations of one area, in groups. Each needs the area's own scope, unless [`Route::needing`] named another
    /// one.
    #[must_use]
    pub fn of(area: Area, groups: impl IntoIterator<Item = Vec<Route>>) -> Self {
        let in_area = |mut route: Route| {
            route.area = area;
            if !route.needs_other_scope {
                route.scope.area = area;
            }
            Arc::new(route)
        };
        Self(groups.into_iter().flatten().map(in_area).collect())
    }

    /// The same, told what renews the wallets on which they decide.
    #[must_use]
    pub fn renewing_wallets(self, renew: RenewWallet) -> Self {
        let told = |route: Arc<Route>| Arc::new(Route { renew_wallets: Some(renew), ..Arc::unwrap_or_clone(route) });
        Self(self.0.into_iter().map(told).collect())
    }

    /// The operations, in the order of the tables.
    pub fn iter(&self) -> impl Iterator<Item = &Route> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The operations of several areas together.
    #[must_use]
    pub fn merged(areas: impl IntoIterator<Item = Self>) -> Self {
        Self(areas.into_iter().flat_map(|routes| routes.0).collect())
    }
}

impl Route {
    /// `GET path`, which needs the area's `read`.
    pub fn get<Args: 'static, F: Operation<Args>>(id: &'static str, path: &'static str, operation: F) -> Self {
        Self::new(Method::Get, id, path, operation)
    }

    /// `POST path`, which needs the area's `write`.
    pub fn post<Args: 'static, F: Operation<Args>>(id: &'static str, path: &'static str, operation: F) -> Self {
        Self::new(Method::Post, id, path, operation)
    }

    /// `PUT path`, which needs the area's `write`.
    pub fn put<Args: 'static, F: Operation<Args>>(id: &'static str, path: &'static str, operation: F) -> Self {
        Self::new(Method::Put, id, path, operation)
    }

    /// `DELETE path`, which needs the area's `write`. Its label is "Delete …"; an operation after which the record is
    /// still found has another one.
    pub fn delete<Args: 'static, F: Operation<Args>>(id: &'static str, path: &'static str, operation: F) -> Self {
        let noun = id.split_once('_').map_or(id, |(_, noun)| noun);
        // One word for one act, whatever is done with the record inside: afterwards it is not found.
        let route = Self::new(Method::Delete, id, path, operation);
        if IS_DOCUMENTED { Self { summary: label(&format!("delete_{noun}")).into(), ..route } } else { route }
    }

    fn new<Args: 'static, F: Operation<Args>>(
        method: Method,
        id: &'static str,
        path: &'static str,
        operation: F,
    ) -> Self {
        let access = if method == Method::Get { Access::Read } else { Access::Write };
        let mut shape = F::shape();
        if path.contains('{') && shape.path.is_none() {
            shape.path = Some(Lazy::new(|| json!({"properties": {}})));
        }
        let shape = Arc::new(shape);
        let run = Arc::new(Bound::new(operation, Arc::clone(&shape)));
        Self {
            method,
            path,
            area: Area::Merchant,
            scope: Scope { area: Area::Merchant, access },
            id,
            summary: if IS_DOCUMENTED { label(id).into() } else { Cow::Borrowed("") },
            description: "",
            refusals: &[],
            example: None,
            shape,
            needs_other_scope: false,
            renew_wallets: None,
            people: PeopleAccess::NEVER,
            expansions: &[],
            is_by_ids: false,
            sorted_by: &[],
            runs_others: false,
            run,
        }
    }

    /// With a label that does not follow from the operation id.
    #[must_use]
    pub fn labelled(mut self, summary: &'static str) -> Self {
        if IS_DOCUMENTED {
            self.summary = Cow::Borrowed(summary);
        }
        self
    }

    /// With its rules in words.
    #[must_use]
    #[inline]
    pub fn described(mut self, description: &'static str) -> Self {
        if IS_DOCUMENTED {
            self.description = description;
        }
        self
    }

    /// Whose records name these, which a request may have shown beside them. A read says so.
    #[must_use]
    pub const fn expanding(mut self, expansions: &'static [Expansion]) -> Self {
        self.expansions = expansions;
        self
    }

    /// A list of whose records a request may ask for some by their ids: those that a get of each would answer.
    #[must_use]
    pub const fn by_ids(mut self) -> Self {
        self.is_by_ids = true;
        self
    }

    /// The same, which a request may have in the order of these fields of its answer, too: texts, days and instants.
    #[must_use]
    pub const fn sorted_by(mut self, fields: &'static [&'static str]) -> Self {
        self.sorted_by = fields;
        self
    }

    /// Which runs other operations for its caller, and needs the scopes of those alone.
    #[must_use]
    pub const fn running_others(mut self) -> Self {
        self.runs_others = true;
        self
    }

    /// Needing this scope instead of the area's own.
    #[must_use]
    pub fn needing(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self.needs_other_scope = true;
        self
    }

    /// Whether it goes by the merchant's clock, which a sandbox merchant has advanced; API clients, sessions and the test
    /// clock itself go by real time.
    #[must_use]
    pub fn goes_by_merchant_time(&self) -> bool {
        !matches!(self.scope, Scope::MERCHANT_ADMIN | Scope::MERCHANT_CLIENTS | Scope::MEMBERS_SESSIONS)
    }

    /// With refusals of its own.
    #[must_use]
    pub fn refusing(mut self, refusals: &'static [ErrorCode]) -> Self {
        if IS_DOCUMENTED {
            self.refusals = refusals;
        }
        self
    }

    /// With an example of its body.
    #[must_use]
    #[inline]
    pub fn example(mut self, example: fn() -> Value) -> Self {
        if IS_DOCUMENTED {
            self.example = Some(example);
        }
        self
    }

    /// What its query may hold: what the operation itself takes, and what is taken before it; none where it may hold
    /// nothing.
    #[must_use]
    pub fn query(&self) -> Option<Value> {
        let taken_before = [
            (by_ids::PARAMETER, self.is_by_ids.then(by_ids::schema)),
            (expand::PARAMETER, (!self.expansions.is_empty()).then(|| expand::schema(self.expansions))),
        ];
        let of_lists = if self.is_by_ids { asked_query::schemas(self.sorted_by) } else { Vec::new() };
        let taken_before = taken_before.into_iter().filter_map(|(name, schema)| Some((name, schema?)));
        let mut query = self.shape.query.as_deref().cloned();
        for (name, schema) in taken_before.chain(of_lists) {
            let closed = || json!({"type": "object", "properties": {}, "additionalProperties": false});
            query.get_or_insert_with(closed)["properties"][name] = schema;
        }
        query
    }

    /// Whether it answers a page of a list: one that is too long to be looked through is refused.
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.shape.query.as_ref().is_some_and(|query| query["properties"]["per_page"].is_object())
    }

    /// Every code the operation can answer: those every operation has, those its inputs bring, and its own.
    #[must_use]
    pub fn codes(&self) -> Vec<ErrorCode> {
        let has_id = self.shape.path.is_some();
        let changes = self.method != Method::Get;
        let groups = [
            (true, &[ErrorCode::ValidationError, ErrorCode::InvalidToken, ErrorCode::Forbidden][..]),
            (has_id, &[ErrorCode::NotFound]),
            (changes && has_id, &[ErrorCode::VersionConflict, ErrorCode::VersionMismatch]),
            (changes || self.is_list(), &[ErrorCode::RuleViolation]),
            (self.method == Method::Post, &[ErrorCode::IdempotencyInProgress, ErrorCode::IdempotencyMismatch]),
            (
                self.method == Method::Post || self.shape.body.is_some(),
                &[ErrorCode::PayloadTooLarge, ErrorCode::UnsupportedMediaType],
            ),
            (true, self.refusals),
            (true, &[ErrorCode::RateLimited, ErrorCode::InternalError, ErrorCode::ServiceUnavailable]),
        ];
        let mut codes: Vec<ErrorCode> = Vec::new();
        for code in groups.into_iter().filter(|(applies, _)| *applies).flat_map(|(_, codes)| codes) {
            if !codes.contains(code) {
                codes.push(*code);
            }
        }
        codes
    }
}

/// An operation id in words: `create_plan` is `Create plan`, `list_api_clients` is `List API clients`.
fn label(id: &str) -> String {
    let words: Vec<_> = id.split('_').map(spelled).collect();
    let words = words.join(" ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
