//! Invitations: what a mail program puts into its reader's calendar, moves there and takes out of it (RFC 5546). Times
//! are universal times, so that nobody needs to know the rules of a time zone.

use icalendar::{Calendar as ICalendarText, Component, Event, EventLike, EventStatus, Property};
use scheduling::calendar_text::{PRODUCT, content};
use values::{Period, Timestamp};

/// What an invitation does with what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// It puts it into the calendar, or moves it there.
    Request,
    /// It takes it out.
    Cancel,
}

/// Somebody with an address for mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// What they are called; may be empty.
    pub name: String,
    /// Their address.
    pub email: String,
}

/// Who invites whom to what, in which version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// What programs know it by ([`scheduling::calendar_text::uid`]).
    pub uid: String,
    /// A number that goes up with each change: a program leaves what is older as it is.
    pub sequence: u32,
    /// When it was changed last.
    pub changed_at: Timestamp,
    /// Who invites; none when there is no address.
    pub organizer: Option<Party>,
    /// Who is invited, and comes.
    pub attendee: Party,
}

/// What stands in the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitedTime {
    /// When it takes place.
    pub period: Period,
    /// What it is for.
    pub title: String,
    /// Where it is; may be empty.
    pub place: String,
}

/// A series: a rule with its exceptions, because Outlook reads no other list of instants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitedSeries {
    /// The first one, as the rule has it. All others are like it.
    pub first: InvitedTime,
    /// The rule by which it repeats, as `RRULE` has it.
    pub rule: String,
    /// Instants of the rule at which nothing takes place.
    pub exceptions: Vec<Timestamp>,
    /// Those that are unlike the first one, by their instants in the rule.
    pub moved: Vec<(Timestamp, InvitedTime)>,
}

impl Method {
    /// Its name in calendars.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }

    const fn status(self) -> EventStatus {
        match self {
            Self::Request => EventStatus::Confirmed,
            Self::Cancel => EventStatus::Cancelled,
        }
    }
}

impl Invitation {
    /// The text of an invitation to something that takes place once, and of the end of a whole series.
    #[must_use]
    pub fn alone(&self, method: Method, time: &InvitedTime) -> String {
        calendar(method, [self.event(method, time)])
    }

    /// The text of an invitation to one of a series, which the series' rule has at `recurrence`.
    #[must_use]
    pub fn occurrence(&self, method: Method, recurrence: Timestamp, time: &InvitedTime) -> String {
        calendar(method, [self.recurring(method, recurrence, time)])
    }

    /// The text of an invitation to a whole series.
    #[must_use]
    pub fn series(&self, series: &InvitedSeries) -> String {
        let method = Method::Request;
        let mut first = self.event(method, &series.first);
        first.append_property(Property::new("RRULE", series.rule.as_str()));
        for exception in &series.exceptions {
            first.exdate(exception.utc());
        }
        let moved = series.moved.iter().map(|(recurrence, time)| self.recurring(method, *recurrence, time));
        calendar(method, std::iter::once(first).chain(moved))
    }

    fn recurring(&self, method: Method, recurrence: Timestamp, time: &InvitedTime) -> Event {
        let mut event = self.event(method, time);
        event.recurrence_id(recurrence.utc());
        event
    }

    fn event(&self, method: Method, time: &InvitedTime) -> Event {
        let mut event = Event::new()
            .uid(&self.uid)
            .timestamp(self.changed_at.utc())
            .last_modified(self.changed_at.utc())
            .sequence(self.sequence)
            .starts(time.period.start().utc())
            .ends(time.period.end().utc())
            .summary(&content(&time.title))
            .status(method.status())
            .done();
        if !time.place.is_empty() {
            event.location(&content(&time.place));
        }
        if let Some(organizer) = &self.organizer {
            event.append_property(party("ORGANIZER", organizer));
        }
        let mut attendee = party("ATTENDEE", &self.attendee);
        attendee.add_parameter("PARTSTAT", "ACCEPTED").add_parameter("RSVP", "FALSE");
        event.append_multi_property(attendee);
        event
    }
}

