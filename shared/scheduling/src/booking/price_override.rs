//! A price that staff have given a booking instead of the one by its rates (`docs/areas/bookings.md`, 71 to 73).

use records::{Member, api_client::ApiClient};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, ApiError, Currency, Id, ShortText, Timestamp};

use crate::{booking_price::PriceBreakdown, price::in_place_of};

/// A price that was given, and the one that it stands in place of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceOverride {
    /// What was given, without tax unless prices include it, in minor units.
    pub amount_minor: i64,
    /// What it was given in place of, likewise.
    pub against_minor: i64,
    /// Why, as staff wrote it.
    pub reason: ShortText,
    /// Who gave it.
    pub by: PriceGiver,
    /// When it was given.
    pub at: Timestamp,
    /// What the booking would cost by its rates, as it is now.
    pub list: PriceBreakdown,
}

/// Who gave a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PriceGiver {
    /// API client that asked for it.
    pub api_client_id: Id<ApiClient>,
    /// Person who had signed in; null where the client acted by itself.
    pub member_id: Option<Id<Member>>,
}

impl PriceOverride {
    /// What a booking costs without tax that was given this price and costs `list` by its rates after a move. What the
    /// new time costs more than what the price was given for is added; if it costs less, it costs the given price, or
    /// what it costs by the rates where that is lower and the given price was no higher than them.
    #[must_use]
    pub fn amount_at(&self, list: &PriceBreakdown) -> i64 {
        let (given, against, now) = (self.amount_minor, self.against_minor, list.subtotal_minor);
        if against <= now {
            return given.saturating_add(now - against);
        }
        if given <= against { given.min(now) } else { given }
    }

    /// The price of a booking that was given this one, at rates that come to `list`, and what is kept of it.
    ///
    /// # Errors
    /// 422 when it is too large.
    pub fn at_rates(&self, list: PriceBreakdown, currency: Currency) -> Result<(PriceBreakdown, Self), ApiError> {
        let price = in_place_of(&list, self.amount_at(&list), currency)?;
        Ok((price, Self { list, ..self.clone() }))
    }

    /// As answers show it.
    #[must_use]
    pub fn view(&self, currency: Currency) -> PriceOverrideView {
        PriceOverrideView {
            amount: Amount::of(self.amount_minor, currency),
            reason: self.reason.clone(),
            decided_by: Some(self.by),
            decided_at: self.at,
        }
    }
}

/// A price that staff gave a booking instead of the one by its rates.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PriceOverride")]
pub struct PriceOverrideView {
    /// What was given, without tax unless prices include it, in major units. What it has become by moves is in the
    /// price breakdown.
    pub amount: Amount,
    /// Why, as staff wrote it.
    pub reason: ShortText,
    /// Who gave it; null for customers.
    pub decided_by: Option<PriceGiver>,
    /// When it was given.
    pub decided_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use values::{Id, ShortText};

    use super::{PriceGiver, PriceOverride};
    use crate::{booking::sample::at, booking_price::PriceBreakdown};

    fn of(subtotal_minor: i64) -> PriceBreakdown {
        PriceBreakdown { subtotal_minor, total_minor: subtotal_minor, ..PriceBreakdown::default() }
    }

    #[test]
    fn a_move_adds_what_is_dearer_and_never_gives_more_than_was_given() {
        for (given, against, now, expected) in [
            (0, 20, 20, 0),
            (0, 20, 50, 30),
            (15, 20, 50, 45),
            (15, 20, 18, 15),
            (15, 20, 10, 10),
            (0, 20, 10, 0),
            (30, 20, 10, 30),
            (30, 20, 40, 50),
            (0, 0, 20, 20),
        ] {
            let price = PriceOverride {
                amount_minor: given,
                against_minor: against,
                reason: ShortText::default(),
                by: PriceGiver { api_client_id: Id::new(Uuid::nil()), member_id: None },
                at: at("2026-11-22T12:00"),
                list: of(against),
            };
            assert_eq!(price.amount_at(&of(now)), expected, "{given} in place of {against}, now {now}");
        }
    }
}
