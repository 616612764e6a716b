//! What holds for every write: idempotency, versions, uniqueness.
