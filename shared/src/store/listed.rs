//! The end of reading a page, whatever counted it.

use super::{
    Store,
    error::StoreError,
    expression::key_names,
    item,
    list::{List, Listed},
    query::Part,
};
use crate::{domain::Entity, tenant::Tenant};

impl Store {
    /// A page of these rows of a list that has `total`, with the sort key after which it goes on.
    pub(super) async fn listed<E: Entity>(
        &self,
        tenant: &Tenant,
        list: &List<E>,
        total: u64,
        Part { items, has_more, .. }: Part,
    ) -> Result<Listed<E>, StoreError> {
        let sort_name = key_names(list.index()).1;
        let next = items.last().filter(|_| has_more).and_then(|row| item::text(row, &sort_name)).map(str::to_owned);
        let records = self.records(tenant, std::slice::from_ref(list), items).await?;
        Ok(Listed { records, total, has_more, next })
    }
}
