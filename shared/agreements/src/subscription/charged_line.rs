//! Lines of what a subscription charges and credits.

use billing::{
    customer_tax::{CustomerTax, LineTax},
    documents::{InvoiceItem as LineId, ItemKind, LineInput, Quantity},
    period::plus_days,
    proration::ProrationLine,
    renewal::{Renewal, RenewalCharge, RenewalLine},
    subscription_lines::{line_of_proration, line_of_renewal},
};
use money_documents::{InvoiceItem, invoice_item::InvoiceItemFields};
use records::{AskedTax, TaxRate};
use uuid::Uuid;
use values::{Day, Id, Name, Percent};
use wallets_and_journal::signed_amount::SignedAmount;

use super::{agreed::AgreedPlan, dues::ChargedFor, record::Subscription};

/// Most characters of the description of a line.
const DESCRIPTION_MAX: usize = 200;

/// A line as the arithmetic of documents takes it, with what the customer reads.
#[derive(Clone, Debug)]
pub struct ChargedLine {
    /// Quantity, unit price, discount and tax rate of the line.
    pub input: LineInput,
    /// What the customer reads.
    pub description: Name,
    /// The days that it is for, the last of them excluded.
    pub days: Option<(Day, Day)>,
    /// Tax rate by date that it is taxed at; none where a plain rate is.
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Local day whose tax rate applies, where that is neither the first of its days nor the day of its invoice: what is
    /// credited is taxed as it was charged.
    pub tax_point: Option<Day>,
    /// What it is charged for or credited of; none of what is not credited by a subscription.
    pub charged_for: Option<ChargedFor>,
}

/// Lines of a period.
#[must_use]
pub fn of_renewal(subscription: &Subscription, renewal: &Renewal) -> Vec<ChargedLine> {
    let plan = &subscription.plan;
    let days = (renewal.period.first(), renewal.period.after());
    let line = |line: &RenewalLine| {
        let input = line_of_renewal(nobody(), line, plan.tax_rate);
        let dues = subscription.dues_of(renewal.period.number());
        let (description, days, charged_for) = match line.charge {
            RenewalCharge::Dues => (plan.name.clone(), Some(days), Some(dues)),
            RenewalCharge::AddOn(id) => {
                let item = subscription.items.iter().find(|item| item.id.cast() == id);
                (item.map_or_else(|| plan.name.clone(), |item| item.description.clone()), Some(days), None)
            }
            RenewalCharge::SetupFee => (about("Setup fee", plan), None, Some(ChargedFor::SetupFee)),
            RenewalCharge::Deposit => (about("Deposit", plan), None, Some(ChargedFor::Deposit)),
        };
        let is_taxed = line.charge != RenewalCharge::Deposit;
        let tax_point = if days.is_some() || !is_taxed { None } else { Some(renewal.period.first()) };
        let tax_rate_id = plan.tax_rate_id.filter(|_| is_taxed);
        ChargedLine { input, description, days, tax_rate_id, tax_point, charged_for }
    };
    renewal.lines.iter().map(line).collect()
}

/// Lines of a change within a period: what is credited of the old plan, and what is charged for the new one.
#[must_use]
pub fn of_change(
    lines: &[ProrationLine],
    old: &AgreedPlan,
    new: &AgreedPlan,
    charged_for: Option<ChargedFor>,
) -> Vec<ChargedLine> {
    let line = |line: &ProrationLine| {
        let (words, plan) = if line.amount_minor < 0 { ("Unused days", old) } else { ("Remaining days", new) };
        ChargedLine {
            input: line_of_proration(nobody(), line, plan.tax_rate),
            description: about(words, plan),
            days: Some((line.first, line.after)),
            tax_rate_id: plan.tax_rate_id,
            tax_point: if line.amount_minor < 0 { plan.tax_point } else { None },
            charged_for,
        }
    };
    lines.iter().map(line).collect()
}

impl ChargedLine {
    /// A line of one amount for no days: a fee, or below zero what comes back of one.
    pub(super) fn of_amount(
        kind: ItemKind,
        amount_minor: i64,
        tax: AskedTax,
        description: Name,
        charged_for: Option<ChargedFor>,
    ) -> Self {
        let (discount, quantity) = (Percent::ZERO, Quantity::ONE);
        let AskedTax { rate: tax_rate, tax_rate_id } = tax;
        let (unit_minor, tax_category) = (amount_minor, None);
        let input = LineInput { id: nobody(), kind, quantity, unit_minor, discount, tax_rate, tax_category };
        Self { input, description, days: None, tax_rate_id, tax_point: None, charged_for }
    }

    /// The same with the rate of a day.
    #[must_use]
    pub(super) fn taxed_on(self, tax_point: Option<Day>) -> Self {
        Self { tax_point, ..self }
    }

    /// Whether it credits something of days of which the tax rate was read before or after: its rate need not be that
    /// at which they were charged.
    pub(super) fn is_of_another_tax_point(&self) -> bool {
        let first = self.days.map(|(first, _)| first);
        self.input.unit_minor < 0 && self.tax_point.zip(first).is_some_and(|(point, first)| first < point)
    }

    /// What the arithmetic of documents takes of it for a customer who is taxed so.
    pub(super) fn taxed(&self, customer: &CustomerTax) -> LineInput {
        if self.input.kind == ItemKind::Deposit {
            return self.input;
        }
        let tax = customer.on(LineTax::plain(self.input.tax_rate));
        LineInput { tax_rate: tax.rate, tax_category: tax.own_category(), ..self.input }
    }

    /// The invoice item that it becomes.
    pub(super) fn item(&self, subscription: &Subscription) -> InvoiceItemFields {
        let amount = SignedAmount::of(self.input.unit_minor, subscription.currency);
        InvoiceItemFields {
            quantity: self.input.quantity.decimal(),
            tax_rate: Some(self.input.tax_rate),
            tax_rate_id: self.tax_rate_id,
            tax_point: self.tax_point,
            period_start: self.days.map(|(first, _)| first),
            period_end: self.days.and_then(|(first, after)| plus_days(after, -1).map(|last| last.max(first))),
            ..InvoiceItem::line(self.input.kind, self.description.clone(), amount)
        }
    }
}

/// Stands for the id that an item gets when it is made.
const fn nobody() -> Id<LineId> {
    Id::new(Uuid::nil())
}

/// A description: what it is, and of which plan.
pub(super) fn about(words: &str, plan: &AgreedPlan) -> Name {
    let text: String = format!("{words}: {}", plan.name.as_str()).chars().take(DESCRIPTION_MAX).collect();
    Name::new(text)
}
