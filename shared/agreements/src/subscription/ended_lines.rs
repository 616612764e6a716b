//! Lines of ending at once: what is credited, and the early termination fee.

use billing::{commitment::Cancellation, documents::ItemKind};

use super::{
    charged_line::{self, ChargedLine, about},
    charging::Billed,
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
    /// What it charges and credits of a subscription that is as it was before.
    #[must_use]
    pub fn billed(&self, of: &Subscription) -> Billed {
        let ends = self.cancellation.ends;
        Billed { lines: self.lines(of), days: (ends, ends), is_draft: false }
    }

    fn lines(&self, of: &Subscription) -> Vec<ChargedLine> {
        let (plan, decided) = (&of.plan, &self.cancellation);
        let credits = [(decided.credit, of.present_dues()), (decided.credit_ahead, of.dues_ahead())];
        let mut lines: Vec<ChargedLine> = Vec::new();
        for (credit, charged_for) in credits {
            lines.extend(charged_line::of_change(credit.as_slice(), plan, plan, charged_for));
        }
        if self.returns_setup_fee {
            lines.extend(of.setup_fee_back());
        }
        if self.returns_deposit {
            lines.extend(deposit::credit(of));
        }
        if decided.fee_minor > 0 {
            let description = about("Early termination fee", plan);
            lines.push(ChargedLine::of_amount(ItemKind::Fee, decided.fee_minor, plan.tax_rate, description, None));
        }
        lines
    }
}

impl Subscription {
    /// The line that credits what is charged of the setup fee; none when nothing is.
    fn setup_fee_back(&self) -> Option<ChargedLine> {
        let minor = self.charges.left_minor(ChargedFor::SetupFee);
        let (description, charged_for) = (about("Setup fee", &self.plan), Some(ChargedFor::SetupFee));
        let line = || ChargedLine::of_amount(ItemKind::Fee, -minor, self.plan.tax_rate, description, charged_for);
        (minor > 0).then(line)
    }
}
