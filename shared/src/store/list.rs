//! What a list is: which records, in which order, with which filters. `query` and `list_counts` read it.

mod filters;

use std::{fmt::Write as _, marker::PhantomData};

use aws_sdk_dynamodb::types::AttributeValue;
use sha2::{Digest, Sha256};

use super::{
    expression::{Comparison, Expression, NOW, key_names},
    key::{collection, filter_list, index_partition},
    words,
};
use crate::{
    domain::{Entity, HeldRecord, Index, IndexBy, IndexPartition, KindName, Record, RecordSet, Timestamp},
    tenant::Tenant,
};

/// Longest time between the instant in a record's id and that of its creation, which is the request's.
const CREATION_MINUTES_MAX: i64 = 10;

/// Before every id that was made at this instant or later: the first 48 bits of a UUID version 7 are milliseconds since 1970.
#[must_use]
pub fn earliest_id(at: Timestamp) -> String {
    let millis = at.millis().max(0);
    format!("{:08x}-{:04x}", millis >> 16, millis & 0xffff)
}

/// Direction of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Oldest or earliest first.
    Ascending,
    /// Newest or latest first.
    Descending,
}

/// A list of a kind's records.
#[derive(Clone, Debug)]
pub struct List<E> {
    record_set: RecordSet,
    index: Option<(Index, String)>,
    order: Order,
    from: Option<String>,
    before: Option<String>,
    filter: Expression,
    /// The filter without [`Self::equalities`].
    unequal: Expression,
    equalities: Vec<Equality>,
    /// The index that is read where no filter list can be.
    otherwise: Option<(Index, String)>,
    /// The filter list that is read (`filter_lists`).
    through: Option<String>,
    by_words: bool,
    kind: KindName,
    entity: PhantomData<fn() -> E>,
}

/// A part of a filter that wants one value of a field.
#[derive(Clone, Debug)]
pub(super) struct Equality {
    pub path: String,
    pub comparison: Comparison,
    pub value: AttributeValue,
}

/// Which page of a list is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paging {
    /// Page or cursor.
    pub scheme: Scheme,
    /// Most records in the answer, 1 to 100.
    pub size: u32,
    /// Direction; the list's own when the request did not say.
    pub order: Option<Order>,
}

/// The interface's two pagination schemes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Page number, from 1.
    Page(u64),
    /// Continue after the record this cursor names, or begin.
    Cursor(Option<String>),
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct Listed<E: Entity> {
    /// The records, in order.
    pub records: Vec<Record<E>>,
    /// Records in the whole list, exactly.
    pub total: u64,
    /// Whether records follow.
    pub has_more: bool,
    /// Sort key to continue after, when records follow.
    pub next: Option<String>,
}

impl List<HeldRecord> {
    /// The live records of any kind: those of one partition of an index, which may lag the table by a moment, or all.
    #[must_use]
    pub fn held(kind: KindName, index: Option<(Index, String)>) -> Self {
        Self { kind, ..Self::on(RecordSet::Live, index, Order::Descending) }
    }
}

impl<E: Entity> List<E> {
    /// The kind's live records, newest first, read strongly consistent.
    #[must_use]
    pub fn live() -> Self {
        Self::on(RecordSet::Live, None, Order::Descending)
    }

    /// The kind's archived records, newest first, read strongly consistent.
    #[must_use]
    pub fn archived() -> Self {
        Self::on(RecordSet::Archived, None, Order::Descending)
    }

    /// The live records under one value of an index, newest first; it may lag the table by a moment.
    #[must_use]
    pub fn by<V>(index: &IndexBy<E, V>, value: &V) -> Self {
        Self::within(index.of(value))
    }

    /// The records of the first of these that was asked for, out of the index that has them; else all live records.
    #[must_use]
    pub fn first_of(choices: impl IntoIterator<Item = Option<IndexPartition<E>>>) -> Self {
        choices.into_iter().flatten().next().map_or_else(Self::live, Self::within)
    }

    fn within(IndexPartition { index, partition, .. }: IndexPartition<E>) -> Self {
        Self::on(RecordSet::Live, Some((index, partition)), Order::Descending)
    }

    /// The live records of one partition of an index, newest first; it may lag the table by a moment.
    #[must_use]
    pub fn indexed(index: Index, partition: impl Into<String>) -> Self {
        Self::on(RecordSet::Live, Some((index, partition.into())), Order::Descending)
    }

    fn on(record_set: RecordSet, index: Option<(Index, String)>, order: Order) -> Self {
        Self {
            record_set,
            index,
            order,
            from: None,
            before: None,
            filter: Expression::default(),
            unequal: Expression::default(),
            equalities: Vec::new(),
            otherwise: None,
            through: None,
            by_words: false,
            kind: E::KIND,
            entity: PhantomData,
        }
    }

    /// By the first of these indexes that was asked for, where no filter list of the kind can be read. What the index tells must be among the
    /// filters too, and its order that of creation.
    #[must_use]
    pub fn otherwise(mut self, choices: impl IntoIterator<Item = Option<IndexPartition<E>>>) -> Self {
        if self.index.is_none() && !self.by_words {
            self.otherwise =
                choices.into_iter().flatten().next().map(|IndexPartition { index, partition, .. }| (index, partition));
        }
        self
    }

