//! Items as requests have them.

use agreements::subscription::{SubscriptionItem, item::ItemRecurrence};
use schemars::JsonSchema;
use serde::Deserialize;
use values::{Amount, ApiError, Currency, Day, Money, Name};
use work::UnitOfWork;

/// Something that is charged besides the plan.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionItemCreate {
    /// What stands on invoices.
    pub description: Name,
    /// Price of one for a cycle, or once, in major units of the subscription's currency.
    pub unit_amount: Amount,
    /// How many; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub quantity: Option<u32>,
    /// How often it is charged.
    pub recurrence: ItemRecurrence,
    /// It is charged with the first period that begins on or after this local day.
    pub start_date: Option<Day>,
}

impl SubscriptionItemCreate {
    /// The item, from `first` on unless the request says.
    ///
    /// # Errors
    /// 422 naming `field` and what is below it.
    pub fn item(
        &self,
        work: &UnitOfWork,
        currency: Currency,
        first: Day,
        field: &str,
    ) -> Result<SubscriptionItem, ApiError> {
        let (unit_amount, quantity) = (format!("{field}unit_amount"), self.quantity.unwrap_or(1));
        let unit_minor = self.unit_amount.minor_in(currency, &unit_amount)?;
        let all = unit_minor.saturating_mul(i64::from(quantity));
        if Money::parse(Money::new(all, currency).amount(), currency).is_err() {
            return Err(ApiError::rule(unit_amount, "out_of_range", "all of them together are too much"));
        }
        Ok(SubscriptionItem {
            id: work.ids.next(),
            description: self.description.clone(),
            unit_minor,
            quantity,
            recurrence: self.recurrence,
            from: self.start_date.unwrap_or(first),
        })
    }
}
