//! The places of a merchant for attempts under way (`webhooks::rules::share`). A place is taken in the transaction that
//! claims one at the endpoint, and given back in the one that writes the outcome down; if the process dies in between,
//! it is free again after half a minute.

use chrono::Duration;
use store::{List, Order, Record, Transaction};
use values::{ApiError, Id, Timestamp};
use webhooks::{
    records::{
        delivery::WebhookDelivery,
        endpoint_state::{ATTEMPT_SECONDS_MAX, WebhookEndpointState},
        place::WebhookPlace,
    },
    rules::share,
};
use work::UnitOfWork;

/// The places of a merchant as they were read.
pub struct Places {
    share: usize,
    records: Vec<Record<WebhookPlace>>,
}

impl Places {
    /// The places of the merchant, where so many attempts are made at once of all merchants together.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, at_once: usize) -> Result<Self, ApiError> {
        let share = share::of_merchant_max(at_once);
        let places = List::<WebhookPlace>::live().ordered(Order::Ascending);
        let records = work.store.all(work.tenant(), &places, share).await?.records;
        Ok(Self { share, records })
    }

    /// Takes a place for an attempt at this delivery; none when the merchant, or its endpoint, has as many under way as
    /// it may. Which place is left to chance, so that attempts that begin at the same moment seldom want the same.
    pub fn take(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        (delivery, endpoint): (Id<WebhookDelivery>, &WebhookEndpointState),
        real: Timestamp,
    ) -> Option<Id<WebhookPlace>> {
        let taken = self.records.iter().filter(|place| place.body.is_taken(real)).count();
        if !share::has_place(self.share, taken, endpoint.on_their_way(real)) {
            return None;
        }
        let free: Vec<Id<WebhookPlace>> =
            (0..self.share).map(WebhookPlace::id_of).filter(|id| self.is_free(*id, real)).collect();
        let chance = work.ids.below(u64::try_from(free.len()).unwrap_or(1));
        let id = *free.get(usize::try_from(chance).unwrap_or_default())?;
        let until = real.plus(Duration::seconds(ATTEMPT_SECONDS_MAX));
        let body = WebhookPlace { delivery_id: Some(delivery), until };
        match self.find(id) {
            Some(before) => transaction.replace(before, &work.next_version(before, body, None)),
            None => transaction.begin(&Record { id, ..work.new_record(body, None) }),
        }
        Some(id)
    }

    fn find(&self, id: Id<WebhookPlace>) -> Option<&Record<WebhookPlace>> {
        self.records.iter().find(|place| place.id == id)
    }

    fn is_free(&self, id: Id<WebhookPlace>, real: Timestamp) -> bool {
        self.find(id).is_none_or(|place| !place.body.is_taken(real))
    }
}

/// A place as it is now, to be given back; none when another attempt took it over since.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_held(
    work: &UnitOfWork,
    id: Id<WebhookPlace>,
    delivery: Id<WebhookDelivery>,
) -> Result<Option<Record<WebhookPlace>>, ApiError> {
    let found = work.store.find(work.tenant(), id).await?;
    Ok(found.filter(|place| place.body.delivery_id == Some(delivery)))
}

/// Gives back a place.
pub fn give_back(work: &UnitOfWork, transaction: &mut Transaction, held: Option<&Record<WebhookPlace>>) {
    if let Some(place) = held {
        transaction.replace(place, &work.next_version(place, place.body.given_back(), None));
    }
}
