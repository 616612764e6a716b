//! Filter lists (decision 49) against a plain model: one step after the other, with faults, many at once, and made anew.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{Entity, Kind, KindName, Record, RecordSet, Timestamp},
    store::{Key, List, Listed, Order, Paging, Scheme, Store, StoreError, Transaction},
    testing::{Fault, TestApp},
};
use tests::setting;
use tokio::task::JoinSet;

use super::{app_with_small_chunks, chunks};

const COLORS: [&str; 3] = ["red", "green", "blue"];
const PLACES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

/// A record with fields by which it is listed, to put the store itself to the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedNote {
    color: String,
    open: bool,
    places: Vec<String>,
    until: u64,
    text: String,
}

impl ListedNote {
    /// One of this color and nowhere.
    pub fn new(color: &str, text: &str) -> Self {
        Self { color: color.to_owned(), open: true, places: Vec::new(), until: 0, text: text.to_owned() }
    }
}

impl Kind for ListedNote {
    const KIND: KindName = KindName::ListedNote;
}

impl Entity for ListedNote {
    const PATH: &'static str = "/listed-notes";
    type View = String;

    fn view(&self, _now: Timestamp) -> String {
        self.text.clone()
    }
}

/// What is asked of the list.
#[derive(Clone, Debug, Default)]
struct Asked {
    color: Option<String>,
    /// Or of this color: two lists that are read as one.
    or_color: Option<String>,
    open: Option<bool>,
    place: Option<String>,
    until: Option<u64>,
}

impl Asked {
    fn lists(&self) -> Vec<List<ListedNote>> {
        let or = self.or_color.as_ref().map(|color| self.list(Some(color)));
        [Some(self.list(self.color.as_ref())), or].into_iter().flatten().collect()
    }

    fn list(&self, color: Option<&String>) -> List<ListedNote> {
        List::live()
            .only("color", color)
            .only("open", self.open.as_ref())
            .containing("places", self.place.as_ref())
            .at_least("until", self.until.as_ref())
    }

    fn has(&self, note: &ListedNote) -> bool {
        let is_colored = |color: &String| *color == note.color;
        (self.color.as_ref().is_none_or(is_colored) || self.or_color.as_ref().is_some_and(is_colored))
            && self.open.is_none_or(|open| open == note.open)
            && self.place.as_ref().is_none_or(|place| note.places.contains(place))
            && self.until.is_none_or(|until| note.until >= until)
    }
}

/// Notes with a history, and what they are.
struct History {
    app: TestApp,
    live: Vec<Record<ListedNote>>,
    archived: Vec<Record<ListedNote>>,
    seed: u64,
}

