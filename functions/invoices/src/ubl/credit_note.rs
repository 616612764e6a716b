//! Get a credit note as UBL.

use billing::documents::Quantity;
use money_documents::{CreditNote, credit_note::CreditedLine};
use shared::api::{Call, PathId, Xml};
use values::{ApiError, Decimal, tax::TaxCategory};

use super::{
    EN_16931,
    element::Element,
    parties,
    tax_scope::{TaxScope, check_buyer},
    totals::{Amounts, UblLine, monetary_total, tax_total},
};

/// A credit note (UNTDID 1001).
const CREDIT_NOTE: &str = "381";

/// Get credit note UBL
pub async fn credit_note(call: Call, PathId(id): PathId<CreditNote>) -> Result<Xml, ApiError> {
    let note = call.get(id).await?.body;
    let scope = TaxScope::of(&note.taxes)?;
    parties::check(&note.bill_from, &note.bill_to)?;
    check_buyer(&note.taxes, &note.bill_to)?;
    Ok(Xml(written(&note, scope, Amounts::of(note.currency)?)))
}

fn written(note: &CreditNote, scope: TaxScope, amounts: Amounts) -> String {
    let invoice = Element::default().text("cbc:ID", &note.invoice_number);
    let is_supplied = note.taxes.iter().any(|group| group.category() == TaxCategory::IntraCommunity);
    let supplied_on = is_supplied.then_some(note.issue_date);
    let root = Element::default()
        .text("cbc:CustomizationID", EN_16931)
        .text("cbc:ID", &note.number)
        .text("cbc:IssueDate", note.issue_date)
        .text("cbc:CreditNoteTypeCode", CREDIT_NOTE)
        .text("cbc:Note", &note.memo)
        .text("cbc:DocumentCurrencyCode", note.currency)
        .child("cac:BillingReference", &Element::default().child("cac:InvoiceDocumentReference", &invoice))
        .child("cac:AccountingSupplierParty", &parties::seller(&note.bill_from, scope))
        .child("cac:AccountingCustomerParty", &parties::buyer(&note.bill_to, scope))
        .child("cac:Delivery", &parties::delivery(supplied_on, &note.bill_to))
        .child("cac:PaymentTerms", &Element::default().text("cbc:Note", format!("Credits {}", note.invoice_number)))
        .child("cac:TaxTotal", &tax_total(amounts, &note.taxes, &note.exemption_reasons))
        .child("cac:LegalMonetaryTotal", &monetary_total(amounts, &note.taxes, note.total_minor, 0));
    let with_line = |root: Element, (position, line): (usize, &CreditedLine)| {
        let element = line_of(position + 1, line).element(amounts, "cbc:CreditedQuantity");
        root.child("cac:CreditNoteLine", &element)
    };
    note.lines.iter().enumerate().fold(root, with_line).document("CreditNote")
}

/// A line of what is credited without tax, for the quantity that is credited, or for one where an amount is.
fn line_of(number: usize, line: &CreditedLine) -> UblLine<'_> {
    let credited = &line.credited;
    UblLine {
        number,
        description: line.description.as_str(),
        quantity: credited.quantity.map_or_else(|| Decimal::new(1, 0), Quantity::decimal),
        net_minor: credited.net_minor,
        priced: None,
        tax: (credited.tax_rate, credited.category()),
        period: (None, None),
    }
}
