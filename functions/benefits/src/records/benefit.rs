//! Benefit: the stored record, its wire form, and the rules that its fields keep among themselves.

use records::{FileKey, Location};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::category::Categorized;
use store::{Entity, Index, IndexBy, Indexes, fields::yes, holds_fields};
use values::{ApiError, Counter, ErrorCode, Id, Kind, KindName, LongText, Name, ShortText, Timestamp, Url};

use super::{allowance::Allowance, category::BenefitCategory, code::RedemptionCode};

/// What clients write of a benefit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenefitFields {
    /// Where it is offered.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// Its category, at the same location.
    #[serde(default)]
    pub category_id: Option<Id<BenefitCategory>>,
    /// What people call it.
    pub title: Name,
    /// One line under the title.
    #[serde(default)]
    pub subtitle: ShortText,
    /// What the benefit consists of, in detail; empty by default.
    #[serde(default)]
    pub description: LongText,
    /// Name of the partner who offers it; empty by default.
    #[serde(default)]
    pub partner_name: ShortText,
    /// Addresses of pictures and films.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media: Vec<Url>,
    /// Keys of pictures and films that were uploaded to this merchant.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media_keys: Vec<FileKey>,
    /// Who sees it; `members` unless a create says otherwise.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether it is shown first.
    #[serde(default)]
    pub featured: bool,
    /// How often one customer may have it; `once` unless a create says otherwise.
    #[serde(default)]
    pub allowance: Allowance,
    /// What an application leads to; `auto` unless a create says otherwise.
    #[serde(default)]
    pub application_mode: ApplicationMode,
    /// Where the partner takes the application over; only for mode `link`, which needs it, and null otherwise.
    #[serde(default)]
    pub link_url: Option<Url>,
    /// First instant at which it can be applied for; at once when null.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// First instant at which it no longer can, and at which what is approved from now on expires; never when null.
    #[serde(default)]
    pub valid_until: Option<Timestamp>,
    /// Most applications, besides those rejected and cancelled; no limit when null. Below what is used it only stops
    /// new ones.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub total_quota: Option<i64>,
    /// Which code an approved application gets; `none` unless a create says otherwise.
    #[serde(default)]
    pub redemption_code_mode: CodeMode,
    /// The code that all get; only for codes `shared`, which need it, and null otherwise.
    #[serde(default)]
    pub shared_code: Option<RedemptionCode>,
    /// Whether it can be applied for.
    #[serde(default = "yes")]
    pub is_active: bool,
}

/// A benefit as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Benefit {
    /// Fields of the benefit that clients write.
    #[serde(flatten)]
    pub fields: BenefitFields,
    /// Imports of its pool of codes, in the order in which they are used up.
    #[serde(default)]
    pub code_imports: Vec<CodeImport>,
}

holds_fields!(Benefit, BenefitFields);

impl From<BenefitFields> for Benefit {
    /// A benefit without imported codes.
    fn from(fields: BenefitFields) -> Self {
        Self { fields, code_imports: Vec::new() }
    }
}

/// An import of codes, as its benefit remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeImport {
    /// Identifier of the import, which the stored codes have too.
    pub id: Id<Self>,
    /// How many they are.
    pub count: usize,
}

impl Kind for CodeImport {
    const KIND: KindName = KindName::BenefitCodesReference;
}

/// Who sees a benefit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitAudience")]
pub enum Visibility {
    /// Every customer, subscriber or not, unless membership plans name the benefit.
    Public,
    /// Members of every location in the network group.
    NetworkMembers,
    /// Members of the location.
    #[default]
    Members,
    /// Subscribers of the membership plans that name it.
    ExclusiveMembers,
    /// Only those who run the space.
    Admins,
}

/// What an application leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitApplicationMode")]
pub enum ApplicationMode {
    /// It is approved at once.
    #[default]
    Auto,
    /// Somebody approves or rejects it.
    Approval,
    /// It is approved at once, and the partner's page does the rest.
    Link,
}

