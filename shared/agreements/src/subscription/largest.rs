//! The largest invoice that a subscription makes, which must be one that can be written: what cannot be invoiced is not
//! agreed on.

use billing::documents::{Document, ItemKind, LineInput, Quantity};
use uuid::Uuid;
use values::{ApiError, Id, Money, Percent};

use super::{agreed::AgreedPlan, item::SubscriptionItem, record::Subscription};

impl Subscription {
    /// Whether everything that it charges can stand on one invoice, tax included: a whole cycle now and under the terms
    /// that come later, all items, and what is charged once.
    #[must_use]
    pub fn can_be_invoiced(&self) -> bool {
        self.can_be_invoiced_with(&self.items)
    }

    /// The same with these items.
    #[must_use]
    pub fn can_be_invoiced_with(&self, items: &[SubscriptionItem]) -> bool {
        let plans = [Some(&self.plan), self.scheduled.as_ref().map(|change| &change.plan)];
        plans.into_iter().flatten().all(|plan| self.fits(plan, items))
    }

    fn fits(&self, plan: &AgreedPlan, items: &[SubscriptionItem]) -> bool {
        let line = |kind, unit_minor, quantity, tax_rate| LineInput {
            id: Id::new(Uuid::nil()),
            kind,
            quantity: Quantity::whole(quantity),
            unit_minor,
            discount: Percent::ZERO,
            tax_rate,
            tax_category: None,
        };
        let dues = plan.terms.dues;
        let mut lines = vec![line(ItemKind::Subscription, dues.unit_minor, dues.quantity, plan.tax_rate)];
        lines.extend(
            items.iter().map(|item| line(ItemKind::Subscription, item.unit_minor, item.quantity, plan.tax_rate)),
        );
        if self.restarts == 0 && self.invoiced.is_none() {
            lines.push(line(ItemKind::Fee, self.setup_fee_minor, 1, plan.tax_rate));
            lines.push(line(ItemKind::Deposit, self.deposit_minor, 1, Percent::ZERO));
        }
        // With tax on top: a location can change whether its prices include it.
        Document::new(self.currency, false, &lines, 0)
            .is_ok_and(|document| Money::parse(document.total().amount(), self.currency).is_ok())
    }

    /// Refuses one that cannot be invoiced, naming the first item with which it cannot, or `field` when its plan is too
    /// much alone.
    ///
    /// # Errors
    /// 422 `out_of_range` naming `field` or `items[n].unit_amount`.
    pub(super) fn check_can_be_invoiced(&self, field: &str) -> Result<(), ApiError> {
        if self.can_be_invoiced() {
            return Ok(());
        }
        let fits = |count: &usize| self.can_be_invoiced_with(self.items.get(..*count).unwrap_or_default());
        let fitting = (0..=self.items.len()).take_while(fits).count();
        let field = fitting.checked_sub(1).map_or_else(|| field.to_owned(), |n| format!("items[{n}].unit_amount"));
        Err(too_much(field))
    }
}

/// 422: what a period charges together is more than an invoice can ask for.
#[must_use]
pub fn too_much(field: impl Into<String>) -> ApiError {
    ApiError::rule(field, "out_of_range", "an invoice of all of it together would be too much")
}
