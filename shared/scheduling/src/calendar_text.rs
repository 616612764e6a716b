//! Calendars as other programs subscribe to them (RFC 5545).

use icalendar::{Calendar as ICalendarText, Component, Event, EventLike, EventStatus, Property};
use store::{Entity, Record};
use values::{Id, Period, text};

/// The end of every UID. It must never change, or programs that know an entry by its UID would show it twice.
const UID_SPACE: &str = "colonnade";
/// Which program has written a calendar.
pub const PRODUCT: &str = "-//Colonnade//Colonnade//EN";

/// Whether what an entry tells takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// It may take place: it is not approved yet.
    Tentative,
    /// It takes place as the entry says.
    Confirmed,
    /// It was cancelled and does not take place.
    Cancelled,
}

/// An entry of a calendar.
pub struct CalendarEntry(Event);

impl CalendarEntry {
    /// A record that takes place in a period.
    pub fn of<E: Entity>(record: &Record<E>, period: Period, title: &str, status: EntryStatus) -> Self {
        let status = match status {
            EntryStatus::Tentative => EventStatus::Tentative,
            EntryStatus::Confirmed => EventStatus::Confirmed,
            EntryStatus::Cancelled => EventStatus::Cancelled,
        };
        let entry = Event::new()
            .uid(&uid(record.id))
            .timestamp(record.updated_at.utc())
            .created(record.created_at.utc())
            .last_modified(record.updated_at.utc())
            .sequence(u32::try_from(record.version).unwrap_or(u32::MAX))
            .starts(period.start().utc())
            .ends(period.end().utc())
            .summary(&content(title))
            .status(status)
            .done();
        Self(entry)
    }

    /// With more about it, and where it is; nothing of what is empty.
    #[must_use]
    pub fn described(mut self, description: &str, place: &str) -> Self {
        if !description.is_empty() {
            self.0.description(&content(description));
        }
        if !place.is_empty() {
            self.0.location(&content(place));
        }
        self
    }
}

/// What programs know an entry by, wherever it is told to them: one for as long as its record lives.
#[must_use]
pub fn uid<K>(id: Id<K>) -> String {
    format!("{id}@{UID_SPACE}")
}

/// The text of a calendar with these entries, in their order.
pub fn calendar_text(name: &str, entries: impl IntoIterator<Item = CalendarEntry>) -> String {
    let mut calendar = ICalendarText::empty();
    for (field, value) in
        [("VERSION", "2.0"), ("PRODID", PRODUCT), ("CALSCALE", "GREGORIAN"), ("X-WR-CALNAME", &content(name))]
    {
        calendar.append_property(Property::new(field, value));
    }
    calendar.extend(entries.into_iter().map(|entry| entry.0));
    calendar.to_string()
}

/// A text as a content line has it: without characters that are not shown and may end the line for a reader, and with
/// one kind of line end.
#[must_use]
pub fn content(text: &str) -> String {
    text::shown(text).replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::{calendar_text, content};

    #[test]
    fn no_character_of_a_text_ends_a_line_of_a_calendar() {
        assert_eq!(content("a\u{85}b\u{2028}c\u{202e}d\u{200b}\u{feff}e\u{0}"), "abcde");
        assert_eq!(content("a\r\nb\rc\nd"), "a\nb\nc\nd");
        let text = calendar_text("Room\u{85}\u{2029}\u{202e}1", []);
        assert!(text.contains("X-WR-CALNAME:Room1\r\n"), "{text}");
        assert!(text.split("\r\n").all(|line| !line.contains(char::is_control)), "{text}");
    }
}
