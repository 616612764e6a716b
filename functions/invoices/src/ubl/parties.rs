//! Who bills and who is billed, and what the standard needs of both.

use money_documents::invoice_party::{BilledParty, BillingParty};
use values::{Address, ApiError, Day};

use super::{element::Element, tax_scope::TaxScope};

/// Refuses parties without what EN 16931 asks of them (BR-09, BR-11, BR-CO-26, BR-S-02).
///
/// # Errors
/// 422 `incomplete_for_en16931` naming what is missing.
pub fn check(from: &BillingParty, to: &BilledParty) -> Result<(), ApiError> {
    for (field, text) in [
        ("bill_from.tax_id", from.tax_id.as_str()),
        ("bill_from.address.country_code", from.address.country_code.as_str()),
        ("bill_to.address.country_code", to.address.country_code.as_str()),
    ] {
        if text.trim().is_empty() {
            let message =
                "EN 16931 needs the seller's tax number and country and the buyer's country, as they were on issue";
            return Err(ApiError::rule(field, "incomplete_for_en16931", message));
        }
    }
    Ok(())
}

/// Content of the element for the merchant who bills, as of the issue.
pub fn seller(party: &BillingParty, scope: TaxScope) -> Element {
    let contact = Element::default().text("cbc:Telephone", &party.phone).text("cbc:ElectronicMail", &party.email);
    let inner = Element::default()
        .child("cac:PartyName", &Element::default().text("cbc:Name", &party.name))
        .child("cac:PostalAddress", &address(&party.address))
        .child("cac:PartyTaxScheme", &tax_scheme(party.tax_id.as_str(), &party.address, scope))
        .child("cac:PartyLegalEntity", &legal_entity(party, scope))
        .child("cac:Contact", &contact);
    Element::default().child("cac:Party", &inner)
}

/// Content of the element for the customer who is billed, as of the issue.
pub fn buyer(party: &BilledParty, scope: TaxScope) -> Element {
    let inner = Element::default()
        .child("cac:PartyName", &Element::default().text("cbc:Name", &party.name))
        .child("cac:PostalAddress", &address(&party.address))
        .child("cac:PartyTaxScheme", &tax_scheme(party.tax_id.as_str(), &party.address, scope))
        .child("cac:PartyLegalEntity", &Element::default().text("cbc:RegistrationName", party.billed_name()))
        .child("cac:Contact", &Element::default().text("cbc:ElectronicMail", &party.email));
    Element::default().child("cac:Party", &inner)
}

/// When and to which country something was supplied, where that is why it is free of tax (BR-IC-11, BR-IC-12).
pub fn delivery(day: Option<Day>, to: &BilledParty) -> Element {
    let Some(day) = day else { return Element::default() };
    let country = Element::default().text("cbc:IdentificationCode", &to.address.country_code);
    let address = Element::default().child("cac:Country", &country);
    Element::default()
        .text("cbc:ActualDeliveryDate", day)
        .child("cac:DeliveryLocation", &Element::default().child("cac:Address", &address))
}

fn address(address: &Address) -> Element {
    Element::default()
        .text("cbc:StreetName", &address.line1)
        .text("cbc:AdditionalStreetName", &address.line2)
        .text("cbc:CityName", &address.city)
        .text("cbc:PostalZone", &address.postal_code)
        .text("cbc:CountrySubentity", &address.state)
        .child("cac:Country", &Element::default().text("cbc:IdentificationCode", &address.country_code))
}

/// Who the seller is by law. Of what is outside the scope of tax it is identified here (BR-CO-26), because it has no tax
/// number there.
fn legal_entity(party: &BillingParty, scope: TaxScope) -> Element {
    let number = match scope {
        TaxScope::Inside => "",
        TaxScope::Outside => party.tax_id.as_str(),
    };
    Element::default().text("cbc:RegistrationName", party.billed_name()).text("cbc:CompanyID", number)
}

/// The number under which a party is known for tax; nothing without one, and on what is outside the scope of tax (BR-O-02).
fn tax_scheme(tax_id: &str, address: &Address, scope: TaxScope) -> Element {
    if scope == TaxScope::Outside {
        return Element::default();
    }
    let number = prefixed(tax_id, address.country_code.as_str());
    if number.is_empty() {
        return Element::default();
    }
    Element::default().text("cbc:CompanyID", number).child("cac:TaxScheme", &Element::default().text("cbc:ID", "VAT"))
}

/// A tax number with its country in front (BR-CO-09): Greece's is `EL`, Northern Ireland's `XI`.
fn prefixed(tax_id: &str, country: &str) -> String {
    let number: String =
        tax_id.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect();
    let prefix = if country == "GR" { "EL" } else { country };
    let has_prefix = [prefix, country, "XI"].iter().any(|prefix| !prefix.is_empty() && number.starts_with(prefix));
    if number.is_empty() || has_prefix { number } else { format!("{prefix}{number}") }
}

#[cfg(test)]
mod tests {
    use super::prefixed;

    #[test]
    fn a_tax_number_has_its_country_in_front() {
        for (tax_id, country, expected) in [
            ("NL 0044.95.445.B01", "NL", "NL004495445B01"),
            ("004495445B01", "NL", "NL004495445B01"),
            ("094259216", "GR", "EL094259216"),
            ("XI110305878", "GB", "XI110305878"),
            (" ", "NL", ""),
        ] {
            assert_eq!(prefixed(tax_id, country), expected, "{tax_id} {country}");
        }
    }
}
