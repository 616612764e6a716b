//! What time does to a wallet that is read: what has expired, and what was scheduled, is noted.

use billing::wallet::{Begins, Buckets, Unit};
use values::{ApiError, Customer, Id, Timestamp};
use work::UnitOfWork;

use crate::open_wallet::OpenWallet;

/// Most events of a wallet that are left to the transaction of whoever reads it: each is a posting and may be an entry.
const EVENTS_WITH_OTHERS_MAX: usize = 4;
/// Most events that one transaction of their own writes down; of one instant it takes all, which are at most 70.
const EVENTS_ALONE_MAX: usize = 30;
const UNITS: [Unit; 2] = [Unit::Credits, Unit::DayPasses];

impl OpenWallet {
    /// The wallet of a customer as it is now: what has expired is noted, and what was scheduled without a subscription
    /// is charged. Of more than a few such events it writes most down before, in transactions of their own.
    ///
    /// # Errors
    /// Only when the store cannot be read or written.
    pub async fn load(work: &UnitOfWork, customer_id: Id<Customer>) -> Result<Self, ApiError> {
        catch_up(work, customer_id, Begins::None, None).await
    }

    /// The same after a subscription ended, with which what it granted is gone.
    ///
    /// # Errors
    /// Only when the store cannot be read or written.
    pub async fn load_after_end(
        work: &UnitOfWork,
        customer_id: Id<Customer>,
        ended: (Id<()>, Timestamp),
    ) -> Result<Self, ApiError> {
        catch_up(work, customer_id, Begins::None, Some(ended)).await
    }
}

/// Opens a wallet with all that has happened by now noted; of more than a few events most are already written. `begins`
/// says whether all periods are there that have begun; otherwise what was scheduled on one holds time up. What a
/// subscription granted that has `ended` is gone from that instant on.
pub(crate) async fn catch_up(
    work: &UnitOfWork,
    customer_id: Id<Customer>,
    begins: Begins,
    ended: Option<(Id<()>, Timestamp)>,
) -> Result<OpenWallet, ApiError> {
    loop {
        let mut open = OpenWallet::read(work, customer_id).await?;
        if let Some((subscription, at)) = ended {
            open.end_subscription(subscription, at);
        }
        let events: usize = UNITS.iter().map(|unit| instants(&open, *unit, work.now, begins).len()).sum();
        if events <= EVENTS_WITH_OTHERS_MAX {
            for unit in UNITS {
                let until = reached(&open, unit, work.now, begins);
                open.advance(work, unit, until, begins, Vec::new()).await?;
            }
            return Ok(open);
        }
        for unit in UNITS {
            let due = instants(&open, unit, work.now, begins);
            let Some(first) = due.first() else { continue };
            let until = due.iter().take(EVENTS_ALONE_MAX).next_back().unwrap_or(first);
            // Of the last instant some may be beyond the limit: then it is left to the next step.
            let is_cut = due.get(EVENTS_ALONE_MAX).is_some_and(|next| next == until) && until > first;
            let until = if is_cut { until.plus(chrono::Duration::milliseconds(-1)) } else { *until };
            open.advance(work, unit, until, begins, Vec::new()).await?;
            break;
        }
        let mut transaction = work.transaction();
        open.write(work, &mut transaction).await?;
        work.store.commit(transaction).await?;
    }
}

/// How far time goes by.
fn reached(open: &OpenWallet, unit: Unit, now: Timestamp, begins: Begins) -> Timestamp {
    match begins {
        Begins::Every => now,
        Begins::None | Begins::CycleOf(_) => open.wallet().free_until(unit, now),
    }
}

/// The instants of what has happened to a unit by now and is not written down, one for each event.
fn instants(open: &OpenWallet, unit: Unit, now: Timestamp, begins: Begins) -> Vec<Timestamp> {
    let until = reached(open, unit, now, begins);
    let buckets: &Buckets = open.wallet().wallet.of(unit);
    let expiries = buckets.open().iter().filter_map(|bucket| bucket.expires_at);
    let mut instants: Vec<Timestamp> = expiries
        .chain(buckets.reserved().iter().map(|reservation| reservation.posts_at))
        .filter(|at| *at <= until)
        .collect();
    instants.sort_unstable();
    instants
}
