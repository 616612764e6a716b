//! An import of codes into the pool of a benefit. Its codes never change: which of them are given out follows from one
//! counter of the benefit (`rules::code_assignment`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::Shown;
use store::{Entity, Index, IndexBy, Indexes, Record, record::RecordView};
use values::{Counter, Id, Kind, KindName, Timestamp};

use super::{benefit::Benefit, code::RedemptionCode};

/// A stored import of codes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CodePool {
    /// Benefit to whose pool the codes belong.
    pub benefit_id: Id<Benefit>,
    /// The benefit's codes imported before these.
    pub codes_before: usize,
    /// The codes, in the order in which they are given out.
    pub codes: Vec<RedemptionCode>,
}

/// An import with the number of its benefit's codes given out so far.
#[derive(Clone, Debug)]
pub struct PoolWithUse {
    record: Record<CodePool>,
    given_out: usize,
}

impl PoolWithUse {
    /// The import and the counter's value.
    #[must_use]
    pub fn new(record: Record<CodePool>, given_out: i64) -> Self {
        Self { record, given_out: usize::try_from(given_out).unwrap_or(usize::MAX) }
    }
}

impl CodePool {
    /// Index of the imports into a benefit's pool.
    pub const BY_BENEFIT: IndexBy<Self, Id<Benefit>> = IndexBy::new(Index::First, "benefit");

    /// Counts the codes of a benefit that were given out.
    #[must_use]
    pub fn given_out(benefit: Id<Benefit>) -> Counter {
        Counter::new("benefit_codes_given_out", benefit)
    }

    fn view_with(&self, given_out: usize) -> BenefitCodesView {
        let view = |(position, code): (usize, &RedemptionCode)| {
            if self.codes_before + position < given_out {
                BenefitCodeView { code: code.as_str().to_owned(), status: CodeStatus::Assigned }
            } else {
                BenefitCodeView { code: code.masked(), status: CodeStatus::Available }
            }
        };
        let codes: Vec<_> = self.codes.iter().enumerate().map(view).collect();
        let available = codes.iter().filter(|code| code.status == CodeStatus::Available).count();
        BenefitCodesView {
            benefit_id: self.benefit_id,
            assigned_count: codes.len() - available,
            available_count: available,
            codes,
        }
    }
}

impl Kind for CodePool {
    const KIND: KindName = KindName::BenefitCodes;
}

impl Entity for CodePool {
    const PATH: &'static str = "/benefit-codes";
    type View = BenefitCodesView;

    /// Without knowing how many are given out, none is shown.
    fn view(&self, _now: Timestamp) -> BenefitCodesView {
        self.view_with(0)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_BENEFIT, &self.benefit_id, id)
    }
}

impl Shown for PoolWithUse {
    type View = RecordView<BenefitCodesView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let body = self.record.body.view_with(self.given_out);
        let RecordView { id, metadata, version, created_at, updated_at, .. } = self.record.view(now);
        RecordView { id, body, metadata, version, created_at, updated_at }
    }

    fn location(&self) -> Option<String> {
        self.record.location()
    }
}

/// An import of codes into a benefit's pool.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BenefitCodes")]
pub struct BenefitCodesView {
    /// Benefit to whose pool the codes belong.
    benefit_id: Id<Benefit>,
    /// Codes that an application has.
    assigned_count: usize,
    /// Codes that nobody has yet.
    available_count: usize,
    /// The codes, in the order in which they are given out.
    codes: Vec<BenefitCodeView>,
}

/// A code of a pool.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BenefitCode")]
pub struct BenefitCodeView {
    /// The code; masked until an application has it.
    code: String,
    /// Whether an application has it.
    status: CodeStatus,
}

/// Whether an application has a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitCodeStatus")]
pub enum CodeStatus {
    /// No application has the code; it is shown masked.
    Available,
    /// An application has it, for good.
    Assigned,
}