impl History {
    async fn new(seed: u64) -> Self {
        Self { app: app_with_small_chunks().await, live: Vec::new(), archived: Vec::new(), seed }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.seed >> 33).unwrap_or_default() % limit.max(1)
    }

    fn note(&mut self) -> ListedNote {
        // Few stand in more places than there are lists for.
        let places = if self.below(15) == 0 { 9 + self.below(4) } else { self.below(4) };
        let first = self.below(PLACES.len());
        ListedNote {
            color: COLORS[self.below(COLORS.len())].to_owned(),
            open: self.below(3) > 0,
            places: (0..places).map(|place| PLACES[(first + place) % PLACES.len()].to_owned()).collect(),
            until: self.below(10) as u64,
            text: format!("note {}", self.below(1_000)),
        }
    }

    fn changed(&mut self, before: &Record<ListedNote>) -> Record<ListedNote> {
        let note = self.note();
        let mut body = before.body.clone();
        match self.below(5) {
            0 => body.color = note.color,
            1 => body.open = note.open,
            2 => body.places = note.places,
            3 => body.text = note.text,
            _ => body = note,
        }
        Record { version: before.version + 1, body, ..before.clone() }
    }

    fn transaction(&self) -> Transaction {
        Transaction::new(self.app.tenant(), self.app.context.ids.token())
    }

    async fn create(&mut self, number: usize) {
        let notes = (0..number).map(|_| self.note()).collect();
        let made = self.app.stored_all(notes).await;
        self.live.extend(made);
    }

    /// Changes some records, or moves them between the two sets.
    async fn change(&mut self) {
        let mut transaction = self.transaction();
        for _ in 0..=self.below(3) {
            if transaction.actions() > 20 {
                break;
            }
            let act = self.below(4);
            if act == 0 && !self.live.is_empty() {
                let place = self.below(self.live.len());
                let before = self.live.remove(place);
                let after = Record { record_set: RecordSet::Archived, version: before.version + 1, ..before.clone() };
                transaction.replace(&before, &after);
                self.archived.push(after);
                break;
            }
            if act == 1 && !self.archived.is_empty() {
                let place = self.below(self.archived.len());
                let before = self.archived.remove(place);
                let after = Record { record_set: RecordSet::Live, ..self.changed(&before) };
                transaction.replace(&before, &after);
                self.live.push(after);
                break;
            }
            if !self.live.is_empty() {
                let place = self.below(self.live.len());
                let before = self.live[place].clone();
                let after = self.changed(&before);
                transaction.replace(&before, &after);
                self.live[place] = after;
                break;
            }
        }
        self.app.context.store.commit(transaction).await.expect("a change");
        self.live.sort_by_key(|record| record.id);
    }

    async fn step(&mut self) {
        match self.below(12) {
            0..=2 => {
                let number = 1 + self.below(20);
                self.create(number).await;
            }
            3 => {
                let seconds = i64::try_from(self.below(200)).unwrap_or_default();
                self.app.clock.advance(Duration::seconds(seconds));
            }
            4..=8 => self.change().await,
            _ => {
                let asked = self.asked();
                let (order, page, size) = (self.order(), 1 + self.below(6) as u64, 1 + self.below(20));
                self.is_read(&asked, order, page, size).await;
            }
        }
    }

    fn order(&mut self) -> Order {
        if self.below(2) == 0 { Order::Ascending } else { Order::Descending }
    }

    fn asked(&mut self) -> Asked {
        let note = self.note();
        let place = PLACES[self.below(PLACES.len())].to_owned();
        let color = Some(note.color).filter(|_| self.below(2) == 0);
        let other = COLORS.into_iter().find(|other| color.as_deref() != Some(*other)).map(str::to_owned);
        Asked {
            or_color: other.filter(|_| color.is_some() && self.below(2) == 0),
            color,
            open: Some(note.open).filter(|_| self.below(2) == 0),
            place: Some(place).filter(|_| self.below(3) == 0),
            until: Some(note.until).filter(|_| self.below(4) == 0),
        }
    }

    fn expected(&self, asked: &Asked, order: Order) -> Vec<&Record<ListedNote>> {
        let mut expected: Vec<_> = self.live.iter().filter(|record| asked.has(&record.body)).collect();
        if order == Order::Descending {
            expected.reverse();
        }
        expected
    }

    async fn is_read(&self, asked: &Asked, order: Order, page: u64, size: usize) {
        let expected = self.expected(asked, order);
        let scheme = Scheme::Page(page);
        let listed = read(&self.app, asked, scheme, size, order).await.expect("a page");
        let skip = usize::try_from(page - 1).expect("small") * size;
        let window: Vec<_> = expected.iter().skip(skip).take(size).map(|record| (*record).clone()).collect();
        assert_eq!(listed.records, window, "{asked:?} {order:?} page {page} of {size}");
        assert_eq!(listed.total, expected.len() as u64, "{asked:?}");
        assert_eq!(listed.has_more, !window.is_empty() && skip + window.len() < expected.len(), "{asked:?}");
    }

    /// Every filter, alone and together, by both schemes in both directions.
    async fn check(&self) {
        let colors = COLORS.iter().map(|color| (Some((*color).to_owned()), None));
        let both = (Some("red".to_owned()), Some("blue".to_owned()));
        for (color, or_color) in colors.chain([both, (None, None)]) {
            for open in [None, Some(true), Some(false)] {
                for place in [None, Some("c".to_owned())] {
                    for until in [None, Some(6).filter(|_| place.is_none())] {
                        let asked = Asked {
                            color: color.clone(),
                            or_color: or_color.clone(),
                            open,
                            place: place.clone(),
                            until,
                        };
                        for order in [Order::Ascending, Order::Descending] {
                            self.is_read(&asked, order, 1, 7).await;
                            self.is_read(&asked, order, 3, 7).await;
                        }
                        self.goes_on(&asked).await;
                    }
                }
            }
        }
    }

    /// Cursors lead through the whole list.
    async fn goes_on(&self, asked: &Asked) {
        let (mut read_so_far, mut after) = (Vec::new(), None);
        loop {
            let listed = read(&self.app, asked, Scheme::Cursor(after), 60, Order::Descending).await.expect("a page");
            read_so_far.extend(listed.records);
            after = listed.next;
            if after.is_none() {
                break;
            }
        }
        let expected = self.expected(asked, Order::Descending);
        assert_eq!(read_so_far, expected.into_iter().cloned().collect::<Vec<_>>(), "{asked:?}");
    }

    async fn agrees(&self) {
        let found = local::fsck::findings(&self.app.context, &[self.app.tenant()]).await.expect("a check");
        assert!(found.is_empty(), "{found:#?}");
    }
}

