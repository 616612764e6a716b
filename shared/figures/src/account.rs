//! The account of a record: what it has added to sums, and what is remembered of it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use store::{Expression, Key, transaction::version_conflict};
use values::ApiError;
use work::UnitOfWork;

use crate::{
    rows::{self, CELLS_AT_ONCE, ROWS_AT_ONCE},
    sums::Sums,
};

/// Where accounts are, and the rows to which they add.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// Space of the accounts.
    pub accounts: &'static str,
    /// Space of the rows.
    pub rows: &'static str,
}

/// An account as it is stored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Account<M> {
    /// How often it was written.
    pub version: i64,
    /// What was added to rows.
    pub sums: Sums,
    /// What is remembered of the record.
    pub memory: M,
}

/// Reads the account of a name; none when it has added nothing yet.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read<M: DeserializeOwned>(
    work: &UnitOfWork,
    book: Book,
    name: &str,
) -> Result<Option<Account<M>>, ApiError> {
    Ok(work.store.read_value(&Key::single(work.tenant(), book.accounts, name)).await?)
}

/// Makes the account say `sums` and `memory`, and adds the difference to the rows, in as many transactions as it takes:
/// each leaves an account that says what the rows have of it. Nothing is written when both are so already.
///
/// # Errors
/// 409 `version_conflict` when somebody else has changed the account since it was read.
pub async fn settle<M: Serialize + Clone + PartialEq + Default>(
    work: &UnitOfWork,
    book: Book,
    name: &str,
    before: Option<Account<M>>,
    (sums, memory): (&Sums, &M),
) -> Result<(), ApiError> {
    let key = Key::single(work.tenant(), book.accounts, name);
    let is_known = before.is_some();
    let mut account = before.unwrap_or_default();
    if !is_known && sums.is_empty() && *memory == M::default() {
        return Ok(());
    }
    loop {
        let difference = sums.minus(&account.sums);
        if difference.is_empty() && account.memory == *memory {
            return Ok(());
        }
        let part = difference.part(ROWS_AT_ONCE, CELLS_AT_ONCE);
        let is_whole = part == difference;
        let condition = if account.version == 0 { Expression::absent() } else { Expression::version(account.version) };
        account.version += 1;
        account.sums.plus(&part);
        if is_whole {
            account.memory = memory.clone();
        }
        let mut transaction = work.transaction();
        transaction.put_encoded(&key, &account, condition, version_conflict());
        rows::add(&mut transaction, book.rows, &part);
        work.store.commit(transaction).await?;
    }
}
