//! What a list is: which records, in which order, with which filters. `query` and `segments` read it.

mod filters;
mod periods;
mod range;

use std::{borrow::Cow, fmt::Write as _, marker::PhantomData};

use aws_sdk_dynamodb::types::AttributeValue;
use sha2::{Digest, Sha256};

use super::words;
use crate::{
    Entity, HeldRecord, Index, IndexBy, IndexPartition, RecordSet,
    expression::{Comparison, Expression, NOW},
    key::{collection, filter_list, index_partition},
};
use values::{KindName, tenant::Tenant};

use range::{Period, Range};
pub use range::{earliest_id, just_after};

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
    parts: Parts,
    entity: PhantomData<fn() -> E>,
}

/// What a list is, whatever the type of its records.
#[derive(Clone, Debug)]
struct Parts {
    record_set: RecordSet,
    index: Option<(Index, String)>,
    order: Order,
    range: Range,
    /// When a condition on an instant that ids tell nearly is met; not a part of the filter.
    period: Option<Period>,
    filter: Expression,
    /// The filter without [`Self::equalities`].
    unequal: Expression,
    equalities: Vec<Equality>,
    /// The index that is read where no filter list can be.
    otherwise: Option<(Index, String)>,
    /// The filter list that is read (`filter_lists`).
    through: Option<String>,
    /// How many rows are looked at first, where a filter leaves some out.
    looked_at_first: Option<usize>,
    by_words: bool,
    kind: KindName,
}

/// A part of a filter that wants one value of a field.
#[derive(Clone, Debug)]
pub(crate) struct Equality {
    pub path: String,
    pub comparison: Comparison,
    pub value: AttributeValue,
}

/// Which page of a list is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paging {
    /// Pagination by page number or by cursor.
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

/// A list whose rows are not decoded, of any kind: what reads lists is in a program once, and not for each kind.
pub(crate) type ItemList = List<HeldRecord>;

impl List<HeldRecord> {
    /// The live records of any kind: those of one partition of an index, which may lag the table by a moment, or all.
    #[must_use]
    pub fn held(kind: KindName, index: Option<(Index, String)>) -> Self {
        let mut list = Self::on(RecordSet::Live, index, Order::Descending);
        list.parts.kind = kind;
        list
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
        Self::made_of(Parts {
            record_set,
            index,
            order,
            range: Range::default(),
            period: None,
            filter: Expression::default(),
            unequal: Expression::default(),
            equalities: Vec::new(),
            otherwise: None,
            through: None,
            looked_at_first: None,
            by_words: false,
            kind: E::KIND,
        })
    }

    /// The same without its type.
    pub(crate) fn untyped(&self) -> ItemList {
        List { parts: self.parts.clone(), entity: PhantomData }
    }

    const fn made_of(parts: Parts) -> Self {
        Self { parts, entity: PhantomData }
    }

    /// By the first of these indexes that was asked for, where no filter list of the kind can be read. What the index
    /// tells must be among the filters too, and its order that of creation.
    #[must_use]
    pub fn otherwise(mut self, choices: impl IntoIterator<Item = Option<IndexPartition<E>>>) -> Self {
        if self.parts.index.is_none() && !self.parts.by_words {
            self.parts.otherwise =
                choices.into_iter().flatten().next().map(|IndexPartition { index, partition, .. }| (index, partition));
        }
        self
    }

    /// In this direction, unless the request asks for the other.
    #[must_use]
    pub fn ordered(mut self, order: Order) -> Self {
        self.parts.order = order;
        self
    }

    /// The same list, of which so many rows are looked at first, where a filter leaves some out: who knows how many do
    /// reads no more.
    pub(crate) fn looking_at(mut self, rows: usize) -> Self {
        self.parts.looked_at_first = Some(rows);
        self
    }

    /// How many rows are looked at first to find `wanted`, when it is known that few are left out.
    pub(crate) fn looked_at_first(&self, wanted: usize) -> Option<usize> {
        // Of a period nearly all that is in its range belongs to it, but at its ends.
        self.parts.looked_at_first.or_else(|| self.is_counted().then_some(wanted))
    }

    /// Whether all its records stand in an index under `named`, or have it in a field.
    pub(crate) fn is_of(&self, named: &str) -> bool {
        let is_named = |equality: &Equality| equality.value.as_s().is_ok_and(|value| value == named);
        let under = self.parts.index.iter().any(|(_, partition)| partition.split('#').any(|part| part == named));
        under || self.parts.equalities.iter().any(is_named)
    }

    /// The same with only those records that have these values in these fields.
    pub(crate) fn wanting(self, values: &[(&str, &str)]) -> Self {
        values.iter().fold(self, |list, &(path, value)| {
            let is = |wanted: &AttributeValue| {
                wanted.as_s().is_ok_and(|text| text == value)
                    || wanted.as_bool().is_ok_and(|is| is.to_string() == value)
            };
            match value {
                _ if list.parts.equalities.iter().any(|wanted| wanted.path == path && is(&wanted.value)) => list,
                "true" | "false" => list.only(path, Some(&(value == "true"))),
                text => list.only(path, Some(&text)),
            }
        })
    }

