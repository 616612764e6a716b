//! Records with fields by which they are listed, with a history, and what a plain list of them would be.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use store::{Entity, List, Listed, Order, Paging, Record, RecordSet, Scheme, StoreError, Transaction};
use testing::TestApp;
use values::{Kind, KindName, Timestamp};

use super::app_with_small_chunks;

pub const COLORS: [&str; 3] = ["red", "green", "blue"];
const PLACES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

/// A record with fields by which it is listed, to put the store itself to the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedNote {
    pub color: String,
    pub open: bool,
    pub places: Vec<String>,
    pub until: u64,
    pub text: String,
    /// An instant some hours before it was made, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<Timestamp>,
}

impl ListedNote {
    /// One of this color and nowhere.
    pub fn new(color: &str, text: &str) -> Self {
        Self { color: color.to_owned(), open: true, places: Vec::new(), until: 0, text: text.to_owned(), came: None }
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
pub struct Asked {
    pub color: Option<String>,
    /// Or of this color: two lists that are read as one.
    pub or_color: Option<String>,
    pub open: Option<bool>,
    pub place: Option<String>,
    pub until: Option<u64>,
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

    pub fn has(&self, note: &ListedNote) -> bool {
        let is_colored = |color: &String| *color == note.color;
        (self.color.as_ref().is_none_or(is_colored) || self.or_color.as_ref().is_some_and(is_colored))
            && self.open.is_none_or(|open| open == note.open)
            && self.place.as_ref().is_none_or(|place| note.places.contains(place))
            && self.until.is_none_or(|until| note.until >= until)
    }
}

/// Notes with a history, and what they are.
pub struct History {
    pub app: TestApp,
    pub live: Vec<Record<ListedNote>>,
    archived: Vec<Record<ListedNote>>,
    seed: u64,
}

impl History {
    pub async fn new(seed: u64) -> Self {
        Self { app: app_with_small_chunks().await, live: Vec::new(), archived: Vec::new(), seed }
    }

    pub fn below(&mut self, limit: usize) -> usize {
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
            came: None,
        }
    }

    pub fn changed(&mut self, before: &Record<ListedNote>) -> Record<ListedNote> {
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

    pub fn transaction(&self) -> Transaction {
        Transaction::new(self.app.tenant(), self.app.context.ids.token())
    }

    pub async fn create(&mut self, number: usize) {
        let notes = (0..number).map(|_| self.note()).collect();
        let made = self.app.stored_all(notes).await;
        self.live.extend(made);
    }

    /// Changes some records, or moves them between the two sets.
    pub async fn change(&mut self) {
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

    pub async fn step(&mut self) {
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

    pub fn expected(&self, asked: &Asked, order: Order) -> Vec<&Record<ListedNote>> {
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
    pub async fn check(&self) {
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

    pub async fn agrees(&self) {
        let found = local::fsck::find_all(&self.app.context, &[self.app.tenant()]).await.expect("a check");
        assert!(found.is_empty(), "{found:#?}");
    }
}

pub async fn read(
    app: &TestApp,
    asked: &Asked,
    scheme: Scheme,
    size: usize,
    order: Order,
) -> Result<Listed<ListedNote>, StoreError> {
    let paging = Paging { scheme, size: u32::try_from(size).expect("a size"), order: Some(order) };
    let now = app.context.clock.now().millis();
    app.context.store.page(&app.tenant(), asked.lists(), &paging, now).await
}
