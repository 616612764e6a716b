//! How much one API client may use of the service, in requests and in units of the table: so much in each window of ten
//! seconds, across all processes.
//!
//! A process serves a client from a **portion** that it has leased of the window, by adding to one item of the client
//! and the window. It asks for the next portion beside the request that uses up the last one, so that no request waits
//! for it; only where a client used up the window before, its first request of a process waits. A few requests need no
//! portion, so that a client with little to ask costs no call.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use platform::config::ClientLimit;
use records::api_client::ApiClient;
use values::{ApiError, ErrorCode, Id, Timestamp};

/// Length of a window.
const WINDOW_SECONDS: i64 = ClientLimit::WINDOW_SECONDS;
/// Most clients that are counted. When there are more, all begin anew.
const CLIENTS_MAX: usize = 10_000;
/// Which part of a window a process serves without having leased it: twenty processes serve a fifth of it.
const FREE_PART: i64 = 100;
/// Which part of what it has served a process leases at once, so that what it leases and does not use is little.
const OF_SERVED_PART: i64 = 2;
/// Which part of what is left of a window is leased at once at most.
const OF_LEFT_PART: i64 = 10;

/// What the clients of this process used.
pub struct ClientUsage {
    limit: Option<ClientLimit>,
    windows: Mutex<HashMap<Id<ApiClient>, Window>>,
}

/// What a client used of a window, as far as this process knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Window {
    number: i64,
    /// Requests that this process has served.
    served: i64,
    /// Requests that it may serve.
    granted: i64,
    /// Requests that it has told the others of.
    told: i64,
    /// Units that it has not told the others of.
    units_untold: i64,
    /// Requests and units of all processes, as they were told last.
    of_all: (i64, i64),
    is_leasing: bool,
    /// Whether nothing is left of it.
    is_used_up: bool,
    /// Whether nothing was left of the one before.
    follows_used_up: bool,
}

/// A portion that is to be leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Number of the window of which it is a part.
    pub window: i64,
    /// Requests: those that were served without a portion, and the portion.
    pub requests: i64,
    /// Units that were used.
    pub units: i64,
    /// Whether the request waits for it.
    pub is_awaited: bool,
    portion: i64,
}

/// What a client is told of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitStatus {
    /// Requests of a window.
    pub limit: i64,
    /// How many of them are left, as far as this process knows.
    pub remaining: i64,
    /// Seconds until the next window.
    pub reset: i64,
}

/// A portion that is being leased. Where its request is cut off, panics or takes too long before that is settled, the
/// next request leases.
pub struct Leasing<'a> {
    usage: &'a ClientUsage,
    client: Id<ApiClient>,
    /// The portion.
    pub lease: Lease,
    is_settled: bool,
}

impl Leasing<'_> {
    /// Notes what it came to: what all processes have of the window now; `None` where that is not known.
    pub fn settle(mut self, of_all: Option<(i64, i64)>) {
        self.is_settled = true;
        self.usage.leased(self.client, self.lease, of_all);
    }
}

impl fmt::Debug for Leasing<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.lease)
    }
}

impl Drop for Leasing<'_> {
    fn drop(&mut self) {
        if !self.is_settled {
            self.usage.give_up(self.client, self.lease);
        }
    }
}

impl ClientUsage {
    /// Usage within this limit; without one nobody is counted.
    #[must_use]
    pub fn new(limit: Option<ClientLimit>) -> Self {
        Self { limit, windows: Mutex::default() }
    }

