//! An entry of the journal: an item of its own at the end of the merchant's journal, never changed.

use billing::ledger::{Account, DocumentKind, EntryLine, JournalEntry};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Amount, Currency, Customer, Id, Kind, KindName, Timestamp};

/// An entry of the journal, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PostedEntry(pub JournalEntry);

impl PostedEntry {
    /// By customer, in order of the instants at which entries hold.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
    /// All, in order of the instants at which they hold.
    pub const BY_TIME: IndexBy<Self, ()> = IndexBy::all(Index::Second, "time");

    /// Instant at which the entry holds.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.0.occasion().at
    }
}

impl Kind for PostedEntry {
    const KIND: KindName = KindName::JournalEntry;
}

impl Entity for PostedEntry {
    const PATH: &'static str = "/ledger/entries";
    type View = EntryView;

    fn view(&self, _now: Timestamp) -> EntryView {
        let occasion = self.0.occasion();
        EntryView {
            at: occasion.at,
            document_type: occasion.document.kind,
            document_id: occasion.document.id,
            customer_id: occasion.customer_id,
            location_id: occasion.location_id.map(Id::cast),
            lines: self.0.lines().iter().map(EntryLineView::of).collect(),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let sort = format!("{}#{id}", self.at());
        Indexes::default().by_sorted(&Self::BY_CUSTOMER, &self.0.occasion().customer_id, sort.clone()).by_sorted(
            &Self::BY_TIME,
            &(),
            sort,
        )
    }
}

/// An entry of the journal: its debits are its credits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "JournalEntry")]
pub struct EntryView {
    /// When it holds, which may be before it was written down.
    pub at: Timestamp,
    /// What it was made of.
    pub document_type: DocumentKind,
    /// Identifier of the document, payment or posting that it was made of.
    pub document_id: Id<()>,
    /// Customer whom the entry concerns: a member or a company.
    pub customer_id: Id<Customer>,
    /// Where; null when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// Lines on the accounts: in each currency debits equal credits.
    pub lines: Vec<EntryLineView>,
}

/// An amount on one side of one account; the other side is 0.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "JournalEntryLine")]
pub struct EntryLineView {
    /// Account to which the amount is booked.
    pub account: Account,
    /// Currency of the amount, as an ISO 4217 code.
    pub currency: Currency,
    /// Amount on the debit side, in major units; 0 on a credit line.
    pub debit: Amount,
    /// Amount on the credit side, in major units; 0 on a debit line.
    pub credit: Amount,
}

impl EntryLineView {
    fn of(line: &EntryLine) -> Self {
        Self {
            account: line.account,
            currency: line.currency,
            debit: Amount::of(line.debit_minor, line.currency),
            credit: Amount::of(line.credit_minor, line.currency),
        }
    }
}
