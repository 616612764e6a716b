//! Get an invoice as UBL.

use money_documents::{Invoice, invoice::Issue, invoice_line::InvoiceLine};
use shared::api::{Call, PathId, Xml};
use values::{ApiError, Day, ErrorCode, ShortText, tax::TaxCategory};

use super::{
    EN_16931,
    element::Element,
    parties,
    tax_scope::{TaxScope, check_buyer},
    totals::{Amounts, UblLine, monetary_total, period, tax_total},
};

/// A commercial invoice (UNTDID 1001).
const COMMERCIAL_INVOICE: &str = "380";
/// A credit transfer (UNTDID 4461).
const CREDIT_TRANSFER: &str = "30";

/// The issued invoice as an XML document in UBL 2.1 after EN 16931.
pub async fn invoice(call: Call, PathId(id): PathId<Invoice>) -> Result<Xml, ApiError> {
    of_invoice(&call.get(id).await?.body).map(Xml)
}

/// An issued invoice as an XML document.
///
/// # Errors
/// 409 `invalid_state` for a draft; 422 where the standard asks for what the invoice does not have.
pub fn of_invoice(invoice: &Invoice) -> Result<String, ApiError> {
    let draft = || ApiError::conflict(ErrorCode::InvalidState, "the invoice is a draft");
    let issue = invoice.issue.as_ref().ok_or_else(draft)?;
    let scope = TaxScope::of(&invoice.taxes)?;
    parties::check(&issue.bill_from, &issue.bill_to)?;
    check_buyer(&invoice.taxes, &issue.bill_to)?;
    Ok(written(invoice, issue, scope, Amounts::of(invoice.currency)?))
}

/// The invoice as it was issued: what was paid or credited since is not in it.
fn written(invoice: &Invoice, issue: &Issue, scope: TaxScope, amounts: Amounts) -> String {
    let number = invoice.number.as_ref().map(ToString::to_string).unwrap_or_default();
    let order = Element::default().text("cbc:ID", &invoice.purchase_order);
    let root = Element::default()
        .text("cbc:CustomizationID", EN_16931)
        .text("cbc:ID", &number)
        .text("cbc:IssueDate", issue.date)
        .text("cbc:DueDate", invoice.due_date.map(|day| day.to_string()).unwrap_or_default())
        .text("cbc:InvoiceTypeCode", COMMERCIAL_INVOICE)
        .text("cbc:Note", &invoice.memo)
        .text("cbc:DocumentCurrencyCode", invoice.currency)
        .child("cac:InvoicePeriod", &period((invoice.period_start, invoice.period_end)))
        .child("cac:OrderReference", &order)
        .child("cac:AccountingSupplierParty", &parties::seller(&issue.bill_from, scope))
        .child("cac:AccountingCustomerParty", &parties::buyer(&issue.bill_to, scope))
        .child("cac:Delivery", &parties::delivery(supplied_on(invoice, issue), &issue.bill_to))
        .child("cac:PaymentMeans", &payment_means(issue, invoice))
        .child("cac:PaymentTerms", &Element::default().text("cbc:Note", &issue.bill_from.footer))
        .child("cac:TaxTotal", &tax_total(amounts, &invoice.taxes, &invoice.exemption_reasons))
        .child(
            "cac:LegalMonetaryTotal",
            &monetary_total(amounts, &invoice.taxes, invoice.money.total_minor, invoice.money.applied_balance_minor),
        );
    let with_line = |root: Element, (position, line): (usize, &InvoiceLine)| {
        let element = line_of(invoice, position + 1, line).element(amounts, "cbc:InvoicedQuantity");
        root.child("cac:InvoiceLine", &element)
    };
    invoice.items.iter().enumerate().fold(root, with_line).document("Invoice")
}

/// The latest tax point of what is supplied to another country; none when nothing is.
fn supplied_on(invoice: &Invoice, issue: &Issue) -> Option<Day> {
    let is_supplied = |line: &&InvoiceLine| line.line.input.category() == TaxCategory::IntraCommunity;
    let point = |line: &InvoiceLine| line.tax_point.or(line.period_start).unwrap_or(issue.date);
    invoice.items.iter().filter(is_supplied).map(point).max()
}

/// The merchant's account; nothing without one.
fn payment_means(issue: &Issue, invoice: &Invoice) -> Element {
    if issue.bill_from.iban.as_str().is_empty() {
        return Element::default();
    }
    Element::default()
        .text("cbc:PaymentMeansCode", CREDIT_TRANSFER)
        .text("cbc:PaymentID", invoice.payment_reference().map(ShortText::as_str).unwrap_or_default())
        .child("cac:PayeeFinancialAccount", &Element::default().text("cbc:ID", &issue.bill_from.iban))
}

fn line_of<'a>(invoice: &Invoice, number: usize, line: &'a InvoiceLine) -> UblLine<'a> {
    let input = &line.line.input;
    UblLine {
        number,
        description: line.description.as_str(),
        quantity: input.quantity.decimal(),
        net_minor: line.line.net_minor,
        priced: (!invoice.tax_inclusive).then_some((input.unit_minor, line.line.discount_minor)),
        tax: (input.tax_rate, input.category()),
        period: (line.period_start, line.period_end),
    }
}
