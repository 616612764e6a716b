//! How an event is written and signed: Standard Webhooks (<https://www.standardwebhooks.com>), version 1.
//!
//! The crate `standardwebhooks` would bring a second implementation of HMAC and of instants for these few lines;
//! clients check them with its sisters in JavaScript and Python (`infra/check/webhooks`).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use records::{LoggedEvent, logged_event::EventView};
use serde::Serialize;
use sha2::Sha256;
use values::{Id, Timestamp};

/// What secrets begin with.
pub const SECRET_PREFIX: &str = "whsec_";

/// The body of a delivery.
#[derive(Serialize)]
struct Message<'a> {
    r#type: &'a str,
    timestamp: Timestamp,
    data: &'a EventView,
}

/// The body of every attempt to deliver an event: the event as the event log shows it now.
#[must_use]
pub fn body(event: &EventView) -> String {
    let message = Message { r#type: &event.r#type, timestamp: event.occurred_at, data: event };
    // What was stored as JSON is JSON.
    serde_json::to_string(&message).unwrap_or_default()
}

/// `webhook-signature`: a signature by each of the secrets. A secret that is none signs nothing.
#[must_use]
pub fn signatures(secrets: &[String], id: Id<LoggedEvent>, at: Timestamp, body: &str) -> String {
    let content = format!("{id}.{}.{body}", at.seconds());
    let signed = secrets.iter().filter_map(|secret| signature(secret, &content));
    signed.map(|signature| format!("v1,{signature}")).collect::<Vec<_>>().join(" ")
}

fn signature(secret: &str, content: &str) -> Option<String> {
    let key = STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(content.as_bytes());
    Some(STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::signature;

    /// The example of the specification's own libraries (`standard-webhooks`,
    /// `libraries/javascript/src/index.test.ts`).
    #[test]
    fn a_message_is_signed_as_the_public_libraries_sign_it() {
        let content = r#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#;
        let signed = signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", content);
        assert_eq!(signed.as_deref(), Some("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        assert_eq!(signature("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", content), None);
    }
}
