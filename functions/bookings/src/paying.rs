//! The payment of new bookings: who pays, from what, and whether it suffices. A booking that nobody pays for reads
//! nothing.

use billing::settlement::{MoneyBy, PaymentSource, PaymentTerms};
use records::{Location, company::PayWithInvoice, merchant::CreditSettings};
use scheduling::{
    Booking, ScheduleSnapshot,
    booking::{BookingPayment, BookingRequest},
    booking_settlement,
    discount::Discount,
    resource::{ProductGroup, ResourceType},
};
use settlement::{
    Settling, SourceAccount,
    payer::{self, Payer, Places, companies_of},
};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Timestamp};

use crate::{
    booking_customer::Bookers,
    owed::{description, owed},
    price_override::check_in_money,
};

/// How a request is to be paid.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaymentAsked {
    /// What pays first: nothing, credits, day passes, an invoice, or money outside of this service.
    pub source: PaymentSource,
    /// Whether money pays what credits or day passes do not.
    pub allow_mixed: bool,
}

impl PaymentAsked {
    /// How a booking is paid that was made.
    #[must_use]
    pub fn of(booking: &Booking) -> Self {
        let mixed = booking.payment.as_ref().and_then(|payment| payment.account.terms.mixed_with);
        Self { source: booking.payment_source, allow_mixed: mixed.is_some() }
    }

    /// Whether credits or day passes pay.
    const fn is_of_wallet(self) -> bool {
        matches!(self.source, PaymentSource::Credits | PaymentSource::DayPass)
    }

    /// Whether something of it may go on an invoice.
    const fn may_invoice(self) -> bool {
        matches!(self.source, PaymentSource::Invoice) || (self.is_of_wallet() && self.allow_mixed)
    }
}

/// The payment of the bookings that one transaction makes.
#[derive(Debug, Default)]
pub struct Paying {
    asked: PaymentAsked,
    settings: CreditSettings,
    payers: Vec<Payer>,
    settling: Settling,
}

impl Paying {
    /// Reads who may pay, and what they have until the last of the bookings begins.
    ///
    /// # Errors
    /// 422 `not_payable` on `payment_source` when the merchant does not use credits; 503 when the store cannot be used.
    pub async fn read(
        call: &Call,
        asked: PaymentAsked,
        bookers: &Bookers,
        (location, until): (&Record<Location>, Timestamp),
    ) -> Result<Self, ApiError> {
        Self::read_beside(call, asked, bookers, (location, until), &[]).await
    }

