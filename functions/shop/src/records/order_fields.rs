//! What clients write of an order.

use billing::settlement::PaymentSource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{LongText, Timestamp};

/// What clients may change of an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShopOrderFields {
    /// What the customer says.
    #[serde(default)]
    pub comment: LongText,
    /// How it is handed over.
    #[serde(default)]
    pub pickup: Pickup,
}

/// How an order is handed over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ShopOrderPickup")]
pub struct Pickup {
    /// When it is wanted; as soon as it is ready when null.
    #[serde(default)]
    pub at: Option<Timestamp>,
    /// Where, or to whom, in words.
    #[serde(default)]
    pub note: LongText,
}

/// With what an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderPaymentSource {
    /// Credits, which are taken when the order is made.
    Credits,
    /// The payer's next invoice.
    Invoice,
    /// A payment outside of this service, of which it is told.
    External,
}

impl OrderPaymentSource {
    /// The same among the sources of everything that is settled.
    #[must_use]
    pub const fn source(self) -> PaymentSource {
        match self {
            Self::Credits => PaymentSource::Credits,
            Self::Invoice => PaymentSource::Invoice,
            Self::External => PaymentSource::External,
        }
    }
}