async fn read(
    app: &TestApp,
    asked: &Asked,
    scheme: Scheme,
    size: usize,
    order: Order,
) -> Result<Listed<ListedNote>, StoreError> {
    let paging = Paging { scheme, size: u32::try_from(size).expect("a size"), order: Some(order) };
    let now = app.context.clock.now().millis();
    app.context.store.page_of(&app.tenant(), &asked.lists(), &paging, now).await
}

#[tokio::test]
async fn random_histories_are_listed_by_every_filter_as_plain_lists_would_be() {
    let mut most = 0;
    for seed in 0..setting("LIST_HISTORIES", 2) {
        let mut history = History::new(seed + 1).await;
        for _ in 0..120 {
            history.step().await;
        }
        history.check().await;
        history.app.clock.advance(Duration::minutes(5));
        history.check().await;
        history.agrees().await;
        most = most.max(chunks(&history.app).await);
    }
    assert!(most >= 2, "no history came to the second chunk");
}

#[tokio::test]
async fn transactions_that_are_cancelled_and_answers_that_are_lost_leave_every_filter_right() {
    let mut history = History::new(77).await;
    history.create(60).await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    for round in 0..60 {
        let faults = match round % 3 {
            0 => vec![(2, Fault::Cancel(vec!["TransactionConflict"]))],
            1 => vec![(2, Fault::DropAfter)],
            _ => vec![(3, Fault::DropBefore), (4, Fault::Fail(500, "InternalServerError"))],
        };
        for (chance, fault) in faults {
            let times = u32::from(history.below(chance) == 0);
            history.app.faults.next("TransactWriteItems", times, fault);
        }
        history.change().await;
        history.app.faults.clear();
        history.app.clock.advance(Duration::seconds(20));
    }
    history.check().await;
    history.agrees().await;
}

/// Records of the history, each changed by another writer while readers read and close segments.
async fn changed_at_once(history: &mut History, milliseconds: u64) {
    history.create(60).await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    history.app.faults.overlaps_conflict(milliseconds);
    let mut work = JoinSet::new();
    for place in 0..history.live.len() {
        let before = history.live[place].clone();
        let after = history.changed(&before);
        history.live[place] = after.clone();
        let app = history.app.clone();
        work.spawn(async move {
            loop {
                let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
                transaction.replace(&before, &after);
                if app.context.store.commit(transaction).await.is_ok() {
                    break;
                }
            }
        });
    }
    for asked in [Asked::default(), Asked { color: Some("red".to_owned()), ..Asked::default() }] {
        let app = history.app.clone();
        work.spawn(async move {
            for page in 1..8 {
                for order in [Order::Ascending, Order::Descending] {
                    let listed = read(&app, &asked, Scheme::Page(page), 10, order).await.expect("a page");
                    assert!(listed.records.iter().all(|record| asked.has(&record.body)), "{asked:?}");
                }
            }
        });
    }
    while let Some(done) = work.join_next().await {
        done.expect("no panic");
    }
}

#[tokio::test]
async fn many_changes_at_once_beside_readers_leave_every_filter_right() {
    let mut history = History::new(5).await;
    changed_at_once(&mut history, 0).await;
    history.check().await;
    history.app.clock.advance(Duration::minutes(5));
    history.check().await;
    history.agrees().await;
}

#[tokio::test]
async fn what_changes_between_a_row_and_its_record_is_read_again() {
    let mut history = History::new(9).await;
    history.create(30).await;
    let red = Asked { color: Some("red".to_owned()), ..Asked::default() };
    let before = history.expected(&red, Order::Ascending)[0].clone();
    let mut after = Record { version: before.version + 1, ..before.clone() };
    after.body.color = "green".to_owned();
    let mut transaction = history.transaction();
    transaction.replace(&before, &after);
    // The records are read a while after the rows.
    history.app.faults.next("BatchGetItem", 2, Fault::Late(300));
    let app = history.app.clone();
    let (listed, changed) = tokio::join!(read(&app, &red, Scheme::Page(1), 20, Order::Ascending), async {
        tokio::task::yield_now().await;
        app.context.store.commit(transaction).await
    });
    changed.expect("a change");
    let listed = listed.expect("a page");
    assert!(listed.records.iter().all(|record| red.has(&record.body)), "{:?}", listed.records);
}

