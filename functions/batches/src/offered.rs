//! The operations that a batch can run.

use std::sync::{Arc, LazyLock};

use shared::api::{Method, Route, Routes};
use values::{ApiError, Scope};

/// Schemas are made from types once, which takes a moment.
static AREAS: LazyLock<Routes> = LazyLock::new(areas);

/// The list that this operation reads.
///
/// # Errors
/// 500 when there is none.
pub fn list(operation: &str) -> Result<Arc<Route>, ApiError> {
    let named = AREAS.0.iter().find(|route| route.id == operation && route.is_list());
    named.map(Arc::clone).ok_or_else(|| ApiError::internal(format!("no list {operation}")))
}

/// The operation of this name.
///
/// # Errors
/// 422 `not_in_batches` on `operation`.
pub fn find(operation: &str) -> Result<Arc<Route>, ApiError> {
    let named = AREAS.0.iter().find(|route| route.id == operation && is_offered(route));
    let refusal = || {
        let message = "no operation of this name changes records of an area; credentials are no matter of batches";
        ApiError::rule("operation", "not_in_batches", message)
    };
    named.map(Arc::clone).ok_or_else(refusal)
}

/// What changes records by a body alone. What makes or ends credentials is asked for by itself.
fn is_offered(route: &Route) -> bool {
    let is_of_credentials = route.scope.is_of_admin() || route.scope == Scope::MEMBERS_SESSIONS;
    route.method != Method::Get
        && route.query().is_none()
        && route.shape.media_type == "application/json"
        && !is_of_credentials
        && !route.people.begins_sessions
}

fn areas() -> Routes {
    Routes::merged([
        benefits::routes(),
        bookings::routes(),
        companies::routes(),
        contracts::routes(),
        events::routes(),
        feed::routes(),
        invoices::routes(),
        locations::routes(),
        members::routes(),
        memberships::routes(),
        merchant::routes(),
        plans::routes(),
        resources::routes(),
        shop::routes(),
        subscriptions::routes(),
        tickets::routes(),
        transactions::routes(),
        visitors::routes(),
    ])
}
