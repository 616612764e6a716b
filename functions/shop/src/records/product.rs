//! Product: the stored record, its wire form, and the rules that its fields keep among themselves.

use records::{FileKey, Location};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::category::Categorized;
use store::{Entity, Index, IndexBy, Indexes, fields::yes, holds_fields};
use values::{ApiError, Currency, Id, Kind, KindName, LongText, Name, Timestamp, Url, audience::OfferAudience};

use super::{
    category::ShopCategory,
    extra::ExtraTerms,
    option::ShopOption,
    package::PackageGrant,
    stock::{OptionStockView, ShopStock},
};

/// What clients write of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShopProductFields {
    /// Where it is sold.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// Its category, at the same location.
    pub category_id: Id<ShopCategory>,
    /// What it is; `goods` unless a create says otherwise.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub kind: ProductKind,
    /// What people call it.
    pub title: Name,
    /// What it is like.
    #[serde(default)]
    pub description: LongText,
    /// Addresses of pictures and films.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media: Vec<Url>,
    /// Keys of pictures and films that were uploaded to this merchant.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media_keys: Vec<FileKey>,
    /// Who may order it; `members` unless a create says otherwise.
    #[serde(default)]
    pub visibility: OfferAudience,
    /// Whether it can be ordered.
    #[serde(default = "yes")]
    pub is_active: bool,
    /// Whether it is shown first.
    #[serde(default)]
    pub featured: bool,
    /// Whether customers may cancel their order of it; `until_in_progress` unless a create says otherwise.
    #[serde(default)]
    pub refund_policy: RefundPolicy,
    /// What is really sold, in the order in which it is shown. An update replaces all of them.
    #[schemars(length(min = 1, max = 20))]
    pub options: Vec<ShopOption>,
    /// For what bookings it is an extra, with which alone it is then ordered; null when it is none.
    #[serde(default)]
    pub extra: Option<ExtraTerms>,
    /// What one of a `credit_package` grants; empty for `goods`.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub grants: Vec<PackageGrant>,
}

/// What a product is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopProductKind")]
pub enum ProductKind {
    /// Something that is handed over.
    #[default]
    Goods,
    /// Credits or day passes, which come into the customer's wallet.
    CreditPackage,
}

/// Whether customers may cancel what they ordered and paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefundPolicy {
    /// Customers may not cancel it once it is paid.
    NoRefund,
    /// They may until the order is in progress.
    #[default]
    UntilInProgress,
}

/// A product of the shop as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShopProduct {
    /// Fields of the product that clients write.
    #[serde(flatten)]
    pub fields: ShopProductFields,
    /// Currency of its prices: the location's, which cannot change while there is a price.
    pub currency: Currency,
    /// What there is of it, as it was read for an answer.
    #[serde(skip)]
    pub stock: Option<ShopStock>,
}

holds_fields!(ShopProduct, ShopProductFields);

impl ShopProduct {
    /// Index of the products of a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// An option with its position.
    #[must_use]
    pub fn option(&self, id: Id<ShopOption>) -> Option<&ShopOption> {
        self.options.iter().find(|option| option.id == Some(id))
    }

    /// Refuses fields that do not go together.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn check(&self) -> Result<(), ApiError> {
        for (position, grant) in self.grants.iter().enumerate() {
            grant.check(position)?;
        }
        for (position, option) in self.options.iter().enumerate() {
            let price = option.price.minor_in(self.currency, &format!("options[{position}].price"))?;
            let of_option =
                |field, reason, message| Err(ApiError::rule(format!("options[{position}].{field}"), reason, message));
            if self.kind == ProductKind::CreditPackage && option.stock_tracked {
                return of_option("stock_tracked", "only_for_goods", "credit packages have no stock");
            }
            if self.kind == ProductKind::CreditPackage && option.credit_price.is_some() {
                return of_option("credit_price", "only_for_goods", "credits do not pay for credits");
            }
            if option.credit_price == Some(0) && price > 0 {
                let message = "no credits pay for nothing what costs money: leave it out where credits do not pay";
                return of_option("credit_price", "free_in_credits", message);
            }
        }
        if self.kind == ProductKind::CreditPackage && self.extra.is_some() {
            return Err(ApiError::rule("extra", "only_for_goods", "a credit package is no extra of a booking"));
        }
        match (self.kind, self.grants.is_empty()) {
            (ProductKind::CreditPackage, true) => {
                Err(ApiError::rule("grants", "required_for_credit_package", "a credit package grants something"))
            }
            (ProductKind::Goods, false) => {
                Err(ApiError::rule("grants", "only_for_credit_packages", "only a credit package grants something"))
            }
            (ProductKind::CreditPackage, false) | (ProductKind::Goods, true) => Ok(()),
        }
    }
}

impl Kind for ShopProduct {
    const KIND: KindName = KindName::ShopProduct;
}

impl Categorized for ShopProduct {
    type Category = ShopCategory;
    const BY_CATEGORY: IndexBy<Self, Id<ShopCategory>> = IndexBy::new(Index::Second, "category");

    fn category_id(&self) -> Option<Id<ShopCategory>> {
        Some(self.category_id)
    }

    fn put_into(&mut self, category: Id<ShopCategory>) {
        self.fields.category_id = category;
    }
}

impl Entity for ShopProduct {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(
        &[("is_active", "true")],
        Some(&[("is_active", "true"), ("visibility", "public")]),
    );
    const PATH: &'static str = "/shop-products";
    type View = ShopProductView;

    fn view(&self, _now: Timestamp) -> ShopProductView {
        let stock = self.stock.as_ref().map(|stock| stock.options.iter().map(OptionStockView::of).collect());
        ShopProductView { fields: self.fields.clone(), currency: self.currency, stock: stock.unwrap_or_default() }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.fields.title.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).by(&Self::BY_CATEGORY, &self.category_id, id)
    }
}

/// A product of the shop.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopProduct")]
pub struct ShopProductView {
    /// Fields of the product that clients write.
    #[serde(flatten)]
    fields: ShopProductFields,
    /// Currency of its prices.
    currency: Currency,
    /// What there is of each option whose stock is counted, or was.
    stock: Vec<OptionStockView>,
}
