//! What became of a customer in a billing run: an invoice, or why there is none.

use money_documents::Invoice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Amount, Currency, Customer, Id, Kind, KindName, Timestamp, operation::OperationFailure};

use super::record::BillingRun;

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BillingRunResultStatus {
    /// There is a draft; `error` says why it could not be issued, if it was to be.
    Drafted,
    /// There is an invoice, and it is issued.
    Issued,
    /// There is none: `error` says why.
    Refused,
}

/// A result as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingRunResult {
    /// The run.
    pub run_id: Id<BillingRun>,
    /// Place in the run, from 0.
    pub place: usize,
    /// Who is billed.
    pub customer_id: Id<Customer>,
    /// The invoice; none where it was refused.
    pub invoice_id: Option<Id<Invoice>>,
    /// What became of it.
    pub status: BillingRunResultStatus,
    /// Items that the invoice has taken.
    pub items: usize,
    /// What it asks for in minor units, tax included.
    pub total_minor: i64,
    /// Currency of the total.
    pub currency: Currency,
    /// Why there is no invoice, or why it is a draft.
    pub error: Option<OperationFailure>,
}

impl BillingRunResult {
    /// Those of a run, in the order in which they came.
    pub const BY_RUN: IndexBy<Self, Id<BillingRun>> = IndexBy::new(Index::First, "run");

    /// Id of the result of something in a run: of a customer who was refused, or of an invoice.
    #[must_use]
    pub fn id_of(run: Id<BillingRun>, of: Id<()>) -> Id<Self> {
        run.derived(&format!("colonnade billing run\n{run}\n{of}"))
    }
}

impl Kind for BillingRunResult {
    const KIND: KindName = KindName::BillingRunResult;
}

impl Entity for BillingRunResult {
    const PATH: &'static str = "/billing-runs";
    type View = BillingRunResultView;

    fn view(&self, _now: Timestamp) -> BillingRunResultView {
        BillingRunResultView {
            customer_id: self.customer_id,
            invoice_id: self.invoice_id,
            status: self.status,
            items: self.items,
            total: Amount::of(self.total_minor, self.currency),
            currency: self.currency,
            error: self.error.clone(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by_sorted(&Self::BY_RUN, &self.run_id, format!("{:06}#{id}", self.place))
    }
}

/// What became of a customer in a billing run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BillingRunResult")]
pub struct BillingRunResultView {
    /// Who is billed.
    pub customer_id: Id<Customer>,
    /// The invoice; null where it was refused.
    pub invoice_id: Option<Id<Invoice>>,
    /// What became of it in the run; what becomes of the invoice later, that says.
    pub status: BillingRunResultStatus,
    /// Items that the invoice has taken.
    pub items: usize,
    /// What it asks for, tax included.
    pub total: Amount,
    /// Currency of the total.
    pub currency: Currency,
    /// Why there is no invoice, or why it is a draft that was to be issued; null otherwise.
    pub error: Option<OperationFailure>,
}
