//! Who may pay for a booking: the customer, or the company of a member who books (`docs/AREAS.md`, Bookings 56).

use bookkeeping::source_account::Spender;
use scheduling::resource::ResourceType;
use shared::{
    customer::CustomerRecord,
    domain::{
        Company, CompanyMember, Customer, Id, Location, Member, Record,
        company::{CompanyStatus, PayWithInvoice},
        company_member::CompanyRole,
    },
};

use crate::booking_customer::Bookers;

/// Somebody who may pay.
#[derive(Clone, Debug)]
pub struct Payer {
    /// The customer.
    pub id: Id<Customer>,
    /// What the company's members may have put on its invoice; none of the customer who books.
    on_invoice: Option<PayWithInvoice>,
    /// Whether its credits and day passes may be spent.
    pub may_spend: bool,
    /// Who spends them, where that is counted.
    pub spender: Option<Spender>,
    /// What of its credits this member has spent this month.
    pub spent: i64,
}

impl Payer {
    /// The customer who books.
    #[must_use]
    pub const fn own(id: Id<Customer>) -> Self {
        Self { id, on_invoice: None, may_spend: true, spender: None, spent: 0 }
    }

    /// Whether a booking of this type goes on its invoice.
    #[must_use]
    pub const fn may_invoice(&self, resource_type: ResourceType) -> bool {
        let Some(allowed) = self.on_invoice else { return true };
        match resource_type {
            ResourceType::MeetingRoom
            | ResourceType::ConferenceRoom
            | ResourceType::EventSpace
            | ResourceType::PhoneBooth
            | ResourceType::Studio => allowed.rooms,
            ResourceType::HotDesk | ResourceType::DedicatedDesk => allowed.desks,
            ResourceType::Equipment => allowed.equipment,
            ResourceType::Office | ResourceType::Parking | ResourceType::Station => false,
        }
    }

    /// Whether so many more credits stay within what the member may spend in the month.
    #[must_use]
    pub fn is_within_limit(&self, credits: i64) -> bool {
        let limit = self.spender.as_ref().and_then(|spender| spender.limit);
        limit.is_none_or(|limit| self.spent.saturating_add(credits) <= limit)
    }
}

/// The companies of who books, with the places there: of a member all, of a company that of the member who books for it.
#[must_use]
pub fn places_of(bookers: &Bookers) -> Vec<(Id<Company>, Id<CompanyMember>, Id<Member>)> {
    match (&bookers.customer, &bookers.member) {
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

/// Who may pay, first choice first: the company where a member who books belongs to one at the location, then the member; a
/// company that books pays itself.
#[must_use]
pub fn payers(
    bookers: &Bookers,
    location: Id<Location>,
    (companies, places): (&[Record<Company>], &[Record<CompanyMember>]),
    month: &str,
    spent: impl Fn(Id<Company>) -> i64,
) -> Vec<Payer> {
    let of_place = |place: &Record<CompanyMember>, on_invoice| Payer {
        id: place.body.company_id.cast(),
        on_invoice,
        may_spend: place.body.role == CompanyRole::Manager || place.body.may_use_company_credits,
        spender: Some(Spender {
            member_id: place.body.member_id,
            month: month.to_owned(),
            limit: place.body.monthly_credit_limit,
        }),
        spent: spent(place.body.company_id),
    };
    match &bookers.customer {
        CustomerRecord::Company(company) => match places.iter().find(|place| place.body.company_id == company.id) {
            Some(place) => vec![of_place(place, None)],
            None => vec![Payer::own(bookers.customer.id())],
        },
        CustomerRecord::Member(_) => {
            let here = places.iter().filter(|place| place.body.location_id == location);
            let active = |place: &&Record<CompanyMember>| {
                companies.iter().find(|company| {
                    company.id == place.body.company_id && company.body.status == CompanyStatus::Active
                })
            };
            let paying = here.filter_map(|place| Some(of_place(place, Some(active(&place)?.body.pay_with_invoice))));
            paying.chain([Payer::own(bookers.customer.id())]).collect()
        }
    }
}
