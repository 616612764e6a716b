//! API client: a credential of a merchant, with its scopes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Entity, Kind, Name, Timestamp};
use crate::auth::{Scope, Scopes, SecretDigest};

/// A stored API client. At most two secrets are live at once, during a rotation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiClient {
    /// What people call it.
    pub name: Name,
    /// Its public identifier, sent as `X-Client-ID`.
    pub client_id: String,
    /// What it may do.
    pub scopes: Scopes,
    /// Secrets, newest first.
    pub secrets: Vec<StoredSecret>,
    /// When it stops working by itself.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked, which is for good.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, within an hour.
    pub last_used_at: Option<Timestamp>,
}

/// What is kept of a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSecret {
    /// SHA-256 of the secret.
    pub digest: SecretDigest,
    /// Its last four characters.
    pub last4: String,
    /// When it stops working because another took its place.
    pub until: Option<Timestamp>,
}

/// Whether a client works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiClientStatus {
    /// It works.
    Active,
    /// Its time is over.
    Expired,
    /// It was revoked.
    Revoked,
}

impl ApiClient {
    /// A client that accepts nothing, to compare with when there is none.
    #[must_use]
    pub fn nobody() -> Self {
        let secret =
            StoredSecret { digest: crate::auth::Secret::received("").digest(), last4: String::new(), until: None };
        Self {
            name: Name::default(),
            client_id: String::new(),
            scopes: Scopes::default(),
            secrets: vec![secret],
            expires_at: None,
            revoked_at: None,
            last_used_at: None,
        }
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

    /// Whether a secret with this digest opens it at `now`. All secrets are compared, whatever the first result.
    #[must_use]
    pub fn accepts(&self, digest: &SecretDigest, now: Timestamp) -> bool {
        let live = |secret: &StoredSecret| secret.until.is_none_or(|until| now < until);
        let matched =
            self.secrets.iter().fold(false, |matched, secret| matched | (secret.digest.matches(digest) & live(secret)));
        matched & (self.status(now) == ApiClientStatus::Active)
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
    const KIND: &'static str = "api_client";
}

impl Entity for ApiClient {
    const PATH: &'static str = "/api-clients";
    type View = ApiClientView;

    fn view(&self, now: Timestamp) -> ApiClientView {
        ApiClientView {
            name: self.name.clone(),
            client_id: self.client_id.clone(),
            secret_last4: self.secret_last4().to_owned(),
            scopes: self.scopes.iter().collect(),
            status: self.status(now),
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
            last_used_at: self.last_used_at,
        }
    }
}

/// API client: a credential of the merchant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ApiClient")]
pub struct ApiClientView {
    /// What people call it.
    pub name: Name,
    /// Sent as `X-Client-ID`.
    pub client_id: String,
    /// Last four characters of the newest secret.
    pub secret_last4: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Whether it works.
    pub status: ApiClientStatus,
    /// When it stops working by itself.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, within an hour.
    pub last_used_at: Option<Timestamp>,
}
