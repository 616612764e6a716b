//! Item of an order: what was ordered of one option, at the terms of that moment. Later changes of the product do not
//! reach it.

use billing::settlement::Owed;
use records::{AskedTax, TaxRate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settlement::{SourceAccount, source_account::ChargesView};
use values::{Amount, Currency, Id, Kind, KindName, Name, Percent, ShortText};

use super::{
    option::ShopOption,
    package::{Granted, PackageGrant},
    product::{ProductKind, RefundPolicy, ShopProduct},
};

/// What is ordered of one option. It is what is settled: the source of its invoice item and of its postings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderItem {
    /// Identifier of the item, made with its order.
    pub id: Id<Self>,
    /// Product that was ordered.
    pub product_id: Id<ShopProduct>,
    /// Option of the product that was ordered.
    pub option_id: Id<ShopOption>,
    /// What the product is.
    pub kind: ProductKind,
    /// Names of the product and of the option.
    pub title: Name,
    /// The operator's number of the option.
    pub sku: ShortText,
    /// Number of pieces ordered, also of those returned since.
    pub quantity: i64,
    /// How many of them came back.
    #[serde(default)]
    pub returned: i64,
    /// Price of one piece, in minor units.
    pub unit_minor: i64,
    /// Price of one in credits.
    pub unit_credits: Option<i64>,
    /// Discount of the customer's plan, in percent.
    pub discount: Percent,
    /// What is taken off.
    pub discount_minor: i64,
    /// What is left without tax.
    pub net_minor: i64,
    /// Tax rate of the item, in percent.
    pub tax_rate: Percent,
    /// Tax rate by date that it was; none where a plain rate was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// The tax, as its part of the tax of all items of this rate.
    pub tax_minor: i64,
    /// What all of it costs.
    pub price: Owed,
    /// Whether it keeps stock.
    pub is_tracked: bool,
    /// Whether it may be delivered later.
    pub is_later: bool,
    /// Whether the customer may cancel it.
    pub refund_policy: RefundPolicy,
    /// What one of it grants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<PackageGrant>,
    /// What was granted, and not taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub granted: Vec<Granted>,
    /// Who pays it, and what was charged.
    pub account: SourceAccount,
}

impl Kind for OrderItem {
    const KIND: KindName = KindName::ShopOrderItem;
}

impl OrderItem {
    /// How many have not come back.
    #[must_use]
    pub const fn kept(&self) -> i64 {
        self.quantity - self.returned
    }

    /// The tax that it asks for.
    #[must_use]
    pub const fn tax(&self) -> AskedTax {
        AskedTax { rate: self.tax_rate, tax_rate_id: self.tax_rate_id }
    }

    /// The item as answers show it, with amounts of this currency.
    #[must_use]
    pub fn view(&self, currency: Currency) -> OrderItemView {
        let amount = |minor| Amount::of(minor, currency);
        OrderItemView {
            id: self.id,
            product_id: self.product_id,
            option_id: self.option_id,
            kind: self.kind,
            title: self.title.clone(),
            sku: self.sku.clone(),
            quantity: self.quantity,
            returned_quantity: self.returned,
            unit_price: amount(self.unit_minor),
            unit_credits: self.unit_credits,
            discount_percent: self.discount,
            discount_amount: amount(self.discount_minor),
            net_amount: amount(self.net_minor),
            tax_rate: self.tax_rate,
            tax_amount: amount(self.tax_minor),
            refund_policy: self.refund_policy,
            charged: self.account.view(currency),
        }
    }
}

/// What was ordered of one option, at the terms of that moment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOrderItem")]
pub struct OrderItemView {
    /// Identifier; the source of its invoice item and of its transactions of credits.
    id: Id<OrderItem>,
    /// Product that was ordered.
    product_id: Id<ShopProduct>,
    /// Option of the product that was ordered.
    option_id: Id<ShopOption>,
    /// What the product is.
    kind: ProductKind,
    /// Names of the product and of the option.
    title: Name,
    /// The operator's number of the option.
    sku: ShortText,
    /// Number of pieces ordered, also of those returned since.
    quantity: i64,
    /// How many of them came back.
    returned_quantity: i64,
    /// Price of one; with tax where the location's prices include it.
    unit_price: Amount,
    /// Price of one in credits; null when credits do not pay for it.
    unit_credits: Option<i64>,
    /// Discount of the customer's plan, in percent.
    discount_percent: Percent,
    /// What is taken off.
    discount_amount: Amount,
    /// What is left without tax.
    net_amount: Amount,
    /// Tax rate of the item, in percent.
    tax_rate: Percent,
    /// The tax, as its part of the tax of all items of this rate.
    tax_amount: Amount,
    /// Whether the customer may cancel it once it is paid.
    refund_policy: RefundPolicy,
    /// What is charged for it now.
    charged: ChargesView,
}
