//! Lists of what happened, counted as it is written: for each list and UTC day one small item with how many rows lie in each ten minutes.
//! With it the exact total and any page of a list cost the same however long it is, also when rows are written long after they happened:
//! they count where they happened (`docs/decisions/0041-event-log.md`). Lists of records that only grow at their end have
//! `list_counts` instead, which cost their writers nothing.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::try_join_all;
use serde_json::Value;

use super::{
    Store,
    bucket_position::{BUCKET_MS, DAY_MS, DayCounts, Stretch, edges, locate, stretches},
    error::StoreError,
    expression::Expression,
    key::Key,
    list::{ItemList, List, Order, Paging, Scheme, earliest_id},
    listed::Listed,
    query::Part,
    table::EXPIRES_AT,
    transaction::Transaction,
    write::Write,
};
use crate::Entity;
use values::{ApiError, Timestamp, tenant::Tenant};

/// A list that is counted: in which space, and its name there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedList {
    /// What the lists are of, such as `event-counts`.
    pub space: &'static str,
    /// Which of them, such as `type#booking.created`.
    pub name: String,
}

/// Rows that a transaction adds to one day of a list, by bucket.
#[derive(Clone, Debug, Default)]
pub struct AddedRows(BTreeMap<(CountedList, i64), BTreeMap<i64, i64>>);

impl AddedRows {
    /// One more row at this instant.
    pub fn add(&mut self, list: CountedList, at: Timestamp) {
        let begins_ms = at.millis() - at.millis().rem_euclid(DAY_MS);
        let bucket = (at.millis() - begins_ms) / BUCKET_MS;
        *self.0.entry((list, begins_ms)).or_default().entry(bucket).or_default() += 1;
    }

    /// How many items they change.
    #[must_use]
    pub fn items(&self) -> usize {
        self.0.len()
    }
}

impl Transaction {
    /// Counts these rows: one action for each list and day. What is counted of a day goes with `expires_at` of the day.
    pub fn count_rows(&mut self, added: &AddedRows, expires_at: impl Fn(Timestamp) -> Timestamp) {
        for ((list, begins_ms), buckets) in &added.0 {
            let day = Timestamp::from_millis(*begins_ms).unwrap_or(Timestamp::EPOCH);
            let mut update =
                Expression::default().name("#until", EXPIRES_AT).number(":until", expires_at(day).seconds());
            let mut adds = Vec::new();
            for (bucket, count) in buckets {
                adds.push(format!("#b{bucket} :b{bucket}"));
                update =
                    update.name(&format!("#b{bucket}"), &bucket.to_string()).number(&format!(":b{bucket}"), *count);
            }
            update.text = format!("SET #until = :until ADD {}", adds.join(", "));
            let key = key_of(self.tenant(), list, *begins_ms);
            let refusal = ApiError::internal("a count without a condition was refused");
            self.push(Write::Update { key, update, condition: None }, refusal);
        }
    }
}

/// A counted list of records whose sort keys are ids that tell when each happened, and the time of it that is read.
#[derive(Clone, Debug)]
pub struct CountedRange<E> {
    /// The rows.
    pub list: List<E>,
    /// How they are counted.
    pub counted: CountedList,
    /// From this instant.
    pub from: Timestamp,
    /// Before this instant.
    pub to: Option<Timestamp>,
}

impl<E: Entity> CountedRange<E> {
    fn between(&self, from_ms: i64, to_ms: Option<i64>) -> ItemList {
        let id = |millis: i64| Timestamp::from_millis(millis).map(earliest_id);
        self.list.untyped().between(id(from_ms), to_ms.and_then(id))
    }

    fn whole(&self) -> ItemList {
        self.between(self.from.millis(), self.to.map(Timestamp::millis))
    }
}

