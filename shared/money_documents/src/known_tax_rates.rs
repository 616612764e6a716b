//! Tax rates that were read, so that what they are on a day is known without reading again.

use std::collections::{BTreeMap, BTreeSet};

use billing::{customer_tax::LineTax, documents::ItemKind, tax_by_date::value_on};
use records::{AskedTax, TaxRate};
use values::{ApiError, Day, Id, Percent};
use work::UnitOfWork;

/// What documents say of late fees that are not taxed.
const LATE_FEE_REASON: &str = "Late fees are not subject to tax";

/// Tax rates by their ids; an archived one is still what it is.
#[derive(Clone, Debug, Default)]
pub struct KnownTaxRates(BTreeMap<Id<TaxRate>, TaxRate>);

impl KnownTaxRates {
    /// Reads tax rates; nothing when there are none to be read.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
        work: &UnitOfWork,
        ids: impl IntoIterator<Item = Option<Id<TaxRate>>> + Send,
    ) -> Result<Self, ApiError> {
        let ids: BTreeSet<Id<TaxRate>> = ids.into_iter().flatten().collect();
        let mut known = BTreeMap::new();
        for id in ids {
            if let Some(rate) = work.store.find_any(work.tenant(), id).await? {
                known.insert(id, rate.body);
            }
        }
        Ok(Self(known))
    }

    /// The tax that something asks for on a day, before it is known who buys it.
    #[must_use]
    pub fn tax_on(&self, asked: AskedTax, day: Day) -> LineTax {
        let rate = asked.tax_rate_id.and_then(|id| self.0.get(&id));
        let value = rate.and_then(|rate| value_on(&rate.values, day));
        value.map_or_else(|| LineTax::plain(asked.rate), LineTax::of)
    }

    /// The same of a line of this kind.
    #[must_use]
    pub fn tax_of(&self, kind: ItemKind, asked: AskedTax, day: Day) -> LineTax {
        if asked.tax_rate_id.is_none() { Self::plain(kind, asked) } else { self.tax_on(asked, day) }
    }

    /// The tax of a line of this kind that asks for a plain rate: late fees are damages, and no price of anything.
    #[must_use]
    pub fn plain(kind: ItemKind, asked: AskedTax) -> LineTax {
        if kind == ItemKind::LateFee && asked.rate == Percent::ZERO {
            return LineTax::outside_scope(LATE_FEE_REASON);
        }
        LineTax::plain(asked.rate)
    }

    /// What something asks for, with the rate of a day.
    #[must_use]
    pub fn asked_on(&self, asked: AskedTax, day: Day) -> AskedTax {
        AskedTax { rate: self.tax_on(asked, day).rate, ..asked }
    }
}

/// What something asks for, with the rate of a day: read, where that depends on the day.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_asked_on(work: &UnitOfWork, asked: AskedTax, day: Day) -> Result<AskedTax, ApiError> {
    Ok(KnownTaxRates::read(work, [asked.tax_rate_id]).await?.asked_on(asked, day))
}
