//! Which of a list's records are asked for: conditions on their fields, their creation and their words.

use serde::Serialize;

use super::{Equality, List, Order, Range};
use crate::{
    Entity, Index, RecordSet,
    expression::{Comparison, Expression, IsAhead, key_names},
    item,
    key::index_partition,
    lists::words::{EARLIER_WORDS, WORDS},
};
use values::{
    SearchText, Timestamp,
    listed_fields::{FOREIGN_IDS, FilterLists},
    metadata::{foreign_id, is_foreign_id},
    tenant::Tenant,
    words::words,
};

impl<E: Entity> List<E> {
    /// Only records whose body has `value` at `path`; everything when there is no value.
    #[must_use]
    pub fn only<V: Serialize>(self, path: &str, value: Option<&V>) -> Self {
        self.compare(path, Comparison::Equal, value)
    }

    /// Only records whose body has something else than `value` at `path`; everything when there is no value.
    #[must_use]
    pub fn without<V: Serialize>(self, path: &str, value: Option<&V>) -> Self {
        self.compare(path, Comparison::NotEqual, value)
    }

    /// Only records whose body has an instant at `path` that lies after `now`. A cursor of this list stays valid
    /// although `now` moves on.
    #[must_use]
    pub fn ahead(self, path: &str, now: Timestamp) -> Self {
        self.narrowed(|filter| filter.and_instant(&format!("body.{path}"), IsAhead::Yes, now))
    }

    /// Only records whose body has an instant at `path` that is not after `now`. A cursor of this list stays valid
    /// although `now` moves on.
    #[must_use]
    pub fn past(self, path: &str, now: Timestamp) -> Self {
        self.narrowed(|filter| filter.and_instant(&format!("body.{path}"), IsAhead::No, now))
    }

    /// Only records whose body has a list at `path` that contains `value`; everything when there is no value.
    #[must_use]
    pub fn containing<V: Serialize>(self, path: &str, value: Option<&V>) -> Self {
        self.compare(path, Comparison::Contains, value)
    }

    /// Only records that also meet `condition`, which names attributes of the item, such as `body`.
    #[must_use]
    pub fn matching(self, condition: Option<Expression>) -> Self {
        let Some(condition) = condition else { return self };
        self.narrowed(|filter| filter.and(&condition))
    }

    /// Only records that stand in an index under one of these partitions, at most a hundred. The list stays that of the
    /// table: it does not lag, and is read as a whole.
    #[must_use]
    pub fn under_any(self, tenant: &Tenant, index: Index, partitions: &[String]) -> Self {
        let mut condition = Expression::default().name("#under", &key_names(Some(index)).0);
        let mut placeholders = Vec::new();
        for (number, partition) in partitions.iter().enumerate() {
            let placeholder = format!(":under{number}");
            condition = condition.string(&placeholder, index_partition(tenant, self.parts.kind, partition));
            placeholders.push(placeholder);
        }
        condition.text = format!("#under IN ({})", placeholders.join(", "));
        self.matching(Some(condition))
    }

    /// Only records that were made or changed at this instant or later. What finds records does not tell it, so they are
    /// looked through.
    #[must_use]
    pub fn changed_since(self, instant: Timestamp) -> Self {
        let condition = Expression::new("#changed >= :changed_since").name("#changed", "updated_at");
        self.looked_through().matching(Some(condition.string(":changed_since", instant.to_string())))
    }

    /// Only records whose metadata has this value under this key. By ids of other systems they are found, where the kind
    /// is listed by them; otherwise they are looked through.
    #[must_use]
    pub fn with_metadata(self, key: &str, value: &str) -> Self {
        if is_foreign_id(key) && FilterLists::of(self.parts.kind).is_by(FOREIGN_IDS) {
            return self.looked_through().containing(FOREIGN_IDS, Some(&foreign_id(key, value)));
        }
        let number = self.parts.filter.values.len();
        let (name, expected) = (format!("#key{number}"), format!(":value{number}"));
        let condition = Expression::new(format!("#metadata.{name} = {expected}"));
        let condition = condition.name("#metadata", "metadata").name(&name, key).string(&expected, value);
        self.looked_through().matching(Some(condition))
    }

    /// The same list out of the records and not out of rows of words, which do not have all that records have.
    fn looked_through(mut self) -> Self {
        if self.parts.by_words {
            self.parts.by_words = false;
            self.parts.range = Range::default();
            self.parts.order = Order::Descending;
        }
        self
    }

    /// Only records whose body has at least the number `value` at `path`; everything when there is no value.
    #[must_use]
    pub fn at_least<V: Serialize>(self, path: &str, value: Option<&V>) -> Self {
        self.compare(path, Comparison::AtLeast, value)
    }

    /// Only records that have, for each word of `query`, a word that begins with it; everything when there is no query.
    /// A kind that has rows of words is then read in the order of the words that were found, unless the list is
    /// narrowed by an index or a range already.
    #[must_use]
    pub fn finding(mut self, query: Option<&SearchText>) -> Self {
        let Some(query) = query else { return self };
        let asked = words([query.as_str()]);
        // The longest begins the fewest words.
        let Some(longest) = asked.iter().max_by_key(|word| word.chars().count()).cloned() else {
            // Nothing has a key like this.
            return self.between(Some(" ".to_owned()), Some(" ".to_owned()));
        };
        let tests: Vec<String> = (0..asked.len()).map(|number| format!("contains(#words, :word{number})")).collect();
        let mut condition = Expression::new(tests.join(" AND ")).name("#words", WORDS);
        for (number, word) in asked.iter().enumerate() {
            condition = condition.string(&format!(":word{number}"), format!(" {word}"));
        }
        let is_narrowed = self.parts.index.is_some() || !self.parts.range.is_unbounded();
        if !E::WORD_ROWS.is_empty() && self.parts.record_set == RecordSet::Live && !is_narrowed {
            condition.text = format!("{} AND NOT contains(#earlier, :longest)", condition.text);
            condition = condition.name("#earlier", EARLIER_WORDS).string(":longest", format!(" {longest}"));
            let end = format!("{longest}{}", char::MAX);
            self = self.between(Some(longest), Some(end)).ordered(Order::Ascending);
            self.parts.by_words = true;
        }
        self.matching(Some(condition))
    }

    fn compare<V: Serialize>(mut self, path: &str, comparison: Comparison, value: Option<&V>) -> Self {
        let Some(value) = value.and_then(|value| item::attribute(value).ok()) else { return self };
        if matches!(comparison, Comparison::NotEqual | Comparison::AtLeast) {
            return self.narrowed(|filter| filter.and_body(&format!("body.{path}"), comparison, value.clone()));
        }
        self.parts.filter = self.parts.filter.and_body(&format!("body.{path}"), comparison, value.clone());
        self.parts.equalities.push(Equality { path: path.to_owned(), comparison, value });
        self
    }

    fn narrowed(mut self, more: impl Fn(Expression) -> Expression) -> Self {
        self.parts.filter = more(self.parts.filter);
        self.parts.unequal = more(self.parts.unequal);
        self
    }
}
