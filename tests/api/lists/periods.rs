//! Periods of lists in order of creation: what the counts of a list say of them, and what is read at their ends,
//! against a plain model.

#![expect(clippy::print_stdout, reason = "the counts are for people to read")]

use chrono::Duration;
use store::{List, Listed, Order, Paging, Record, RecordSet, Scheme};
use testing::TestApp;
use tests::setting;
use values::Timestamp;

use super::{
    chunks,
    listed_notes::{History, ListedNote},
};

/// How much later than its instant a note is made, at most.
const LATER_MINUTES: i64 = 40;

/// What is asked for: an instant of a note, from one instant on and before another.
#[derive(Clone, Copy, Debug)]
struct Asked {
    from: Option<Timestamp>,
    before: Option<Timestamp>,
    /// By the instant at which the note came; else by that of its creation.
    by_arrival: bool,
    /// Whether only red notes are asked for.
    is_red: bool,
}

impl Asked {
    fn list(&self) -> List<ListedNote> {
        let red = self.is_red.then(|| "red".to_owned());
        let list = List::live().only("color", red.as_ref());
        if self.by_arrival {
            list.during(["body", "came"], (self.from, self.before), Duration::minutes(LATER_MINUTES))
        } else {
            list.created(self.from, self.before)
        }
    }

    fn has(&self, record: &Record<ListedNote>) -> bool {
        let at = if self.by_arrival { record.body.came.expect("an instant") } else { record.created_at };
        let is_within = self.from.is_none_or(|from| at >= from) && self.before.is_none_or(|before| at < before);
        is_within && (!self.is_red || record.body.color == "red")
    }
}

async fn read(app: &TestApp, list: &List<ListedNote>, scheme: Scheme, size: u32, order: Order) -> Listed<ListedNote> {
    let paging = Paging { scheme, size, order: Some(order) };
    let now = app.context.clock.now().millis();
    app.context.store.page(&app.tenant(), list.clone(), &paging, now).await.expect("a page")
}

