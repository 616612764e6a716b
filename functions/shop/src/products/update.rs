//! Update a product; its stock follows its options.

use shared::{
    api::{Body, Call, Changes, Patch, PathId, retry},
    category,
};
use store::transaction::version_conflict;
use values::Id;

use super::{extra, options, stock};
use crate::records::{product::ShopProduct, stock::ShopStock};

/// Changes fields of a product; given options replace all options.
pub async fn update(
    call: Call,
    PathId(id): PathId<ShopProduct>,
    Body(patch): Body<Patch<ShopProduct>>,
) -> Changes<ShopProduct> {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: Id<ShopProduct>, patch: &Patch<ShopProduct>) -> Changes<ShopProduct> {
    let (product, counted) = tokio::join!(call.get(id), call.store.find(call.tenant(), id.cast::<ShopStock>()));
    let (product, counted) = (product?, counted?.ok_or_else(version_conflict)?);
    let mut update = call.update_of(stock::shown(product, Some(counted.clone())))?.patched(patch)?;
    options::require_tax_rates(call, &update.before.body.options, &update.after.options).await?;
    options::identify(call, &update.before.body.options, &mut update.after.options)?;
    update.after.check()?;
    extra::require_resources(call, update.before.body.extra.as_ref(), &update.after).await?;
    call.require_new_files("media_keys", &update.after.media_keys, &update.before.body.media_keys).await?;
    let mut after = counted.body.clone();
    options::follow(&mut after, &update.after, call.now)?;
    if after != counted.body {
        update.transaction.replace(&counted, &call.next_version(&counted, after.clone(), None));
    } else if update.after.options != update.before.body.options {
        // An order may have kept something of what is gone.
        update.transaction.require_unchanged(&counted);
    }
    update.after.stock = Some(after);
    let (before, now) = (update.before.body.category_id, update.after.category_id);
    if before != now {
        let location = update.after.location_id;
        category::add_to_category(call, &mut update.transaction, now, location).await?;
        category::leave(&mut update.transaction, before);
    }
    update.commit().await
}
