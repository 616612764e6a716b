//! How an order is made, as far as it can be told before it is written: a preview is the same without the writing.

use billing::{
    documents::Line,
    settlement::{MoneyBy, Owed, PaymentTerms},
};
use chrono::Duration;
use money_documents::known_tax_rates::KnownTaxRates;
use records::{AskedTax, Location, company::PayWithInvoice};
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use settlement::{
    Settling, SourceAccount,
    payer::Payer,
    purchase::{Purchase, UNPAID_MINUTES},
};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Customer, Day, Id, LongText, Metadata, Name, Percent, ShortText, Timestamp};

use super::{
    basket::{Basket, ItemToOrder},
    extras, packages,
    pricing::{PricingTerms, Wanted, priced},
    settling,
    stock_changes::StockChanges,
};
use crate::records::{
    extra::ForBooking,
    order::ShopOrder,
    order_fields::{OrderPaymentSource, Pickup, ShopOrderFields},
    order_item::OrderItem,
    order_state::OrderStatus,
    product::ProductKind,
};

/// Characters of the names of a product and of an option in the title of an item.
const NAMES_CHARS: usize = 95;

/// What is ordered, by whom, and how it is paid.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderCreate {
    /// Location at which the order is made; all products are sold there.
    pub location_id: Id<Location>,
    /// Who orders: a member or a company.
    pub customer_id: Id<Customer>,
    /// Products with options and quantities, from 1 to 10 items.
    #[schemars(length(min = 1, max = 10))]
    pub items: Vec<ItemToOrder>,
    /// Booking for which extras are ordered: the customer's, at the location. None for other products.
    pub booking_id: Option<Id<Booking>>,
    /// With what it is paid.
    pub payment_source: OrderPaymentSource,
    /// What the customer says.
    #[serde(default)]
    pub comment: LongText,
    /// How it is handed over.
    #[serde(default)]
    pub pickup: Pickup,
    /// Your own keys and values; at most 50 keys.
    pub metadata: Option<Metadata>,
}

/// An order that can be made, with everything that making it changes.
#[derive(Debug)]
pub struct Prepared {
    /// The order, without a number.
    pub order: ShopOrder,
    /// What it was made of.
    pub basket: Basket,
    /// Stock of the products, with what the order reserves.
    pub stock: StockChanges,
    /// What it is charged.
    pub settling: Settling,
    /// Location at which the order is made.
    pub location: Record<Location>,
    /// Booking for which it is.
    pub booking: Option<Record<Booking>>,
}

/// What was read for an order.
#[derive(Debug)]
struct Known {
    location: Record<Location>,
    purchase: Purchase,
    tax_rates: KnownTaxRates,
    booking: Option<Record<Booking>>,
}

