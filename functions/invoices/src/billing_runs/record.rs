//! Billing run: what waits at a location becomes invoices, and how far that has come.

use money_documents::{Invoice, InvoiceItem};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{
    ApiError, Currency, Day, Id, Kind, KindName, Timestamp, UniqueKey,
    operation::{Operation, OperationFailure, OperationStatus},
    total::Total,
};
use work::auth::StandingRequester;

/// How much is invoiced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BilledSums {
    /// Invoices.
    pub invoices: usize,
    /// Items on them.
    pub items: usize,
    /// What they ask for in minor units, tax included.
    pub total_minor: i64,
}

impl BilledSums {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            invoices: self.invoices + other.invoices,
            items: self.items + other.items,
            total_minor: self.total_minor.saturating_add(other.total_minor),
        }
    }

    /// As answers show them.
    fn view(&self, currency: Currency) -> BilledSumsView {
        BilledSumsView { invoices: self.invoices, items: self.items, total: Total::of(self.total_minor, currency) }
    }
}

/// A billing run as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingRun {
    /// Where what is invoiced waits.
    pub location_id: Id<Location>,
    /// Last day of what is invoiced; everything when none.
    pub up_to: Option<Day>,
    /// Whether the invoices are issued, too.
    pub issue: bool,
    /// Who asked for it.
    pub requester: StandingRequester,
    /// Currency of all amounts: that of the location.
    pub currency: Currency,
    /// What would have been invoiced when it was asked for.
    pub expected: BilledSums,
    /// What it has invoiced.
    pub invoiced: BilledSums,
    /// How many of its invoices it has issued.
    pub issued: usize,
    /// Customers of whom it could invoice nothing, and invoices that it could not issue.
    pub refused: usize,
    /// How many results it has.
    pub results: usize,
    /// The item at which its last invoice began: those before it were looked at.
    pub after: Option<Id<InvoiceItem>>,
    /// The draft that it issues next.
    pub to_issue: Option<Id<Invoice>>,
    /// When it was asked for: what began to wait later is left to the next run.
    pub asked_at: Timestamp,
    /// How far it is.
    pub progress: Operation,
}

impl BillingRun {
    /// The same in this state after a step.
    #[must_use]
    pub fn stepped(&self, state: OperationStatus, now: Timestamp) -> Self {
        Self { progress: self.progress.stepped(state, now), ..self.clone() }
    }

    /// The same that nobody carries on any more, because of a refusal.
    #[must_use]
    pub fn failed(&self, refusal: &ApiError, now: Timestamp) -> Self {
        let progress = self.progress.stepped(OperationStatus::Failed, now);
        Self { progress: Operation { failure: Some(OperationFailure::of(refusal)), ..progress }, ..self.clone() }
    }
}

impl Kind for BillingRun {
    const KIND: KindName = KindName::BillingRun;
}

impl Entity for BillingRun {
    const PATH: &'static str = "/billing-runs";
    type View = BillingRunView;

    fn view(&self, _now: Timestamp) -> BillingRunView {
        BillingRunView {
            location_id: self.location_id,
            up_to: self.up_to,
            issue: self.issue,
            requested_by: self.requester,
            status: self.progress.state,
            currency: self.currency,
            expected: self.expected.view(self.currency),
            invoiced: self.invoiced.view(self.currency),
            issued: self.issued,
            refused: self.refused,
            failure: self.progress.failure.clone(),
            ended_at: self.progress.ended_at,
        }
    }

    /// A location has one open run: two would invoice the same, one after the other.
    fn unique_keys(&self) -> Vec<UniqueKey> {
        let key = || UniqueKey::new("open_billing_run", self.location_id).of_field("location_id");
        if self.progress.is_open() { vec![key()] } else { Vec::new() }
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.progress.due_at())
    }
}

/// How much is invoiced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BilledSums")]
pub struct BilledSumsView {
    /// Invoices.
    pub invoices: usize,
    /// Items on them.
    pub items: usize,
    /// What they ask for, tax included.
    pub total: Total,
}

/// What waits at a location becomes invoices.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BillingRun")]
pub struct BillingRunView {
    /// Where what is invoiced waits.
    pub location_id: Id<Location>,
    /// Last day of what is invoiced: an item is of the first day of its period, or without one of the local day on which
    /// it was made. Everything when null.
    pub up_to: Option<Day>,
    /// Whether the invoices are issued, too.
    pub issue: bool,
    /// Who asked for it.
    pub requested_by: StandingRequester,
    /// Its status; `succeeded` (everything was looked at, whatever became of it), `failed` and `cancelled`
    /// are final.
    pub status: OperationStatus,
    /// Currency of all amounts: that of the location.
    pub currency: Currency,
    /// What would have been invoiced when it was asked for.
    pub expected: BilledSumsView,
    /// What it has invoiced.
    pub invoiced: BilledSumsView,
    /// How many of its invoices it has issued.
    pub issued: usize,
    /// Customers of whom it could invoice nothing, and invoices that it could not issue: they are drafts.
    pub refused: usize,
    /// Why it failed: whoever asked for it may not act any more. Null otherwise.
    pub failure: Option<OperationFailure>,
    /// When it ended; null while it is carried out.
    pub ended_at: Option<Timestamp>,
}
