//! A page of a list, as far as whoever asks sees it.

use std::collections::HashMap;

use platform::secrets::Purpose;
use store::{Entity, ListQuery, Paging, Record, Scheme, StoreError};
use uuid::Uuid;
use values::{
    ApiError, Id, SecretVersions,
    error::{FieldError, Reason},
};
use work::auth::Standpoint;

use super::{by_ids::IDS_MAX, call::Call, cursor, paging::Pagination, reply::Page};

impl Call {
    /// One page of what a request asks for: of a list, of several as one, or of a list by time. Its cursors are bound
    /// to that and to its filters. What is asked for by ids is no list: it is read by them.
    ///
    /// # Errors
    /// 400 for a cursor of another list.
    pub async fn page<E: Entity>(
        &self,
        query: impl Into<ListQuery<E>>,
        paging: Paging,
    ) -> Result<Page<Record<E>>, ApiError> {
        if let Some(ids) = &self.asked.ids {
            return self.page_of_ids(ids).await;
        }
        let (query, tenant) = (self.seen_of(self.asked.narrowing(query.into()))?, self.tenant());
        let is_within = self.is_within(&query);
        if let Some(sorting) = self.asked.sorting {
            let page = self.sorted_page(query, sorting, paging).await?;
            if !is_within {
                self.require_seen(&page.data).await?;
            }
            return Ok(page);
        }
        let print = query.fingerprint(tenant, &paging);
        let scheme = match &paging.scheme {
            Scheme::Cursor(Some(text)) => {
                let sort =
                    self.secrets.find_checked(Purpose::Cursors, |versions| cursor::decode(versions, print, text));
                Scheme::Cursor(Some(sort.await?.ok_or_else(bad_cursor)?))
            }
            other => other.clone(),
        };
        let goes_on = matches!(scheme, Scheme::Cursor(Some(_)));
        let asked = Paging { scheme, ..paging.clone() };
        let reading = self.store.page(tenant, query, &asked, self.now.millis());
        // What signs the next cursor is read beside the list, and not at all where there is no cursor.
        let (listed, versions) = match paging.scheme {
            Scheme::Page(_) => (reading.await, None),
            Scheme::Cursor(_) => {
                let (listed, versions) = tokio::join!(reading, self.secrets.read_once(Purpose::Cursors));
                (listed, Some(versions?))
            }
        };
        let listed = match listed {
            // What is wrong with a request that goes on is its cursor.
            Err(StoreError::Refused(_)) if goes_on => return Err(bad_cursor()),
            other => other?,
        };
        if !is_within {
            self.require_seen(&listed.records).await?;
        }
        let next_cursor = |versions: &SecretVersions| {
            let Some(sort) = listed.next.as_deref() else { return Ok(String::new()) };
            let too_long = || ApiError::internal(format!("no cursor is long enough for {sort}"));
            cursor::encode(versions, print, sort).ok_or_else(too_long)
        };
        let pagination = match (paging.scheme, versions) {
            (Scheme::Page(page), _) => Pagination::page(page, paging.size, listed.total),
            (Scheme::Cursor(_), versions) => Pagination::Cursor {
                has_more: listed.has_more,
                next_cursor: versions.as_deref().map(next_cursor).transpose()?.unwrap_or_default(),
                total_count: listed.total,
            },
        };
        Ok(Page { data: listed.records, pagination })
    }

    /// The live records with these ids that the caller sees, in the order of the ids and each once: all on one page.
    async fn page_of_ids<E: Entity>(&self, ids: &[Uuid]) -> Result<Page<Record<E>>, ApiError> {
        let ids: Vec<Id<E>> = ids.iter().map(|id| Id::new(*id)).collect();
        let found = self.store.find_all(self.tenant(), &ids).await?;
        let mut by_id: HashMap<Id<E>, Record<E>> = found.into_iter().map(|record| (record.id, record)).collect();
        let mut data = Vec::with_capacity(by_id.len());
        for record in ids.iter().filter_map(|id| by_id.remove(id)) {
            if self.sees(&record).await? {
                data.push(record);
            }
        }
        let total = u64::try_from(data.len()).unwrap_or(u64::MAX);
        Ok(Page { data, pagination: Pagination::page(1, IDS_MAX, total) })
    }

    /// The list, as far as the person who acts sees it: of their own, at a location of theirs, or of those that are
    /// public. What would count or show more is refused, whatever the operation asked for.
    fn seen_of<E: Entity>(&self, query: ListQuery<E>) -> Result<ListQuery<E>, ApiError> {
        let is_of = |named: &str| query.is_of(named);
        let narrowed = match (self.caller.standpoint(), &self.acting, &self.location) {
            (None | Some(Standpoint::Operator(_)), ..) => Some(query),
            (Some(Standpoint::Manager(_)), ..) if self.is_within(&query) => Some(query),
            (Some(Standpoint::Manager(_)), _, Some(location)) if is_of(location) => Some(query),
            (Some(Standpoint::Manager(_)), _, Some(location)) => Some(query.wanting(&[("location_id", location)])),
            (Some(Standpoint::Manager(_)), _, None) => None,
            (Some(Standpoint::Customer(_)), Some(acting), _) if is_of(&acting.to_string()) => Some(query),
            (Some(Standpoint::Customer(_)), ..) => E::VISIBILITY.listed_to(true).map(|values| query.wanting(values)),
            (Some(Standpoint::Anonymous), ..) => E::VISIBILITY.listed_to(false).map(|values| query.wanting(values)),
        };
        narrowed.ok_or_else(|| ApiError::internal("a list was asked for without its viewer"))
    }

    /// Whether a list is of what belongs to a record at a location of the person's.
    fn is_within<E: Entity>(&self, query: &ListQuery<E>) -> bool {
        self.within.as_ref().is_some_and(|record| query.is_of(record))
    }

    /// Refuses a page with a record that the person who acts does not see.
    async fn require_seen<E: Entity>(&self, records: &[Record<E>]) -> Result<(), ApiError> {
        for record in records {
            if !self.sees(record).await? {
                return Err(ApiError::internal("a list has a record that its viewer does not see"));
            }
        }
        Ok(())
    }
}

pub(super) fn bad_cursor() -> ApiError {
    ApiError::validation(vec![FieldError::because("cursor", Reason::InvalidValue, "is not a cursor of this list")])
}