    /// In this direction, unless the request asks for the other.
    #[must_use]
    pub fn ordered(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Only records whose sort key is at least `from`, and less than `before`; none when `from` is the later of the two.
    #[must_use]
    pub fn between(mut self, from: Option<String>, before: Option<String>) -> Self {
        // DynamoDB refuses a range that ends before it begins. Nothing has a key like this.
        let is_reversed = matches!((&from, &before), (Some(from), Some(before)) if before < from);
        let (from, before) = if is_reversed { (Some(" ".to_owned()), Some(" ".to_owned())) } else { (from, before) };
        self.from = from;
        self.before = before;
        self
    }

    /// Whether no index was chosen: it can be read out of lists by fields.
    #[must_use]
    pub const fn is_without_index(&self) -> bool {
        self.index.is_none()
    }

    /// The direction that the list has by itself.
    pub(super) const fn own_order(&self) -> Order {
        self.order
    }

    /// The direction a request gets.
    pub(crate) fn direction(&self, paging: &Paging) -> Order {
        paging.order.unwrap_or(self.order)
    }

    /// The partition that is read.
    pub(super) fn partition(&self, tenant: &Tenant) -> String {
        match &self.index {
            None if self.by_words => words::partition(&self.collection(tenant)),
            None => match &self.through {
                Some(name) => filter_list(&self.collection(tenant), name),
                None => self.collection(tenant),
            },
            Some((_, partition)) => index_partition(tenant, self.kind, partition),
        }
    }

    /// The kind of its records.
    pub(super) const fn kind(&self) -> KindName {
        self.kind
    }

    /// The partition of the table in which the records themselves are.
    pub(super) fn collection(&self, tenant: &Tenant) -> String {
        collection(tenant, self.kind, self.record_set)
    }

    /// The index that is read and the partition of it, as the kind names it; none of the table.
    pub(super) fn index_partition(&self) -> Option<(Index, &str)> {
        self.index.as_ref().map(|(index, partition)| (*index, partition.as_str()))
    }

    /// The index that is read, if not the table.
    pub(super) fn index(&self) -> Option<Index> {
        self.index.as_ref().map(|(index, _)| *index)
    }

    /// The filter, empty when every record of the partition belongs to the list.
    pub(super) const fn filter(&self) -> &Expression {
        &self.filter
    }

    /// Whether rows of words are read, which name the records.
    pub(super) const fn is_by_words(&self) -> bool {
        self.by_words
    }

    /// Whether rows of a filter list are read, which name the records.
    pub(super) const fn is_by_rows(&self) -> bool {
        self.through.is_some()
    }

    /// What the filter has besides [`Self::equalities`].
    pub(super) const fn unequal(&self) -> &Expression {
        &self.unequal
    }

    /// The parts of the filter that want one value of a field.
    pub(super) fn equalities(&self) -> &[Equality] {
        &self.equalities
    }

    /// Whether it could be read out of a filter list: nothing else was chosen.
    pub(super) fn may_be_listed(&self) -> bool {
        self.record_set == RecordSet::Live && self.index.is_none() && !self.by_words && self.through.is_none()
    }

    /// The same out of a filter list, of which only these are the list.
    pub(super) fn through(&self, name: String, filter: Expression) -> Self {
        Self { through: Some(name), filter, otherwise: None, ..self.clone() }
    }

    /// The same where no filter list can be read.
    pub(super) fn without_filter_list(&self) -> Self {
        match &self.otherwise {
            Some(index) => Self { index: Some(index.clone()), otherwise: None, ..self.clone() },
            None => self.clone(),
        }
    }

    /// Whether the list is a whole partition of the table, so that its counts are kept.
    pub(super) fn is_whole(&self) -> bool {
        self.index.is_none() && self.filter.text.is_empty() && self.from.is_none() && self.before.is_none()
    }

    /// The key condition, with its names and values.
    pub(super) fn key_condition(&self, tenant: &Tenant) -> Expression {
        let (partition, sort) = key_names(self.index());
        // DynamoDB's BETWEEN includes both ends. No sort key equals `before` exactly, so the upper end is not in the
        // list.
        let range = match (&self.from, &self.before) {
            (None, None) => "",
            (Some(_), None) => " AND #ks >= :ka",
            (None, Some(_)) => " AND #ks < :kb",
            (Some(_), Some(_)) => " AND #ks BETWEEN :ka AND :kb",
        };
        let mut condition =
            Expression::new(format!("#kp = :kp{range}")).name("#kp", &partition).string(":kp", self.partition(tenant));
        if !range.is_empty() {
            condition = condition.name("#ks", &sort);
        }
        if let Some(from) = &self.from {
            condition = condition.string(":ka", from);
        }
        if let Some(before) = &self.before {
            condition = condition.string(":kb", before);
        }
        condition
    }

    /// What a cursor is bound to: merchant, list, filters and direction.
    pub(crate) fn fingerprint(&self, tenant: &Tenant, order: Order) -> [u8; 8] {
        let mut text =
            format!("{}\n{:?}\n{:?}\n{:?}\n{order:?}\n", self.partition(tenant), self.index(), self.from, self.before);
        let mut names: Vec<_> = self.filter.names.iter().collect();
        names.sort();
        let lasting = self.filter.values.iter().filter(|(name, _)| *name != NOW);
        let mut values: Vec<_> = lasting.map(|(name, value)| (name, format!("{value:?}"))).collect();
        values.sort();
        // Writing into a string cannot fail.
        let _ = write!(text, "{}\n{names:?}\n{values:?}", self.filter.text);
        let digest = Sha256::digest(text.as_bytes());
        std::array::from_fn(|position| digest[position])
    }
}
