use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    category::Categorized as _,
};
use store::List;
use values::{Id, SearchText, audience::OfferAudience};

use crate::records::{
    category::ShopCategory,
    product::{ProductKind, ShopProduct},
    stock::ShopStock,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopProductFilter {
    /// Only products of this location.
    location_id: Option<Id<Location>>,
    /// Only products of this category.
    category_id: Option<Id<ShopCategory>>,
    /// Only products of this kind.
    kind: Option<ProductKind>,
    /// Only products with this visibility.
    visibility: Option<OfferAudience>,
    /// Only featured, or only other products.
    featured: Option<bool>,
    /// Only active, or only inactive products.
    is_active: Option<bool>,
    /// Only products in whose title a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists shop products, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<ShopProductFilter>) -> Lists<ShopProduct> {
    let location = if filter.category_id.is_some() { filter.location_id.as_ref() } else { None };
    let products = List::first_of([
        ShopProduct::BY_CATEGORY.asked(filter.category_id.as_ref()),
        ShopProduct::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", location)
    .only("kind", filter.kind.as_ref())
    .only("visibility", filter.visibility.as_ref())
    .only("featured", filter.featured.as_ref())
    .only("is_active", filter.is_active.as_ref())
    .finding(filter.q.as_ref());
    let mut page = call.page(products, paging).await?;
    let ids: Vec<Id<ShopStock>> = page.data.iter().map(|product| product.id.cast()).collect();
    if !ids.is_empty() {
        let stocks = call.store.find_all(call.tenant(), &ids).await?;
        for product in &mut page.data {
            let stock = stocks.iter().find(|stock| stock.id == product.id.cast());
            product.body.stock = stock.map(|stock| stock.body.clone());
        }
    }
    Ok(page)
}