/// Every page of what is asked for, by both schemes, is what the model says. The most read units of a page.
async fn check(history: &History, asked: Asked, size: u32, order: Order) -> f64 {
    let app = &history.app;
    let mut expected: Vec<_> = history.live.iter().filter(|record| asked.has(record)).cloned().collect();
    if order == Order::Descending {
        expected.reverse();
    }
    let pages = expected.len().div_ceil(usize::try_from(size).expect("a size")) as u64;
    let (mut by_page, mut most) = (Vec::new(), 0.0_f64);
    for page in 1..=pages + 1 {
        let _ = app.faults.account();
        let listed = read(app, &asked.list(), Scheme::Page(page), size, order).await;
        most = most.max(app.faults.account().read_units);
        assert_eq!(listed.total, expected.len() as u64, "{asked:?} {order:?} page {page} of {size}");
        assert_eq!(listed.has_more, page < pages, "{asked:?} {order:?} page {page} of {size}");
        by_page.extend(listed.records);
    }
    assert_eq!(by_page, expected, "{asked:?} {order:?} by {size}");
    let (mut by_cursor, mut after) = (Vec::new(), None);
    loop {
        let listed = read(app, &asked.list(), Scheme::Cursor(after), size, order).await;
        assert_eq!(listed.total, expected.len() as u64, "{asked:?} {order:?} by cursor");
        by_cursor.extend(listed.records);
        after = listed.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(by_cursor, expected, "{asked:?} {order:?} by cursor");
    most
}

/// Notes of some hours, each of which came some time before it was made.
async fn history(seed: u64, batches: usize) -> History {
    let mut history = History::new(seed).await;
    for _ in 0..batches {
        let number = 1 + history.below(12);
        let notes = (0..number).map(|_| note(&mut history)).collect();
        let made = history.app.stored_all(notes).await;
        history.live.extend(made);
        let seconds = i64::try_from(history.below(900)).expect("a second");
        history.app.clock.advance(Duration::seconds(seconds));
    }
    history
}

fn note(history: &mut History) -> ListedNote {
    let earlier = Duration::seconds(i64::try_from(history.below(60 * 40)).expect("a second"));
    let color = if history.below(3) == 0 { "green" } else { "red" };
    let came = history.app.context.clock.now().plus(-earlier);
    ListedNote { came: Some(came), ..ListedNote::new(color, "a note") }
}

/// An instant of the history, or a little before or after it.
fn instant(history: &mut History) -> Timestamp {
    let place = history.below(history.live.len());
    let at = history.live[place].created_at;
    let minutes = i64::try_from(history.below(50)).expect("a minute") - 25;
    if history.below(2) == 0 { at } else { at.plus(Duration::minutes(minutes)) }
}

fn asked(history: &mut History) -> Asked {
    let bounds = [instant(history), instant(history)];
    let (from, before) = (bounds[0].min(bounds[1]), bounds[0].max(bounds[1]));
    let which = history.below(5);
    Asked {
        from: Some(from).filter(|_| which != 0),
        before: Some(before).filter(|_| which != 1),
        by_arrival: history.below(2) == 0,
        is_red: history.below(2) == 0,
    }
}

#[tokio::test]
async fn random_periods_have_the_pages_of_a_plain_list() {
    for seed in 0..setting("PERIOD_HISTORIES", 1) {
        let mut history = history(seed + 31, 50).await;
        for round in 0..24 {
            let asked = asked(&mut history);
            // A list by fields does not know when its records were made.
            let asked = Asked { by_arrival: asked.by_arrival || asked.is_red, ..asked };
            let order = if history.below(2) == 0 { Order::Ascending } else { Order::Descending };
            let size = 3 + u32::try_from(history.below(40)).expect("a size");
            check(&history, asked, size, order).await;
            if round % 4 == 0 {
                archive(&mut history).await;
            }
        }
    }
}

/// Moves a note to those that are not listed, wherever its segment is.
async fn archive(history: &mut History) {
    let place = history.below(history.live.len());
    let before = history.live.remove(place);
    let after = Record { record_set: RecordSet::Archived, version: 2, ..before.clone() };
    let mut transaction = history.transaction();
    transaction.replace(&before, &after);
    history.app.context.store.commit(transaction).await.expect("archived");
}

#[tokio::test]
async fn a_page_of_a_period_costs_what_its_ends_cost_however_long_the_period_is() {
    let history = history(7, 110).await;
    history.app.clock.advance(Duration::minutes(5));
    let (first, last) = (history.live[0].created_at, history.live[history.live.len() - 1].created_at);
    let hour = Duration::hours(1);
    let whole = Asked { from: None, before: None, by_arrival: false, is_red: false };
    let read_all = read(&history.app, &List::live(), Scheme::Page(1), 1, Order::Ascending).await.total;
    assert_eq!(read_all, history.live.len() as u64);
    for (by_arrival, is_red) in [(false, false), (true, true)] {
        let asked = Asked { from: Some(first.plus(hour)), before: Some(last.plus(-hour)), by_arrival, is_red };
        // Who counts stores what has settled, some of it at a time.
        for _ in 0..20 {
            read(&history.app, &asked.list(), Scheme::Page(2), 20, Order::Ascending).await;
        }
        for order in [Order::Ascending, Order::Descending] {
            let most = check(&history, asked, 20, order).await;
            let notes = history.live.iter().filter(|record| asked.has(record)).count();
            println!("{notes} of {read_all} notes, {asked:?}: at most {most} read units of a page");
            assert!(most <= 60.0, "{asked:?} {order:?}: {most}");
        }
    }
    check(&history, whole, 50, Order::Ascending).await;
}

#[tokio::test]
async fn a_period_that_nobody_counts_otherwise_is_counted_by_those_who_ask_for_it() {
    let history = history(9, 60).await;
    history.app.clock.advance(Duration::minutes(5));
    let from = history.live[5].created_at;
    let asked = Asked { from: Some(from), before: None, by_arrival: false, is_red: false };
    for _ in 0..20 {
        check(&history, asked, 100, Order::Descending).await;
    }
    assert!(chunks(&history.app).await >= 2, "nothing was counted");
}
