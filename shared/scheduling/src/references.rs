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
/// 422 naming `field[n]`: `reference_not_found`, or `other_location`.
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
    let found = work.store.find_all(work.tenant(), &ids).await?;
    for (position, id) in ids.iter().enumerate() {
        let field = format!("{field}[{position}]");
        match found.iter().find(|resource| resource.id == *id) {
            None => return Err(ApiError::reference_not_found(field)),
            Some(resource) if resource.body.location_id != location => {
                return Err(ApiError::rule(field, "other_location", "the resource stands at another location"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
