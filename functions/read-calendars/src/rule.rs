//! What it costs to follow a rule by which an event repeats. A rule of a few words may have a year of seconds, or days
//! that never come and that are looked for over centuries; so what it costs is known before it is followed.

use calcard::icalendar::{ICalendarFrequency, ICalendarRecurrenceRule};

/// Most numbers in the lists of a rule; twice as many as a rule needs that people write.
const LISTED_MAX: usize = 200;
/// Times of a day at which an event repeats every minute.
const EVERY_MINUTE: usize = 1_440;
/// Steps after which `calcard` gives up looking for a day that does not come.
const STEPS_MAX: usize = 100_000;
/// The same of years: there are no more of them.
const YEARS_MAX: usize = 8_000;

/// A rule that is not followed: it has a time every minute or second, or more numbers than are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

/// How much is looked at to follow a rule, in days; in hours, where it repeats hourly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// To the end of what is looked at.
    pub days: usize,
    /// Beyond it, when no day was found that suits the rule.
    pub days_if_fruitless: usize,
}

impl Effort {
    /// What it costs to follow a rule for so many days.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn of(rule: &ICalendarRecurrenceRule, days: i64) -> Result<Self, Endless> {
        if times_of_a_day(rule) >= EVERY_MINUTE || listed(rule) > LISTED_MAX {
            return Err(Endless);
        }
        let days = usize::try_from(days).unwrap_or_default().saturating_add(1);
        let beyond = match rule.freq {
            ICalendarFrequency::Hourly => {
                return Ok(Self { days: days.saturating_mul(24).saturating_add(STEPS_MAX), days_if_fruitless: 0 });
            }
            ICalendarFrequency::Weekly => STEPS_MAX * 7,
            ICalendarFrequency::Monthly => STEPS_MAX * 31,
            ICalendarFrequency::Yearly => YEARS_MAX * 366,
            _ => STEPS_MAX,
        };
        Ok(Self { days, days_if_fruitless: if surely_comes(rule) { 0 } else { beyond } })
    }
}

/// At how many times of a day an event repeats, as far as its rule tells.
fn times_of_a_day(rule: &ICalendarRecurrenceRule) -> usize {
    let number = |list: &[u8]| list.len().max(1);
    let [minutes, seconds] = [number(&rule.byminute), number(&rule.bysecond)];
    let hours = match rule.freq {
        ICalendarFrequency::Minutely | ICalendarFrequency::Secondly => return usize::MAX,
        ICalendarFrequency::Hourly => 24,
        _ => number(&rule.byhour),
    };
    hours.saturating_mul(minutes).saturating_mul(seconds)
}

fn listed(rule: &ICalendarRecurrenceRule) -> usize {
    let times = rule.bysecond.len() + rule.byminute.len() + rule.byhour.len();
    let days = rule.byday.len() + rule.bymonthday.len() + rule.byyearday.len();
    times + days + rule.byweekno.len() + rule.bymonth.len() + rule.bysetpos.len()
}

/// Whether there are days that suit a rule, without looking for them: it names days of the week alone.
fn surely_comes(rule: &ICalendarRecurrenceRule) -> bool {
    let names_more = !rule.bymonthday.is_empty()
        || !rule.byyearday.is_empty()
        || !rule.byweekno.is_empty()
        || !rule.bymonth.is_empty()
        || !rule.bysetpos.is_empty();
    let is_plain = rule.byday.iter().all(|day| day.ordwk.is_none());
    !names_more
        && match rule.freq {
            ICalendarFrequency::Weekly => is_plain,
            ICalendarFrequency::Daily => {
                rule.byday.is_empty() || is_plain && rule.interval.is_none_or(|days| days == 1)
            }
            _ => rule.byday.iter().all(|day| day.ordwk.is_none_or(|number| (1..=5).contains(&number.abs()))),
        }
}
