//! A place for an attempt among those of a merchant: as many attempts are under way as places are taken, so that one
//! merchant's slow receivers leave room for others. Each place is a record of its own, because one record for all of
//! them would be written by every attempt at once.

use serde::{Deserialize, Serialize};
use store::Entity;
use uuid::Uuid;
use values::{Id, Kind, KindName, Timestamp};

use super::delivery::WebhookDelivery;

/// One place of a merchant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookPlace {
    /// The delivery whose attempt took it last; none once that has ended.
    pub delivery_id: Option<Id<WebhookDelivery>>,
    /// Until when it is taken at most, if the process of the attempt dies: real time, as attempts are made.
    pub until: Timestamp,
}

impl WebhookPlace {
    /// The id of the place with this number, the same for every merchant: keys have the merchant before it.
    #[must_use]
    pub fn id_of(number: usize) -> Id<Self> {
        Id::new(Uuid::from_u128(u128::try_from(number).unwrap_or_default()))
    }

    /// Whether an attempt is under way there at this instant of real time.
    #[must_use]
    pub fn is_taken(&self, real: Timestamp) -> bool {
        self.delivery_id.is_some() && real < self.until
    }

    /// The same after its attempt.
    #[must_use]
    pub fn given_back(&self) -> Self {
        Self { delivery_id: None, ..self.clone() }
    }
}

impl Kind for WebhookPlace {
    const KIND: KindName = KindName::WebhookPlace;
}

impl Entity for WebhookPlace {
    const PATH: &'static str = "/webhook-places";
    type View = ();

    /// No operation shows it.
    fn view(&self, _now: Timestamp) {}
}
