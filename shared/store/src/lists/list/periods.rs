//! Lists of a range of a partition. Ids grow with time, so that a period is a range too, but for its ends.

use std::borrow::Cow;

use chrono::Duration;

use super::{
    List, Order, Parts,
    range::{Period, Range, earliest_id, just_after},
};
use crate::{
    Entity,
    expression::{Expression, key_names},
};
use platform::ids::is_number;
use values::{Timestamp, tenant::Tenant};

/// Longest time between the instant in a record's id and that of its creation, which is the request's.
const CREATION_MINUTES_MAX: i64 = 10;

impl<E: Entity> List<E> {
    /// Only records whose sort key is at least `from`, and less than `before`; none when `from` is the later of the
    /// two.
    #[must_use]
    pub fn between(mut self, from: Option<String>, before: Option<String>) -> Self {
        self.parts.range = Range { from, before }.or_nothing();
        self
    }

    /// Only records that were made at `from` or later, and before `before`; of a list in order of creation.
    #[must_use]
    pub fn created(self, from: Option<Timestamp>, before: Option<Timestamp>) -> Self {
        self.during(["created_at"], (from, before), Duration::zero())
    }

    /// Only records that have an instant at `path` of the item from `from` on, and before `before`; it is at most
    /// `later` before the record was made, and not after. Of a list in order of creation.
    #[must_use]
    pub fn during<const STEPS: usize>(
        mut self,
        path: [&str; STEPS],
        (from, before): (Option<Timestamp>, Option<Timestamp>),
        later: Duration,
    ) -> Self {
        if from.is_none() && before.is_none() {
            return self;
        }
        let apart = Duration::minutes(CREATION_MINUTES_MAX);
        let id = |at: Option<Timestamp>, apart: Duration| at.map(|at| earliest_id(at.plus(apart)));
        let certain = Range { from: id(from, later + apart), before: id(before, -apart) }.or_nothing();
        self.parts.period = Some(Period { condition: between_instants(path, from, before), certain });
        self.between(id(from, -apart), id(before, later + apart))
    }

    /// The same of this merchant's records: ids that are numbers, as those of demo data are, do not tell when a record
    /// was made.
    pub(crate) fn dated_by(&self, tenant: &Tenant) -> Cow<'_, Self> {
        let period = if is_number(tenant.merchant().uuid()) { self.parts.period.as_ref() } else { None };
        let Some(period) = period else {
            return Cow::Borrowed(self);
        };
        let period = Period { certain: Range::of_nothing(), ..period.clone() };
        Cow::Owned(Self::made_of(Parts { range: Range::default(), period: Some(period), ..self.parts.clone() }))
    }

    /// Whether the list is a whole partition of the table, so that its counts are kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_counted() && self.parts.range.is_unbounded() && self.parts.period.is_none()
    }

    /// Whether the list is such a partition or a period of one, so that counts tell its length, but for the ends of the
    /// period. Another range is one record, or none.
    pub(crate) fn is_counted(&self) -> bool {
        let is_long = self.parts.range.is_unbounded() || self.parts.period.is_some();
        is_long && self.parts.index.is_none() && self.parts.filter.text.is_empty()
    }

    /// Whether everything in its range belongs to the list.
    pub(crate) fn has_all_of_range(&self) -> bool {
        self.parts.filter.text.is_empty() && self.parts.period.is_none()
    }

    /// The whole partition of which the list is a range.
    pub(crate) fn whole(&self) -> Self {
        Self::made_of(Parts { period: None, range: Range::default(), ..self.parts.clone() })
    }

    /// The part of the list with the sort keys after `after` up to and including `through`, as far as these are given;
    /// nothing when there are none.
    pub(crate) fn part(&self, after: Option<&str>, through: Option<&str>) -> Option<Self> {
        let from = self.parts.range.from.clone().max(after.map(just_after));
        let before = match (self.parts.range.before.clone(), through.map(just_after)) {
            (Some(left), Some(right)) => Some(left.min(right)),
            (left, right) => left.or(right),
        };
        let is_empty = matches!((&from, &before), (Some(from), Some(before)) if from >= before);
        (!is_empty).then(|| Self::made_of(Parts { range: Range { from, before }, ..self.parts.clone() }))
    }

    /// Whether all records after `after` up to and including `through` belong to the list, for certain.
    pub(crate) fn has_all(&self, after: Option<&str>, through: Option<&str>) -> bool {
        let Range { from, before } = self.parts.period.as_ref().map_or(&self.parts.range, |period| &period.certain);
        let begins = from.as_deref().is_none_or(|from| after.is_some_and(|after| from <= after));
        let ends = before.as_deref().is_none_or(|before| through.is_some_and(|through| through < before));
        begins && ends
    }

    /// Whether nothing of the range follows a sort key, which may lie outside of it: a cursor outlives a range that
    /// follows the clock.
    pub(crate) fn is_over(&self, order: Order, after: &str) -> bool {
        match order {
            Order::Ascending => self.parts.range.before.as_deref().is_some_and(|before| after >= before),
            Order::Descending => self.parts.range.from.as_deref().is_some_and(|from| after < from),
        }
    }

    /// Whether a sort key lies in the range.
    pub(crate) fn spans(&self, sort: &str) -> bool {
        let Range { from, before } = &self.parts.range;
        from.as_deref().is_none_or(|from| sort >= from) && before.as_deref().is_none_or(|before| sort < before)
    }

    /// The key condition, with its names and values.
    pub(crate) fn key_condition(&self, tenant: &Tenant) -> Expression {
        let (partition, sort) = key_names(self.index());
        // DynamoDB's BETWEEN includes both ends. No sort key equals `before` exactly, so the upper end is not in the
        // list.
        let range = match (&self.parts.range.from, &self.parts.range.before) {
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
        if let Some(from) = &self.parts.range.from {
            condition = condition.string(":ka", from);
        }
        if let Some(before) = &self.parts.range.before {
            condition = condition.string(":kb", before);
        }
        condition
    }
}

/// The condition that an instant lies between two, as far as they are given. Instants compare as their text.
fn between_instants<const STEPS: usize>(
    path: [&str; STEPS],
    from: Option<Timestamp>,
    before: Option<Timestamp>,
) -> Expression {
    let attribute = (0..STEPS).map(|step| format!("#period{step}")).collect::<Vec<_>>().join(".");
    let mut condition = Expression::default();
    for (step, name) in path.into_iter().enumerate() {
        condition = condition.name(&format!("#period{step}"), name);
    }
    let mut tests = Vec::new();
    for (sign, placeholder, instant) in [(">=", ":period_from", from), ("<", ":period_before", before)] {
        if let Some(instant) = instant {
            tests.push(format!("{attribute} {sign} {placeholder}"));
            condition = condition.string(placeholder, instant.to_string());
        }
    }
    condition.text = tests.join(" AND ");
    condition
}
