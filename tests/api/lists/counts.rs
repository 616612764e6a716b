//! The kept counts of lists against a plain model, one step after the other and all at once.

use chrono::Duration;
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use shared::{
    domain::{Record, RecordSet},
    store::{List, Listed, Order, Paging, Scheme, Transaction},
    testing::TestApp,
};
use tests::app;
use tokio::task::JoinSet;

use super::Note;

/// One step of a random history.
#[derive(Clone, Debug)]
enum Step {
    Create(usize),
    Wait(i64),
    /// Moves some live records, named by a part of the whole in thousandths, to the archive; or back.
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

fn record_set() -> impl Strategy<Value = RecordSet> {
    prop_oneof![2 => Just(RecordSet::Live), 1 => Just(RecordSet::Archived)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop_oneof![1_usize..5, 150_usize..450].prop_map(Step::Create),
        2 => (0_i64..200).prop_map(Step::Wait),
        4 => (record_set(), prop::collection::vec(0_usize..1_000, 1..6)).prop_map(|(from, places)| Step::Move { from, places }),
        6 => (record_set(), prop_oneof![Just(Order::Ascending), Just(Order::Descending)], 1_u64..60, 1_u32..101)
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
    app.context.store.page(&app.tenant(), &list, paging, now).await.expect("a page")
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

/// Histories per run; another seed in `from_seed` gives others.
const HISTORIES: u32 = 5;

#[test]
fn random_histories_are_listed_as_a_plain_list_would_be() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let config = Config { cases: HISTORIES, max_shrink_iters: 50, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let history = prop::collection::vec(step(), 15..45);
    runner
        .run(&history, |steps| {
            runtime.block_on(async {
                let app = app().await;
                let mut model = Model::default();
                for step in &steps {
                    take(&app, &mut model, step).await;
                }
            });
            Ok(())
        })
        .expect("every history");
}

#[tokio::test]
async fn records_put_away_while_readers_close_segments_are_counted_once() {
    let app = app().await;
    let records = create(&app, 1_000).await;
    app.clock.advance(Duration::minutes(5));
    let mut work = JoinSet::new();
    for some in records.chunks(125) {
        let (app, some) = (app.clone(), some[..40].to_vec());
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
                let paging = Paging { scheme: Scheme::Page(number), size: 90, order: Some(order) };
                let (live, archived) =
                    (page(&app, RecordSet::Live, &paging).await, page(&app, RecordSet::Archived, &paging).await);
                assert!(
                    (680..=1_000).contains(&live.total) && archived.total <= 320,
                    "{} {}",
                    live.total,
                    archived.total
                );
            }
        });
    }
    while let Some(done) = work.join_next().await {
        done.expect("no panic");
    }
    app.clock.advance(Duration::minutes(5));
    for (record_set, total) in [(RecordSet::Live, 680), (RecordSet::Archived, 320)] {
        let mut read = Vec::new();
        for number in 1.. {
            let paging = Paging { scheme: Scheme::Page(number), size: 100, order: None };
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
