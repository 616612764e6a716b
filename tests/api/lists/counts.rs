//! The stored counts of lists against a plain model, one step after the other and many at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::Duration;
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use store::{List, Listed, Order, Paging, Record, RecordSet, Scheme, Transaction};
use testing::TestApp;
use tests::setting;
use tokio::task::JoinSet;

use super::{CHUNK_ROWS, Note, app_with_small_chunks, chunks};

/// One step of a random history.
#[derive(Clone, Debug)]
enum Step {
    Create(usize),
    Wait(i64),
    /// Archives some live records, or makes archived ones live again. Each is named by its position in the list, in
    /// thousandths of the list's length.
    Move {
        from: RecordSet,
        places: Vec<usize>,
    },
    Read {
        record_set: RecordSet,
        order: Order,
        page: u64,
        size: u32,
    },
}

impl Step {
    const fn read(record_set: RecordSet, order: Order, page: u64) -> Self {
        Self::Read { record_set, order, page, size: 15 }
    }
}

fn record_set() -> impl Strategy<Value = RecordSet> {
    prop_oneof![2 => Just(RecordSet::Live), 1 => Just(RecordSet::Archived)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop_oneof![1_usize..5, 10_usize..60].prop_map(Step::Create),
        2 => (0_i64..200).prop_map(Step::Wait),
        4 => (record_set(), prop::collection::vec(0_usize..1_000, 1..6)).prop_map(|(from, places)| Step::Move { from, places }),
        6 => (record_set(), prop_oneof![Just(Order::Ascending), Just(Order::Descending)], 1_u64..40, 1_u32..31)
            .prop_map(|(record_set, order, page, size)| Step::Read { record_set, order, page, size }),
    ]
}

/// The two lists as they should be, oldest first.
#[derive(Default)]
struct Model {
    live: Vec<Record<Note>>,
    archived: Vec<Record<Note>>,
}

impl Model {
    fn list(&mut self, record_set: RecordSet) -> &mut Vec<Record<Note>> {
        match record_set {
            RecordSet::Live => &mut self.live,
            RecordSet::Archived => &mut self.archived,
        }
    }
}

async fn page(app: &TestApp, record_set: RecordSet, paging: &Paging) -> Listed<Note> {
    let list = match record_set {
        RecordSet::Live => List::live(),
        RecordSet::Archived => List::archived(),
    };
    let now = app.context.clock.now().millis();
    app.context.store.page(&app.tenant(), list, paging, now).await.expect("a page")
}

fn other(record_set: RecordSet) -> RecordSet {
    match record_set {
        RecordSet::Live => RecordSet::Archived,
        RecordSet::Archived => RecordSet::Live,
    }
}

fn moved(before: &Record<Note>) -> Record<Note> {
    Record { record_set: other(before.record_set), version: before.version + 1, ..before.clone() }
}

async fn create(app: &TestApp, number: usize) -> Vec<Record<Note>> {
    app.stored_all((0..number).map(|number| Note { text: format!("note {number}") }).collect()).await
}

async fn take(app: &TestApp, model: &mut Model, step: &Step) {
    match step {
        Step::Create(number) => model.live.extend(create(app, *number).await),
        Step::Wait(seconds) => app.clock.advance(Duration::seconds(*seconds)),
        Step::Move { from, places } => {
            let list = model.list(*from);
            let mut positions: Vec<usize> = places.iter().map(|place| place * list.len() / 1_000).collect();
            positions.sort_unstable();
            positions.dedup();
            positions.retain(|position| *position < list.len());
            let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
            let gone: Vec<Record<Note>> = positions.iter().rev().map(|position| list.remove(*position)).collect();
            for before in &gone {
                let after = moved(before);
                transaction.replace(before, &after);
                model.list(other(*from)).push(after);
            }
            model.list(other(*from)).sort_by_key(|record| record.id);
            app.context.store.commit(transaction).await.expect("moved");
        }
        Step::Read { record_set, order, page: number, size } => {
            let paging = Paging { scheme: Scheme::Page(*number), size: *size, order: Some(*order) };
            let listed = page(app, *record_set, &paging).await;
            let mut expected = model.list(*record_set).clone();
            if *order == Order::Descending {
                expected.reverse();
            }
            let skip = usize::try_from((number - 1) * u64::from(*size)).expect("small");
            let window: Vec<_> = expected.iter().skip(skip).take(*size as usize).map(|record| record.id).collect();
            let got: Vec<_> = listed.records.iter().map(|record| record.id).collect();
            assert_eq!(got, window, "{step:?} of {} records, said {}", expected.len(), listed.total);
            assert_eq!(listed.total, expected.len() as u64, "{step:?}");
            assert_eq!(listed.has_more, skip + window.len() < expected.len() && !window.is_empty(), "{step:?}");
        }
    }
}

