//! What is counted of an invoice in the lists of `GET /invoices` by days of issue: when it was issued, where, and its
//! state.

use billing::documents::InvoiceStatus;
use store::{CalendarEntry, CalendarSubject};
use values::Timestamp;

use super::Invoice;

const VOIDED: u8 = 2;
const UNCOLLECTIBLE: u8 = 3;
/// The states in which few invoices of a day of issue are.
pub const RARE_STATES: &[u8] = &[VOIDED, UNCOLLECTIBLE];

/// The number of a state among those that are counted; none of a draft, which has no day of issue. That an invoice is
/// overdue is not counted: nobody writes it into the state.
#[must_use]
pub const fn number(status: InvoiceStatus) -> Option<u8> {
    match status {
        InvoiceStatus::Draft => None,
        InvoiceStatus::Issued => Some(0),
        InvoiceStatus::Paid => Some(1),
        InvoiceStatus::Voided => Some(VOIDED),
        InvoiceStatus::Uncollectible => Some(UNCOLLECTIBLE),
    }
}

impl Invoice {
    /// What it is listed by once it is issued: what clocks at its location showed at its issue, read as if it were UTC.
    /// So a local day is the same 24 hours for all locations.
    #[must_use]
    pub fn listed_at(&self) -> Option<Timestamp> {
        let issue = self.issue.as_ref()?;
        Some(issue.local_at.unwrap_or_else(|| issue.at.shown_in(self.time_zone)))
    }

    /// What is counted of it.
    #[must_use]
    pub fn counted(&self) -> Option<CalendarEntry> {
        Some(CalendarEntry {
            at: self.listed_at()?,
            state: number(self.status)?,
            transitions: Vec::new(),
            subjects: vec![(CalendarSubject::Location, self.location_id.uuid())],
        })
    }
}