    /// Takes a request of a client; the portion that is to be leased beside it, if one is.
    ///
    /// # Errors
    /// 429 `rate_limited` when nothing is left of the window.
    pub fn take(&self, client: Id<ApiClient>, now: Timestamp) -> Result<Option<Leasing<'_>>, ApiError> {
        let Some(limit) = self.limit else { return Ok(None) };
        let mut windows = self.lock();
        if windows.len() >= CLIENTS_MAX && !windows.contains_key(&client) {
            windows.clear();
        }
        let window = windows.entry(client).or_default();
        window.advance_to(number(now), limit);
        if window.is_used_up {
            return Err(used_up(limit, now));
        }
        window.served += 1;
        let lease = window.lease(limit);
        Ok(lease.map(|lease| Leasing { usage: self, client, lease, is_settled: false }))
    }

    /// Notes what leasing a portion came to: what all processes have of the window now. Where that is not known,
    /// because the table cannot be asked, the portion is served: a limit must not be why nothing works.
    fn leased(&self, client: Id<ApiClient>, lease: Lease, of_all: Option<(i64, i64)>) {
        let Some(limit) = self.limit else { return };
        let mut windows = self.lock();
        let Some(window) = windows.get_mut(&client).filter(|window| window.number == lease.window) else { return };
        window.is_leasing = false;
        let Some((requests, units)) = of_all else {
            window.granted += lease.portion;
            return;
        };
        let beyond = (requests - limit.requests()).max(0);
        window.granted += (lease.portion - beyond).max(0);
        window.told += lease.requests;
        window.units_untold -= lease.units;
        window.of_all = (requests, units);
        window.is_used_up = units >= limit.units() || (beyond > 0 && window.served >= window.granted);
    }

    /// Lets the next request lease.
    fn give_up(&self, client: Id<ApiClient>, lease: Lease) {
        let mut windows = self.lock();
        if let Some(window) = windows.get_mut(&client).filter(|window| window.number == lease.window) {
            window.is_leasing = false;
        }
    }

    /// Refuses the request of a client that waited for its portion and got none.
    ///
    /// # Errors
    /// 429 `rate_limited`.
    pub fn require_left(&self, client: Id<ApiClient>, now: Timestamp) -> Result<(), ApiError> {
        let Some(limit) = self.limit else { return Ok(()) };
        let windows = self.lock();
        let refused = windows.get(&client).is_some_and(|window| window.is_used_up && window.served > window.granted);
        if refused { Err(used_up(limit, now)) } else { Ok(()) }
    }

    /// Notes the units of a request, and says where its client stands; none without a limit.
    pub fn note(&self, client: Id<ApiClient>, units: i64, now: Timestamp) -> Option<LimitStatus> {
        let limit = self.limit?;
        let mut windows = self.lock();
        let window = windows.entry(client).or_default();
        window.units_untold += units;
        // What this process has leased is used by nobody else.
        let left = limit.requests() - window.of_all.0.max(window.told) + window.told - window.served;
        let remaining = if window.is_used_up { 0 } else { left.clamp(0, limit.requests()) };
        Some(LimitStatus { limit: limit.requests(), remaining, reset: seconds_left(now) })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Id<ApiClient>, Window>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Window {
    /// Begins a later window. A clock that was set back begins none.
    fn advance_to(&mut self, number: i64, limit: ClientLimit) {
        if number > self.number {
            let follows_used_up = self.is_used_up && number == self.number + 1;
            let granted = if follows_used_up { 0 } else { limit.requests() / FREE_PART };
            let units_untold = self.units_untold;
            *self = Self { number, granted, units_untold, follows_used_up, ..Self::default() };
        }
    }

    /// The portion that is to be leased with the request that was just taken: with the last one that was granted, and
    /// before many units are told to nobody. A request beyond what is granted waits where the client used up the window
    /// before.
    fn lease(&mut self, limit: ClientLimit) -> Option<Lease> {
        let is_due = self.served >= self.granted || self.units_untold > limit.units() / FREE_PART;
        if self.is_leasing || !is_due {
            return None;
        }
        self.is_leasing = true;
        let left = limit.requests() - self.of_all.0.max(self.told);
        let unleased = self.served - self.granted;
        let is_awaited = self.follows_used_up && unleased > 0;
        let free = (self.granted - self.told).max(0);
        let portion = (self.served / OF_SERVED_PART).min(left / OF_LEFT_PART).max(unleased).max(1);
        Some(Lease { window: self.number, requests: free + portion, units: self.units_untold, is_awaited, portion })
    }
}

/// The number of the window in which an instant lies.
fn number(now: Timestamp) -> i64 {
    now.seconds().div_euclid(WINDOW_SECONDS)
}

fn seconds_left(now: Timestamp) -> i64 {
    WINDOW_SECONDS - now.seconds().rem_euclid(WINDOW_SECONDS)
}

fn used_up(limit: ClientLimit, now: Timestamp) -> ApiError {
    let (requests, units) = (limit.requests(), limit.units());
    let message =
        format!("the client has used up its {requests} requests, or {units} units, of {WINDOW_SECONDS} seconds");
    let retry_after_seconds = u16::try_from(seconds_left(now)).ok();
    ApiError { retry_after_seconds, ..ApiError::new(ErrorCode::RateLimited, message) }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{ClientUsage, Lease};
    use platform::config::ClientLimit;
    use records::api_client::ApiClient;
    use values::{Id, Timestamp};

    const CLIENT: Id<ApiClient> = Id::new(Uuid::nil());

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + second * 1_000).expect("an instant")
    }

    /// What processes of this number serve of a flood of so many requests each, in one window; they tell each other by
    /// `of_all`.
    fn flooded(processes: &[ClientUsage], of_all: &mut (i64, i64), requests: i64, now: Timestamp) -> i64 {
        let mut served = 0;
        for _ in 0..requests {
            for usage in processes {
                let Ok(lease) = usage.take(CLIENT, now) else { continue };
                if let Some(leasing) = lease {
                    let lease = leasing.lease;
                    *of_all = (of_all.0 + lease.requests, of_all.1 + lease.units);
                    leasing.settle(Some(*of_all));
                    if lease.is_awaited && usage.require_left(CLIENT, now).is_err() {
                        continue;
                    }
                }
                served += 1;
            }
        }
        served
    }

    fn processes(number: usize, limit: ClientLimit) -> Vec<ClientUsage> {
        (0..number).map(|_| ClientUsage::new(Some(limit))).collect()
    }

    #[test]
    fn however_many_processes_there_are_a_client_gets_its_window_and_a_fifth_more_at_most() {
        let limit = ClientLimit { requests_per_second: 50, units_per_second: 10_000 };
        for number in [1, 2, 5, 20] {
            let processes = processes(number, limit);
            for second in [0, 10, 20] {
                let served = flooded(&processes, &mut (0, 0), 1_000, at(second));
                assert!((500..=600).contains(&served), "{number} processes serve {served}");
            }
        }
    }

    #[test]
    fn a_client_with_little_to_ask_costs_no_call() {
        let usage = ClientUsage::new(Some(ClientLimit { requests_per_second: 50, units_per_second: 10_000 }));
        for _ in 0..4 {
            assert!(usage.take(CLIENT, at(0)).expect("enough").is_none());
        }
        let leasing = usage.take(CLIENT, at(0)).expect("enough").expect("a portion");
        assert_eq!(leasing.lease, Lease { window: 180_000_000, requests: 7, units: 0, is_awaited: false, portion: 2 });
    }

    #[test]
    fn units_use_up_a_window_as_requests_do() {
        let usage = ClientUsage::new(Some(ClientLimit { requests_per_second: 50, units_per_second: 10 }));
        assert!(usage.take(CLIENT, at(0)).expect("enough").is_none());
        usage.note(CLIENT, 100, at(0));
        let leasing = usage.take(CLIENT, at(0)).expect("enough").expect("a portion");
        let lease = leasing.lease;
        assert_eq!(lease.units, 100);
        leasing.settle(Some((lease.requests, 100)));
        let refused = usage.take(CLIENT, at(3)).expect_err("used up");
        assert_eq!(refused.retry_after_seconds, Some(7));
        assert_eq!(
            usage.take(CLIENT, at(10)).expect("a new window").map(|leasing| leasing.lease.is_awaited),
            Some(true)
        );
    }

    #[test]
    fn a_table_that_cannot_be_asked_refuses_nobody() {
        let usage = ClientUsage::new(Some(ClientLimit { requests_per_second: 1, units_per_second: 1_000 }));
        for _ in 0..100 {
            if let Some(leasing) = usage.take(CLIENT, at(0)).expect("enough") {
                leasing.settle(None);
            }
        }
    }

    #[test]
    fn a_lease_that_is_cut_off_is_made_by_the_next_request() {
        let usage = ClientUsage::new(Some(ClientLimit { requests_per_second: 50, units_per_second: 10_000 }));
        let leased = |usage: &ClientUsage| usage.take(CLIENT, at(0)).expect("enough").map(|leasing| leasing.lease);
        for _ in 0..4 {
            assert_eq!(leased(&usage), None);
        }
        for requests in [7, 8, 8] {
            assert_eq!(leased(&usage).map(|lease| lease.requests), Some(requests), "each is dropped at once");
        }
    }
}
