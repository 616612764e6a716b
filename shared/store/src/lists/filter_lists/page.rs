//! Pages of lists, out of filter lists where there are such. A row proposes a record, and the record decides: what was
//! changed between the two reads is read again.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use futures_util::future::try_join_all;

use super::{
    choice::{Choice, choices},
    rows::{BODY, fits},
};
use crate::{
    Entity, Store,
    error::StoreError,
    item::{self, Item},
    key::Key,
    lists::{
        list::{ItemList, List, Order, Paging},
        listed::{Listed, ListedItems},
        reading::Reading,
        segments::head_key,
    },
    table::SORT_KEY,
};
use values::tenant::Tenant;

/// How often a page is read again whose records were changed meanwhile; the last time what no longer fits is left out.
const ATTEMPTS_MAX: u32 = 3;

impl Store {
    /// One page of lists that have no record in common, with their exact total: out of filter lists where these are
    /// complete.
    pub(in crate::lists) async fn page_of_lists<E: Entity>(
        &self,
        tenant: &Tenant,
        lists: &[List<E>],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<Listed<E>, StoreError> {
        let lists = lists.iter().map(|list| list.untyped().dated_by(tenant).into_owned());
        self.read_page_again(tenant, lists.collect(), paging, now_ms).await?.decoded()
    }

    /// The page before its records are decoded, read again as long as its records change.
    async fn read_page_again(
        &self,
        tenant: &Tenant,
        lists: Vec<ItemList>,
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let mut attempt = 1;
        loop {
            let reading = Arc::new(Reading::new(attempt == ATTEMPTS_MAX));
            let store = Self { reading: Some(reading), ..self.clone() };
            match Box::pin(store.page_once(tenant, &lists, paging, now_ms)).await {
                Err(StoreError::Moved) if attempt < ATTEMPTS_MAX => attempt += 1,
                read => return read,
            }
        }
    }

    async fn page_once(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let chosen: Vec<(&ItemList, Vec<Choice>)> = lists.iter().map(|list| (list, choices(list))).collect();
        if chosen.iter().any(|(_, choices)| choices.is_empty()) {
            return self.page_without(tenant, lists, paging, now_ms).await;
        }
        // Nearly always they are complete: nobody waits for the note.
        let (complete, page) =
            tokio::join!(self.complete_filter_lists(tenant), self.page_through(tenant, &chosen, paging, now_ms));
        let complete = complete?;
        let is_complete = |(list, choices): &(&ItemList, Vec<Choice>)| {
            choices.iter().all(|choice| complete.has(list.kind(), &choice.fields))
        };
        if chosen.iter().all(is_complete) {
            return page;
        }
        self.page_without(tenant, lists, paging, now_ms).await
    }

    async fn page_without(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let lists: Vec<ItemList> = lists.iter().map(ItemList::without_filter_list).collect();
        self.read_merged_page(tenant, &lists, paging, now_ms).await
    }

    /// The page out of filter lists. Records with very many values of a field are few, and nearly always none.
    async fn page_through(
        &self,
        tenant: &Tenant,
        chosen: &[(&ItemList, Vec<Choice>)],
        paging: &Paging,
        now_ms: i64,
    ) -> Result<ListedItems, StoreError> {
        let shortest = chosen.iter().map(|(list, choices)| self.find_shortest(tenant, list, choices));
        let shortest = try_join_all(shortest).await?;
        let of = |(list, _): &(&ItemList, Vec<Choice>), choice: &Choice| (choice.of(list), choice.many_of(list));
        let (mut lists, many): (Vec<_>, Vec<_>) =
            chosen.iter().zip(shortest).map(|(list, choice)| of(list, choice)).unzip();
        let many: Vec<ItemList> = many.into_iter().flatten().collect();
        let first_of_many = many.iter().map(|list| self.rows(tenant, list, Order::Ascending, None, 1));
        let (page, first_of_many) =
            tokio::join!(self.read_merged_page(tenant, &lists, paging, now_ms), try_join_all(first_of_many));
        if first_of_many?.iter().all(|part| part.items.is_empty()) {
            return page;
        }
        lists.extend(many);
        self.read_merged_page(tenant, &lists, paging, now_ms).await
    }

    /// Of lists that tell equally much the one that is shorter, as far as they are counted.
    async fn find_shortest<'a>(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        choices: &'a [Choice],
    ) -> Result<&'a Choice, StoreError> {
        let nothing = || StoreError::Internal("there is no filter list".to_owned());
        if let [only] = choices {
            return Ok(only);
        }
        let partition = |choice: &Choice| choice.of(list).partition(tenant);
        let heads = self.batch_get_lagging(choices.iter().map(|choice| head_key(&partition(choice))).collect()).await?;
        let heads: HashMap<String, Item> = heads.into_iter().map(|head| (item::key(&head).partition, head)).collect();
        let mut shortest: Option<(u64, &Choice)> = None;
        for choice in choices {
            let head = heads.get(&head_key(&partition(choice)).partition).cloned();
            let length = Self::counted_in(head)?;
            if shortest.is_none_or(|(least, _)| length < least) {
                shortest = Some((length, choice));
            }
        }
        shortest.map(|(_, choice)| choice).ok_or_else(nothing)
    }

    /// The items of the records that rows of filter lists name, in the order of the rows, each once: while it moves it
    /// may stand in two of them.
    pub(crate) async fn read_items_of_filter_lists(
        &self,
        tenant: &Tenant,
        lists: &[ItemList],
        rows: &[Item],
    ) -> Result<Vec<Item>, StoreError> {
        let Some(partition) = lists.first().map(|list| list.collection(tenant)) else { return Ok(Vec::new()) };
        let sort = |row: &Item| item::text(row, SORT_KEY).unwrap_or_default().to_owned();
        let sorts: BTreeSet<String> = rows.iter().map(sort).collect();
        let keys = sorts.into_iter().map(|sort| Key { partition: partition.clone(), sort }).collect();
        let found = self.batch_get(keys).await?;
        let mut found: HashMap<String, Item> = found.into_iter().map(|item| (sort(&item), item)).collect();
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            let body = |item: &Item| item.get(BODY).and_then(|body| body.as_m().ok()).cloned().unwrap_or_default();
            let is_asked = |record: &Item| lists.iter().any(|list| fits(list, &body(record), &body(row)));
            match found.remove(&sort(row)).filter(is_asked) {
                Some(record) => items.push(record),
                None if self.leaves_out_what_moved() => {}
                None => return Err(StoreError::Moved),
            }
        }
        Ok(items)
    }

    fn leaves_out_what_moved(&self) -> bool {
        self.reading.as_ref().is_none_or(|reading| reading.is_last())
    }
}
