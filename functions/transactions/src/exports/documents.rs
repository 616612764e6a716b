//! What entries of the journal were made of, as far as accountants ask: number, counterparty, and how it was paid.

use std::collections::{BTreeMap, BTreeSet};

use billing::{
    documents::InvoiceItem as LineId,
    ledger::{BookedKind, DocumentKind},
};
use money_documents::{CreditNote, Invoice, invoice_party::BilledParty};
use records::{company::Company, member::Member};
use shared::api::Call;
use store::{Entity, Record};
use values::{ApiError, Customer, Id};
use wallets_and_journal::{PaymentTransaction, PostedEntry};
use work::customer::CustomerRecord;

use super::words::plain;

/// Documents by id.
#[derive(Debug, Default)]
pub struct Documents {
    invoices: BTreeMap<Id<()>, Record<Invoice>>,
    notes: BTreeMap<Id<()>, Record<CreditNote>>,
    payments: BTreeMap<Id<()>, Record<PaymentTransaction>>,
    customers: BTreeMap<Id<Customer>, BilledParty>,
}

/// What an entry was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// Number of the invoice or credit note; of a payment that of the invoice that it pays. Empty where there is none.
    pub number: String,
    /// Name of the customer as it stands on the document, or now.
    pub counterparty: String,
    /// Tax number of the customer, likewise.
    pub tax_id: String,
    /// How something was paid; empty unless it was.
    pub method: String,
    /// What identifies the payment outside.
    pub reference: String,
}

impl Documents {
    /// Reads what these entries were made of.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(call: &Call, entries: &[Record<PostedEntry>]) -> Result<Self, ApiError> {
        let of_kind = |kind: DocumentKind| -> BTreeSet<Id<()>> {
            let documents = entries.iter().map(|entry| entry.body.0.occasion().document);
            documents.filter(|document| document.kind == kind).map(|document| document.id).collect()
        };
        let (notes, payments) = tokio::join!(
            found::<CreditNote>(call, of_kind(DocumentKind::CreditNote)),
            found::<PaymentTransaction>(call, of_kind(DocumentKind::Payment)),
        );
        let (notes, payments) = (notes?, payments?);
        let mut invoices = of_kind(DocumentKind::Invoice);
        invoices.extend(payments.values().filter_map(|payment| payment.body.invoice_id));
        invoices.extend(notes.values().map(|note| note.body.fields.invoice_id.cast::<()>()));
        let invoices = found::<Invoice>(call, invoices).await?;
        let mut read = Self { invoices, notes, payments, customers: BTreeMap::new() };
        let unnamed = entries.iter().filter(|entry| read.party(&entry.body).is_none());
        let customers: BTreeSet<Id<()>> = unnamed.map(|entry| entry.body.0.occasion().customer_id.cast()).collect();
        let (members, companies) =
            tokio::join!(found::<Member>(call, customers.clone()), found::<Company>(call, customers));
        let members = members?.into_values().map(|member| CustomerRecord::Member(Box::new(member)));
        for customer in
            members.chain(companies?.into_values().map(|company| CustomerRecord::Company(Box::new(company))))
        {
            read.customers.insert(customer.id(), BilledParty::of(&customer));
        }
        Ok(read)
    }

    /// What an entry was made of.
    #[must_use]
    pub fn describe(&self, entry: &PostedEntry) -> Described {
        let (id, customer) = (entry.0.occasion().document.id, entry.0.occasion().customer_id);
        let party = self.party(entry).or_else(|| self.customers.get(&customer));
        let payment = self.payments.get(&id).map(|payment| &payment.body);
        let invoice = payment.and_then(|payment| payment.invoice_id).unwrap_or(id);
        let number = self.notes.get(&id).map(|note| note.body.number.to_string());
        let number = number.or_else(|| self.invoices.get(&invoice)?.body.number.as_ref().map(ToString::to_string));
        Described {
            number: number.unwrap_or_default(),
            counterparty: party.map(|party| party.billed_name().to_owned()).unwrap_or_default(),
            tax_id: party.map(|party| party.tax_id.to_string()).unwrap_or_default(),
            method: payment.map(|payment| plain(&payment.method)).unwrap_or_default(),
            reference: payment.map(|payment| payment.gateway_reference.to_string()).unwrap_or_default(),
        }
    }

    /// The payment that an entry was made of.
    #[must_use]
    pub fn payment(&self, entry: &PostedEntry) -> Option<&Record<PaymentTransaction>> {
        self.payments.get(&entry.0.occasion().document.id)
    }

    /// The credit note that an entry was made of.
    #[must_use]
    pub fn note(&self, entry: &PostedEntry) -> Option<&Record<CreditNote>> {
        self.notes.get(&entry.0.occasion().document.id)
    }

    /// What a line of an invoice is for.
    #[must_use]
    pub fn kind_of(&self, invoice: Id<Invoice>, line: Id<LineId>) -> Option<BookedKind> {
        let items = &self.invoices.get(&invoice.cast())?.body.items;
        items.iter().find(|item| item.line.input.id == line).map(|item| item.line.input.kind.into())
    }

    /// The customer as it stands on the document of an entry.
    fn party(&self, entry: &PostedEntry) -> Option<&BilledParty> {
        let id = entry.0.occasion().document.id;
        if let Some(note) = self.notes.get(&id) {
            return Some(&note.body.bill_to);
        }
        let invoice = self.payments.get(&id).and_then(|payment| payment.body.invoice_id).unwrap_or(id);
        self.invoices.get(&invoice)?.body.issue.as_ref().map(|issue| &issue.bill_to)
    }
}

/// The records with these ids.
async fn found<E: Entity>(call: &Call, ids: BTreeSet<Id<()>>) -> Result<BTreeMap<Id<()>, Record<E>>, ApiError> {
    let ids: Vec<Id<E>> = ids.into_iter().map(Id::cast).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found = call.store.find_all_any(call.tenant(), &ids).await?;
    Ok(found.into_iter().map(|record| (record.id.cast(), record)).collect())
}
