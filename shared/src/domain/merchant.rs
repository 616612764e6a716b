//! Merchant: the tenant, one operator of coworking spaces, with the settings that every area reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Address, Counter, Currency, Entity, Kind, KindName, LongText, Name, OptionalEmail, ShortText, TimeZone, Timestamp,
    Writable, booking_policy::BookingPolicy, text::digest,
};

/// The calling client's merchant. Its record's id is the merchant's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Merchant {
    /// What people call it.
    pub name: Name,
    /// Name of the legal person.
    pub legal_name: ShortText,
    /// Tax identification number.
    pub tax_id: ShortText,
    /// Address for mail; empty when there is none.
    pub email: OptionalEmail,
    /// Telephone number.
    pub phone: ShortText,
    /// Postal address.
    pub address: Address,
    /// Currency that a new location suggests.
    pub default_currency: Currency,
    /// Time zone that a new location suggests.
    pub default_time_zone: TimeZone,
    /// How invoices are numbered and worded.
    pub invoice_settings: InvoiceSettings,
    /// Booking policy of resources that set none of their own.
    pub booking_defaults: BookingPolicy,
    /// How credits work.
    pub credit_settings: CreditSettings,
    /// How long personal data is kept.
    pub retention: Retention,
    /// Whether it does business.
    #[schemars(extend("readOnly" = true))]
    pub status: MerchantStatus,
}

/// How invoices are numbered and worded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct InvoiceSettings {
    /// In front of the number. Another prefix opens another sequence.
    pub number_prefix: ShortText,
    /// Least digits of the number.
    #[schemars(range(min = 1, max = 12))]
    pub number_padding: u32,
    /// Number of the next invoice under this prefix; it never decreases. It is counted apart from the record, so that issuing
    /// an invoice does not meet a change of the settings, and is only here when the merchant is shown.
    #[schemars(extend("readOnly" = true))]
    pub next_number: i64,
    /// Days from issue until an invoice is due.
    #[schemars(range(min = 0, max = 365))]
    pub due_days: u32,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// At the foot of each invoice.
    pub footer: LongText,
}

impl Default for InvoiceSettings {
    fn default() -> Self {
        Self {
            number_prefix: ShortText::new("INV-"),
            number_padding: 6,
            next_number: 1,
            due_days: 14,
            tax_inclusive: false,
            footer: LongText::default(),
        }
    }
}

/// How credits work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CreditSettings {
    /// Whether the merchant uses credits.
    pub enabled: bool,
    /// Whether plan discounts reduce prices in credits too.
    pub discounts_apply_to_credits: bool,
    /// Whether credits of one location pay at another.
    pub cross_location: bool,
}

/// How long personal data is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "RetentionPeriods")]
pub struct Retention {
    /// Days after a visit until the visitor's personal data is purged.
    #[schemars(range(min = 1, max = 3650))]
    pub visitor_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { visitor_days: 90 }
    }
}

/// Whether a merchant does business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MerchantStatus {
    /// It does.
    Active,
}

impl Merchant {
    /// A merchant of this name with the defaults of everything else.
    #[must_use]
    pub fn new(name: Name, default_currency: Currency, default_time_zone: TimeZone) -> Self {
        Self {
            name,
            legal_name: ShortText::default(),
            tax_id: ShortText::default(),
            email: OptionalEmail::default(),
            phone: ShortText::default(),
            address: Address::default(),
            default_currency,
            default_time_zone,
            invoice_settings: InvoiceSettings::default(),
            booking_defaults: BookingPolicy::default(),
            credit_settings: CreditSettings::default(),
            retention: Retention::default(),
            status: MerchantStatus::Active,
        }
    }
}

impl InvoiceSettings {
    /// Counts the invoices numbered under the present prefix. Each prefix has a sequence of its own, which goes on where
    /// it was when the prefix comes back, so that no number is given twice.
    #[must_use]
    pub fn numbered(&self) -> Counter {
        Counter::new("invoices_numbered", digest(self.number_prefix.as_str()))
    }
}

impl Kind for Merchant {
    const KIND: KindName = KindName::Merchant;
}

impl Writable for Merchant {
    type Fields = Self;
}

impl Entity for Merchant {
    const PATH: &'static str = "/merchant";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}
