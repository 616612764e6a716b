//! What is counted of an invoice in the lists of `GET /invoices` by days of issue: when it was issued, where, and its state.

use billing::documents::InvoiceStatus;
use shared::domain::{CalendarEntry, CalendarSubject, Timestamp};

use super::Invoice;

/// The number of a state among those that are counted; none of a draft, which has no day of issue. That an invoice is overdue is not counted:
/// nobody writes it into the state.
#[must_use]
pub const fn number(status: InvoiceStatus) -> Option<u8> {
    match status {
        InvoiceStatus::Draft => None,
        InvoiceStatus::Issued => Some(0),
        InvoiceStatus::Paid => Some(1),
        InvoiceStatus::Voided => Some(2),
        InvoiceStatus::Uncollectible => Some(3),
    }
}

/// The states of which few invoices of a day of issue are.
pub const RARE_STATES: &[u8] = &[2, 3];

impl Invoice {
    /// What it is listed by once it is issued: what clocks at its location showed at its issue, read as if it were UTC. So a local day is the
    /// same 24 hours for all locations.
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
            turns: Vec::new(),
            subjects: vec![(CalendarSubject::Location, self.location_id.uuid())],
        })
    }
}

#[cfg(test)]
mod tests {
    use billing::documents::InvoiceStatus;

    use super::{RARE_STATES, number};

    #[test]
    fn voided_invoices_and_those_that_were_given_up_are_rare() {
        assert_eq!(number(InvoiceStatus::Draft), None);
        let rare = [InvoiceStatus::Voided, InvoiceStatus::Uncollectible].map(number);
        assert_eq!(rare.into_iter().flatten().collect::<Vec<_>>(), RARE_STATES);
    }
}
