//! The list of invoices by days of issue, as it is counted (`docs/decisions/0046-calendar-counts.md`).

use billing::documents::InvoiceStatus;
use money_documents::{Invoice, invoice::calendar_entry};
use records::Location;
use store::{CalendarListName, CalendarSubject, List, TimeList};
use values::{ApiError, Day, Id, TimeZone, Timestamp};

/// Days of issue, of which the first and the last may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    /// First local day of issue; null leaves the list open towards the past.
    pub from: Option<Day>,
    /// Last local day of issue, included; null leaves the list open towards the future.
    pub to: Option<Day>,
}

/// What is counted of invoices besides their days.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// Only invoices of this location; of all locations when null.
    pub location_id: Option<&'a Id<Location>>,
    /// Only invoices in this state; in any state when null.
    pub status: Option<InvoiceStatus>,
}

impl Days {
    /// These days.
    ///
    /// # Errors
    /// 422 `end_before_start` on `issued_to`.
    pub fn of(from: Option<Day>, to: Option<Day>) -> Result<Self, ApiError> {
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return Err(ApiError::rule("issued_to", "end_before_start", "issued_to must not be before issued_from"));
        }
        Ok(Self { from, to })
    }

    /// Whether no day was asked for.
    #[must_use]
    pub const fn is_unbounded(self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Invoices that were issued on these days, all of a merchant, whether they stand in their index by an instant or,
    /// from before, by a day.
    #[must_use]
    pub fn issued(self) -> List<Invoice> {
        // `~` comes after `#`, with which an id begins behind the day, and after `T`, with which a time does.
        let (from, before) = (self.from.map(|day| day.to_string()), self.to.map(|day| format!("{day}~")));
        List::by(&Invoice::ISSUED, &()).between(from, before)
    }

    /// The same as they are counted: what they are listed by has local days of all locations as days of UTC.
    #[must_use]
    pub fn counted(self, Counted { location_id, status }: Counted<'_>, now: Timestamp) -> TimeList<Invoice> {
        let of = |list: List<Invoice>| list.only("status", status.as_ref());
        let subject = location_id.map(|location| (CalendarSubject::Location, location.uuid()));
        let list = of(List::first_of([Invoice::ISSUED_AT.asked(location_id), Some(Invoice::ISSUED.of(&()))]));
        let from = self.from.and_then(|day| day.start_in(TimeZone::UTC));
        let to = self.to.and_then(|day| day.end_in(TimeZone::UTC));
        let query = TimeList::of(list, CalendarListName(subject.into_iter().collect()), now)
            .between(from, to)
            .in_states(status.map(|status| calendar_entry::number(status).into_iter().collect()))
            .or_while_uncounted(of(self.issued()).only("location_id", location_id));
        // A draft has no day of issue.
        if status == Some(InvoiceStatus::Draft) { query.of_nothing() } else { query }
    }
}