/// Prepares an order. `transaction` gets what must hold of its customer.
///
/// # Errors
/// 402 `insufficient_balance`, 409 `out_of_stock`, 422 naming what is not there, not for sale, or does not pay.
pub async fn prepare(
    call: &Call,
    transaction: &mut Transaction,
    input: &ShopOrderCreate,
) -> Result<Prepared, ApiError> {
    let location = call.require_reference(input.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let customer = call.welcome_customer(transaction, input.customer_id, "customer_id").await?;
    let source = input.payment_source.source();
    let (basket, purchase) =
        tokio::join!(Basket::read(call, &input.items), Purchase::read(call, &customer, &location, source));
    let booking = extras::read_booking(call, input.booking_id, (location.id, input.customer_id)).await?;
    let basket = basket?;
    let tax_rates = KnownTaxRates::read(call, basket.tax_rate_ids(&input.items, &location.body)?).await?;
    let mut known = Known { location, purchase: purchase?, tax_rates, booking };
    let entitlements = known.purchase.entitlements.at(call.now);
    let mut lead_hours = 0;
    for (position, item) in input.items.iter().enumerate() {
        basket.check((position, item), known.location.id, &entitlements)?;
        let (product, _) = basket.option(position, item)?;
        let extra = product.body.extra.as_ref();
        lead_hours = lead_hours.max(extras::check(call, (position, extra), known.booking.as_ref())?);
    }
    let mut order = drafted(call, &basket, &known, input)?;
    if let Some(booking) = &known.booking {
        order.for_booking = Some(ForBooking::of(booking.id, &booking.body, lead_hours, call.now)?);
    }
    let mut stock = StockChanges::read_items(call, &order.items).await?;
    stock.reserve(call, &order.items)?;
    settling::settle(call, &mut known.purchase.settling, &mut order, false, |item| Ok(item.price))?;
    if order.paid_at.is_some() {
        packages::grant(call, &mut known.purchase.settling, &mut order).await?;
    } else {
        packages::check_grantable(call, &order, input.metadata.as_ref()).await?;
    }
    let Known { location, purchase, booking, .. } = known;
    Ok(Prepared { order, basket, stock, settling: purchase.settling, location, booking })
}

/// The order with its prices and its payer, before anything is charged.
fn drafted(call: &Call, basket: &Basket, known: &Known, input: &ShopOrderCreate) -> Result<ShopOrder, ApiError> {
    let location = &known.location.body;
    let today = Day::new(call.now.day_in(location.time_zone));
    let today = today.ok_or_else(|| ApiError::internal("an order after the year 9999"))?;
    let mut wanted = Vec::new();
    for (position, item) in input.items.iter().enumerate() {
        let (product, option) = basket.option(position, item)?;
        let tax = known.tax_rates.asked_on(AskedTax::of(option.tax_rate_id, option.tax_rate, location), today);
        let quantity = extras::in_pieces(item, product.body.extra.as_ref(), known.booking.as_ref());
        wanted.push(Wanted { id: call.ids.next(), option, kind: product.body.kind, quantity, tax });
    }
    let (document, owed) = priced(&known.terms(call.now), &wanted)?;
    let payer = known.payer(call, &wanted, &owed)?;
    let terms = PaymentTerms { source: input.payment_source.source(), mixed_with: None::<MoneyBy> };
    let spender = if input.payment_source == OrderPaymentSource::Credits { payer.spender.clone() } else { None };
    let mut items = Vec::new();
    for (position, (item, (wanted, (line, price)))) in
        input.items.iter().zip(wanted.iter().zip(document.lines.iter().zip(owed))).enumerate()
    {
        let account = SourceAccount::new(payer.id, terms, spender.clone());
        items.push(ordered(basket, position, item, wanted, line, price, account)?);
    }
    let is_paid = input.payment_source != OrderPaymentSource::External || document.total_minor == 0;
    Ok(ShopOrder {
        fields: ShopOrderFields { comment: input.comment.clone(), pickup: input.pickup.clone() },
        for_booking: None,
        number: 0,
        location_id: known.location.id,
        customer_id: input.customer_id,
        payer_id: payer.id,
        currency: location.currency,
        ordered_on: today,
        cross_location: known.purchase.settings.cross_location,
        payment_source: input.payment_source,
        items,
        subtotal_minor: document.subtotal_minor,
        discount_minor: document.discount_minor,
        tax_minor: document.lines.iter().map(|line| line.tax_minor).sum(),
        total_minor: document.total_minor,
        status: OrderStatus::New,
        expires_at: (!is_paid).then(|| call.now.plus(Duration::minutes(UNPAID_MINUTES))),
        paid_at: is_paid.then_some(call.now),
        payment_reference: ShortText::default(),
        completed_at: None,
        cancellation: None,
        return_reason: LongText::default(),
    })
}

/// An item at its terms of this moment.
fn ordered(
    basket: &Basket,
    position: usize,
    item: &ItemToOrder,
    wanted: &Wanted<'_>,
    line: &Line,
    price: Owed,
    account: SourceAccount,
) -> Result<OrderItem, ApiError> {
    let (product, option) = basket.option(position, item)?;
    Ok(OrderItem {
        id: wanted.id,
        product_id: item.product_id,
        option_id: item.option_id,
        kind: wanted.kind,
        title: title(&product.body.title, &option.title),
        sku: option.sku.clone(),
        quantity: wanted.quantity,
        returned: 0,
        unit_minor: line.input.unit_minor,
        unit_credits: option.credit_price,
        discount: line.input.discount,
        discount_minor: line.discount_minor,
        net_minor: line.net_minor,
        tax_rate: line.input.tax_rate,
        tax_rate_id: wanted.tax.tax_rate_id,
        tax_minor: line.tax_minor,
        price,
        is_tracked: option.stock_tracked,
        is_later: option.allow_backorder,
        refund_policy: product.body.refund_policy,
        grants: product.body.grants.clone(),
        granted: Vec::new(),
        account,
    })
}

fn title(product: &Name, option: &Name) -> Name {
    let short = |name: &Name| name.as_str().chars().take(NAMES_CHARS).collect::<String>();
    Name::new(format!("{}, {}", short(product), short(option)))
}

impl Known {
    /// What prices depend on. Of several plans the best discount applies, not the sum.
    fn terms(&self, now: Timestamp) -> PricingTerms {
        let (mut on_goods, mut on_packages) = (Percent::ZERO, Percent::ZERO);
        for plan in self.purchase.entitlements.plans_at(now) {
            on_goods = on_goods.max(plan.discounts.shop);
            on_packages = on_packages.max(plan.discounts.credit_packages);
        }
        PricingTerms {
            currency: self.location.body.currency,
            tax_inclusive: self.location.body.tax_inclusive,
            on_goods,
            on_packages,
            discounts_apply_to_credits: self.purchase.settings.discounts_apply_to_credits,
        }
    }

    /// Who pays for all of it.
    fn payer(&self, call: &Call, wanted: &[Wanted<'_>], owed: &[Owed]) -> Result<&Payer, ApiError> {
        let credits = owed.iter().map(|owed| owed.credits).sum();
        let price = Owed { credits, ..Owed::NOTHING };
        let is_allowed = |allowed: &PayWithInvoice| {
            wanted.iter().all(|wanted| match wanted.kind {
                ProductKind::Goods => allowed.shop,
                ProductKind::CreditPackage => allowed.credit_packages,
            })
        };
        self.purchase.payer(call, &price, is_allowed)
    }
}
