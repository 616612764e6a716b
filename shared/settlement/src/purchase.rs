//! What is known of a customer who orders or registers: what the merchant allows, what the customer is at the location,
//! who may pay, and what they have.

use agreements::subscription::entitlements::Entitlements;
use billing::{
    settlement::{Owed, PaymentSource},
    wallet::SpentAt,
};
use records::{Location, company::PayWithInvoice, merchant::CreditSettings};
use store::Record;
use values::{ApiError, ErrorCode, Id, ShortText, Timestamp};
use wallets_and_journal::current_wallet;
use work::{UnitOfWork, customer::CustomerRecord};

use crate::{
    Settling,
    payer::{self, Payer, Places, companies_of},
};

/// Minutes for which something waits that is to be paid outside of this service.
pub const UNPAID_MINUTES: i64 = 15;

/// Whether telling of a payment outside repeats what was told before, so that nothing is left to do: the same reference
/// is the same payment. What costs nothing was paid by nobody.
///
/// # Errors
/// 409 `invalid_state` when it is paid by something else.
pub fn is_told_before(
    is_paid_outside: bool,
    paid_at: Option<Timestamp>,
    reference: &ShortText,
    told: &ShortText,
) -> Result<bool, ApiError> {
    match paid_at {
        None => Ok(false),
        Some(_) if is_paid_outside && reference == told => Ok(true),
        Some(_) => Err(ApiError::conflict(ErrorCode::InvalidState, "it is paid already")),
    }
}

/// What was read of a customer who pays at a location with a source.
#[derive(Debug)]
pub struct Purchase {
    /// What the merchant says about credits.
    pub settings: CreditSettings,
    /// What the customer is at the location.
    pub entitlements: Entitlements,
    /// What is going to be charged.
    pub settling: Settling,
    payers: Vec<Payer>,
    source: PaymentSource,
    location_id: Id<Location>,
}

impl Purchase {
    /// Reads it, side by side.
    ///
    /// # Errors
    /// 422 `not_payable` on `payment_source` when the merchant uses no credits; 503 when the store cannot be used.
    pub async fn read(
        work: &UnitOfWork,
        customer: &CustomerRecord,
        location: &Record<Location>,
        source: PaymentSource,
    ) -> Result<Self, ApiError> {
        let (by_credits, on_invoice) = (source == PaymentSource::Credits, source == PaymentSource::Invoice);
        let is_outside = !by_credits && !on_invoice;
        let companies = if is_outside { Vec::new() } else { companies_of(customer, None) };
        let month = work.now.day_in(location.body.time_zone).format("%Y-%m").to_string();
        let wallets = companies.iter().map(|(company, ..)| company.cast()).chain([customer.id()]);
        let wallets = if by_credits { wallets.collect() } else { Vec::new() };
        let (merchant, entitlements, places, settling) = tokio::join!(
            work.read_merchant(),
            Box::pin(Entitlements::read(work, customer, location)),
            Places::read(work, &companies, &month),
            Settling::open(work, current_wallet::renew_all(work, wallets), on_invoice.then_some(location.id), work.now),
        );
        let settings = merchant?.body.credit_settings;
        if by_credits && !settings.enabled {
            let message = "the merchant does not use credits: see credit_settings.enabled";
            return Err(ApiError::rule("payment_source", "not_payable", message));
        }
        let payers = if is_outside { vec![Payer::own(customer.id())] } else { places?.payers(customer, location.id) };
        let (entitlements, settling) = (entitlements?, settling?);
        Ok(Self { settings, entitlements, settling, payers, source, location_id: location.id })
    }

    /// Who pays what costs so much, when it goes on the invoice of a company that allows it.
    ///
    /// # Errors
    /// As [`payer::chosen`].
    pub fn payer(
        &self,
        work: &UnitOfWork,
        price: &Owed,
        is_allowed: impl Fn(&PayWithInvoice) -> bool,
    ) -> Result<&Payer, ApiError> {
        let spent_at = spent_at(self.location_id, self.settings.cross_location);
        let funds = |payer: &Payer| self.settling.funds(work, payer.id, &spent_at).credits;
        payer::chosen(&self.payers, self.source, price, is_allowed, funds)
    }
}

/// Where credits are spent that are taken at once: at a location, and whether those of others pay there.
#[must_use]
pub const fn spent_at(location: Id<Location>, cross_location: bool) -> SpentAt {
    SpentAt { location_id: Some(location.cast()), cross_location, takes_place_at: None }
}
