//! Update the calling client's merchant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use shared::{
    ApiError,
    api::{Body, Call, Committed, Data, Partial},
    domain::{
        Address, Currency, Metadata, Name, ShortText, TimeZone,
        booking_policy::{self, BookingPolicy},
        merchant::{CreditSettings, InvoiceSettings, Merchant, Retention},
    },
};

use crate::shown::{ShownMerchant, own};

/// What may change of a merchant; a field that is left out stays as it is, also inside an object.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MerchantPatch {
    /// What people call it.
    name: Option<Name>,
    /// Name of the legal person.
    legal_name: Option<ShortText>,
    /// Tax identification number.
    tax_id: Option<ShortText>,
    /// Address for mail; may be empty.
    #[schemars(regex(pattern = r"^([^\s@\x00-\x1f\x7f]{1,64}@[^\s@\x00-\x1f\x7f]+)?$"))]
    email: Option<ShortText>,
    /// Telephone number.
    phone: Option<ShortText>,
    /// Postal address.
    address: Option<Partial<Address>>,
    /// Currency that a new location suggests.
    default_currency: Option<Currency>,
    /// Time zone that a new location suggests.
    default_time_zone: Option<TimeZone>,
    /// How invoices are numbered and worded. The next number cannot be set.
    invoice_settings: Option<Partial<InvoiceSettings>>,
    /// Booking policy of resources that set none of their own.
    booking_defaults: Option<Partial<BookingPolicy>>,
    /// How credits work.
    credit_settings: Option<Partial<CreditSettings>>,
    /// How long personal data is kept.
    retention: Option<Partial<Retention>>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update merchant
pub async fn update(
    call: Call,
    Body(mut patch): Body<MerchantPatch>,
) -> Result<Committed<Data<ShownMerchant>>, ApiError> {
    let before = own(&call).await?;
    call.check_version(&before)?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone())?;
    booking_policy::check(&body.booking_defaults, "booking_defaults")?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(ShownMerchant::of(&call, before).await?));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let shown = ShownMerchant::of(&call, after).await?;
    call.commit(transaction, Data(shown)).await
}

impl MerchantPatch {
    fn applied_to(self, merchant: Merchant) -> Result<Merchant, ApiError> {
        Ok(Merchant {
            name: self.name.unwrap_or(merchant.name),
            legal_name: self.legal_name.unwrap_or(merchant.legal_name),
            tax_id: self.tax_id.unwrap_or(merchant.tax_id),
            email: self.email.unwrap_or(merchant.email),
            phone: self.phone.unwrap_or(merchant.phone),
            address: merged(self.address, merchant.address)?,
            default_currency: self.default_currency.unwrap_or(merchant.default_currency),
            default_time_zone: self.default_time_zone.unwrap_or(merchant.default_time_zone),
            invoice_settings: merged(self.invoice_settings, merchant.invoice_settings)?,
            booking_defaults: merged(self.booking_defaults, merchant.booking_defaults)?,
            credit_settings: merged(self.credit_settings, merchant.credit_settings)?,
            retention: merged(self.retention, merchant.retention)?,
        })
    }
}

fn merged<T>(given: Option<Partial<T>>, current: T) -> Result<T, ApiError>
where
    T: Serialize + DeserializeOwned + JsonSchema,
{
    match given {
        Some(given) => given.applied_to(&current),
        None => Ok(current),
    }
}
