//! What the QR code of a visit says.

use shared::codes::SignedPayload;

/// Which visit it is, signed.
pub const PAYLOAD: SignedPayload = SignedPayload { prefix: "visit1.", purpose: "visitor check-in" };
