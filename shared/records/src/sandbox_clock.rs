//! The clock of a sandbox merchant, which an integrator may advance: it runs on with real time, ahead of it by what it
//! was advanced.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use store::Entity;
use values::{Kind, KindName, Timestamp};

/// For how long a request that advances a clock keeps it standing, in seconds; it has met its deadline long before.
const STANDING_SECONDS: i64 = 15;

/// The clock of one sandbox merchant; its record has the merchant's id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxClock {
    /// How far it is ahead of real time, in milliseconds.
    ahead_ms: i64,
    /// Where it stands while a request advances it.
    standing: Option<Halt>,
    /// Whither a request was to advance it that had no time for all that falls due on the way: another goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unfinished: Option<Timestamp>,
}

/// An instant at which a clock stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Halt {
    at: Timestamp,
    /// In real time: a request that died does not keep it for longer.
    until: Timestamp,
}

impl SandboxClock {
    /// What it shows at an instant of real time.
    #[must_use]
    pub fn at(&self, real: Timestamp) -> Timestamp {
        match &self.standing {
            Some(standing) if real < standing.until => standing.at,
            _ => real.plus(Duration::milliseconds(self.ahead_ms)),
        }
    }

    /// Whether a request is advancing it.
    #[must_use]
    pub fn is_standing(&self, real: Timestamp) -> bool {
        self.standing.as_ref().is_some_and(|standing| real < standing.until)
    }

    /// The clock that shows `at` from `real` on, and runs.
    #[must_use]
    pub fn running(at: Timestamp, real: Timestamp) -> Self {
        Self { ahead_ms: at.millis() - real.millis(), standing: None, unfinished: None }
    }

    /// The same that was to be advanced to `to`, where another request goes on.
    #[must_use]
    pub fn unfinished(self, to: Timestamp) -> Self {
        Self { unfinished: Some(to), ..self }
    }

    /// Whether a request was to advance it to `to` and has not done all that falls due on the way.
    #[must_use]
    pub fn is_on_its_way(&self, to: Timestamp) -> bool {
        self.unfinished == Some(to)
    }

    /// The clock that stands at `at` while the request that began at `real` is at work, and runs on from there if that
    /// request dies.
    #[must_use]
    pub fn standing(at: Timestamp, real: Timestamp) -> Self {
        let until = real.plus(Duration::seconds(STANDING_SECONDS));
        Self { standing: Some(Halt { at, until }), ..Self::running(at, real) }
    }
}

impl Kind for SandboxClock {
    const KIND: KindName = KindName::SandboxClock;
}

/// Test clock of a sandbox merchant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TestClock")]
pub struct SandboxClockView {
    /// What it shows: the instant at which a request of this merchant is answered now. `meta.timestamp` of this answer
    /// is real time.
    pub now: Timestamp,
    /// Whether a request is advancing it at this moment; other requests of the merchant are answered 503 until it is
    /// done.
    pub is_advancing: bool,
}

impl Entity for SandboxClock {
    const PATH: &'static str = "/test-clock";
    type View = SandboxClockView;

    fn view(&self, now: Timestamp) -> SandboxClockView {
        SandboxClockView { now: self.at(now), is_advancing: self.is_standing(now) }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::{STANDING_SECONDS, SandboxClock};
    use values::Timestamp;

    #[test]
    fn a_clock_runs_ahead_of_real_time_and_never_back_when_the_request_that_advances_it_dies() {
        let real = Timestamp::parse("2026-11-21T09:00:00Z").expect("an instant");
        let after = |seconds| real.plus(Duration::seconds(seconds));
        assert_eq!(SandboxClock::default().at(real), real);
        let year = real.plus(Duration::days(365));
        let running = SandboxClock::running(year, real);
        assert_eq!(running.at(after(60)), year.plus(Duration::seconds(60)));
        let standing = SandboxClock::standing(year, real);
        let last = STANDING_SECONDS - 1;
        assert_eq!((standing.at(after(last)), standing.is_standing(after(last))), (year, true));
        let shown = standing.at(after(STANDING_SECONDS));
        assert_eq!(shown, year.plus(Duration::seconds(STANDING_SECONDS)));
        assert!(!standing.is_standing(after(STANDING_SECONDS)));
    }
}
