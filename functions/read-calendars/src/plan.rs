//! What is to become of the blocks of a calendar: the busy times that it had, compared with those that it has now.

use std::collections::HashMap;

use calendars::outside_calendars::busy::{BUSY_TIMES_MAX, BusyTime, BusyTimes, Standing};
use scheduling::CalendarBlock;
use values::{Id, Timestamp};

/// Busy times that met something and are tried again with a reading: the earliest.
const AGAIN_MAX: usize = 100;

/// What is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The busy times, in order.
    pub busy: BusyTimes,
    /// From when on there was no room for more.
    pub cut_at: Option<Timestamp>,
}

/// The plan by which the blocks become those of `wanted`, which is in order and overlaps nowhere. A time that was there
/// before keeps its block; one that overlaps a time that is there no more takes over its block, which is then moved; so
/// an event that is moved by an hour is never without a block.
pub fn plan(
    before: &BusyTimes,
    wanted: &[[Timestamp; 2]],
    now: Timestamp,
    new_id: impl FnMut() -> Id<CalendarBlock>,
) -> Plan {
    let mut left: HashMap<(Timestamp, Timestamp), BusyTime> =
        before.0.iter().filter(|time| now < time.end).map(|time| (time.time(), *time)).collect();
    let kept: Vec<([Timestamp; 2], Option<BusyTime>)> =
        wanted.iter().map(|[start, end]| ([*start, *end], left.remove(&(*start, *end)))).collect();
    let mut left: Vec<BusyTime> = left.into_values().collect();
    left.sort_by_key(BusyTime::time);
    let (times, left) = taken_over(kept, left, new_id);
    let (mut times, cut_at) = fitting(times, BUSY_TIMES_MAX.saturating_sub(left.len()));
    times.extend(left.into_iter().map(|time| BusyTime { standing: Standing::Gone, ..time }));
    times.sort_by_key(BusyTime::time);
    Plan { busy: again(BusyTimes(times)), cut_at }
}

/// A wanted time, and whether it has no block yet.
type Wanted = (BusyTime, bool);

/// The wanted times with their blocks, and what is left of those that were there before.
fn taken_over(
    kept: Vec<([Timestamp; 2], Option<BusyTime>)>,
    left: Vec<BusyTime>,
    mut new_id: impl FnMut() -> Id<CalendarBlock>,
) -> (Vec<Wanted>, Vec<BusyTime>) {
    let (mut times, mut gone) = (Vec::with_capacity(kept.len()), Vec::new());
    let mut left = left.into_iter().peekable();
    for ([start, end], own) in kept {
        if let Some(own) = own {
            // What was to go and came back is wanted.
            let standing = if own.standing == Standing::Gone { Standing::Wanted } else { own.standing };
            times.push((BusyTime { standing, ..own }, false));
            continue;
        }
        gone.extend(std::iter::from_fn(|| left.next_if(|other| other.end <= start)));
        let overlapping = left.next_if(|other| other.start < end);
        let block = overlapping.map_or_else(&mut new_id, |other| other.block);
        times.push((BusyTime { start, end, block, standing: Standing::Wanted }, overlapping.is_none()));
    }
    gone.extend(left);
    (times, gone)
}

/// As many times as there is room for, and from when on there was none. Those that have blocks stay, whatever the room:
/// their blocks are known by nothing else. So where an earlier time finds none, later blocks are deleted first, and the
/// next reading has the room.
fn fitting(times: Vec<Wanted>, room: usize) -> (Vec<BusyTime>, Option<Timestamp>) {
    let mut over = times.len().saturating_sub(room);
    let (mut fitting, mut cut_at, mut missing) = (Vec::with_capacity(times.len()), None, 0_usize);
    for (time, is_new) in times.into_iter().rev() {
        if over > 0 && is_new {
            (over, missing, cut_at) = (over - 1, missing + 1, Some(time.start));
        } else {
            fitting.push(time);
        }
    }
    let is_later = |time: &&mut BusyTime| time.standing == Standing::Taken && cut_at.is_some_and(|at| at < time.start);
    for time in fitting.iter_mut().filter(is_later).take(missing) {
        time.standing = Standing::Gone;
    }
    (fitting, cut_at)
}

/// The same, of which the earliest that met something are tried again.
#[must_use]
pub fn again(mut times: BusyTimes) -> BusyTimes {
    let met = times.0.iter_mut().filter(|time| matches!(time.standing, Standing::Met | Standing::Covered));
    for time in met.take(AGAIN_MAX) {
        let is_met = time.standing == Standing::Met;
        time.standing = if is_met { Standing::WantedAgain } else { Standing::Wanted };
    }
    times
}

