//! The tax on a draft's lines: what each asks for on its tax point, and what becomes of that because of who buys it
//! (`docs/areas/invoices.md`, 22). An issue does it last, so that a change by law reaches everything that was not issued.

use billing::{
    customer_tax::{CustomerTax, LineTax},
    documents::{ItemKind, LineInput},
    period::local_day,
};
use records::{AskedTax, Location, TaxRate};
use values::{ApiError, Customer, Day, Id, ShortText, TimeZone, tax::TaxStatus};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::{
    drafting::DraftLine,
    exemption_reason::ExemptionReason,
    invoice::Invoice,
    invoice_item::{InvoiceItem, InvoiceItemFields, asked_tax},
    known_tax_rates::KnownTaxRates,
};

/// How a customer is taxed.
#[must_use]
pub fn tax_of_customer(customer: &CustomerRecord) -> CustomerTax {
    let (status, reason) = match customer {
        CustomerRecord::Member(member) => (member.body.tax_status, &member.body.tax_exemption_reason),
        CustomerRecord::Company(company) => (company.body.tax_status, &company.body.tax_exemption_reason),
    };
    let exemption_reason = if status == TaxStatus::Exempt { reason.clone() } else { ShortText::default() };
    CustomerTax { status, exemption_reason }
}

/// The same of a customer that is not read yet.
///
/// # Errors
/// 404 when there is none; 503 when the store cannot be read.
pub async fn read_tax_of_customer(work: &UnitOfWork, customer: Id<Customer>) -> Result<CustomerTax, ApiError> {
    Ok(tax_of_customer(&work.read_customer_of_documents(customer).await?))
}

/// The local day of now at a place.
///
/// # Errors
/// 422 when it lies beyond the calendar.
pub fn today(work: &UnitOfWork, zone: TimeZone) -> Result<Day, ApiError> {
    local_day(work.now, zone)
        .ok_or_else(|| ApiError::rule("tax_point", "out_of_range", "the day lies after the year 9999"))
}

impl Invoice {
    /// Taxes the lines of a draft anew, as of now: what each asks for on its tax point, for a customer who is taxed so.
    ///
    /// # Errors
    /// 422 naming `items` or `discount_amount`; 503 when the store cannot be read.
    pub async fn tax(&mut self, work: &UnitOfWork, customer: &CustomerTax) -> Result<(), ApiError> {
        let lines = self.draft_lines();
        let ids: Vec<Option<Id<TaxRate>>> = lines.iter().map(DraftLine::tax_rate_id).collect();
        let is_usual = self.customer_tax.is_none() && customer.status == TaxStatus::Standard;
        let is_plain = |line: &DraftLine| line.tax_rate_id().is_none() && line.kind() != ItemKind::LateFee;
        if is_usual && lines.iter().all(is_plain) {
            return Ok(());
        }
        let (known, today) = (KnownTaxRates::read(work, ids).await?, today(work, self.time_zone)?);
        let mut reasons: Vec<ExemptionReason> = Vec::new();
        let mut taxed = Vec::with_capacity(lines.len());
        for line in lines {
            let tax = line_tax(&line, &known, customer, today);
            let said = ExemptionReason { category: tax.category, reason: tax.exemption_reason.clone() };
            if !said.reason.as_str().is_empty() && !reasons.contains(&said) {
                reasons.push(said);
            }
            taxed.push(line.taxed(&tax));
        }
        self.set_lines(taxed)?;
        self.customer_tax = Some(customer.clone()).filter(|customer| customer.status != TaxStatus::Standard);
        self.exemption_reasons = reasons;
        Ok(())
    }

    /// The same for a customer whose state was read before, as of the last time.
    ///
    /// # Errors
    /// As [`Self::tax`].
    pub async fn tax_again(&mut self, work: &UnitOfWork) -> Result<(), ApiError> {
        let customer = self.customer_tax.clone().unwrap_or_default();
        self.tax(work, &customer).await
    }
}

fn line_tax(line: &DraftLine, known: &KnownTaxRates, customer: &CustomerTax, today: Day) -> LineTax {
    if line.kind() == ItemKind::Deposit {
        return LineTax::plain(line.asked_tax().rate);
    }
    customer.on(known.tax_of(line.kind(), line.asked_tax(), line.tax_point(today)))
}

/// What the arithmetic of documents takes of an item that no invoice has, with its tax as of now.
///
/// # Errors
/// 422 naming a field; 404 when the customer does not exist; 503 when the store cannot be read.
pub async fn input_of_item(work: &UnitOfWork, id: Id<InvoiceItem>, item: &InvoiceItem) -> Result<LineInput, ApiError> {
    let input = item.input(id)?;
    let (Some(customer), true) = (item.customer_id, item.kind != ItemKind::Deposit) else { return Ok(input) };
    let customer = read_tax_of_customer(work, customer).await?;
    let tax = customer.on(tax_of_item(work, item).await?);
    Ok(LineInput { tax_rate: tax.rate, tax_category: tax.own_category(), ..input })
}

/// Gives items that are to be made the tax that they ask for at their location, with the rate of their tax points.
///
/// # Errors
/// 422 when today lies beyond the calendar; 503 when the store cannot be read.
pub async fn set_asked_tax(
    work: &UnitOfWork,
    items: &mut [&mut InvoiceItemFields],
    location: &Location,
) -> Result<(), ApiError> {
    let asked: Vec<AskedTax> = items.iter().map(|item| asked_tax(item, location)).collect();
    let known = KnownTaxRates::read(work, asked.iter().map(|asked| asked.tax_rate_id).collect::<Vec<_>>()).await?;
    for (item, asked) in items.iter_mut().zip(asked) {
        let today = today(work, location.time_zone)?;
        let asked = known.asked_on(asked, item.tax_point.or(item.period_start).unwrap_or(today));
        (item.tax_rate, item.tax_rate_id) = (Some(asked.rate), asked.tax_rate_id);
    }
    Ok(())
}

/// The tax that an item asks for on its tax point, which is today where it says none.
async fn tax_of_item(work: &UnitOfWork, item: &InvoiceItem) -> Result<LineTax, ApiError> {
    let asked = item.asked_tax();
    if asked.tax_rate_id.is_none() {
        return Ok(KnownTaxRates::plain(item.kind, asked));
    }
    let day = match (item.tax_point.or(item.period_start), item.location_id) {
        (Some(day), _) => day,
        (None, Some(location)) => today(work, work.get(location).await?.body.time_zone)?,
        (None, None) => return Ok(LineTax::plain(asked.rate)),
    };
    Ok(KnownTaxRates::read(work, [asked.tax_rate_id]).await?.tax_on(asked, day))
}
