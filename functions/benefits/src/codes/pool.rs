//! The pool of a benefit's codes, and how each is given out once.
//!
//! The codes of an import never change: what changes is one counter per benefit, the number of codes given out. They
//! are given out in order, so the counter alone tells who is next and which code is whose. It moves from the value that
//! was read to the next one, in the transaction that approves the application; of two approvals at one moment one
//! fails, reads again and gets the next code. So a code is never given twice and none is skipped. Code records with a
//! status each would have to be found by an index, which lags, and would all be fought over at the end of the pool.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Shown},
    domain::{Counter, Entity, Id, Index, Indexes, Kind, Record, Timestamp, record::RecordView},
    store::Transaction,
};

use super::RedemptionCode;
use crate::{
    benefits::{Benefit, CodeImport, CodeMode},
    contention::contended,
};

/// A stored import of codes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CodePool {
    /// The benefit.
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

/// The code of an application to `benefit` that is approved by `transaction`; none when the benefit has none.
///
/// # Errors
/// 409 `capacity_exceeded` when the pool is empty. The transaction is refused as contended when another takes the code.
pub async fn code_for(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Record<Benefit>,
) -> Result<Option<RedemptionCode>, ApiError> {
    match benefit.body.redemption_code_mode {
        CodeMode::None => Ok(None),
        CodeMode::Shared => Ok(benefit.body.shared_code.clone()),
        CodeMode::Pool => next_code(call, transaction, benefit).await.map(Some),
    }
}

async fn next_code(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Record<Benefit>,
) -> Result<RedemptionCode, ApiError> {
    let given_out = CodePool::given_out(benefit.id);
    let number = call.store.counted(&call.caller.tenant, &given_out).await?;
    let position = usize::try_from(number).unwrap_or(usize::MAX);
    let Some((import, position)) = find_import(&benefit.body.code_imports, position) else {
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, "the benefit has no code left"));
    };
    let pool = call.store.find(&call.caller.tenant, import).await?;
    let code = pool.as_ref().and_then(|pool| pool.body.codes.get(position));
    let code = code.ok_or_else(|| ApiError::internal(format!("import {import} has no code {position}")))?;
    // The number only grows, so "at most what it was" is "exactly what it was".
    transaction.count(&given_out, 1, Some(number + 1), contended());
    Ok(code.clone())
}

/// Import that has the code of this number, counted from 0 over all imports, and its position there.
fn find_import(imports: &[CodeImport], mut number: usize) -> Option<(Id<CodePool>, usize)> {
    for import in imports {
        if number < import.count {
            return Some((import.id, number));
        }
        number -= import.count;
    }
    None
}

impl CodePool {
    /// Counts the codes of a benefit that were given out.
    #[must_use]
    pub fn given_out(benefit: Id<Benefit>) -> Counter {
        Counter::new("benefit_codes_given_out", benefit)
    }

    /// The partition of an index that has the imports of a benefit.
    #[must_use]
    pub fn partition(benefit: Id<Benefit>) -> String {
        format!("benefit#{benefit}")
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
    const KIND: &'static str = "benefit_codes";
}

impl Entity for CodePool {
    const PATH: &'static str = "/benefit-codes";
    type View = BenefitCodesView;

    /// Without knowing how many are given out, none is shown.
    fn view(&self, _now: Timestamp) -> BenefitCodesView {
        self.view_with(0)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().with(Index::First, Self::partition(self.benefit_id), id)
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
    /// The benefit.
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
pub enum CodeStatus {
    /// Nobody has it.
    Available,
    /// An application has it, for good.
    Assigned,
}

#[cfg(test)]
mod tests {
    use shared::domain::Id;

    use super::{CodeImport, find_import};

    #[test]
    fn codes_are_given_out_import_by_import() {
        let id = |last: char| Id::parse(&format!("0199a000-0000-7000-8000-00000000000{last}")).expect("an id");
        let imports = [CodeImport { id: id('1'), count: 2 }, CodeImport { id: id('2'), count: 1 }];
        for (number, expected) in [(0, Some((id('1'), 0))), (1, Some((id('1'), 1))), (2, Some((id('2'), 0))), (3, None)]
        {
            assert_eq!(find_import(&imports, number), expected, "{number}");
        }
        assert_eq!(find_import(&[], 0), None);
    }
}
