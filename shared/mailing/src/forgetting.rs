//! Letters about a record whose person is forgotten: a visitor, once visits are not kept any more.

use store::List;
use values::{ApiError, Id};
use work::{UnitOfWork, unit_of_work::retry};

use crate::letter::Letter;

/// Most letters that are written to one person about one record.
const LETTERS_MAX: usize = 50;

/// Empties the letters about a record to whoever is no member, before the record itself is.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn forget_letters_about(work: &UnitOfWork, record: Id<()>) -> Result<(), ApiError> {
    let list = List::by(&Letter::BY_OBJECT, &record);
    for letter in work.store.all(work.tenant(), &list, LETTERS_MAX).await?.records {
        if letter.body.member_id.is_none() && letter.body.email.is_some() {
            retry(work, || forget(work, letter.id)).await?;
        }
    }
    Ok(())
}

async fn forget(work: &UnitOfWork, id: Id<Letter>) -> Result<(), ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
    let mut transaction = work.transaction();
    transaction.replace(&before, &work.next_version(&before, before.body.clone().forgotten(), None));
    work.store.commit(transaction).await
}
