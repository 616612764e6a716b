//! Checks of references that several areas have.

use super::Call;
use crate::{
    domain::{Id, Location, Record, Resource},
    error::ApiError,
};

/// The resources that a list in the request names, in its order; all of them must stand at the location.
///
/// # Errors
/// 422 naming `field[n]`: `reference_not_found`, or `other_location`.
pub async fn check_resources_at(
    call: &Call,
    location: Id<Location>,
    ids: &[Id<Resource>],
    field: &str,
) -> Result<Vec<Record<Resource>>, ApiError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = call.store.find_all(&call.caller.tenant, ids).await?;
    let resource = |(position, id): (usize, &Id<Resource>)| {
        let field = format!("{field}[{position}]");
        let Some(resource) = found.iter().find(|resource| resource.id == *id) else {
            return Err(ApiError::reference_not_found(field));
        };
        if resource.body.location_id != location {
            return Err(ApiError::rule(field, "other_location", "the resource stands at another location"));
        }
        Ok(resource.clone())
    };
    ids.iter().enumerate().map(resource).collect()
}