/// Which code an approved application gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitCodeMode")]
pub enum CodeMode {
    /// No code at all.
    #[default]
    None,
    /// The same for all.
    Shared,
    /// One of its own, out of those imported.
    Pool,
}

impl Benefit {
    /// Index of the benefits at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Counts the applications that use up the quota.
    #[must_use]
    pub fn quota(id: Id<Self>) -> Counter {
        Counter::new("benefit_quota", id)
    }

    /// Refuses fields that do not go together.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn check(&self) -> Result<(), ApiError> {
        self.allowance.check()?;
        let (is_link, is_shared) =
            (self.application_mode == ApplicationMode::Link, self.redemption_code_mode == CodeMode::Shared);
        match self.link_url {
            None if is_link => Err(ApiError::rule("link_url", "required_for_link", "mode link needs a link_url")),
            Some(_) if !is_link => {
                Err(ApiError::rule("link_url", "only_for_link", "a link_url is for mode link alone"))
            }
            Some(_) | None => Ok(()),
        }?;
        match self.shared_code {
            None if is_shared => {
                Err(ApiError::rule("shared_code", "required_for_shared", "a shared code must be given"))
            }
            Some(_) if !is_shared => {
                Err(ApiError::rule("shared_code", "only_for_shared", "a shared_code is for codes shared alone"))
            }
            Some(_) | None => Ok(()),
        }?;
        if self.valid_from.zip(self.valid_until).is_some_and(|(from, until)| until <= from) {
            return Err(ApiError::rule("valid_until", "not_after_valid_from", "valid_until must be after valid_from"));
        }
        Ok(())
    }

    /// Refuses an application at the instant `now`. The category is checked elsewhere.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn check_open(&self, now: Timestamp) -> Result<(), ApiError> {
        let closed = |message| Err(ApiError::conflict(ErrorCode::InvalidState, message));
        if !self.is_active {
            return closed("the benefit is not active");
        }
        if self.valid_from.is_some_and(|from| now < from) {
            return closed("the benefit cannot be applied for yet");
        }
        self.check_not_over(now)
    }

    /// Refuses an approval after `valid_until`: it would be expired from the beginning.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn check_not_over(&self, now: Timestamp) -> Result<(), ApiError> {
        if self.valid_until.is_some_and(|until| until <= now) {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "the benefit is no longer valid"));
        }
        Ok(())
    }

    /// Codes imported so far.
    #[must_use]
    pub fn code_count(&self) -> usize {
        self.code_imports.iter().map(|import| import.count).sum()
    }
}

impl Kind for Benefit {
    const KIND: KindName = KindName::Benefit;
}

impl Categorized for Benefit {
    type Category = BenefitCategory;
    const BY_CATEGORY: IndexBy<Self, Id<BenefitCategory>> = IndexBy::new(Index::Second, "category");

    fn category_id(&self) -> Option<Id<BenefitCategory>> {
        self.category_id
    }

    fn put_into(&mut self, category: Id<BenefitCategory>) {
        self.category_id = Some(category);
    }
}

impl Entity for Benefit {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(
        &[("is_active", "true")],
        Some(&[("is_active", "true"), ("visibility", "public")]),
    );
    const PATH: &'static str = "/benefits";
    type View = BenefitView;

    fn view(&self, _now: Timestamp) -> BenefitView {
        BenefitView { fields: self.fields.clone(), code_count: self.code_count() }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.fields.title.as_str(), self.fields.partner_name.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).by_any(
            &Self::BY_CATEGORY,
            self.category_id.as_ref(),
            id,
        )
    }
}

/// What a partner offers at a location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Benefit")]
pub struct BenefitView {
    /// Fields of the benefit that clients write.
    #[serde(flatten)]
    pub fields: BenefitFields,
    /// Codes imported into its pool.
    pub code_count: usize,
}
