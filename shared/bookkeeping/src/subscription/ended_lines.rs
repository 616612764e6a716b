//! Lines of ending at once: what is credited, and the early termination fee.

use billing::{
    commitment::Cancellation,
    documents::{ItemKind, LineInput, Quantity},
    proration::ProrationLine,
    subscription_lines::line_of_proration,
};
use values::Percent;

use super::{
    agreed::AgreedPlan,
    charging::{self, ChargedLine, about, nobody},
    deposit,
    dues::ChargedFor,
    record::Subscription,
};

/// What giving notice does.
#[derive(Clone, Debug)]
pub struct Ending {
    /// When it ends, what that costs and what is credited of the dues.
    pub cancellation: Cancellation,
    /// Whether the setup fee comes back with the dues, because nothing ever begins.
    pub returns_setup_fee: bool,
    /// Whether the deposit comes back at once and not when it has ended.
    pub returns_deposit: bool,
}

impl Ending {
    /// Its lines for a subscription that is as it was before.
    #[must_use]
    pub fn lines(&self, of: &Subscription) -> Vec<ChargedLine> {
        let (plan, decided) = (&of.plan, &self.cancellation);
        let credits = [(decided.credit, of.present_dues()), (decided.credit_ahead, of.dues_ahead())];
        let mut lines: Vec<ChargedLine> = Vec::new();
        for (credit, charged_for) in credits {
            let credit: Vec<ProrationLine> = credit.into_iter().collect();
            lines.extend(charging::of_change(&credit, plan, plan, charged_for));
        }
        lines.extend(of.setup_fee_back().filter(|_| self.returns_setup_fee));
        lines.extend(deposit::credit(of).filter(|_| self.returns_deposit));
        lines.extend((decided.fee_minor > 0).then(|| fee(decided, plan)));
        lines
    }
}

impl Subscription {
    fn setup_fee_back(&self) -> Option<ChargedLine> {
        let minor = self.charges.left_minor(ChargedFor::SetupFee);
        let line = |minor: i64| LineInput {
            id: nobody(),
            kind: ItemKind::Fee,
            quantity: Quantity::ONE,
            unit_minor: -minor,
            discount: Percent::ZERO,
            tax_rate: self.plan.tax_rate,
        };
        (minor > 0).then(|| ChargedLine {
            input: line(minor),
            description: about("Setup fee", &self.plan),
            days: None,
            charged_for: Some(ChargedFor::SetupFee),
        })
    }
}

fn fee(decided: &Cancellation, plan: &AgreedPlan) -> ChargedLine {
    let fee = ProrationLine {
        first: decided.ends,
        after: decided.ends,
        days: 0,
        full_days: 1,
        amount_minor: decided.fee_minor,
    };
    let input = LineInput { kind: ItemKind::Fee, ..line_of_proration(nobody(), &fee, plan.tax_rate) };
    ChargedLine { input, description: about("Early termination fee", plan), days: None, charged_for: None }
}
