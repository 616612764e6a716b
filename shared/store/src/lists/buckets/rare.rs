//! The rows of a page of a list by a rare state: the records of that state are found by themselves, so that those that
//! begin in the same ten minutes are not read with them.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use super::{
    counted::{Counted, Start, goes_on_after, instant_of, needed, skip},
    intervals::{BUCKET_MS, Interval},
    rare_state,
    time_list::TimeList,
};
use crate::{
    Entity, RecordSet, Store,
    error::StoreError,
    expression::key_names,
    item::{self, Item},
    key::Key,
    lists::{
        list::{ItemList, List, Order},
        query::Part,
    },
};
use values::{Id, Timestamp, tenant::Tenant};

/// So many records are read as they stand in the list: it takes a round trip less.
const READ_AS_THEY_STAND: u64 = 70;

impl Store {
    /// The rows of a page of a list by a rare state of its kind; none where they are to be read as they stand in the
    /// list. That is so where something has the state that is not found by it: because time has made it and that is not
    /// written down yet, or it was stored before such records were found by themselves.
    pub(super) async fn read_rare_part<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        counted: &Counted,
        order: Order,
        start: &Start,
        size: usize,
    ) -> Result<Option<Part>, StoreError> {
        let Some((list, state)) = of_rare_state(query) else { return Ok(None) };
        let mut intervals = counted.in_order(order);
        let (passed, after) = match start {
            Start::Offset(offset) => (skip(&mut intervals, *offset), None),
            Start::After(key) => {
                let at = instant_of(key)?;
                intervals.retain(|interval| goes_on_after(interval, at, order));
                (0, rare_state::entry_of(key, state))
            }
        };
        let wanted = after.as_ref().and(intervals.first()).map_or(passed, |interval| interval.count);
        let page = u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1);
        let read = needed(&intervals, wanted.saturating_add(page));
        if read.is_empty() || counted.records_in(read) <= READ_AS_THEY_STAND {
            return Ok(None);
        }
        let Some(mut ids) = self.find_ids_of_state(tenant, &list, read, order).await? else { return Ok(None) };
        match &after {
            Some(after) => ids.retain(|sort| if order == Order::Ascending { sort > after } else { sort < after }),
            None => drop(ids.drain(..ids.len().min(usize::try_from(passed).unwrap_or(usize::MAX)))),
        }
        let has_more = ids.len() > size;
        ids.truncate(size);
        let items = self.find_named(tenant, query, &ids).await?;
        Ok(items.map(|items| Part { items, has_more, ..Part::default() }))
    }

    /// Sort keys of all records of the state in these intervals; none unless there are as many in each as are counted.
    async fn find_ids_of_state(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        intervals: &[Interval],
        order: Order,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let sort_name = key_names(list.index()).1;
        let bounds = (intervals.iter().map(|one| one.from_ms).min(), intervals.iter().map(|one| one.to_ms).max());
        let text = |millis: i64| Timestamp::from_millis(millis).map(|at| at.to_string());
        let list = list.clone().between(bounds.0.and_then(text), bounds.1.and_then(text));
        let counted: u64 = intervals.iter().map(|interval| interval.count).sum();
        let most = usize::try_from(counted).unwrap_or(usize::MAX);
        let part = self.rows(tenant, &list, order, None, most).await?;
        let sorts: Vec<String> =
            part.items.iter().filter_map(|row| item::text(row, &sort_name)).map(str::to_owned).collect();
        let mut found: BTreeMap<i64, u64> = BTreeMap::new();
        for sort in &sorts {
            let at = sort.split('#').next().and_then(Timestamp::parse).map_or(0, Timestamp::millis);
            *found.entry(at.div_euclid(BUCKET_MS)).or_default() += 1;
        }
        let agrees = |one: &Interval| found.get(&one.from_ms.div_euclid(BUCKET_MS)) == Some(&one.count);
        Ok(if !part.has_more && intervals.iter().all(agrees) { Some(sorts) } else { None })
    }

    /// The records of these sort keys, in their order; none when one is not there.
    async fn find_named<E: Entity>(
        &self,
        tenant: &Tenant,
        query: &TimeList<E>,
        sorts: &[String],
    ) -> Result<Option<Vec<Item>>, StoreError> {
        let ids: Vec<Uuid> = sorts.iter().filter_map(|sort| Some(rare_state::record_of(sort)?.1)).collect();
        let keys = ids.iter().map(|id| Key::record(tenant, Id::<E>::new(*id), RecordSet::Live)).collect();
        let found = self.batch_get_lagging(keys).await?;
        let sort_name = key_names(query.list.index()).1;
        let mut found: HashMap<String, Item> = found.into_iter().map(|row| (item::key(&row).sort, row)).collect();
        let mut items = Vec::new();
        for sort in sorts {
            let Some((place, id)) = rare_state::record_of(sort) else { return Ok(None) };
            let row = found.remove(&id.to_string());
            // One that lags may still stand where it stood before.
            let stands = row.filter(|row| item::text(row, &sort_name) == Some(&format!("{place}{id}")));
            let Some(row) = stands else { return Ok(None) };
            items.push(row);
        }
        Ok(Some(items))
    }
}

/// The list of the records of a rare state, where that is what is asked for and they are found by it.
fn of_rare_state<E: Entity>(query: &TimeList<E>) -> Option<(ItemList, u8)> {
    let rare = E::RARE_STATE?;
    let (index, partition) = query.list.index_partition()?;
    let state = match query.states.as_deref()? {
        [state] if rare.states.contains(state) => *state,
        _ => return None,
    };
    let list = List::<E>::indexed(index, rare_state::partition_of(partition, state)).ordered(Order::Ascending);
    (query.is_whole_partition() && rare.indexes.contains(&index)).then(|| (list.untyped(), state))
}
