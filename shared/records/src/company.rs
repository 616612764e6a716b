//! Company: a customer with members of its own, at one location.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Location, RecordOperation};
use store::holds_fields;
use store::{Entity, Index, IndexBy, Indexes};
use values::{
    Address, Counter, EmailAddress, Id, Kind, KindName, LongText, Name, ShortText, Timestamp,
    tax::{TaxIdStatus, TaxStatus},
};

/// What clients write of a company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CompanyFields {
    /// Where it is a customer.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Name of the legal person.
    #[serde(default)]
    pub legal_name: ShortText,
    /// Tax identification number as it was written, with or without the country in front; empty when there is none.
    #[serde(default)]
    pub tax_id: ShortText,
    /// Address for invoices; null for none.
    #[serde(default)]
    pub billing_email: Option<EmailAddress>,
    /// How it is taxed: `standard`, or not because it owes the tax itself (`reverse_charge`) or is `exempt`.
    #[serde(default)]
    pub tax_status: TaxStatus,
    /// Why it is exempt, as documents say it; used while `tax_status` is `exempt`, which needs it.
    #[serde(default)]
    pub tax_exemption_reason: ShortText,
    /// Postal address for invoices.
    #[serde(default)]
    pub billing_address: Address,
    /// Days from issue until an invoice is due; the merchant's when null.
    #[serde(default)]
    #[schemars(range(min = 0, max = 365))]
    pub default_payment_terms_days: Option<i64>,
    /// What its members may have put on its invoice.
    #[serde(default)]
    pub pay_with_invoice: PayWithInvoice,
    /// For the merchant's own people.
    #[serde(default)]
    pub notes: LongText,
}

/// A customer with members of its own, at one location.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// Location, name, billing and notes, as clients write them.
    #[serde(flatten)]
    pub fields: CompanyFields,
    /// What is known of its tax number; nobody asked the country.
    #[serde(with = "stored_tax_id_status")]
    pub tax_id_status: TaxIdStatus,
    /// Whether it does business.
    pub status: CompanyStatus,
    /// What is carried out for the company in steps after its request, or was last; null when nothing was.
    #[serde(default)]
    pub operation: Option<RecordOperation>,
}

holds_fields!(Company, CompanyFields);

/// How the status of a tax number is stored: in the words of the version before, which may read it while a deployment
/// is under way.
mod stored_tax_id_status {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use values::tax::TaxIdStatus;

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Stored {
        Missing,
        #[serde(alias = "form_checked")]
        Verified,
        Unverified,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    pub(super) fn serialize<S: Serializer>(status: &TaxIdStatus, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = match status {
            TaxIdStatus::Missing => Stored::Missing,
            TaxIdStatus::FormChecked => Stored::Verified,
            TaxIdStatus::Unverified => Stored::Unverified,
        };
        stored.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TaxIdStatus, D::Error> {
        Ok(match Stored::deserialize(deserializer)? {
            Stored::Missing => TaxIdStatus::Missing,
            Stored::Verified => TaxIdStatus::FormChecked,
            Stored::Unverified => TaxIdStatus::Unverified,
        })
    }
}

/// A customer with members of its own, at one location.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Company")]
pub struct CompanyView {
    /// Location, name, billing and notes, as clients write them.
    #[serde(flatten)]
    pub fields: CompanyFields,
    /// What is known of its tax number: `missing`, `form_checked` or `unverified`. Nobody asked the country's register.
    pub tax_id_status: TaxIdStatus,
    /// Whether it does business.
    pub status: CompanyStatus,
    /// What is carried out for the company in steps after its request, or was last; null when nothing was.
    pub operation: Option<RecordOperation>,
}

/// Whether a company does business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompanyStatus {
    /// The company is a customer: it gets members, and new things are booked and sold for it.
    Active,
    /// It does nothing new.
    Archived,
}

/// What a company's members may have put on its invoice, per kind of thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PayWithInvoice {
    /// Meeting rooms, event spaces and the like.
    pub rooms: bool,
    /// Bookings of desks may go on the company's invoice.
    pub desks: bool,
    /// Bookings of equipment may go on the company's invoice.
    pub equipment: bool,
    /// Event tickets may go on the company's invoice.
    pub events: bool,
    /// Products of the shop may go on the company's invoice.
    pub shop: bool,
    /// Packages of credits may go on the company's invoice.
    pub credit_packages: bool,
}

impl Company {
    /// Index of the companies that are customers at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Counts a company's members.
    #[must_use]
    pub fn members(id: Id<Self>) -> Counter {
        Counter::new("company_members", id)
    }

    /// Counts a company's managers: at least one while it has members.
    #[must_use]
    pub fn managers(id: Id<Self>) -> Counter {
        Counter::new("company_managers", id)
    }

    /// Counts the registrations that name a company and are open until some instant of a UTC day: the company does not
    /// go while there are any of this day or a later one.
    #[must_use]
    pub fn registrations(id: Id<Self>, expiry: Timestamp) -> Counter {
        Counter::new("company_registrations", format!("{id}#{}", expiry.utc().date_naive()))
    }

    /// Counts how often a registration that names a company was opened: none has come while it stays the same.
    #[must_use]
    pub fn registrations_made(id: Id<Self>) -> Counter {
        Counter::new("company_registrations_made", id)
    }
}

impl Kind for Company {
    const KIND: KindName = KindName::Company;
}

impl Entity for Company {
    const WORD_ROWS: &'static [&'static str] = &["status"];
    const VISIBILITY: values::Visibility = values::Visibility::own(&["id"]);
    const PATH: &'static str = "/companies";
    type View = CompanyView;

    fn view(&self, _now: Timestamp) -> CompanyView {
        CompanyView {
            fields: self.fields.clone(),
            tax_id_status: self.tax_id_status,
            status: self.status,
            operation: self.operation.clone(),
        }
    }

    fn names(&self) -> Vec<&str> {
        let email = self.billing_email.as_ref().map_or("", EmailAddress::as_str);
        vec![self.name.as_str(), self.legal_name.as_str(), email]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let due_at = self.operation.as_ref().and_then(RecordOperation::due_at);
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).due(due_at)
    }
}