    /// The same of a booking that takes the place of another one, whose payment is settled with it.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn read_replacing(
        call: &Call,
        asked: PaymentAsked,
        bookers: &Bookers,
        at: (&Record<Location>, Timestamp),
        replaced: &Booking,
    ) -> Result<Self, ApiError> {
        let account: Vec<&SourceAccount> = replaced.payment.iter().map(|payment| &payment.account).collect();
        Self::read_beside(call, asked, bookers, at, &account).await
    }

    async fn read_beside(
        call: &Call,
        asked: PaymentAsked,
        bookers: &Bookers,
        (location, until): (&Record<Location>, Timestamp),
        accounts: &[&SourceAccount],
    ) -> Result<Self, ApiError> {
        let own = Payer::own(bookers.customer.id());
        if matches!(asked.source, PaymentSource::None | PaymentSource::External) {
            let settling = match accounts {
                [] => Settling::default(),
                some => Settling::load(call, some, Some(until)).await?,
            };
            let payers = if asked.source == PaymentSource::External { vec![own] } else { Vec::new() };
            return Ok(Self { asked, payers, settling, ..Self::default() });
        }
        let month = call.now.day_in(location.body.time_zone).format("%Y-%m").to_string();
        let companies = companies_of(&bookers.customer, bookers.member.as_ref());
        let wallets = companies.iter().map(|(company, ..)| company.cast()).chain([own.id]);
        let wallets = if asked.is_of_wallet() { wallets.collect() } else { Vec::new() };
        let (merchant, places, settling) = tokio::join!(
            call.read_merchant(),
            Places::read(call, &companies, &month),
            Settling::load_beside(call, accounts, wallets, asked.may_invoice().then_some(location.id), Some(until)),
        );
        let settings = merchant?.body.credit_settings;
        if asked.source == PaymentSource::Credits && !settings.enabled {
            let message = "the merchant does not use credits: see credit_settings.enabled";
            return Err(ApiError::rule("payment_source", "not_payable", message));
        }
        let payers = places?.payers(&bookers.customer, location.id);
        Ok(Self { asked, settings, payers, settling: settling? })
    }

    /// Says who pays for a new booking and what it owes, and refuses one that could not be paid. Nothing is charged
    /// yet.
    ///
    /// # Errors
    /// 402 `insufficient_balance`; 422 on `payment_source`.
    pub fn set_payment(
        &self,
        call: &Call,
        (request, snapshot): (&BookingRequest<'_>, &ScheduleSnapshot),
        discounts: &[Discount],
        booking: &mut Record<Booking>,
    ) -> Result<(), ApiError> {
        if self.asked.source == PaymentSource::None {
            return Ok(());
        }
        check_in_money(self.asked.source, booking.body.price_override.as_deref())?;
        let discounts_apply_to_credits = self.settings.discounts_apply_to_credits;
        let discounts = if discounts_apply_to_credits { discounts } else { &[] };
        let price = owed(request, &snapshot.others(), &booking.body.price, discounts)?;
        let mut payment = BookingPayment {
            price,
            description: Some(description(snapshot, request.period)),
            cross_location: self.settings.cross_location,
            discounts_apply_to_credits,
            account: SourceAccount::new(booking.body.customer_id, self.terms(None), None),
        };
        let spent_at = booking_settlement::spent_at(&booking.body, &payment);
        let others = snapshot.others();
        let mut resource_types: Vec<ResourceType> = others.iter().map(|(_, other)| other.resource_type).collect();
        resource_types.push(request.resource.resource_type);
        let funds = |payer: &Payer| {
            let funds = self.settling.funds(call, payer.id, &spent_at);
            if self.asked.source == PaymentSource::Credits { funds.credits } else { funds.day_passes }
        };
        let is_allowed = |allowed: &PayWithInvoice| may_invoice_all(*allowed, &resource_types);
        let payer = payer::chosen(&self.payers, self.asked.source, &price, is_allowed, funds)?;
        let mixed_with = self.asked.allow_mixed && self.asked.is_of_wallet();
        let by = if payer.may_invoice(is_allowed) { MoneyBy::Invoice } else { MoneyBy::External };
        let spender = if self.asked.source == PaymentSource::Credits { payer.spender.clone() } else { None };
        payment.account = SourceAccount::new(payer.id, self.terms(mixed_with.then_some(by)), spender);
        check_one_rate(payment.account.terms, &booking.body)?;
        booking.body.payment = Some(Box::new(payment));
        booking_settlement::check(&self.settling, call, booking)
    }

    /// Gives back what was charged for the booking that another one takes the place of; `ended` is what it becomes.
    ///
    /// # Errors
    /// 409 `capacity_exceeded`.
    pub fn give_back(&mut self, call: &Call, before: &Booking, ended: &mut Record<Booking>) -> Result<(), ApiError> {
        booking_settlement::settle(&mut self.settling, call, Some(before), ended)
    }

    /// As [`Settling::leave_room`].
    pub fn leave_room(&mut self, actions: usize) {
        self.settling.leave_room(actions);
    }

    const fn terms(&self, mixed_with: Option<MoneyBy>) -> PaymentTerms {
        PaymentTerms { source: self.asked.source, mixed_with }
    }

    /// Charges a booking that was entered.
    ///
    /// # Errors
    /// 402 `insufficient_balance`, 409 `capacity_exceeded`.
    pub fn charge(&mut self, call: &Call, booking: &mut Record<Booking>) -> Result<(), ApiError> {
        booking_settlement::settle(&mut self.settling, call, None, booking)?;
        let Some(payment) = &booking.body.payment else { return Ok(()) };
        let credits = payment.account.charged.units(billing::wallet::Unit::Credits);
        for payer in self.payers.iter_mut().filter(|payer| payer.id == payment.account.payer_id) {
            payer.spent = payer.spent.saturating_add(credits);
        }
        Ok(())
    }

    /// Puts what was charged into the transaction that makes the bookings.
    ///
    /// # Errors
    /// 503 when the store cannot be used.
    pub async fn write(self, call: &Call, transaction: &mut Transaction) -> Result<(), ApiError> {
        self.settling.write(call, transaction).await
    }
}

/// Whether members may put a booking of all of these on the invoice of a company that allows this.
fn may_invoice_all(allowed: PayWithInvoice, resource_types: &[ResourceType]) -> bool {
    resource_types.iter().all(|resource_type| match resource_type.product_group() {
        Some(ProductGroup::Rooms) => allowed.rooms,
        Some(ProductGroup::Desks) => allowed.desks,
        Some(ProductGroup::Equipment) => allowed.equipment,
        None => false,
    })
}

/// Refuses to put on an invoice what is taxed at several rates: a source has one item.
fn check_one_rate(terms: PaymentTerms, booking: &Booking) -> Result<(), ApiError> {
    let may_invoice = terms.source == PaymentSource::Invoice || terms.mixed_with == Some(MoneyBy::Invoice);
    if may_invoice && booking.price.tax().is_none() {
        let message = "what is taxed at several rates does not go on an invoice as one item";
        return Err(ApiError::rule("payment_source", "not_payable", message));
    }
    Ok(())
}
