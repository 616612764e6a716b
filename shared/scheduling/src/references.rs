//! Checks of references that several areas have.

use shared::{
    UnitOfWork,
    domain::{Id, Location, ResourceReference},
    error::ApiError,
};

use crate::resource::Resource;

/// Refuses a list of resources that are not all there and at the location.
///
/// # Errors
/// 422 naming `field[n]`: `reference_not_found`, `reference_archived`, or `other_location`.
pub async fn check_resources_at(
    work: &UnitOfWork,
    location: Id<Location>,
    ids: &[Id<ResourceReference>],
    field: &str,
) -> Result<(), ApiError> {
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<Id<Resource>> = ids.iter().map(|id| id.cast()).collect();
    let field = |position: usize| format!("{field}[{position}]");
    let found = work.references(&ids, field).await?;
    match found.iter().position(|resource| resource.body.location_id != location) {
        Some(position) => {
            Err(ApiError::rule(field(position), "other_location", "the resource stands at another location"))
        }
        None => Ok(()),
    }
}
