//! The tax that something asks for: a plain rate, or a tax rate whose value depends on the day.

use serde::{Deserialize, Serialize};
use values::{Id, Percent};

use super::{Location, TaxRate};

/// The tax that something asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedTax {
    /// Rate in percent: of a tax rate what it was on the day for which it was read last.
    pub rate: Percent,
    /// Tax rate that says what it is on which day; none where the plain rate holds.
    pub tax_rate_id: Option<Id<TaxRate>>,
}

impl AskedTax {
    /// A plain rate.
    #[must_use]
    pub const fn plain(rate: Percent) -> Self {
        Self { rate, tax_rate_id: None }
    }

    /// That of a location.
    #[must_use]
    pub const fn at(location: &Location) -> Self {
        Self { rate: location.tax_rate, tax_rate_id: location.tax_rate_id }
    }

    /// That of a thing at a location: its own tax rate, or else its own plain rate, or else what holds at the location.
    #[must_use]
    pub fn of(tax_rate_id: Option<Id<TaxRate>>, rate: Option<Percent>, location: &Location) -> Self {
        match (tax_rate_id, rate) {
            (Some(_), _) => Self { rate: rate.unwrap_or(location.tax_rate), tax_rate_id },
            (None, Some(rate)) => Self::plain(rate),
            (None, None) => Self::at(location),
        }
    }
}
