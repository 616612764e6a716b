//! References that a list of a request adds to those that were there: what was named before may be gone by now.

use store::{Entity, Transaction};
use values::{ApiError, Id};

use crate::UnitOfWork;

impl UnitOfWork {
    /// Requires that every record of the list `field` that is not among `had` is there, also when the transaction is
    /// committed.
    ///
    /// # Errors
    /// 422 naming the position of the first that is not, such as `location_ids[1]`: `reference_archived`, or
    /// `reference_not_found`.
    pub async fn require_new_references<E: Entity>(
        &self,
        transaction: &mut Transaction,
        field: &str,
        wanted: &[Id<E>],
        had: &[Id<E>],
    ) -> Result<(), ApiError> {
        let new: Vec<usize> = (0..wanted.len()).filter(|&position| !had.contains(&wanted[position])).collect();
        let ids: Vec<Id<E>> = new.iter().map(|&position| wanted[position]).collect();
        let named = |position: usize| format!("{field}[{}]", new[position]);
        for (position, record) in self.require_references(&ids, named).await?.iter().enumerate() {
            transaction.require_reference(record, named(position));
        }
        Ok(())
    }
}
