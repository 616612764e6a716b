//! Tax: the categories of EN 16931, the values that a rate has from a day on, and how a customer is taxed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Day, Percent, ShortText};

/// Why something is taxed as it is: a code of UNCL 5305, as EN 16931 has it (BT-118, BT-151).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum TaxCategory {
    /// Taxed, at a rate above zero.
    #[default]
    #[serde(rename = "S")]
    Standard,
    /// Zero-rated: taxed, at zero.
    #[serde(rename = "Z")]
    ZeroRated,
    /// Exempt from tax.
    #[serde(rename = "E")]
    Exempt,
    /// Reverse charge: the customer owes the tax.
    #[serde(rename = "AE")]
    ReverseCharge,
    /// Not subject to tax.
    #[serde(rename = "O")]
    OutsideScope,
    /// Exported: free of tax.
    #[serde(rename = "G")]
    Export,
    /// Supplied to another member state of the European Union: free of tax.
    #[serde(rename = "K")]
    IntraCommunity,
}

impl TaxCategory {
    /// The category of a plain rate, of which nothing else is known.
    #[must_use]
    pub fn of_rate(rate: Percent) -> Self {
        if rate > Percent::ZERO { Self::Standard } else { Self::ZeroRated }
    }

    /// Its code on documents.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Standard => "S",
            Self::ZeroRated => "Z",
            Self::Exempt => "E",
            Self::ReverseCharge => "AE",
            Self::OutsideScope => "O",
            Self::Export => "G",
            Self::IntraCommunity => "K",
        }
    }

    /// Whether documents say why no tax is asked for (BR-E-10, BR-AE-10, BR-O-10, BR-G-10, BR-IC-10); of the others
    /// they must not (BR-S-10, BR-Z-10).
    #[must_use]
    pub const fn has_reason(self) -> bool {
        match self {
            Self::Standard | Self::ZeroRated => false,
            Self::Exempt | Self::ReverseCharge | Self::OutsideScope | Self::Export | Self::IntraCommunity => true,
        }
    }
}

/// What a tax rate is from a day on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TaxRateValue")]
pub struct TaxValue {
    /// First local day on which it is so.
    pub from: Day,
    /// Tax in percent: above 0 in category `S`, and 0 in all others.
    pub percent: Percent,
    /// Category of EN 16931: `S` (taxed), `Z` (zero-rated), `E` (exempt), `AE` (reverse charge), `O` (outside the scope
    /// of tax), `G` (export) or `K` (supply within the European Union).
    #[serde(default)]
    pub category: TaxCategory,
    /// Why no tax is asked for, as documents say it: needed in all categories but `S` and `Z`, which have none.
    #[serde(default)]
    pub exemption_reason: ShortText,
}

/// How a customer is taxed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxStatus {
    /// As what is sold is taxed.
    #[default]
    Standard,
    /// The customer owes the tax: what would be taxed is not, and documents say `Reverse charge`.
    ReverseCharge,
    /// The customer is exempt: what would be taxed is not, and documents say why.
    Exempt,
}

/// What is known of a tax identification number. Nobody asked the country's register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxIdStatus {
    /// There is no number.
    #[default]
    Missing,
    /// It has the form of its country's numbers, and their check digits where these are known here. Whether it was given
    /// to anybody is not known.
    FormChecked,
    /// It does not have that form, or the country's form is not known here.
    Unverified,
}
