//! A member's application for a benefit: its record, its states and their indexes.

use records::{Location, api_client::ApiClient};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{ApiError, Counter, Customer, ErrorCode, Id, Kind, KindName, LongText, Timestamp};

use super::{
    benefit::Benefit,
    category::BenefitCategory,
    code::RedemptionCode,
    status::{ApplicationAction, ApplicationStatus},
};

/// 9999-12-31T23:59:59.999Z, in milliseconds since 1970.
const END_OF_TIME_MS: i64 = 253_402_300_799_999;

/// What clients write of an application, and what the service sets and shows beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenefitApplicationFields {
    /// Benefit that is applied for.
    pub benefit_id: Id<Benefit>,
    /// Who wants it: a member or a company.
    pub customer_id: Id<Customer>,
    /// What the customer says.
    #[serde(default)]
    pub comment: LongText,
    /// State at the moment of the answer; an approval whose time is over is `expired`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: ApplicationStatus,
    /// Number at the location, from 1.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub number: i64,
    /// When it was approved or rejected; null before.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub decided_at: Option<Timestamp>,
    /// API client that decided; null before, and when it was approved at once.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub decided_by: Option<Id<ApiClient>>,
    /// What the customer shows to the partner; null before the approval, and when the benefit has no codes.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub code: Option<RedemptionCode>,
}

/// An application for a benefit as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenefitApplication {
    /// What an answer shows. The state is as it was set; expiry is derived from `lapses_at`.
    #[serde(flatten)]
    pub fields: BenefitApplicationFields,
    /// Location at which the benefit is offered.
    pub location_id: Id<Location>,
    /// The benefit's category when it was applied for.
    pub category_id: Option<Id<BenefitCategory>>,
    /// When an approval expires. An approval that never expires has the last possible instant here, so that a list can
    /// compare every record with the present.
    pub lapses_at: Timestamp,
    /// Period of the allowance that it was counted in.
    pub allowance_period: Option<String>,
    /// The instant at which the approval expired, once that was written down; null before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lapse_written: Option<Timestamp>,
}

holds_fields!(BenefitApplication, BenefitApplicationFields);

impl BenefitApplication {
    /// Index of the applications for a benefit.
    pub const BY_BENEFIT: IndexBy<Self, Id<Benefit>> = IndexBy::new(Index::First, "benefit");
    /// Index of the applications of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
    /// By the benefit's category when it was applied for.
    pub const BY_CATEGORY: IndexBy<Self, Id<BenefitCategory>> = IndexBy::new(Index::Third, "category");

    /// By the benefit's location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Fourth, "location");

    /// The last number given at a location.
    #[must_use]
    pub fn numbers(location: Id<Location>) -> Counter {
        Counter::new("benefit_application_number", location)
    }

    /// The state at an instant.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> ApplicationStatus {
        match self.status {
            ApplicationStatus::Approved if self.lapses_at <= now => ApplicationStatus::Expired,
            status => status,
        }
    }

    /// When the approval expires, while that is not written down yet.
    #[must_use]
    pub fn lapse_to_write(&self) -> Option<Timestamp> {
        let is_left = self.status == ApplicationStatus::Approved && self.lapse_written != Some(self.lapses_at);
        Some(self.lapses_at).filter(|at| is_left && *at < end_of_time())
    }

    /// The state after `action`.
    ///
    /// # Errors
    /// 409 `invalid_state` when the state at `now` does not allow it.
    pub fn status_after(&self, action: ApplicationAction, now: Timestamp) -> Result<ApplicationStatus, ApiError> {
        let status = self.status_at(now);
        status.after(action).ok_or_else(|| {
            let message = format!("the application is {}, which does not allow this", status.as_str());
            ApiError::conflict(ErrorCode::InvalidState, message)
        })
    }

    /// Approves it now, with this code, until the benefit's window ends.
    pub fn approve(&mut self, code: Option<RedemptionCode>, benefit: &Benefit, now: Timestamp) {
        self.status = ApplicationStatus::Approved;
        self.code = code;
        self.decided_at = Some(now);
        self.lapses_at = benefit.valid_until.unwrap_or_else(end_of_time);
    }
}

/// When an application expires that does not.
#[must_use]
pub fn end_of_time() -> Timestamp {
    // The constant is a valid instant. If it were not, every approval would expire, and a test would fail.
    Timestamp::from_millis(END_OF_TIME_MS).unwrap_or(Timestamp::EPOCH)
}

impl Kind for BenefitApplication {
    const KIND: KindName = KindName::BenefitApplication;
}

impl Entity for BenefitApplication {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/benefit-applications";
    type View = BenefitApplicationView;

    fn view(&self, now: Timestamp) -> BenefitApplicationView {
        BenefitApplicationView {
            fields: BenefitApplicationFields { status: self.status_at(now), ..self.fields.clone() },
            expires_at: Some(self.lapses_at).filter(|at| *at < end_of_time()),
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_BENEFIT, &self.benefit_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by_any(&Self::BY_CATEGORY, self.category_id.as_ref(), id)
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .due(self.lapse_to_write())
    }
}

/// A customer's application for a benefit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BenefitApplication")]
pub struct BenefitApplicationView {
    /// The application in its state now.
    #[serde(flatten)]
    pub fields: BenefitApplicationFields,
    /// When the approval expires; null before the approval, and when it does not.
    pub expires_at: Option<Timestamp>,
}
