//! API client: a credential of a merchant, with its scopes.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Origin;
use store::Entity;
use store::holds_fields;
use values::{
    Counter, Id, Kind, KindName, MerchantReference, Name, Timestamp,
    scope::{Scope, Scopes},
    secret::{Secret, SecretDigest},
};

/// Most secrets of a client that work at once.
const SECRETS_MAX: usize = 2;
/// Most origins of a public client.
pub const ORIGINS_MAX: usize = 20;

/// What clients write of an API client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiClientFields {
    /// What people call it.
    pub name: Name,
    /// What it may do; nothing that the calling client may not is added.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    pub scopes: Scopes,
    /// When it stops working by itself; never when null.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// Web origins from which it is used, such as `https://members.example.com`. A client with origins is public: it is
    /// used by pages, has no secret, and can only begin sessions of people.
    #[serde(default)]
    #[schemars(length(max = ORIGINS_MAX), extend("uniqueItems" = true))]
    pub origins: Vec<Origin>,
}

/// A stored API client. At most two secrets are live at once, during a rotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiClient {
    /// Name, scopes and expiry, as clients write them.
    #[serde(flatten)]
    pub fields: ApiClientFields,
    /// Its public identifier, sent as `X-Client-ID`.
    pub client_id: String,
    /// Digests of the secrets, newest first; two of them work during a rotation.
    pub secrets: Vec<StoredSecret>,
    /// What pages of a public client send as bearer token. It is no secret: it only begins sessions of people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publishable_key: Option<String>,
    /// When it was rotated last.
    #[serde(default)]
    pub rotated_at: Option<Timestamp>,
    /// When it was revoked, which is for good.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, within an hour.
    pub last_used_at: Option<Timestamp>,
}

holds_fields!(ApiClient, ApiClientFields);

/// What is kept of a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSecret {
    /// SHA-256 of the secret.
    pub digest: SecretDigest,
    /// Its last four characters.
    pub last4: String,
    /// When it stops working after a newer secret was made.
    pub until: Option<Timestamp>,
}

impl StoredSecret {
    fn of(secret: &Secret) -> Self {
        Self { digest: secret.digest(), last4: secret.last4(), until: None }
    }
}

/// Whether a client works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiClientStatus {
    /// The client's secrets are accepted: it is neither expired nor revoked.
    Active,
    /// Its time is over.
    Expired,
    /// It was revoked, which is for good.
    Revoked,
}

impl ApiClient {
    /// A client without scopes that stands in for an unknown one, so that it takes the same time as a known one.
    #[must_use]
    pub fn nobody() -> Self {
        let (name, scopes, origins) = (Name::default(), Scopes::default(), Vec::new());
        let fields = ApiClientFields { name, scopes, expires_at: None, origins };
        Self::new(fields, &Secret::received(""))
    }

    /// A client with this secret; its id is set by [`ApiClient::identified`].
    #[must_use]
    pub fn new(fields: ApiClientFields, secret: &Secret) -> Self {
        let publishable_key = (!fields.origins.is_empty()).then(|| secret.reveal().to_owned());
        Self {
            fields: ApiClientFields { scopes: fields.scopes.sorted(), ..fields },
            client_id: String::new(),
            secrets: vec![StoredSecret::of(secret)],
            publishable_key,
            rotated_at: None,
            revoked_at: None,
            last_used_at: None,
        }
    }

    /// The client under its public identifier.
    #[must_use]
    pub fn identified(self, id: impl Display) -> Self {
        Self { client_id: id.to_string(), ..self }
    }

    /// Counter of a merchant's clients that hold `merchant:admin` and end only by revocation
    /// ([`ApiClient::keeps_the_key`]). Through the API it never reaches 0.
    #[must_use]
    pub fn admin_clients(merchant: Id<MerchantReference>) -> Counter {
        Counter::new("admin_clients", merchant)
    }

