//! Update a benefit.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, Nullable, PathId},
    domain::{Id, LongText, Metadata, Name, Record, ShortText, Timestamp, Url},
    store::Transaction,
};

use crate::{
    records::{
        allowance::AllowanceInput,
        benefit::{ApplicationMode, Benefit, CodeMode, Visibility},
        category::BenefitCategory,
        code::RedemptionCode,
    },
    rules::category_membership,
};

/// What may change of a benefit; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitPatch {
    /// Its category, at the same location.
    #[serde(default)]
    category_id: Nullable<Id<BenefitCategory>>,
    /// What people call it.
    title: Option<Name>,
    /// One line under the title.
    subtitle: Option<ShortText>,
    /// What it is.
    description: Option<LongText>,
    /// Who offers it.
    partner_name: Option<ShortText>,
    /// Addresses of pictures and films.
    #[schemars(length(max = 10))]
    media: Option<Vec<Url>>,
    /// Who sees it.
    visibility: Option<Visibility>,
    /// Whether it is shown first.
    featured: Option<bool>,
    /// How often one customer may have it.
    allowance: Option<AllowanceInput>,
    /// What an application leads to.
    application_mode: Option<ApplicationMode>,
    /// Where the partner takes the application over; mode `link` needs it.
    #[serde(default)]
    link_url: Nullable<Url>,
    /// First instant at which it can be applied for.
    #[serde(default)]
    valid_from: Nullable<Timestamp>,
    /// First instant at which it no longer can, and at which what is approved from now on expires.
    #[serde(default)]
    valid_until: Nullable<Timestamp>,
    /// Most applications, besides those rejected and cancelled; below what is used it only stops new ones.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    total_quota: Nullable<i64>,
    /// Which code an approved application gets.
    redemption_code_mode: Option<CodeMode>,
    /// The code that all get; codes `shared` need it.
    #[serde(default)]
    shared_code: Nullable<RedemptionCode>,
    /// Whether it can be applied for.
    is_active: Option<bool>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update benefit
pub async fn update(call: Call, PathId(id): PathId<Benefit>, Body(mut patch): Body<BenefitPatch>) -> Changes<Benefit> {
    let before = call.get_for_change(id).await?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone())?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    change_category(&call, &mut transaction, &before, &after).await?;
    call.commit(transaction, Data(after)).await
}

/// Every category knows how many live benefits it has.
async fn change_category(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Benefit>,
    after: &Record<Benefit>,
) -> Result<(), ApiError> {
    if before.body.category_id == after.body.category_id {
        return Ok(());
    }
    if let Some(category) = after.body.category_id {
        category_membership::enter(call, transaction, category, after.body.location_id).await?;
    }
    if let Some(category) = before.body.category_id {
        category_membership::leave(transaction, category);
    }
    Ok(())
}

impl BenefitPatch {
    fn applied_to(self, mut benefit: Benefit) -> Result<Benefit, ApiError> {
        self.category_id.apply(&mut benefit.category_id);
        self.link_url.apply(&mut benefit.link_url);
        self.valid_from.apply(&mut benefit.valid_from);
        self.valid_until.apply(&mut benefit.valid_until);
        self.total_quota.apply(&mut benefit.total_quota);
        self.shared_code.apply(&mut benefit.shared_code);
        benefit.title = self.title.unwrap_or(benefit.title);
        benefit.subtitle = self.subtitle.unwrap_or(benefit.subtitle);
        benefit.description = self.description.unwrap_or(benefit.description);
        benefit.partner_name = self.partner_name.unwrap_or(benefit.partner_name);
        benefit.media = self.media.unwrap_or(benefit.media);
        benefit.visibility = self.visibility.unwrap_or(benefit.visibility);
        benefit.featured = self.featured.unwrap_or(benefit.featured);
        benefit.allowance = self.allowance.map_or(Ok(benefit.allowance), AllowanceInput::checked)?;
        benefit.application_mode = self.application_mode.unwrap_or(benefit.application_mode);
        benefit.redemption_code_mode = self.redemption_code_mode.unwrap_or(benefit.redemption_code_mode);
        benefit.is_active = self.is_active.unwrap_or(benefit.is_active);
        benefit.check()?;
        Ok(benefit)
    }
}