    /// Whether no index was chosen: it can be read out of lists by fields.
    #[must_use]
    pub const fn is_without_index(&self) -> bool {
        self.parts.index.is_none()
    }

    /// The direction that the list has by itself.
    pub(crate) const fn own_order(&self) -> Order {
        self.parts.order
    }

    /// The direction a request gets.
    #[must_use]
    pub fn direction(&self, paging: &Paging) -> Order {
        paging.order.unwrap_or(self.parts.order)
    }

    /// The partition that is read.
    pub(crate) fn partition(&self, tenant: &Tenant) -> String {
        match &self.parts.index {
            None if self.parts.by_words => words::partition(&self.collection(tenant)),
            None => match &self.parts.through {
                Some(name) => filter_list(&self.collection(tenant), name),
                None => self.collection(tenant),
            },
            Some((_, partition)) => index_partition(tenant, self.parts.kind, partition),
        }
    }

    /// The kind of its records.
    pub(crate) const fn kind(&self) -> KindName {
        self.parts.kind
    }

    /// The partition of the table in which the records themselves are.
    pub(crate) fn collection(&self, tenant: &Tenant) -> String {
        collection(tenant, self.parts.kind, self.parts.record_set)
    }

    /// The index that is read and the partition of it, as the kind names it; none of the table.
    pub(crate) fn index_partition(&self) -> Option<(Index, &str)> {
        self.parts.index.as_ref().map(|(index, partition)| (*index, partition.as_str()))
    }

    /// The index that is read, if not the table.
    pub(crate) fn index(&self) -> Option<Index> {
        self.parts.index.as_ref().map(|(index, _)| *index)
    }

    /// The filter, empty when every record of the range belongs to the list.
    pub(crate) fn filter(&self) -> Cow<'_, Expression> {
        match &self.parts.period {
            None => Cow::Borrowed(&self.parts.filter),
            Some(Period { condition, .. }) => Cow::Owned(self.parts.filter.clone().and(condition)),
        }
    }

    /// Whether rows of words are read, which name the records.
    pub(crate) const fn is_by_words(&self) -> bool {
        self.parts.by_words
    }

    /// Whether rows of a filter list are read, which name the records.
    pub(crate) const fn is_by_rows(&self) -> bool {
        self.parts.through.is_some()
    }

    /// What the filter has besides [`Self::equalities`] and the period.
    pub(crate) const fn unequal(&self) -> &Expression {
        &self.parts.unequal
    }

    /// The names of attributes in [`Self::unequal`], and in the condition of the period.
    pub(crate) fn names_of_conditions(&self) -> impl Iterator<Item = &str> {
        let of_period = self.parts.period.iter().flat_map(|period| period.condition.names.values());
        self.parts.unequal.names.values().chain(of_period).map(String::as_str)
    }

    /// The parts of the filter that want one value of a field.
    pub(crate) fn equalities(&self) -> &[Equality] {
        &self.parts.equalities
    }

    /// Whether it could be read out of a filter list: nothing else was chosen.
    pub(crate) fn may_be_listed(&self) -> bool {
        self.parts.record_set == RecordSet::Live
            && self.parts.index.is_none()
            && !self.parts.by_words
            && self.parts.through.is_none()
    }

    /// The same out of a filter list, of which only these are the list.
    pub(crate) fn through(&self, name: String, filter: Expression) -> Self {
        Self::made_of(Parts { through: Some(name), filter, otherwise: None, ..self.parts.clone() })
    }

    /// The same where no filter list can be read.
    pub(crate) fn without_filter_list(&self) -> Self {
        match &self.parts.otherwise {
            Some(index) => Self::made_of(Parts { index: Some(index.clone()), otherwise: None, ..self.parts.clone() }),
            None => self.clone(),
        }
    }

    /// What a cursor is bound to: merchant, list, filters and direction.
    #[must_use]
    pub fn fingerprint(&self, tenant: &Tenant, order: Order) -> [u8; 8] {
        let mut text = format!("{}\n{:?}\n{:?}\n{order:?}\n", self.partition(tenant), self.index(), self.parts.range);
        let filter = self.filter();
        let mut names: Vec<_> = filter.names.iter().collect();
        names.sort();
        let lasting = filter.values.iter().filter(|(name, _)| *name != NOW);
        let mut values: Vec<_> = lasting.map(|(name, value)| (name, format!("{value:?}"))).collect();
        values.sort();
        // Writing into a string cannot fail.
        let _ = write!(text, "{}\n{names:?}\n{values:?}", filter.text);
        let digest = Sha256::digest(text.as_bytes());
        std::array::from_fn(|position| digest[position])
    }
}
