//! What becomes of the tax on something because of who buys it.

use serde::{Deserialize, Serialize};
use values::{
    ApiError, Percent, ShortText,
    tax::{TaxCategory, TaxIdStatus, TaxStatus, TaxValue},
};

use crate::tax_number;

/// What documents say where the customer owes the tax (Directive 2006/112/EC, art. 226, point 11a).
pub const REVERSE_CHARGE: &str = "Reverse charge";

/// How a customer is taxed, with the reason where one is exempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerTax {
    /// How the customer is taxed.
    pub status: TaxStatus,
    /// Why the customer is exempt; empty of others.
    pub exemption_reason: ShortText,
}

/// The tax on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTax {
    /// Rate in percent.
    pub rate: Percent,
    /// Category of the tax.
    pub category: TaxCategory,
    /// Why no tax is asked for; empty in categories that give no reason.
    pub exemption_reason: ShortText,
}

impl LineTax {
    /// That of a plain rate.
    #[must_use]
    pub fn plain(rate: Percent) -> Self {
        Self { rate, category: TaxCategory::of_rate(rate), exemption_reason: ShortText::default() }
    }

    /// That of what a tax rate is on a day.
    #[must_use]
    pub fn of(value: &TaxValue) -> Self {
        let TaxValue { percent, category, exemption_reason, .. } = value.clone();
        Self { rate: percent, category, exemption_reason }
    }

    /// That of what is not subject to tax, which documents say why.
    #[must_use]
    pub fn outside_scope(reason: &str) -> Self {
        let exemption_reason = ShortText::new(reason);
        Self { rate: Percent::ZERO, category: TaxCategory::OutsideScope, exemption_reason }
    }

    /// Its category, where that isn't the one of a plain rate.
    #[must_use]
    pub fn own_category(&self) -> Option<TaxCategory> {
        Some(self.category).filter(|category| *category != TaxCategory::of_rate(self.rate))
    }
}

impl CustomerTax {
    /// The tax on a line of this customer, of which `usual` is what others pay. What others pay no tax on stays what it
    /// is: nobody owes a tax that there is not.
    #[must_use]
    pub fn on(&self, usual: LineTax) -> LineTax {
        if usual.category != TaxCategory::Standard {
            return usual;
        }
        let untaxed = |category, exemption_reason| LineTax { rate: Percent::ZERO, category, exemption_reason };
        match self.status {
            TaxStatus::Standard => usual,
            TaxStatus::ReverseCharge => untaxed(TaxCategory::ReverseCharge, ShortText::new(REVERSE_CHARGE)),
            TaxStatus::Exempt => untaxed(TaxCategory::Exempt, self.exemption_reason.clone()),
        }
    }
}

/// A customer's number and country, and the country of whoever sells.
#[derive(Clone, Copy, Debug)]
pub struct Countries<'a> {
    /// The customer's tax identification number as it was written.
    pub tax_id: &'a str,
    /// Country code of the customer's billing address.
    pub customer: &'a str,
    /// Country code of the merchant's address.
    pub seller: &'a str,
}

impl CustomerTax {
    /// Refuses a status without what the law asks for it: of an exempt customer the reason (art. 226, point 11), of one
    /// who owes the tax a number of another country than the seller's (art. 196, and art. 226, point 4), of which at
    /// least the form is right.
    ///
    /// # Errors
    /// 422 naming `tax_exemption_reason`, `tax_id`, `billing_address.country_code` or `tax_status`.
    pub fn check(&self, of: Countries<'_>) -> Result<(), ApiError> {
        match self.status {
            TaxStatus::Standard => Ok(()),
            TaxStatus::Exempt if self.exemption_reason.as_str().is_empty() => {
                let message = "documents say why a customer is exempt";
                Err(ApiError::rule("tax_exemption_reason", "required_with_exempt", message))
            }
            TaxStatus::Exempt => Ok(()),
            TaxStatus::ReverseCharge => check_reverse_charge(of),
        }
    }
}

