//! Tenants that follow from no verified credential.

use uuid::Uuid;

use records::ClientId;
use values::{Id, Tenant};

/// The tenant that a client id claims: what is done with it before the credential is accepted is to read the
/// credential.
#[expect(clippy::disallowed_methods, reason = "the caller is given the tenant only after its credential was accepted")]
pub(crate) const fn claimed(id: ClientId) -> Tenant {
    Tenant::of(id.merchant())
}

/// The tenant that is no merchant's; its partition lists the merchants, and the origins of their pages.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "it has no merchant's data")]
pub fn registry() -> Tenant {
    Tenant::of(Id::new(Uuid::nil()))
}
