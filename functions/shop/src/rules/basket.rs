//! What somebody wants to order, looked up: every item with its product, option and category.

use std::collections::BTreeSet;

use records::{AskedTax, EntitlementsAt, Location, TaxRate};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id};

use crate::records::{category::ShopCategory, option::ShopOption, product::ShopProduct};

/// What is ordered of one option.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ShopOrderItemCreate")]
pub struct ItemToOrder {
    /// Product to order; it is active, and so is its category.
    pub product_id: Id<ShopProduct>,
    /// Which option of it; each once.
    pub option_id: Id<ShopOption>,
    /// Number of pieces to order, from 1 to 1,000.
    #[schemars(range(min = 1, max = 1000))]
    pub quantity: i64,
}

/// What is ordered, as it was read.
#[derive(Debug)]
pub struct Basket {
    products: Vec<Record<ShopProduct>>,
    categories: Vec<Record<ShopCategory>>,
}

impl Basket {
    /// Reads products and their categories.
    ///
    /// # Errors
    /// 422 naming what is not there, and an option that is named twice.
    pub async fn read(call: &Call, items: &[ItemToOrder]) -> Result<Self, ApiError> {
        let mut seen = BTreeSet::new();
        for (position, item) in items.iter().enumerate() {
            if !seen.insert(item.option_id) {
                let message = "each option stands once in an order, with a quantity";
                return Err(ApiError::rule(format!("items[{position}].option_id"), "repeated", message));
            }
        }
        let ids: BTreeSet<_> = items.iter().map(|item| item.product_id).collect();
        let ids: Vec<_> = ids.into_iter().collect();
        let position = |id| items.iter().position(|item| item.product_id == id).unwrap_or_default();
        let products =
            call.require_references(&ids, |index| format!("items[{}].product_id", position(ids[index]))).await?;
        let categories: BTreeSet<_> = products.iter().map(|product| product.body.category_id).collect();
        let categories: Vec<_> = categories.into_iter().collect();
        let categories = call.store.find_all(call.tenant(), &categories).await?;
        Ok(Self { products, categories })
    }

    /// The product and option of an item.
    ///
    /// # Errors
    /// 422 naming the item's option.
    pub fn option(&self, position: usize, item: &ItemToOrder) -> Result<(&Record<ShopProduct>, &ShopOption), ApiError> {
        let product = self.products.iter().find(|product| product.id == item.product_id);
        let product = product.ok_or_else(|| ApiError::internal("a product of the basket was not read"))?;
        let option = product.body.option(item.option_id);
        let unknown = || ApiError::reference_not_found(format!("items[{position}].option_id"));
        Ok((product, option.ok_or_else(unknown)?))
    }

    /// Tax rates by date of what is ordered at a location.
    ///
    /// # Errors
    /// 422 naming an item's option.
    pub fn tax_rate_ids(
        &self,
        items: &[ItemToOrder],
        location: &Location,
    ) -> Result<Vec<Option<Id<TaxRate>>>, ApiError> {
        let id = |(position, item): (usize, &ItemToOrder)| {
            let (_, option) = self.option(position, item)?;
            Ok(AskedTax::of(option.tax_rate_id, option.tax_rate, location).tax_rate_id)
        };
        items.iter().enumerate().map(id).collect()
    }

    /// Refuses what is not for sale, to this customer, here, now or in this number.
    ///
    /// # Errors
    /// 422 naming the item.
    pub fn check(
        &self,
        (position, item): (usize, &ItemToOrder),
        location: Id<Location>,
        entitlements: &EntitlementsAt,
    ) -> Result<(), ApiError> {
        let (product, option) = self.option(position, item)?;
        let refused = |reason, message| Err(ApiError::rule(format!("items[{position}].product_id"), reason, message));
        if product.body.location_id != location {
            return refused("other_location", "the product is sold at another location");
        }
        let category = self.categories.iter().find(|category| category.id == product.body.category_id);
        // A category that is not there was deleted since, and the product moved: the transaction finds that.
        if !product.body.is_active || category.is_some_and(|category| !category.body.is_active) {
            return refused("not_for_sale", "the product or its category is not active");
        }
        if !entitlements.is_among(product.body.visibility.audience(), &[]) {
            return refused("not_for_customer", "the product is for others: see its visibility");
        }
        if option.max_per_order.is_some_and(|most| item.quantity > most) {
            let message = "more than may be in one order: see max_per_order";
            return Err(ApiError::rule(format!("items[{position}].quantity"), "above_max_per_order", message));
        }
        Ok(())
    }

    /// Requires that all of it is as it was read.
    pub fn require(&self, transaction: &mut Transaction) {
        self.products.iter().for_each(|product| transaction.require_unchanged(product));
        self.categories.iter().for_each(|category| transaction.require_unchanged(category));
    }
}
