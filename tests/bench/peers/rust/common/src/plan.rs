use std::collections::HashMap;

use chrono::{DateTime, SubsecRound as _, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use validator::{Validate, ValidationError};

#[derive(Clone, Debug, Serialize, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct NewPlan {
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(default)]
    #[validate(length(max = 10_000))]
    pub description: String,
    #[validate(range(min = 0.0, max = 1_000_000_000.0))]
    pub price: f64,
    #[validate(length(equal = 3), custom(function = upper_case))]
    pub currency: String,
    pub billing_cycle: BillingCycle,
    #[serde(default)]
    #[validate(range(min = 0, max = 1_000_000))]
    pub credits: i64,
    #[serde(default)]
    #[validate(range(min = 0, max = 10_000))]
    pub day_passes: i64,
    #[serde(default = "yes")]
    pub is_active: bool,
    #[serde(default)]
    #[validate(length(max = 255))]
    pub tagline: String,
    #[serde(default)]
    #[validate(range(min = 0, max = 1_000_000))]
    pub display_order: i64,
    #[serde(default)]
    #[validate(length(max = 100))]
    pub features: Vec<String>,
    #[serde(default)]
    pub metadata: HashMap<String, String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BillingCycle {
    Monthly,
    Yearly,
}

impl BillingCycle {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
        }
    }
}

fn yes() -> bool {
    true
}

fn upper_case(text: &str) -> Result<(), ValidationError> {
    if text.bytes().all(|byte| byte.is_ascii_uppercase()) { Ok(()) } else { Err(ValidationError::new("currency")) }
}

/// What is stored and shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub id: Uuid,
    pub name: String,
    pub description: String,
    pub price: f64,
    pub currency: String,
    pub billing_cycle: String,
    pub credits: i64,
    pub day_passes: i64,
    pub is_active: bool,
    pub tagline: String,
    pub display_order: i64,
    pub features: Vec<String>,
    pub metadata: HashMap<String, String>,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl From<NewPlan> for Plan {
    fn from(new: NewPlan) -> Self {
        let now = Utc::now().trunc_subsecs(3);
        Self {
            id: Uuid::now_v7(),
            name: new.name,
            description: new.description,
            price: new.price,
            currency: new.currency,
            billing_cycle: new.billing_cycle.as_str().to_owned(),
            credits: new.credits,
            day_passes: new.day_passes,
            is_active: new.is_active,
            tagline: new.tagline,
            display_order: new.display_order,
            features: new.features,
            metadata: new.metadata,
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }
}

/// Which page is asked for.
#[derive(Clone, Copy, Debug, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct Paging {
    #[serde(default = "first")]
    #[validate(range(min = 1))]
    pub page: i64,
    #[serde(default = "usual")]
    #[validate(range(min = 1, max = 100))]
    pub per_page: i64,
}

impl Paging {
    pub fn offset(&self) -> i64 {
        (self.page - 1) * self.per_page
    }
}

fn first() -> i64 {
    1
}

fn usual() -> i64 {
    20
}
