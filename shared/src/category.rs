//! Categories: records of a location in which other records of it stand. How many stand in one is counted with each
//! that enters or leaves it, so that deleting a category does not depend on an index.

use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Query, Update};
use records::Location;
use store::{Entity, IndexBy, List, Order, Record, Transaction, Writable};
use values::{ApiError, Counter, ErrorCode, Id, Kind};

/// Most contents that move in one transaction.
pub const MOVED_MAX: usize = 50;

/// A record of a location in which other records of it stand.
pub trait Category: Entity + Writable<Fields = Self> {
    /// Index of the categories of a location.
    const BY_LOCATION: IndexBy<Self, Id<Location>>;
    /// What messages call its contents, such as `benefits`.
    const CONTENTS: &'static str;

    /// Location to which the category belongs.
    fn location_id(&self) -> Id<Location>;

    /// Counts its live contents: it cannot be deleted above 0.
    fn contents(id: Id<Self>) -> Counter;
}

/// What stands in a category.
pub trait Categorized: Entity {
    /// Kind of category in which the record stands.
    type Category: Category;
    /// Index of the records that stand in a category.
    const BY_CATEGORY: IndexBy<Self, Id<Self::Category>>;

    /// The category in which it stands, if in any.
    fn category_id(&self) -> Option<Id<Self::Category>>;

    /// Puts it into another one.
    fn put_into(&mut self, category: Id<Self::Category>);
}

/// Filters of a list of categories.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryFilter {
    /// Only categories of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only inactive categories.
    is_active: Option<bool>,
}

/// What becomes of the contents of a category that is deleted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub struct CategoryRemoval<C: Kind> {
    /// Category of the same location that takes over what stands in this one.
    move_to: Option<Id<C>>,
}

/// Lists categories.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn list<C: Category>(call: Call, Listing { filter, paging }: Listing<CategoryFilter>) -> Lists<C> {
    let categories = List::first_of([C::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("is_active", filter.is_active.as_ref());
    call.page(categories, paging).await
}

/// Creates a category.
///
/// # Errors
/// 422 when the location does not exist or is inactive.
pub async fn create<C: Category>(call: Call, Body(new): Body<New<C>>) -> Creates<C> {
    let location = call.require_reference(new.fields.location_id(), "location_id").await?;
    location.body.check_active("location_id")?;
    let category = call.new_record(new.fields, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&category);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(category)).await
}

/// Changes the fields that are given.
///
/// # Errors
/// Those of [`Update`].
pub async fn update<C: Category>(call: Call, PathId(id): PathId<C>, Body(patch): Body<Patch<C>>) -> Changes<C> {
    call.update(id).await?.patched(&patch)?.commit().await
}

/// Deletes a category of such contents that has no live one, or whose live contents move to another category.
///
/// # Errors
/// 409 `in_use` when something stands in it that does not move; 422 on `move_to`.
pub async fn delete<T: Categorized>(
    call: Call,
    PathId(id): PathId<T::Category>,
    Query(removal): Query<CategoryRemoval<T::Category>>,
) -> Changes<T::Category> {
    let mut update = call.update(id).await?.archived();
    if let Some(target) = removal.move_to {
        move_contents::<T>(&call, &mut update, target).await?;
    } else {
        let message = format!("the category has {}; move them with move_to", T::Category::CONTENTS);
        update.transaction.require_zero(&T::Category::contents(id), ApiError::conflict(ErrorCode::InUse, message));
    }
    update.transaction.add(&Location::uses(update.after.location_id()), -1);
    update.commit().await
}

/// Adds something at `location` to the category.
///
/// # Errors
/// 422 when the category does not exist or stands elsewhere.
pub async fn add_to_category<C: Category>(
    call: &Call,
    transaction: &mut Transaction,
    category: Id<C>,
    location: Id<Location>,
) -> Result<(), ApiError> {
    let category = call.require_reference(category, "category_id").await?;
    if category.body.location_id() != location {
        return Err(ApiError::rule("category_id", "other_location", "the category stands at another location"));
    }
    transaction.require_reference(&category, "category_id");
    transaction.add(&C::contents(category.id), 1);
    Ok(())
}

/// Something goes out of the category.
pub fn leave<C: Category>(transaction: &mut Transaction, category: Id<C>) {
    transaction.add(&C::contents(category), -1);
}

/// Moves every live content. The index, which may lag, only proposes which they are. Each is moved in the version that
/// was read from the table, and the category's counter refuses the whole when one is missing.
async fn move_contents<T: Categorized>(
    call: &Call,
    from: &mut Update<'_, T::Category>,
    target: Id<T::Category>,
) -> Result<(), ApiError> {
    let from_id = from.before.id;
    if target == from_id {
        let message = format!("the {} must move to another category", T::Category::CONTENTS);
        return Err(ApiError::rule("move_to", "same_category", message));
    }
    let target = call.require_reference(target, "move_to").await?;
    if target.body.location_id() != from.after.location_id() {
        return Err(ApiError::rule("move_to", "other_location", "the category stands at another location"));
    }
    from.transaction.require_reference(&target, "move_to");
    let mut moved: i64 = 0;
    for content in read_live_contents::<T>(call, from_id).await? {
        let mut body = content.body.clone();
        body.put_into(target.id);
        from.transaction.replace(&content, &call.next_version(&content, body, None));
        moved += 1;
    }
    let message = format!("{} of the category are changing now; try again", T::Category::CONTENTS);
    from.transaction.add_up_to(
        &T::Category::contents(from_id),
        -moved,
        0,
        ApiError::conflict(ErrorCode::InUse, message),
    );
    if moved > 0 {
        from.transaction.add(&T::Category::contents(target.id), moved);
    }
    Ok(())
}

async fn read_live_contents<T: Categorized>(
    call: &Call,
    category: Id<T::Category>,
) -> Result<Vec<Record<T>>, ApiError> {
    let tenant = call.tenant();
    let list = List::by(&T::BY_CATEGORY, &category).ordered(Order::Ascending);
    let proposed = call.store.all(tenant, &list, MOVED_MAX).await?;
    if proposed.has_more {
        let message =
            format!("the category has more than {MOVED_MAX} {}; move some of them first", T::Category::CONTENTS);
        return Err(ApiError::conflict(ErrorCode::InUse, message));
    }
    let ids: Vec<_> = proposed.records.iter().map(|content| content.id).collect();
    let mut contents = call.store.find_all(tenant, &ids).await?;
    contents.retain(|content| content.body.category_id() == Some(category));
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use super::MOVED_MAX;
    use store::transaction::ACTIONS_MAX;

    #[test]
    fn one_request_fits_one_transaction() {
        // Both record sets of the category, the counts of their two lists (four at most), three counters, the target.
        const { assert!(MOVED_MAX + 10 <= ACTIONS_MAX) };
    }
}