impl Store {
    /// One page of a counted list, with its exact total. The first page and what a cursor continues are read beside the counts, another
    /// page after them.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn counted_page<E: Entity>(
        &self,
        tenant: &Tenant,
        range: &CountedRange<E>,
        paging: &Paging,
    ) -> Result<Listed<E>, StoreError> {
        let order = range.list.direction(paging);
        let size = usize::try_from(paging.size).unwrap_or(usize::MAX);
        let whole = range.whole();
        let (counted, part) = match &paging.scheme {
            Scheme::Page(page) if *page > 1 => {
                let counted = self.counted_stretches(tenant, range).await?;
                let offset = (page - 1).saturating_mul(u64::from(paging.size));
                let part = self.distant(tenant, range, &counted, order, (offset, size)).await?;
                (counted, part)
            }
            Scheme::Page(_) => {
                tokio::try_join!(self.counted_stretches(tenant, range), self.rows(tenant, &whole, order, None, size))?
            }
            Scheme::Cursor(after) => tokio::try_join!(
                self.counted_stretches(tenant, range),
                self.rows(tenant, &whole, order, after.clone(), size)
            )?,
        };
        let total = counted.iter().map(|stretch| stretch.count).sum();
        self.listed(tenant, &range.list.untyped(), total, part).await?.decoded()
    }

    /// How many rows the list has, by stretches of time.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn counted_stretches<E: Entity>(
        &self,
        tenant: &Tenant,
        range: &CountedRange<E>,
    ) -> Result<Vec<Stretch>, StoreError> {
        let (from_ms, to_ms) = (range.from.millis(), range.to.map(Timestamp::millis));
        let read_edge = |(from_ms, to_ms): (i64, i64)| async move {
            let list = range.between(from_ms, Some(to_ms));
            let count = self.count_rest(tenant, &list, Order::Ascending, None).await?;
            Ok::<_, StoreError>(Stretch { from_ms, to_ms, count })
        };
        let (days, read) = tokio::try_join!(
            self.day_counts(tenant, &range.counted, range.from, range.to),
            try_join_all(edges(from_ms, to_ms).into_iter().map(read_edge)),
        )?;
        let mut found = stretches(&days, from_ms, to_ms);
        found.extend(read);
        found.sort_by_key(|stretch| stretch.from_ms);
        Ok(found)
    }

    /// What is counted of a list from the day of `from` to that of `to`; it may lag by a moment, as an index does.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn day_counts(
        &self,
        tenant: &Tenant,
        list: &CountedList,
        from: Timestamp,
        to: Option<Timestamp>,
    ) -> Result<Vec<DayCounts>, StoreError> {
        let first = key_of(tenant, list, from.millis());
        let last = to.map_or_else(|| "9999-12-31".to_owned(), |to| day_of(to.millis()));
        let found = self.values_between_lagging::<HashMap<String, Value>>(&first, &last).await?;
        let day = |(key, fields): (Key, HashMap<String, Value>)| {
            let begins_ms = Timestamp::parse(&format!("{}T00:00:00Z", key.sort))?.millis();
            let bucket = |(name, count): (String, Value)| Some((name.parse().ok()?, count.as_u64()?));
            Some(DayCounts { begins_ms, buckets: fields.into_iter().filter_map(bucket).collect() })
        };
        Ok(found.into_iter().filter_map(day).collect())
    }

    /// The rows of a page beyond the first: those before it in its ten minutes are passed over.
    async fn distant<E: Entity>(
        &self,
        tenant: &Tenant,
        range: &CountedRange<E>,
        counted: &[Stretch],
        order: Order,
        (offset, size): (u64, usize),
    ) -> Result<Part, StoreError> {
        let Some((stretch, passed)) = locate(counted, order, offset) else { return Ok(Part::default()) };
        let list = match order {
            Order::Ascending => range.between(stretch.from_ms, range.to.map(Timestamp::millis)),
            Order::Descending => range.between(range.from.millis(), Some(stretch.to_ms)),
        };
        let passed = usize::try_from(passed).unwrap_or(usize::MAX);
        let mut part = self.rows(tenant, &list, order, None, size.saturating_add(passed)).await?;
        part.items.drain(..passed.min(part.items.len()));
        Ok(part)
    }
}

/// The item of a list for the UTC day of an instant.
fn key_of(tenant: &Tenant, list: &CountedList, at_ms: i64) -> Key {
    Key::sorted(tenant, list.space, &list.name, day_of(at_ms))
}

fn day_of(at_ms: i64) -> String {
    let at = Timestamp::from_millis(at_ms).unwrap_or(Timestamp::EPOCH);
    at.utc().format("%Y-%m-%d").to_string()
}
