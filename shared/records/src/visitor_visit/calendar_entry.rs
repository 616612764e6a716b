//! What is counted of a visit in the lists of `GET /visitor-visits`: when the visitor is expected, what it belongs to,
//! its state and what time makes of it.

use super::{VisitStatus, VisitorVisit};
use store::{CalendarEntry, CalendarSubject};
use values::Timestamp;

/// The number of a state among those that are counted; the rarest is the last.
#[must_use]
pub const fn number(status: VisitStatus) -> u8 {
    match status {
        VisitStatus::Expected => 0,
        VisitStatus::CheckedIn => 1,
        VisitStatus::CheckedOut => 2,
        VisitStatus::NoShow => 3,
        VisitStatus::Cancelled => 4,
    }
}

impl VisitorVisit {
    /// What is counted of it.
    #[must_use]
    pub fn counted(&self) -> CalendarEntry {
        let subjects = [
            Some((CalendarSubject::Location, self.location_id.uuid())),
            Some((CalendarSubject::Customer, self.host_id.uuid())),
            self.contact_id.map(|contact| (CalendarSubject::Contact, contact.uuid())),
        ];
        CalendarEntry {
            at: self.expected_at,
            state: number(self.state),
            transitions: transitions(self),
            subjects: subjects.into_iter().flatten().collect(),
        }
    }
}

/// As [`VisitorVisit::status`] has it.
fn transitions(visit: &VisitorVisit) -> Vec<(Timestamp, u8)> {
    let becomes = match visit.state {
        VisitStatus::Expected => VisitStatus::NoShow,
        VisitStatus::CheckedIn => VisitStatus::CheckedOut,
        VisitStatus::CheckedOut | VisitStatus::NoShow | VisitStatus::Cancelled => return Vec::new(),
    };
    visit.changes_at.map(|at| (at, number(becomes))).into_iter().collect()
}