/// How many histories are compared; `LIST_HISTORIES` and `LIST_SEED` give more and others.
const HISTORIES: u64 = 12;

#[test]
fn random_histories_are_listed_as_a_plain_list_would_be() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (cases, seed) = (setting("LIST_HISTORIES", HISTORIES), setting("LIST_SEED", 7));
    let cases = u32::try_from(cases).expect("fewer histories");
    let config = Config { cases, max_shrink_iters: 50, failure_persistence: None, ..Config::default() };
    let bytes: Vec<u8> = seed.to_be_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let history = prop::collection::vec(step(), 15..45);
    let most_chunks = AtomicUsize::new(0);
    runner
        .run(&history, |steps| {
            runtime.block_on(async {
                let app = app_with_small_chunks().await;
                let mut model = Model::default();
                for step in &steps {
                    take(&app, &mut model, step).await;
                }
                most_chunks.fetch_max(chunks(&app).await, Ordering::Relaxed);
            });
            Ok(())
        })
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert!(most_chunks.into_inner() >= 2, "no history came to the second chunk");
}

#[tokio::test]
async fn records_of_every_chunk_are_found_put_away_and_taken_back() {
    let app = app_with_small_chunks().await;
    let mut model = Model::default();
    for _ in 0..3 {
        let steps = [Step::Create(CHUNK_ROWS), Step::Wait(120), Step::read(RecordSet::Live, Order::Ascending, 1)];
        for step in steps {
            take(&app, &mut model, &step).await;
        }
    }
    assert_eq!(chunks(&app).await, 3);
    // One of each chunk at once, then all back.
    for (from, places) in [(RecordSet::Live, vec![0, 500, 999]), (RecordSet::Archived, vec![0, 400, 900])] {
        take(&app, &mut model, &Step::Move { from, places }).await;
        for order in [Order::Ascending, Order::Descending] {
            for page in 1..=11 {
                take(&app, &mut model, &Step::read(RecordSet::Live, order, page)).await;
            }
        }
    }
}

#[tokio::test]
async fn records_put_away_while_readers_close_segments_are_counted_once() {
    let app = app_with_small_chunks().await;
    let records = create(&app, 200).await;
    app.clock.advance(Duration::minutes(5));
    let mut work = JoinSet::new();
    for some in records.chunks(25) {
        let (app, some) = (app.clone(), some[..8].to_vec());
        work.spawn(async move {
            for before in &some {
                let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
                transaction.replace(before, &moved(before));
                app.context.store.commit(transaction).await.expect("archived");
            }
        });
    }
    for order in [Order::Ascending, Order::Descending] {
        let app = app.clone();
        work.spawn(async move {
            for number in 1..=12 {
                let paging = Paging { scheme: Scheme::Page(number), size: 18, order: Some(order) };
                let (live, archived) =
                    (page(&app, RecordSet::Live, &paging).await, page(&app, RecordSet::Archived, &paging).await);
                assert!((136..=200).contains(&live.total) && archived.total <= 64, "{} {}", live.total, archived.total);
            }
        });
    }
    while let Some(done) = work.join_next().await {
        done.expect("no panic");
    }
    app.clock.advance(Duration::minutes(5));
    for (record_set, total) in [(RecordSet::Live, 136), (RecordSet::Archived, 64)] {
        let mut read = Vec::new();
        for number in 1.. {
            let paging = Paging { scheme: Scheme::Page(number), size: 20, order: None };
            let listed = page(&app, record_set, &paging).await;
            assert_eq!(listed.total, total);
            read.extend(listed.records.iter().map(|record| record.id));
            if !listed.has_more {
                break;
            }
        }
        read.sort_unstable();
        read.dedup();
        assert_eq!(read.len() as u64, total, "{record_set:?}");
    }
}