#[tokio::test]
async fn a_record_that_was_read_in_two_lists_at_once_is_shown_once() {
    let mut history = History::new(11).await;
    history.create(30).await;
    let asked = Asked { color: Some("red".to_owned()), or_color: Some("green".to_owned()), ..Asked::default() };
    let red = Asked { or_color: None, ..asked.clone() };
    let id = history.expected(&red, Order::Ascending)[0].id;
    // As if it had been green when the other list was read.
    let (client, table) = history.app.context.store.client_and_table();
    let partition =
        |color: &str| AttributeValue::S(format!("{}#listed_note#by#color={color}", history.app.tenant().merchant()));
    let row = client.get_item().table_name(table).key("pk", partition("red"));
    let row = row.key("sk", AttributeValue::S(id.to_string())).send().await.expect("a row").item.expect("a row");
    let stray = row.into_iter().chain([("pk".to_owned(), partition("green"))]).collect();
    client.put_item().table_name(table).set_item(Some(stray)).send().await.expect("a row");
    for scheme in [Scheme::Page(1), Scheme::Cursor(None)] {
        let listed = read(&history.app, &asked, scheme, 30, Order::Ascending).await.expect("a page");
        let expected: Vec<_> = history.expected(&asked, Order::Ascending).into_iter().cloned().collect();
        assert_eq!(listed.records, expected);
    }
    history.app.unchecked();
}

#[tokio::test]
async fn a_change_of_what_is_not_asked_for_does_not_leave_a_record_out() {
    let mut history = History::new(12).await;
    history.create(30).await;
    let red = Asked { color: Some("red".to_owned()), ..Asked::default() };
    let before = history.expected(&red, Order::Ascending)[0].clone();
    let (client, table) = history.app.context.store.client_and_table();
    let key = |name: &str| match name {
        "pk" => AttributeValue::S(format!("{}#listed_note#by#color=red", history.app.tenant().merchant())),
        _ => AttributeValue::S(before.id.to_string()),
    };
    // The row is of before the last change of another field.
    let stale = client.update_item().table_name(table).key("pk", key("pk")).key("sk", key("sk"));
    let stale = stale.update_expression("SET #body.#until = :until");
    let stale = stale.expression_attribute_names("#body", "body").expression_attribute_names("#until", "until");
    let other = AttributeValue::N((before.body.until + 1).to_string());
    stale.expression_attribute_values(":until", other).send().await.expect("a row");
    let listed = read(&history.app, &red, Scheme::Page(1), 30, Order::Ascending).await.expect("a page");
    let expected: Vec<_> = history.expected(&red, Order::Ascending).into_iter().cloned().collect();
    assert_eq!(listed.records, expected);
    history.app.unchecked();
}

/// Takes away what says that the merchant's lists are complete, and some of what they are made of, as if records were older than their kind's lists.
async fn forget(app: &TestApp, history: &History) {
    let complete = Key::single(&app.tenant(), "filter-lists", "complete");
    let mut transaction = history.transaction();
    transaction.remove_value(&complete);
    app.context.store.commit(transaction).await.expect("nothing is noted");
}

async fn built(store: &Store, history: &History) -> usize {
    let stored = BTreeSet::default();
    store.build_filter_lists(&history.app.tenant(), KindName::ListedNote, stored).await.expect("lists")
}

#[tokio::test]
async fn a_merchant_whose_lists_were_never_made_gets_them_beside_those_who_write() {
    let mut history = History::new(21).await;
    for _ in 0..60 {
        history.step().await;
    }
    let app = history.app.clone();
    forget(&app, &history).await;
    // Rows of the older records are missing.
    for record in history.live.iter().take(20) {
        let mut transaction = history.transaction();
        for color in COLORS {
            let partition = format!("{}#listed_note#by#color={color}", app.tenant().merchant());
            transaction.remove_value(&Key { partition, sort: record.id.to_string() });
        }
        app.context.store.commit(transaction).await.expect("rows are gone");
    }
    history.check().await;
    for _ in 0..20 {
        history.step().await;
    }
    history.check().await;
    let before = history.live[0].clone();
    let after = history.changed(&before);
    let mut transaction = history.transaction();
    transaction.replace(&before, &after);
    let (records, changed) = tokio::join!(built(&app.context.store, &history), app.context.store.commit(transaction));
    changed.expect("a change");
    history.live[0] = after;
    assert_eq!(records, history.live.len());
    history.check().await;
    history.agrees().await;
    app.clock.advance(Duration::minutes(5));
    for _ in 0..40 {
        history.step().await;
    }
    history.check().await;
    history.agrees().await;
}
