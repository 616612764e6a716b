//! Ending at once: what is credited, the early termination fee, and carrying that out.

use billing::{commitment::Cancellation, documents::ItemKind};
use store::Transaction;
use values::{ApiError, Id};
use wallets_and_journal::current_wallet;
use work::UnitOfWork;

use super::{
    bill,
    charged_line::{self, ChargedLine, about},
    charging::Billed,
    cycle_to_come, deposit,
    dues::ChargedFor,
    record::Subscription,
    voided,
};

/// What giving notice does.
#[derive(Clone, Debug)]
pub struct Ending {
    /// When it ends, what that costs and what is credited of the dues.
    pub cancellation: Cancellation,
    /// What its credit is of: the dues of the period in which it ends, which may be invoiced and not have begun.
    pub credited: Option<ChargedFor>,
    /// What its credit of a later period is of.
    pub credited_ahead: Option<ChargedFor>,
    /// Whether the setup fee comes back with the dues, because nothing ever begins.
    pub returns_setup_fee: bool,
    /// Whether the deposit comes back at once and not when it has ended.
    pub returns_deposit: bool,
}

/// A subscription whose end was decided.
#[derive(Clone, Debug)]
pub struct Ended {
    /// As it will be.
    pub after: Subscription,
    /// Whether it never begins and one of its invoices was paid meanwhile.
    pub is_paid: bool,
}

/// Ends a subscription in `transaction` as `decide` says of it under the terms of now: invoices of one that never
/// begins are voided, and what comes back and what the end costs is billed.
///
/// # Errors
/// What `decide` refuses; 422 when an amount does not fit; 503 when the store cannot be used.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    before: &Subscription,
    decide: impl Fn(&Subscription) -> Result<(Subscription, Ending), ApiError> + Send,
) -> Result<Ended, ApiError> {
    let mut charged = before.under_terms_of(work.now)?;
    let (mut after, mut ending) = decide(&charged)?;
    let mut wallet = current_wallet::renew(work, before.customer_id).await?;
    let mut is_paid = false;
    if after.is_over {
        // It never begins.
        let off = Box::pin(voided::void_unpaid(work, transaction, &charged, &mut wallet)).await?;
        (charged, is_paid) = (off.body, off.is_paid);
        (after, ending) = decide(&charged)?;
    }
    // What ends with a period ends with what that granted.
    if after.is_ended_early
        && let Some(ends_at) = after.moments.ends_at
    {
        wallet.end_subscription(id.cast(), ends_at);
    }
    cycle_to_come::note(&mut wallet, id, &after);
    let billed = ending.billed(&charged);
    bill::bill(work, transaction, id, &mut after, &mut wallet, &billed).await?;
    Box::pin(wallet.write(work, transaction)).await?;
    Ok(Ended { after: after.dated(work.now)?, is_paid })
}

impl Ending {
    /// What it charges and credits of a subscription that is as it was before.
    fn billed(&self, of: &Subscription) -> Billed {
        let ends = self.cancellation.ends;
        Billed { lines: self.lines(of), days: (ends, ends), is_draft: false }
    }

    fn lines(&self, of: &Subscription) -> Vec<ChargedLine> {
        let (plan, decided) = (&of.plan, &self.cancellation);
        let credits = [(decided.credit, self.credited), (decided.credit_ahead, self.credited_ahead)];
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
            lines.push(ChargedLine::of_amount(ItemKind::Fee, decided.fee_minor, plan.tax(), description, None));
        }
        lines
    }
}

impl Subscription {
    /// The line that credits what is charged of the setup fee; none when nothing is.
    fn setup_fee_back(&self) -> Option<ChargedLine> {
        let minor = self.charges.left_minor(ChargedFor::SetupFee);
        let (description, charged_for) = (about("Setup fee", &self.plan), Some(ChargedFor::SetupFee));
        let line = || {
            let back = ChargedLine::of_amount(ItemKind::Fee, -minor, self.plan.tax(), description, charged_for);
            back.taxed_on(self.plan.tax_point)
        };
        (minor > 0).then(line)
    }
}
