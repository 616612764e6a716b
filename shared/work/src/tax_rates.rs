//! What refers to a tax rate names one that is there.

use crate::UnitOfWork;
use records::TaxRate;
use values::{ApiError, Id};

impl UnitOfWork {
    /// Refuses a field that names no live tax rate, unless it named the same before: that may have been archived since.
    ///
    /// # Errors
    /// 422 naming the field: `reference_archived`, or `reference_not_found`.
    pub async fn require_tax_rate(
        &self,
        before: Option<Id<TaxRate>>,
        after: Option<Id<TaxRate>>,
        field: &str,
    ) -> Result<(), ApiError> {
        match after {
            Some(id) if before != after => self.require_reference(id, field).await.map(drop),
            Some(_) | None => Ok(()),
        }
    }
}