fn check_reverse_charge(of: Countries<'_>) -> Result<(), ApiError> {
    if tax_number::status(of.tax_id, of.customer) != TaxIdStatus::FormChecked {
        let message = "reverse charge needs a tax number that has the form of the customer's country";
        return Err(ApiError::rule("tax_id", "form_not_checked", message));
    }
    if of.customer.is_empty() {
        let message = "reverse charge needs the country of the customer";
        return Err(ApiError::rule("billing_address.country_code", "required_with_reverse_charge", message));
    }
    if of.seller.is_empty() {
        let message = "reverse charge needs the country of the merchant's address";
        return Err(ApiError::rule("tax_status", "seller_without_country", message));
    }
    if of.customer == of.seller {
        let message = "reverse charge is for customers of another country than the merchant's";
        return Err(ApiError::rule("billing_address.country_code", "country_of_seller", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Countries, CustomerTax, LineTax, Percent, ShortText, TaxCategory, TaxStatus};

    #[test]
    fn a_status_needs_what_the_law_asks_for_it() {
        let of = |tax_id, customer, seller| Countries { tax_id, customer, seller };
        let dutch = of("NL004495445B01", "NL", "DE");
        for (status, reason, of, refused) in [
            (TaxStatus::Standard, "", of("", "", ""), None),
            (TaxStatus::Exempt, "", dutch, Some("tax_exemption_reason")),
            (TaxStatus::Exempt, "Embassy", of("", "", ""), None),
            (TaxStatus::ReverseCharge, "", dutch, None),
            (TaxStatus::ReverseCharge, "", of("", "NL", "DE"), Some("tax_id")),
            (TaxStatus::ReverseCharge, "", of("NL004495445B02", "DE", "NL"), Some("tax_id")),
            (TaxStatus::ReverseCharge, "", of("NL004495445B01", "", "DE"), Some("billing_address.country_code")),
            (TaxStatus::ReverseCharge, "", of("NL004495445B01", "NL", ""), Some("tax_status")),
            (TaxStatus::ReverseCharge, "", of("NL004495445B01", "NL", "NL"), Some("billing_address.country_code")),
        ] {
            let tax = CustomerTax { status, exemption_reason: ShortText::new(reason) };
            let field = tax.check(of).err().and_then(|error| error.fields.first().map(|fault| fault.field.clone()));
            assert_eq!(field.as_deref(), refused, "{of:?}");
        }
    }

    #[test]
    fn what_would_be_taxed_is_not_of_those_who_owe_none() {
        let customer = |status| CustomerTax { status, exemption_reason: ShortText::new("Embassy") };
        let taxed = LineTax::plain(Percent::HUNDRED);
        assert_eq!(customer(TaxStatus::Standard).on(taxed.clone()), taxed);
        let reverse = customer(TaxStatus::ReverseCharge).on(taxed.clone());
        assert_eq!((reverse.rate, reverse.category), (Percent::ZERO, TaxCategory::ReverseCharge));
        assert_eq!(reverse.exemption_reason.as_str(), "Reverse charge");
        let exempt = customer(TaxStatus::Exempt).on(taxed);
        assert_eq!((exempt.rate, exempt.category), (Percent::ZERO, TaxCategory::Exempt));
        assert_eq!(exempt.exemption_reason.as_str(), "Embassy");
    }

    #[test]
    fn what_nobody_is_taxed_on_stays_what_it_is() {
        let zero = LineTax::plain(Percent::ZERO);
        for status in [TaxStatus::ReverseCharge, TaxStatus::Exempt] {
            let customer = CustomerTax { status, exemption_reason: ShortText::new("Embassy") };
            assert_eq!(customer.on(zero.clone()), zero);
        }
        assert_eq!((zero.category, zero.own_category()), (TaxCategory::ZeroRated, None));
    }
}