    /// Whether it is used by pages, which can keep no secret.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        !self.fields.origins.is_empty()
    }

    /// Whether it can manage API clients until somebody revokes it. A merchant must keep one such client.
    #[must_use]
    pub fn keeps_the_key(&self) -> bool {
        !self.is_public()
            && self.scopes.allow(Scope::MERCHANT_ADMIN)
            && self.expires_at.is_none()
            && self.revoked_at.is_none()
    }

    /// Puts `secret` in front. The secret before it works until `until`; any older one ends now, so that never more
    /// than two work.
    #[must_use]
    pub fn rotated(mut self, secret: &Secret, until: Timestamp, now: Timestamp) -> Self {
        self.secrets.truncate(1);
        for old in &mut self.secrets {
            old.until = Some(until);
        }
        self.secrets.retain(|old| old.until.is_none_or(|until| now < until));
        self.secrets.insert(0, StoredSecret::of(secret));
        self.publishable_key = self.publishable_key.map(|_| secret.reveal().to_owned());
        Self { rotated_at: Some(now), ..self }
    }

    /// Whether it works at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> ApiClientStatus {
        if self.revoked_at.is_some() {
            ApiClientStatus::Revoked
        } else if self.expires_at.is_some_and(|expires_at| expires_at <= now) {
            ApiClientStatus::Expired
        } else {
            ApiClientStatus::Active
        }
    }

    /// Whether a secret with this digest is valid at `now`. All secrets are compared, whatever the first comparison
    /// says, so that the time tells nothing.
    #[must_use]
    pub fn accepts(&self, digest: &SecretDigest, now: Timestamp) -> bool {
        let live = |secret: &StoredSecret| secret.until.is_none_or(|until| now < until);
        // A client with one secret is compared as often as one with two.
        let matched = (0..SECRETS_MAX).fold(false, |matched, position| {
            let own = self.secrets.get(position);
            let compared = own.or(self.secrets.first());
            let is_match = compared.is_some_and(|secret| secret.digest.matches(digest) & live(secret));
            matched | (is_match & own.is_some())
        });
        matched & (self.status(now) == ApiClientStatus::Active)
    }

    /// Whether a secret with this digest is, or was a moment ago, one of the client's, whether it works or not.
    #[must_use]
    pub fn has_secret(&self, digest: &SecretDigest) -> bool {
        self.secrets.iter().fold(false, |found, secret| found | secret.digest.matches(digest))
    }

    /// When the credential with this digest ends, as far as is known now.
    #[must_use]
    pub fn accepted_until(&self, digest: &SecretDigest) -> Option<Timestamp> {
        let secret = self.secrets.iter().find(|secret| secret.digest.matches(digest));
        [secret.and_then(|secret| secret.until), self.expires_at].into_iter().flatten().min()
    }

    /// Last four characters of the newest secret.
    #[must_use]
    pub fn secret_last4(&self) -> &str {
        self.secrets.first().map_or("", |secret| secret.last4.as_str())
    }
}

impl Kind for ApiClient {
    const KIND: KindName = KindName::ApiClient;
}

impl Entity for ApiClient {
    const PATH: &'static str = "/api-clients";
    type View = ApiClientView;

    fn view(&self, now: Timestamp) -> ApiClientView {
        ApiClientView {
            fields: self.fields.clone(),
            client_id: self.client_id.clone(),
            secret_last4: self.secret_last4().to_owned(),
            publishable_key: self.publishable_key.clone(),
            rotated_at: self.rotated_at,
            status: self.status(now),
            revoked_at: self.revoked_at,
            last_used_at: self.last_used_at,
        }
    }
}

/// API client: a credential of the merchant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RegisteredClient")]
pub struct ApiClientView {
    /// Name, scopes and expiry, as clients write them.
    #[serde(flatten)]
    pub fields: ApiClientFields,
    /// Public identifier, which requests send in the header `X-Client-ID`.
    pub client_id: String,
    /// Last four characters of the newest secret.
    pub secret_last4: String,
    /// What pages of a public client send as bearer token: it is no secret, and only begins sessions of people. Null for a
    /// client that has a secret.
    pub publishable_key: Option<String>,
    /// When it was rotated last; null while it has its first secret.
    pub rotated_at: Option<Timestamp>,
    /// Whether its secrets are accepted: active, expired or revoked.
    pub status: ApiClientStatus,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, within an hour.
    pub last_used_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::{ApiClient, ApiClientFields};
    use values::{Name, Timestamp, scope::Scopes, secret::Secret};

    #[test]
    fn a_rotation_leaves_at_most_two_secrets_that_work() {
        let now = Timestamp::parse("2026-11-21T09:00:00Z").expect("an instant");
        let secrets = [1, 2, 3, 4].map(|byte| Secret::new([byte; 32]));
        let hour = now.plus(Duration::hours(1));
        let (name, scopes, origins) = (Name::new("Kiosk"), Scopes::everything(), Vec::new());
        let fields = ApiClientFields { name, scopes, expires_at: None, origins };
        let client = ApiClient::new(fields, &secrets[0]);
        let working = |client: &ApiClient, at: Timestamp| secrets.each_ref().map(|s| client.accepts(&s.digest(), at));

        let client = client.rotated(&secrets[1], hour, now);
        assert_eq!(working(&client, now), [true, true, false, false]);
        assert_eq!(working(&client, hour), [false, true, false, false]);
        let client = client.rotated(&secrets[2], hour, now);
        assert_eq!(working(&client, now), [false, true, true, false]);
        let client = client.rotated(&secrets[3], now, now);
        assert_eq!(working(&client, now), [false, false, false, true]);
        assert_eq!(client.secrets.len(), 1);
    }
}
