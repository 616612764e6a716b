//! Which stage of a lead may follow which. Pure: no IO.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a lead is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadStage {
    /// Nobody has talked to them yet.
    #[default]
    New,
    /// Somebody has talked to them.
    Contacted,
    /// They come to see the place.
    TourScheduled,
    /// They know what it would cost.
    OfferMade,
    /// They became a customer, or are about to: the lead was converted.
    Won,
    /// Nothing came of it, for a reason.
    Lost,
}

impl LeadStage {
    /// Whether it may still come to something.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::New | Self::Contacted | Self::TourScheduled | Self::OfferMade => true,
            Self::Won | Self::Lost => false,
        }
    }

    /// Whether an update may bring a lead from this stage to `next`: among the open ones forwards and back, but whoever
    /// was talked to is not new again. Converting, losing and reopening are acts of their own.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        match (self, next) {
            (Self::New, Self::New) => true,
            (_, Self::New | Self::Won | Self::Lost) => false,
            (_, Self::Contacted | Self::TourScheduled | Self::OfferMade) => self.is_open(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LeadStage::{self, Contacted, Lost, New, OfferMade, TourScheduled, Won};

    #[test]
    fn open_stages_follow_each_other_and_nothing_is_new_again() {
        for from in [New, Contacted, TourScheduled, OfferMade] {
            for to in [Contacted, TourScheduled, OfferMade] {
                assert!(from.may_become(to), "{from:?} {to:?}");
            }
            assert_eq!(from.may_become(New), from == New, "{from:?}");
        }
    }

    #[test]
    fn no_update_ends_a_lead_or_opens_one_that_has_ended() {
        let all: [LeadStage; 6] = [New, Contacted, TourScheduled, OfferMade, Won, Lost];
        for stage in all {
            assert!(!stage.may_become(Won) && !stage.may_become(Lost), "{stage:?}");
            assert!(stage.is_open() || !all.iter().any(|next| stage.may_become(*next)), "{stage:?}");
        }
    }
}
