//! Moves bookings in several transactions, when they do not fit one.

use scheduling::{Booking, booking_frequency::BookingChanges, booking_slots};
use shared::api::{Changes, Data, retry};
use store::{Record, Transaction};
use values::{ApiError, Id, Timestamp};

use super::{Shift, Shifted, load_settling};
use crate::series::{
    judge,
    record::{BookingSeries, Skipped},
    released::offer_released,
    scope,
    steps::Step,
};

impl Shift<'_> {
    /// Moves the bookings in several transactions. A booking whose new time somebody else took meanwhile stays where it
    /// is and is listed in `skipped`.
    pub(super) async fn shift_in_runs(&self, runs: Vec<Vec<Id<Booking>>>) -> Changes<BookingSeries> {
        let mut done = Done::default();
        for run in runs {
            done.add(self.run(&run).await?);
        }
        // A booking that was refused because of another one of the series may fit after that one has moved, so the
        // refused ones are tried again until no more can be moved.
        loop {
            let refused = std::mem::take(&mut done.refused);
            let moved_before = done.moved.len();
            for one in refused {
                done.add(self.run(&[one.id]).await?);
            }
            if done.moved.len() == moved_before {
                break;
            }
        }
        let (call, done) = (self.call, &done);
        retry(self.call, move || async move {
            let series = call.get(self.series.id).await?;
            let mut body = self.series_with(&series.body, &done.moved);
            body.skipped.extend(done.refused.iter().map(|one| Skipped::of(one.start, &one.error)));
            body.skipped.sort_by_key(|skipped| skipped.start);
            let Some(after) = self.patch.applied(call, &series, body)? else { return call.unchanged(Data(series)) };
            let mut transaction = call.transaction();
            transaction.replace(&series, &after);
            call.commit(transaction, Data(after)).await
        })
        .await
    }

    /// Moves these bookings, which fit one transaction, as they are now.
    async fn run(&self, ids: &[Id<Booking>]) -> Result<Done, ApiError> {
        let (done, freed) = retry(self.call, move || async move {
            let (step, done) = self.prepared(ids).await?;
            self.call.store.commit(step.transaction).await?;
            Ok((done, step.freed))
        })
        .await?;
        offer_released(self.call, &freed).await;
        Ok(done)
    }

    /// The transaction that moves all of these bookings, with those that it moves as they are. If some cannot be moved,
    /// they are added to `done.refused`, and the caller tries again with the others.
    async fn attempt(
        &self,
        ids: &[Id<Booking>],
        done: &mut Done,
    ) -> Result<Option<(Transaction, Vec<Record<Booking>>)>, ApiError> {
        let mut bookings = self.call.store.find_all(&self.call.caller.tenant, ids).await?;
        bookings.retain(|booking: &Record<Booking>| is_movable(booking, self.call.now));
        let (snapshot, mover, settling) =
            tokio::join!(self.load_scene(&bookings), self.read_mover(&bookings), load_settling(self.call, &bookings));
        let mut settling = settling?;
        let Some(mut snapshot) = snapshot? else { return Ok(Some((self.call.transaction(), Vec::new()))) };
        let entitlements = match &mover {
            Ok(mover) => Ok(self.read_entitlements(&snapshot, mover, &bookings).await?),
            Err(error) => Err(error.clone()),
        };
        let known = done.refused.len();
        let (mut shifted, mut there) = (Vec::new(), Vec::new());
        for booking in bookings {
            let (id, start) = (booking.id, self.request(&booking.body)?.start_time.unwrap_or(booking.body.start));
            let by = entitlements.as_ref().map_err(Clone::clone);
            match by.and_then(|entitlements| self.decided(booking, &snapshot, entitlements)) {
                Err(error) => done.refuse(id, start, error)?,
                Ok(one) if one.before.body == one.after.body => there.push((id, start)),
                Ok(one) => shifted.push(one),
            }
        }
        let days = shifted.iter().flat_map(|one| booking_slots::days_of(&one.after.body)).collect();
        snapshot.read_days(self.call, days).await?;
        for one in &shifted {
            booking_slots::free(&mut snapshot.calendar, &one.before, self.call.now);
        }
        for one in &shifted {
            if let Err(error) = judge::take(&mut snapshot, &one.after, self.call.now) {
                done.refuse(one.before.id, one.after.body.start, error)?;
            }
        }
        let mut free_bookings = BookingChanges::default();
        for one in shifted.iter().filter(|one| one.is_moved()) {
            if done.has(one.before.id) {
                continue;
            }
            if let Err(error) = self.admit(&mut free_bookings, one, &snapshot).await {
                done.refuse(one.before.id, one.after.body.start, error)?;
            }
        }
        for one in &mut shifted {
            if done.has(one.before.id) {
                continue;
            }
            let start = one.after.body.start;
            if let Err(error) = one.settle(self.call, &mut settling) {
                done.refuse(one.before.id, start, error)?;
            }
        }
        if known < done.refused.len() {
            return Ok(None);
        }
        let mut transaction = self.call.transaction();
        for one in &shifted {
            transaction.replace(&one.before, &one.after);
        }
        if shifted.iter().any(Shifted::is_moved) {
            mover?.require(&mut transaction);
        }
        settling.write(self.call, &mut transaction).await?;
        snapshot.write(&mut transaction);
        free_bookings.write(&mut transaction, self.call.now);
        done.moved.extend(there);
        done.moved.extend(shifted.iter().map(|one| (one.before.id, one.after.body.start)));
        Ok(Some((transaction, shifted.into_iter().map(|one| one.before).collect())))
    }

    /// The transaction that moves those of these bookings that can be moved, as they are now, and what becomes of each.
    pub async fn prepared(&self, ids: &[Id<Booking>]) -> Result<(Step, Done), ApiError> {
        let mut done = Done::default();
        loop {
            let wanted: Vec<_> = ids.iter().copied().filter(|id| !done.has(*id)).collect();
            if let Some((transaction, freed)) = self.attempt(&wanted, &mut done).await? {
                return Ok((Step { transaction, freed }, done));
            }
        }
    }
}

/// What became of bookings that were to be moved.
#[derive(Debug, Default)]
pub struct Done {
    /// Those that were moved, with their new starts.
    pub moved: Vec<(Id<Booking>, Timestamp)>,
    /// Those that keep their time because moving them was refused.
    pub refused: Vec<Stayed>,
}

/// A booking that could not be moved.
#[derive(Debug)]
pub struct Stayed {
    /// Booking that stays at its time.
    pub id: Id<Booking>,
    /// When it would start.
    pub start: Timestamp,
    /// The refusal because of which it keeps its time.
    pub error: ApiError,
}

impl Done {
    fn has(&self, refused: Id<Booking>) -> bool {
        self.refused.iter().any(|one| one.id == refused)
    }

    fn refuse(&mut self, id: Id<Booking>, start: Timestamp, error: ApiError) -> Result<(), ApiError> {
        if !judge::is_refusal(&error) {
            return Err(error);
        }
        self.refused.push(Stayed { id, start, error });
        Ok(())
    }

    fn add(&mut self, other: Self) {
        self.moved.extend(other.moved);
        self.refused.extend(other.refused);
    }
}

/// Whether a booking is live and has not begun.
fn is_movable(booking: &Record<Booking>, now: Timestamp) -> bool {
    scope::is_live(booking, now) && now < booking.body.start
}