#[cfg(test)]
mod tests {
    use calendars::outside_calendars::busy::{BUSY_TIMES_MAX, BusyTime, BusyTimes, Standing};
    use scheduling::CalendarBlock;
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::plan;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + hour * 3_600_000).expect("an instant")
    }

    fn block(number: u128) -> Id<CalendarBlock> {
        Id::new(Uuid::from_u128(number))
    }

    fn time(start: i64, end: i64, number: u128, standing: Standing) -> BusyTime {
        BusyTime { start: at(start), end: at(end), block: block(number), standing }
    }

    fn planned(before: Vec<BusyTime>, wanted: &[(i64, i64)]) -> Vec<BusyTime> {
        let wanted: Vec<[Timestamp; 2]> = wanted.iter().map(|(start, end)| [at(*start), at(*end)]).collect();
        let mut number = 100;
        let new_id = || {
            number += 1;
            block(number)
        };
        plan(&BusyTimes(before), &wanted, at(0), new_id).busy.0
    }

    #[test]
    fn what_stays_is_left_alone_what_is_new_is_wanted_and_what_went_goes() {
        let before =
            vec![time(-3, 0, 1, Standing::Taken), time(1, 2, 2, Standing::Taken), time(5, 6, 3, Standing::Taken)];
        let after = planned(before, &[(1, 2), (8, 9)]);
        let expected =
            [time(1, 2, 2, Standing::Taken), time(5, 6, 3, Standing::Gone), time(8, 9, 101, Standing::Wanted)];
        assert_eq!(after, expected);
    }

    #[test]
    fn what_is_moved_a_little_keeps_its_block() {
        let before = vec![time(1, 3, 1, Standing::Taken), time(4, 6, 2, Standing::Met)];
        let after = planned(before, &[(2, 4), (5, 7)]);
        assert_eq!(after, [time(2, 4, 1, Standing::Wanted), time(5, 7, 2, Standing::Wanted)]);
        let split = planned(vec![time(1, 9, 1, Standing::Taken)], &[(1, 4), (5, 9)]);
        assert_eq!(split, [time(1, 4, 1, Standing::Wanted), time(5, 9, 101, Standing::Wanted)]);
    }

    #[test]
    fn what_met_a_booking_is_tried_again_and_what_came_back_is_wanted() {
        let before =
            vec![time(1, 2, 1, Standing::Met), time(3, 4, 2, Standing::Covered), time(5, 6, 3, Standing::Gone)];
        let standings: Vec<Standing> =
            planned(before, &[(1, 2), (3, 4), (5, 6)]).iter().map(|time| time.standing).collect();
        assert_eq!(standings, [Standing::WantedAgain, Standing::Wanted, Standing::Wanted]);
    }

    #[test]
    fn a_calendar_has_a_thousand_busy_times_at_the_most_the_earliest() {
        let wanted: Vec<[Timestamp; 2]> = (0..1_500).map(|number| [at(number * 2 + 1), at(number * 2 + 2)]).collect();
        let mut number = 0;
        let mut new_id = || {
            number += 1;
            block(number)
        };
        let first = plan(&BusyTimes::default(), &wanted, at(0), &mut new_id);
        assert_eq!((first.busy.0.len(), first.cut_at), (BUSY_TIMES_MAX, Some(at(2_001))));
        let taken = first.busy.0.iter().map(|time| BusyTime { standing: Standing::Taken, ..*time }).collect();
        let later: Vec<[Timestamp; 2]> =
            (0..900).map(|number| [at(number * 2 + 10_000), at(number * 2 + 10_001)]).collect();
        let second = plan(&BusyTimes(taken), &later, at(0), &mut new_id);
        assert_eq!(second.busy.count(Standing::Gone), BUSY_TIMES_MAX);
        assert_eq!(second.cut_at, Some(at(10_000)));
    }

    #[test]
    fn a_nearer_time_that_finds_no_room_has_later_blocks_deleted() {
        let far = |number: i64| time(number * 2 + 100, number * 2 + 101, 1, Standing::Taken);
        let most = i64::try_from(BUSY_TIMES_MAX).expect("a number");
        let wanted: Vec<(i64, i64)> =
            [(1, 2)].into_iter().chain((0..most).map(|number| (number * 2 + 100, number * 2 + 101))).collect();
        let after = planned((0..most).map(far).collect(), &wanted);
        assert_eq!((after.len(), after[BUSY_TIMES_MAX - 1].standing), (BUSY_TIMES_MAX, Standing::Gone));
        assert_eq!(after.iter().filter(|time| time.standing == Standing::Gone).count(), 1);
        let left = after.into_iter().filter(|time| time.standing != Standing::Gone).collect();
        let next = planned(left, &wanted);
        assert_eq!(next[0].start, at(1));
    }
}
