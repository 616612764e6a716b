//! How each code of a benefit's pool is given out once.
//!
//! The codes of an import never change. What changes is one counter for each benefit: the number of codes given out.
//! Codes are given out in order, so the counter alone tells which code is next and which ones are taken. The
//! transaction that approves an application raises it from the value that was read; of two approvals at the same moment
//! one fails, reads again and gets the next code. So no code is given out twice and none is left out. Records with a
//! status for each code were rejected: the next free one would have to be found in an index, which lags.

use shared::api::Call;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};

use crate::records::{
    benefit::{Benefit, CodeImport, CodeMode},
    code::RedemptionCode,
    pool::CodePool,
};

/// The code of an application to `benefit` that is approved by `transaction`; none when the benefit has none.
///
/// # Errors
/// 409 `capacity_exceeded` when the pool is empty. The transaction is refused with `version_conflict` when another
/// application takes the code.
pub async fn take_code(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Record<Benefit>,
) -> Result<Option<RedemptionCode>, ApiError> {
    match benefit.body.redemption_code_mode {
        CodeMode::None => Ok(None),
        CodeMode::Shared => Ok(benefit.body.shared_code.clone()),
        CodeMode::Pool => take_next_code(call, transaction, benefit).await.map(Some),
    }
}

async fn take_next_code(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Record<Benefit>,
) -> Result<RedemptionCode, ApiError> {
    let given_out = CodePool::given_out(benefit.id);
    let number = call.store.read_counter(call.tenant(), &given_out).await?;
    let position = usize::try_from(number).unwrap_or(usize::MAX);
    let Some((import, position)) = find_import(&benefit.body.code_imports, position) else {
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, "the benefit has no code left"));
    };
    let pool = call.store.find(call.tenant(), import).await?;
    let code = pool.as_ref().and_then(|pool| pool.body.codes.get(position));
    let code = code.ok_or_else(|| ApiError::internal(format!("import {import} has no code {position}")))?;
    // The counter never decreases, so the condition "at most the value that was read" means "exactly that value".
    transaction.add_up_to(&given_out, 1, number + 1, version_conflict());
    Ok(code.clone())
}

/// Import that has the code of this number, counted from 0 over all imports, and its position there.
fn find_import(imports: &[CodeImport], mut number: usize) -> Option<(Id<CodePool>, usize)> {
    for import in imports {
        if number < import.count {
            return Some((import.id.cast(), number));
        }
        number -= import.count;
    }
    None
}

#[cfg(test)]
mod tests {
    use values::Id;

    use super::{CodeImport, find_import};

    #[test]
    fn codes_are_given_out_import_by_import() {
        let id = |last: char| Id::parse(&format!("0199a000-0000-7000-8000-00000000000{last}")).expect("an id");
        let imports = [('1', 2), ('2', 1)].map(|(last, count)| CodeImport { id: id(last).cast(), count });
        for (number, expected) in [(0, Some((id('1'), 0))), (1, Some((id('1'), 1))), (2, Some((id('2'), 0))), (3, None)]
        {
            assert_eq!(find_import(&imports, number), expected, "{number}");
        }
        assert_eq!(find_import(&[], 0), None);
    }
}
