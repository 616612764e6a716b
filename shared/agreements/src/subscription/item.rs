//! Items of a subscription: what is charged besides the plan.

use billing::renewal::{AddOn, Recurrence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Currency, Day, Id, Kind, KindName, Name};

/// Most items of a subscription.
pub const ITEMS_MAX: usize = 20;

/// What is charged besides the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionItem {
    /// Identifier of the item in its subscription.
    pub id: Id<Self>,
    /// What stands on invoices.
    pub description: Name,
    /// Price of one for a cycle, or once.
    pub unit_minor: i64,
    /// How many of the item are charged each time, from 1 to 10,000.
    pub quantity: u32,
    /// Whether it is charged with every period or once.
    pub recurrence: ItemRecurrence,
    /// It is charged with the first period that begins on or after this day.
    pub from: Day,
}

/// How often an item is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SubscriptionItemRecurrence")]
pub enum ItemRecurrence {
    /// It is charged with every period.
    Recurring,
    /// It is charged once, with the first period on or after its day.
    OneOff,
}

/// What is charged besides the plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SubscriptionItem")]
pub struct SubscriptionItemView {
    /// Identifier of the item in its subscription.
    id: Id<SubscriptionItem>,
    /// What stands on invoices.
    description: Name,
    /// Price of one for a cycle, or once, in major units.
    unit_amount: Amount,
    /// How many of the item are charged each time, from 1 to 10,000.
    quantity: u32,
    /// How often it is charged.
    recurrence: ItemRecurrence,
    /// It is charged with the first period that begins on or after this local day.
    start_date: Day,
}

impl SubscriptionItem {
    /// As the rules of renewal have it.
    #[must_use]
    pub const fn add_on(&self) -> AddOn {
        let from = self.from;
        let recurrence = match self.recurrence {
            ItemRecurrence::Recurring => Recurrence::Recurring { from },
            ItemRecurrence::OneOff => Recurrence::OneOff { from },
        };
        AddOn { id: self.id.cast(), unit_minor: self.unit_minor, quantity: self.quantity, recurrence }
    }

    pub(super) fn view(&self, currency: Currency) -> SubscriptionItemView {
        SubscriptionItemView {
            id: self.id,
            description: self.description.clone(),
            unit_amount: Amount::of(self.unit_minor, currency),
            quantity: self.quantity,
            recurrence: self.recurrence,
            start_date: self.from,
        }
    }
}

impl Kind for SubscriptionItem {
    const KIND: KindName = KindName::SubscriptionItem;
}
