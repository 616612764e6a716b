//! Create a benefit.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates, Nullable},
    domain::{Id, Location, LongText, Metadata, Name, ShortText, Timestamp, Url},
};

use crate::{
    records::{
        allowance::{Allowance, AllowanceInput},
        benefit::{ApplicationMode, Benefit, CodeMode, Visibility},
        category::BenefitCategory,
        code::RedemptionCode,
    },
    rules::category_membership,
};

/// A new benefit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCreate {
    /// Where it is offered.
    location_id: Id<Location>,
    /// Its category, at the same location.
    #[serde(default)]
    category_id: Nullable<Id<BenefitCategory>>,
    /// What people call it.
    title: Name,
    /// One line under the title.
    #[serde(default)]
    subtitle: ShortText,
    /// What it is.
    #[serde(default)]
    description: LongText,
    /// Who offers it.
    #[serde(default)]
    partner_name: ShortText,
    /// Addresses of pictures and films.
    #[serde(default)]
    #[schemars(length(max = 10))]
    media: Vec<Url>,
    /// Who sees it; `members` when left out.
    #[serde(default)]
    visibility: Visibility,
    /// Whether it is shown first.
    #[serde(default)]
    featured: bool,
    /// How often one customer may have it; `once` when left out.
    allowance: Option<AllowanceInput>,
    /// What an application leads to; `auto` when left out.
    #[serde(default)]
    application_mode: ApplicationMode,
    /// Where the partner takes the application over; mode `link` needs it.
    #[serde(default)]
    link_url: Nullable<Url>,
    /// First instant at which it can be applied for; at once when left out.
    #[serde(default)]
    valid_from: Nullable<Timestamp>,
    /// First instant at which it no longer can, and at which what was approved expires; never when left out.
    #[serde(default)]
    valid_until: Nullable<Timestamp>,
    /// Most applications, besides those rejected and cancelled; no limit when left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    total_quota: Nullable<i64>,
    /// Which code an approved application gets; `none` when left out.
    #[serde(default)]
    redemption_code_mode: CodeMode,
    /// The code that all get; codes `shared` need it.
    #[serde(default)]
    shared_code: Nullable<RedemptionCode>,
    /// Whether it can be applied for; true when left out.
    is_active: Option<bool>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create benefit
pub async fn create(call: Call, Body(mut input): Body<BenefitCreate>) -> Creates<Benefit> {
    let metadata = input.metadata.take();
    let benefit = call.new_record(input.into_benefit()?, metadata);
    let location = call.reference(benefit.body.location_id, "location_id").await?;
    let mut transaction = call.transaction();
    transaction.create(&benefit);
    transaction.require(&location, ApiError::reference_not_found("location_id"));
    transaction.add(&Location::uses(location.id), 1);
    if let Some(category) = benefit.body.category_id {
        category_membership::enter(&call, &mut transaction, category, location.id).await?;
    }
    call.commit(transaction, Created(benefit)).await
}

impl BenefitCreate {
    fn into_benefit(self) -> Result<Benefit, ApiError> {
        let benefit = Benefit {
            location_id: self.location_id,
            category_id: self.category_id.into_option(),
            title: self.title,
            subtitle: self.subtitle,
            description: self.description,
            partner_name: self.partner_name,
            media: self.media,
            visibility: self.visibility,
            featured: self.featured,
            allowance: self.allowance.map_or(Ok(Allowance::Once), AllowanceInput::checked)?,
            application_mode: self.application_mode,
            link_url: self.link_url.into_option(),
            valid_from: self.valid_from.into_option(),
            valid_until: self.valid_until.into_option(),
            total_quota: self.total_quota.into_option(),
            redemption_code_mode: self.redemption_code_mode,
            shared_code: self.shared_code.into_option(),
            is_active: self.is_active.unwrap_or(true),
            code_imports: Vec::new(),
        };
        benefit.check()?;
        Ok(benefit)
    }
}
