//! A part of a list, and the end of reading one, whatever counted it.

use super::{list::ItemList, query::Part};
use crate::{
    Entity, Record, Store,
    error::StoreError,
    expression::key_names,
    item::{self, Item},
};
use values::tenant::Tenant;

/// The beginning of a list, or the whole of it.
#[derive(Clone, Debug)]
pub struct AtMost<R> {
    /// The records, in order.
    pub records: Vec<R>,
    /// Whether the list goes on.
    pub has_more: bool,
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct Listed<E: Entity> {
    /// The records, in order.
    pub records: Vec<Record<E>>,
    /// Records in the whole list, exactly.
    pub total: u64,
    /// Whether more records follow after these.
    pub has_more: bool,
    /// Sort key to continue after, when records follow.
    pub next: Option<String>,
}

/// The same before its records are decoded.
#[derive(Debug, Default)]
pub(crate) struct ListedItems {
    /// The items of the records, in order.
    pub items: Vec<Item>,
    /// Records in the whole list, exactly.
    pub total: u64,
    /// Whether more records follow after these.
    pub has_more: bool,
    /// Sort key to continue after, when records follow.
    pub next: Option<String>,
}

impl ListedItems {
    /// The list with its records.
    pub fn decoded<E: Entity>(self) -> Result<Listed<E>, StoreError> {
        let Self { items, total, has_more, next } = self;
        let records = items.into_iter().map(item::decode).collect::<Result<_, _>>()?;
        Ok(Listed { records, total, has_more, next })
    }
}

impl Store {
    /// A page of these rows of a list that has `total`, with the sort key after which it goes on.
    pub(crate) async fn finish_page(
        &self,
        tenant: &Tenant,
        list: &ItemList,
        total: u64,
        Part { items, has_more, .. }: Part,
    ) -> Result<ListedItems, StoreError> {
        let sort_name = key_names(list.index()).1;
        let last = if has_more { items.last() } else { None };
        let next = last.and_then(|row| item::text(row, &sort_name)).map(str::to_owned);
        let items = self.read_items(tenant, std::slice::from_ref(list), items).await?;
        Ok(ListedItems { items, total, has_more, next })
    }
}
