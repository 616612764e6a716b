//! What is blocked of a busy time of which something else takes a part: what is left free of it, in pieces.

use calendars::outside_calendars::busy::{BusyTime, BusyTimes, Standing};
use scheduling::CalendarBlock;
use values::{Id, Timestamp};

use crate::plan::{Plan, plan};

/// Most pieces of a calendar. They stand beside its busy times, in the same record.
const PIECES_MAX: usize = 200;

/// What is free of a busy time between what is taken, which is in order.
#[must_use]
pub fn free(time: BusyTime, taken: &[[Timestamp; 2]]) -> Vec<[Timestamp; 2]> {
    let (mut free, mut from) = (Vec::new(), time.start);
    for [start, end] in taken {
        if from < *start && from < time.end {
            free.push([from, (*start).min(time.end)]);
        }
        from = from.max(*end);
    }
    if from < time.end {
        free.push([from, time.end]);
    }
    free
}

/// The pieces of a busy time that has any that are not to go.
pub fn of(pieces: &BusyTimes, time: BusyTime) -> impl Iterator<Item = &BusyTime> {
    pieces.0.iter().filter(move |piece| piece.standing != Standing::Gone && is_in(piece, time))
}

fn is_in(piece: &BusyTime, time: BusyTime) -> bool {
    time.start <= piece.start && piece.end <= time.end
}

/// The pieces by which what is free of a busy time, and not over, is blocked; those of other times stay.
#[must_use]
pub fn split(
    pieces: BusyTimes,
    time: BusyTime,
    free: &[[Timestamp; 2]],
    now: Timestamp,
    new_id: impl FnMut() -> Id<CalendarBlock>,
) -> BusyTimes {
    let (own, mut all): (Vec<BusyTime>, Vec<BusyTime>) = pieces.0.into_iter().partition(|piece| is_in(piece, time));
    let room = PIECES_MAX.saturating_sub(all.len());
    let wanted: Vec<[Timestamp; 2]> = free.iter().filter(|[_, end]| now < *end).take(room).copied().collect();
    let Plan { busy, .. } = plan(&BusyTimes(own), &wanted, now, new_id);
    all.extend(busy.0);
    all.sort_by_key(BusyTime::time);
    BusyTimes(all)
}

/// The pieces that are left with these busy times: those of a time that went, or has a block of its own, go.
#[must_use]
pub fn left(pieces: BusyTimes, busy: &BusyTimes, now: Timestamp) -> BusyTimes {
    let meets = |time: &&BusyTime| !matches!(time.standing, Standing::Taken | Standing::Gone);
    let is_left = |piece: &BusyTime| busy.0.iter().filter(meets).any(|time| is_in(piece, *time));
    let standing = |piece: &BusyTime| if is_left(piece) { piece.standing } else { Standing::Gone };
    let ahead = pieces.0.into_iter().filter(|piece| now < piece.end);
    BusyTimes(ahead.map(|piece| BusyTime { standing: standing(&piece), ..piece }).collect())
}

#[cfg(test)]
mod tests {
    use calendars::outside_calendars::busy::{BusyTime, BusyTimes, Standing};
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::{free, left, of, split};

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + hour * 3_600_000).expect("an instant")
    }

    fn time(start: i64, end: i64, number: u128, standing: Standing) -> BusyTime {
        BusyTime { start: at(start), end: at(end), block: Id::new(Uuid::from_u128(number)), standing }
    }

    fn free_of(taken: &[(i64, i64)]) -> Vec<(Timestamp, Timestamp)> {
        let taken: Vec<[Timestamp; 2]> = taken.iter().map(|(start, end)| [at(*start), at(*end)]).collect();
        free(time(2, 10, 1, Standing::Met), &taken).into_iter().map(|[start, end]| (start, end)).collect()
    }

    #[test]
    fn what_bookings_leave_of_a_time_is_free() {
        assert_eq!(free_of(&[(4, 5), (6, 7)]), [(at(2), at(4)), (at(5), at(6)), (at(7), at(10))]);
        assert_eq!(free_of(&[(1, 3), (2, 4), (9, 12)]), [(at(4), at(9))]);
        assert_eq!(free_of(&[(0, 20), (3, 4)]), []);
        assert_eq!(free_of(&[(11, 12)]), [(at(2), at(10))]);
    }

    #[test]
    fn pieces_follow_what_is_free_and_those_of_other_times_stay() {
        let met = time(2, 10, 1, Standing::Met);
        let other = time(20, 21, 9, Standing::Taken);
        let before = BusyTimes(vec![time(2, 4, 2, Standing::Taken), time(5, 10, 3, Standing::Taken), other]);
        let after = split(before.clone(), met, &[[at(2), at(6)], [at(7), at(10)]], at(0), || Id::new(Uuid::nil()));
        let wanted = [time(2, 6, 2, Standing::Wanted), time(7, 10, 3, Standing::Wanted), other];
        assert_eq!(after.0, wanted);
        assert_eq!(of(&after, met).count(), 2);
        assert_eq!(split(before.clone(), met, &[[at(2), at(4)], [at(5), at(10)]], at(0), || unreachable!()), before);
    }

    #[test]
    fn what_is_over_of_a_time_is_no_piece() {
        let free = [[at(2), at(4)], [at(5), at(10)]];
        let after = split(BusyTimes::default(), time(2, 10, 1, Standing::Met), &free, at(4), || Id::new(Uuid::nil()));
        assert_eq!(after.0, [time(5, 10, 0, Standing::Wanted)]);
    }

    #[test]
    fn pieces_of_a_time_that_has_a_block_go_and_what_is_over_is_forgotten() {
        let pieces = BusyTimes(vec![time(2, 4, 2, Standing::Taken), time(12, 13, 3, Standing::Taken)]);
        let busy = BusyTimes(vec![time(1, 8, 1, Standing::WantedAgain), time(11, 14, 4, Standing::Taken)]);
        let standings: Vec<Standing> =
            left(pieces.clone(), &busy, at(0)).0.iter().map(|piece| piece.standing).collect();
        assert_eq!(standings, [Standing::Taken, Standing::Gone]);
        assert_eq!(left(pieces, &busy, at(5)).0.len(), 1);
    }
}
