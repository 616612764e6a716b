//! The busy times of an outside calendar that are being worked on, in a short notation: there may be a thousand in one
//! record.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use scheduling::CalendarBlock;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use values::{Id, Timestamp};

/// Most busy times of a calendar: the earliest. The others are taken as time goes by.
pub const BUSY_TIMES_MAX: usize = 1_000;
/// Characters of a busy time: eight of its start, six of its length, the block's id, and how it stands.
const WRITTEN: usize = 37;

/// A time that is busy elsewhere, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusyTime {
    /// First instant.
    pub start: Timestamp,
    /// First instant after it.
    pub end: Timestamp,
    /// The block that takes it: its id is chosen before the block is made, so that whoever comes after a process that
    /// died knows which block was made.
    pub block: Id<CalendarBlock>,
    /// How it stands with it.
    pub standing: Standing,
}

/// How it stands with a busy time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its block is to be made, or to be moved there.
    Wanted,
    /// It met a booking and is to be tried again.
    WantedAgain,
    /// Its block is there.
    Taken,
    /// It meets a booking.
    Met,
    /// The time is taken by something else than a booking, or is not to be had.
    Covered,
    /// It is busy no more; its block is to be deleted.
    Gone,
}

impl Standing {
    /// Every standing with its letter.
    const LETTERS: [(Self, char); 6] = [
        (Self::Wanted, 'w'),
        (Self::WantedAgain, 'a'),
        (Self::Taken, 't'),
        (Self::Met, 'm'),
        (Self::Covered, 'c'),
        (Self::Gone, 'g'),
    ];

    /// Whether there is something to do.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Wanted | Self::WantedAgain | Self::Gone)
    }

    fn letter(self) -> char {
        Self::LETTERS.iter().find(|(standing, _)| *standing == self).map_or('g', |(_, letter)| *letter)
    }

    fn of(letter: char) -> Option<Self> {
        Self::LETTERS.iter().find(|(_, own)| *own == letter).map(|(standing, _)| *standing)
    }
}

impl BusyTime {
    /// First instant and first instant after it.
    #[must_use]
    pub const fn time(&self) -> (Timestamp, Timestamp) {
        (self.start, self.end)
    }

    fn written(&self) -> String {
        let start = self.start.seconds();
        let length = self.end.seconds().saturating_sub(start);
        let block = URL_SAFE_NO_PAD.encode(self.block.uuid().as_bytes());
        format!("{start:08x}{length:06x}{block}{}", self.standing.letter())
    }

    fn read(text: &str) -> Option<Self> {
        let (start, length) = (text.get(..8)?, text.get(8..14)?);
        let start = i64::from_str_radix(start, 16).ok()?;
        let end = start.checked_add(i64::from_str_radix(length, 16).ok()?)?;
        let at = |second: i64| Timestamp::from_millis(second.checked_mul(1_000)?);
        let block = URL_SAFE_NO_PAD.decode(text.get(14..36)?).ok()?;
        let standing = Standing::of(text.chars().nth(36)?)?;
        let block = Id::new(Uuid::from_slice(&block).ok()?);
        (text.len() == WRITTEN).then_some(Self { start: at(start)?, end: at(end)?, block, standing })
    }
}

/// Busy times in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BusyTimes(pub Vec<BusyTime>);

impl BusyTimes {
    /// Whether there is something to do.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.iter().any(|time| time.standing.is_open())
    }

    /// How many stand so.
    #[must_use]
    pub fn count(&self, standing: Standing) -> usize {
        self.0.iter().filter(|time| time.standing == standing).count()
    }

    /// The same, of which nothing is busy any more; what is over is nobody's any more.
    #[must_use]
    pub fn gone(self, now: Timestamp) -> Self {
        let ahead = self.0.into_iter().filter(|time| now < time.end);
        Self(ahead.map(|time| BusyTime { standing: Standing::Gone, ..time }).collect())
    }

    /// The same, of which the blocks that are there are to be made anew.
    #[must_use]
    pub fn wanted(self, now: Timestamp) -> Self {
        let anew = |time: BusyTime| match time.standing {
            Standing::Taken if now < time.end => BusyTime { standing: Standing::Wanted, ..time },
            _ => time,
        };
        Self(self.0.into_iter().map(anew).collect())
    }
}

impl From<BusyTimes> for String {
    fn from(times: BusyTimes) -> Self {
        times.0.iter().map(BusyTime::written).collect::<Vec<_>>().join("\n")
    }
}

impl TryFrom<String> for BusyTimes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = |line: &str| BusyTime::read(line).ok_or("a busy time that cannot be read");
        text.lines().map(read).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::{BUSY_TIMES_MAX, BusyTime, BusyTimes, Standing};

    fn time(number: usize) -> BusyTime {
        let at = |second: i64| Timestamp::from_millis(second * 1_000).expect("an instant");
        let number = i64::try_from(number).expect("a number");
        let start = 1_800_000_000 + number * 7_200;
        let standing = Standing::LETTERS[usize::try_from(number % 6).expect("a number")].0;
        let block = Id::new(Uuid::from_u128(u128::MAX - u128::try_from(number).expect("a number")));
        BusyTime { start: at(start), end: at(start + 31 * 86_400), block, standing }
    }

    #[test]
    fn busy_times_are_read_as_they_were_written_and_a_thousand_fit_a_record() {
        let times = BusyTimes((0..BUSY_TIMES_MAX).map(time).collect());
        let text = String::from(times.clone());
        assert!(text.len() < 40_000, "{}", text.len());
        assert_eq!(BusyTimes::try_from(text), Ok(times));
        assert_eq!(BusyTimes::try_from(String::new()), Ok(BusyTimes::default()));
        assert!(BusyTimes::try_from("6b49d2000001".to_owned()).is_err());
    }

    #[test]
    fn what_is_gone_is_open_and_what_is_taken_is_not() {
        let taken = BusyTimes(vec![BusyTime { standing: Standing::Taken, ..time(0) }]);
        let [ahead, over] = [time(0).start, time(0).end];
        assert!(!taken.is_open() && taken.clone().gone(ahead).is_open() && taken.clone().wanted(ahead).is_open());
        assert!(!taken.clone().gone(over).is_open() && !taken.clone().wanted(over).is_open(), "what is over stays");
        assert_eq!((taken.count(Standing::Taken), taken.count(Standing::Gone)), (1, 0));
    }
}