/// Somebody as a calendar names them.
fn party(field: &str, party: &Party) -> Property {
    let mut property = Property::new(field, format!("mailto:{}", line(&party.email)));
    if !party.name.is_empty() {
        // No parameter holds a double quote.
        property.add_parameter("CN", &line(&party.name).replace('"', "'"));
    }
    property
}

/// A text in one line.
fn line(text: &str) -> String {
    content(text).replace('\n', " ")
}

fn calendar(method: Method, events: impl IntoIterator<Item = Event>) -> String {
    let mut calendar = ICalendarText::empty();
    for (field, value) in
        [("VERSION", "2.0"), ("PRODID", PRODUCT), ("CALSCALE", "GREGORIAN"), ("METHOD", method.name())]
    {
        calendar.append_property(Property::new(field, value));
    }
    calendar.extend(events);
    calendar.to_string()
}

#[cfg(test)]
mod tests {
    use scheduling::booking::sample::{at, period};

    use super::{Invitation, InvitedSeries, InvitedTime, Method, Party};

    fn invitation() -> Invitation {
        let party = |name: &str, email: &str| Party { name: name.to_owned(), email: email.to_owned() };
        Invitation {
            uid: "1@colonnade".to_owned(),
            sequence: 3,
            changed_at: at("2026-11-20T08:00"),
            organizer: Some(party("Keizersgracht", "desk@example.com")),
            attendee: party("Ann \"A\", B", "ann@example.com"),
        }
    }

    fn time(start: &str, end: &str) -> InvitedTime {
        InvitedTime {
            period: period(at(start), at(end)),
            title: "Stand-up".to_owned(),
            place: "Blue room, 1".to_owned(),
        }
    }

    #[test]
    fn an_invitation_says_who_comes_when_and_where() {
        let text = invitation().alone(Method::Request, &time("2026-11-21T09:00", "2026-11-21T10:00"));
        for line in [
            "METHOD:REQUEST",
            "UID:1@colonnade",
            "SEQUENCE:3",
            "DTSTART:20261121T090000Z",
            "DTEND:20261121T100000Z",
            "LOCATION:Blue room\\, 1",
            "ORGANIZER;CN=Keizersgracht:mailto:desk@example.com",
            "STATUS:CONFIRMED",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        let unfolded = text.replace("\r\n ", "");
        assert!(
            unfolded.contains("ATTENDEE;CN=\"Ann 'A', B\";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ann@example.com"),
            "{text}"
        );
    }

    #[test]
    fn a_series_has_a_rule_its_exceptions_and_what_is_unlike_the_others() {
        let series = InvitedSeries {
            first: time("2026-11-21T09:00", "2026-11-21T10:00"),
            rule: "FREQ=WEEKLY;COUNT=3".to_owned(),
            exceptions: vec![at("2026-11-28T09:00")],
            moved: vec![(at("2026-12-05T09:00"), time("2026-12-05T11:00", "2026-12-05T12:00"))],
        };
        let text = invitation().series(&series);
        assert_eq!(text.matches("BEGIN:VEVENT").count(), 2);
        for line in ["RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20261128T090000Z", "RECURRENCE-ID:20261205T090000Z"] {
            assert_eq!(text.matches(&format!("{line}\r\n")).count(), 1, "{line} in {text}");
        }
    }

    #[test]
    fn what_is_cancelled_is_taken_out_of_the_calendar() {
        let nobody = Invitation { organizer: None, ..invitation() };
        let time = time("2026-12-05T11:00", "2026-12-05T12:00");
        let text = nobody.occurrence(Method::Cancel, at("2026-12-05T09:00"), &time);
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "RECURRENCE-ID:20261205T090000Z"] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        assert!(!text.contains("ORGANIZER"));
    }
}
