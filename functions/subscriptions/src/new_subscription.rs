//! What a request for a new subscription names, for its creation and for its preview alike.

use agreements::subscription::{
    Collection, Subscription,
    agreeing::{self, Offer},
    anchor::AnchorView,
    item::ITEMS_MAX,
    new::NewSubscription,
};
use records::MembershipPlan;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use values::{Amount, ApiError, Customer, Day, Id, Metadata};

use crate::item_requests::SubscriptionItemCreate;

/// A subscription of a customer to a membership plan, to be created.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionCreate {
    /// Who pays: a member or a company.
    pub customer_id: Id<Customer>,
    /// What it is to: an active membership plan.
    membership_plan_id: Id<MembershipPlan>,
    /// First local day, at most 366 days from today.
    start_date: Day,
    /// Last local day; open-ended when left out.
    end_date: Option<Day>,
    /// On which days its periods begin; that of the first day when left out.
    #[serde(default)]
    anchor: AnchorView,
    /// How many; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    quantity: Option<u32>,
    /// Charged once, in major units; the membership plan's when left out.
    setup_fee: Option<Amount>,
    /// How it is paid; `send_invoice` when left out.
    collection: Option<Collection>,
    /// Days before a period in which its invoice is written; 0 when left out.
    #[schemars(range(min = 0, max = 60))]
    invoice_days_in_advance: Option<u32>,
    /// What is charged besides the plan.
    #[serde(default)]
    #[schemars(length(max = ITEMS_MAX))]
    items: Vec<SubscriptionItemCreate>,
    /// Your own keys and values; at most 50 keys.
    pub metadata: Option<Metadata>,
}

impl SubscriptionCreate {
    /// What it makes of the membership plan as it is now.
    ///
    /// # Errors
    /// 422 naming the field.
    pub async fn agree(&self, call: &Call) -> Result<(Subscription, Offer), ApiError> {
        let offer = agreeing::offer(call, self.membership_plan_id, "membership_plan_id").await?;
        let currency = offer.plan.body.currency;
        let item = |(position, item): (usize, &SubscriptionItemCreate)| {
            item.item(call, currency, self.start_date, &format!("items[{position}]."))
        };
        let new = NewSubscription {
            first: Some(self.start_date),
            last: self.end_date,
            anchor: self.anchor.asked()?,
            quantity: self.quantity.unwrap_or(1),
            setup_fee: self.setup_fee,
            collection: self.collection.unwrap_or_default(),
            invoice_days_in_advance: self.invoice_days_in_advance.unwrap_or(0),
            items: self.items.iter().enumerate().map(item).collect::<Result<_, _>>()?,
            ..NewSubscription::of(self.customer_id)
        };
        let agreed = new.agreed(&offer.plan, &offer.location, call.now)?;
        Ok((agreed, offer))
    }
}
