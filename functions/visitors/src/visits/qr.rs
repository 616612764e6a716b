//! What the QR code of a visit says: which visit it is, signed. One that nobody here made is refused without a look into the table.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use shared::{
    api::{Call, signature::SIGNATURE_BYTES},
    domain::{Id, VisitorVisit},
};
use uuid::Uuid;

/// In front of every payload; another version would have another.
const PREFIX: &str = "visit1.";
/// What is signed.
const PURPOSE: &str = "visitor check-in";
/// Bytes of an id.
const ID_BYTES: usize = 16;

/// The payload of a visit.
#[must_use]
pub fn payload(call: &Call, id: Id<VisitorVisit>) -> Option<String> {
    let id = id.uuid().into_bytes();
    let signature = call.signature(PURPOSE, &id)?;
    Some(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode([id, signature].concat())))
}

/// The visit that a payload names; `None` when it was not made here for this merchant.
#[must_use]
pub fn visit_of(call: &Call, payload: &str) -> Option<Id<VisitorVisit>> {
    let bytes = URL_SAFE_NO_PAD.decode(payload.strip_prefix(PREFIX)?).ok()?;
    if bytes.len() != ID_BYTES + SIGNATURE_BYTES {
        return None;
    }
    let (id, signature) = bytes.split_at(ID_BYTES);
    let is_ours = call.is_signature(PURPOSE, id, signature);
    is_ours.then(|| Uuid::from_slice(id).ok().map(Id::new)).flatten()
}
