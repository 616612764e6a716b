//! Events of some types in a range of time, as lists that have each of them once: the fewest, so that no event is read
//! that has another type.

use std::collections::BTreeSet;

use records::LoggedEvent;
use store::{
    AtMost, List, Order, Record, TimeList,
    lists::{DayList, earliest_id},
};
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use super::{
    catalogue::{CatalogueEntry, catalogue},
    counts::{all_events, of_object_type, of_type},
};

/// A list of events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventList {
    /// All of the merchant.
    All,
    /// Those about one type of object.
    OfObject(&'static str),
    /// Those of one type.
    OfType(&'static str),
}

impl EventList {
    /// The lists of the types that are named, in the order of their names.
    #[must_use]
    pub fn of_types(is_named: impl Fn(&str) -> bool) -> Vec<Self> {
        let is_named = |entry: &&CatalogueEntry| is_named(&entry.r#type);
        if catalogue().iter().all(|entry| is_named(&entry)) {
            return vec![Self::All];
        }
        let objects: BTreeSet<&'static str> = catalogue().iter().map(|entry| entry.object_type.as_str()).collect();
        let mut lists = Vec::new();
        for object in objects {
            let own = || catalogue().iter().filter(|entry| entry.object_type == object);
            if own().all(|entry| is_named(&entry)) {
                lists.push(Self::OfObject(object));
            } else {
                lists.extend(own().filter(is_named).map(|entry| Self::OfType(&entry.r#type)));
            }
        }
        lists.sort_by_key(Self::name);
        lists
    }

    /// What it is called, whatever types come later.
    #[must_use]
    pub fn name(&self) -> String {
        self.counted().name
    }

    fn counted(&self) -> DayList {
        match self {
            Self::All => all_events(),
            Self::OfObject(object) => of_object_type(object),
            Self::OfType(event_type) => of_type(event_type),
        }
    }

    fn list(&self) -> List<LoggedEvent> {
        match self {
            Self::All => List::live(),
            Self::OfObject(object) => List::by(&LoggedEvent::BY_OBJECT_TYPE, &(*object).to_owned()),
            Self::OfType(event_type) => List::by(&LoggedEvent::BY_TYPE, &(*event_type).to_owned()),
        }
    }

    /// How many of them happened from an instant on and before another.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn count(&self, work: &UnitOfWork, (from, to): (Timestamp, Timestamp)) -> Result<u64, ApiError> {
        let list = TimeList::of_days(self.list(), self.counted(), work.now).between(Some(from), Some(to));
        Ok(work.store.count_by_time(work.tenant(), &list).await?.unwrap_or_default())
    }

    /// At most so many of them, the earliest first, after one of them.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
        &self,
        work: &UnitOfWork,
        (from, to): (Timestamp, Timestamp),
        after: Option<Id<LoggedEvent>>,
        most: usize,
    ) -> Result<AtMost<Record<LoggedEvent>>, ApiError> {
        // Before every event that comes after this one.
        let beginning = after.map_or_else(|| earliest_id(from), |last| format!("{last}!"));
        let list = self.list().ordered(Order::Ascending).between(Some(beginning), Some(earliest_id(to)));
        Ok(work.store.all(work.tenant(), &list, most).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::EventList;

    #[test]
    fn events_of_some_types_are_in_the_fewest_lists() {
        let named = |beginning: &str| EventList::of_types(|name| name.starts_with(beginning));
        assert_eq!(named(""), [EventList::All]);
        assert_eq!(named("booking."), [EventList::OfObject("booking")]);
        assert_eq!(named("booking.created"), [EventList::OfType("booking.created")]);
        let both = EventList::of_types(|name| name.starts_with("floor.") || name == "booking.created");
        assert_eq!(both, [EventList::OfObject("floor"), EventList::OfType("booking.created")]);
        assert_eq!(named("nothing."), []);
    }
}
