//! Who may pay for a source: the customer, or the company of a member who books or orders (`docs/areas/bookings.md`
//! 56).

use billing::settlement::{Owed, PaymentSource};
use records::{
    Company, CompanyMember, Location, Member,
    company::{CompanyStatus, PayWithInvoice},
    company_member::CompanyRole,
};
use store::Record;
use values::{ApiError, Counter, Customer, Id};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::{source_account::Spender, source_settling::limit_reached};

/// Somebody who may pay.
#[derive(Clone, Debug)]
pub struct Payer {
    /// Customer whose wallet or invoice pays: a member or a company.
    pub id: Id<Customer>,
    /// What the company's members may have put on its invoice; none of the customer who books, and of a manager who
    /// books for it.
    on_invoice: Option<PayWithInvoice>,
    /// Whether its credits and day passes may be spent.
    pub may_spend: bool,
    /// Who spends them, where that is counted.
    pub spender: Option<Spender>,
    /// What of its credits this member has spent this month.
    pub spent: i64,
}

impl Payer {
    /// The customer who books or orders.
    #[must_use]
    pub const fn own(id: Id<Customer>) -> Self {
        Self { id, on_invoice: None, may_spend: true, spender: None, spent: 0 }
    }

    /// Whether what its company allows its members goes on its invoice; everything does of the customer who books.
    pub fn may_invoice(&self, is_allowed: impl Fn(&PayWithInvoice) -> bool) -> bool {
        self.on_invoice.is_none_or(|allowed| is_allowed(&allowed))
    }

    /// Whether so many more credits stay within what the member may spend in the month.
    #[must_use]
    pub fn is_within_limit(&self, credits: i64) -> bool {
        let limit = self.spender.as_ref().and_then(|spender| spender.limit);
        limit.is_none_or(|limit| self.spent.saturating_add(credits) <= limit)
    }
}

/// A company of a customer, the place there, and the member who has it.
pub type Place = (Id<Company>, Id<CompanyMember>, Id<Member>);

/// Who pays: of credits and day passes the first who may spend as many and has them, of money the first on whose
/// invoice it goes; otherwise the customer, who is the last.
///
/// # Errors
/// 402 `insufficient_balance` when the member may not spend so many; 422 `not_allowed` on `payment_source`.
pub fn chosen<'a>(
    payers: &'a [Payer],
    source: PaymentSource,
    price: &Owed,
    is_allowed: impl Fn(&PayWithInvoice) -> bool,
    funds: impl Fn(&Payer) -> i64,
) -> Result<&'a Payer, ApiError> {
    let last = payers.last().ok_or_else(|| ApiError::internal("nobody pays"))?;
    let (needed, counted) = match source {
        PaymentSource::None | PaymentSource::External => return Ok(last),
        PaymentSource::Invoice => {
            // Who books for a company in its name is the only one there is.
            let message = "the company's members do not put this on its invoice: see pay_with_invoice";
            let refusal = || ApiError::rule("payment_source", "not_allowed", message);
            return payers.iter().find(|payer| payer.may_invoice(&is_allowed)).ok_or_else(refusal);
        }
        PaymentSource::Credits => (price.credits, price.credits.unwrap_or_default()),
        PaymentSource::DayPass => (price.day_passes, 0),
    };
    let suffices = |payer: &&Payer| {
        payer.may_spend && payer.is_within_limit(counted) && needed.is_some_and(|needed| needed <= funds(payer))
    };
    if let Some(payer) = payers.iter().find(suffices) {
        return Ok(payer);
    }
    if !last.may_spend {
        let message = "the member may not spend what the company has: see may_use_company_credits";
        return Err(ApiError::rule("payment_source", "not_allowed", message));
    }
    if last.is_within_limit(counted) { Ok(last) } else { Err(limit_reached()) }
}

/// The companies of a customer: of a member all, of a company itself when a member books or orders for it.
#[must_use]
pub fn companies_of(customer: &CustomerRecord, acting: Option<&Record<Member>>) -> Vec<Place> {
    match (customer, acting) {
        (CustomerRecord::Member(member), _) => {
            member.body.companies.iter().map(|(company, place)| (company, place.cast(), member.id)).collect()
        }
        (CustomerRecord::Company(company), Some(member)) => {
            let place = member.body.companies.place(company.id);
            place.map(|place| (company.id, place.cast(), member.id)).into_iter().collect()
        }
        (CustomerRecord::Company(_), None) => Vec::new(),
    }
}

/// What is known of the companies of a customer.
#[derive(Debug, Default)]
pub struct Places {
    companies: Vec<Record<Company>>,
    held: Vec<Record<CompanyMember>>,
    /// What of each company's credits the member has spent in the month.
    spent: Vec<(Id<Company>, i64)>,
    month: String,
}

impl Places {
    /// Reads them, side by side.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, known: &[Place], month: &str) -> Result<Self, ApiError> {
        if known.is_empty() {
            return Ok(Self::default());
        }
        let companies: Vec<Id<Company>> = known.iter().map(|(company, ..)| *company).collect();
        let places: Vec<Id<CompanyMember>> = known.iter().map(|(_, place, _)| *place).collect();
        let counter = |(company, _, member): &Place| Spender::counter_of(*company, *member, month);
        let counters: Vec<Counter> = known.iter().map(counter).collect();
        let (tenant, store) = (work.tenant(), &work.store);
        let (found, held, spent) = tokio::join!(
            store.find_all(tenant, &companies),
            store.find_all(tenant, &places),
            store.read_counters(tenant, &counters)
        );
        let spent = companies.into_iter().zip(spent?).collect();
        Ok(Self { companies: found?, held: held?, spent, month: month.to_owned() })
    }

    /// Who may pay, first choice first: the company where a member belongs to one at the location, then the member; a
    /// company pays itself, on its invoice what the member may put there who books for it.
    #[must_use]
    pub fn payers(&self, customer: &CustomerRecord, location: Id<Location>) -> Vec<Payer> {
        let own = Payer::own(customer.id());
        match customer {
            CustomerRecord::Company(company) => {
                let place = self.held.iter().find(|place| place.body.company_id == company.id);
                let of_place = |place: &Record<CompanyMember>| {
                    let is_manager = place.body.role == CompanyRole::Manager;
                    self.of_place(place, (!is_manager).then_some(company.body.pay_with_invoice))
                };
                vec![place.map_or(own, of_place)]
            }
            CustomerRecord::Member(_) => {
                let here = self.held.iter().filter(|place| place.body.location_id == location);
                let paying = here.filter_map(|place| Some(self.of_place(place, Some(self.on_invoice_of(place)?))));
                paying.chain([own]).collect()
            }
        }
    }

    fn of_place(&self, place: &Record<CompanyMember>, on_invoice: Option<PayWithInvoice>) -> Payer {
        let company = place.body.company_id;
        let spender = Spender {
            member_id: place.body.member_id,
            month: self.month.clone(),
            limit: place.body.monthly_credit_limit,
        };
        Payer {
            id: company.cast(),
            on_invoice,
            may_spend: place.body.role == CompanyRole::Manager || place.body.may_use_company_credits,
            spender: Some(spender),
            spent: self.spent.iter().find(|(id, _)| *id == company).map_or(0, |(_, spent)| *spent),
        }
    }

    /// What members may have put on the invoice of a company, if it is active.
    fn on_invoice_of(&self, place: &Record<CompanyMember>) -> Option<PayWithInvoice> {
        let company = self.companies.iter().find(|company| company.id == place.body.company_id)?;
        (company.body.status == CompanyStatus::Active).then_some(company.body.pay_with_invoice)
    }
}
