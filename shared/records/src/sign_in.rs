//! Sign-in: that somebody asked for a code by e-mail, or to be asked by an issuer who they are, and what proves it.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{IdentityProvider, Member, api_client::ApiClient};
use store::Entity;
use values::{Id, Kind, KindName, SealedText, SecretDigest, Timestamp, Url};

/// For how many minutes a code works, and an issuer may take to say who somebody is.
pub const CODE_MINUTES: i64 = 10;
/// How many wrong codes end a sign-in.
pub const TRIES_MAX: u8 = 5;
/// For how many hours what is over is kept.
const KEPT_HOURS: i64 = 12;

/// A sign-in as it is stored. Whether its address is anybody's, nothing shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignIn {
    /// API client through which it was begun.
    pub api_client_id: Id<ApiClient>,
    /// Member whose address it is; none where it is nobody's who may sign in.
    #[serde(default)]
    pub member_id: Option<Id<Member>>,
    /// SHA-256 of the code, together with the id of the sign-in.
    pub code: SecretDigest,
    /// SHA-256 of what the link in the letter has instead of the code.
    pub link: SecretDigest,
    /// How many wrong codes were given.
    pub wrong_tries: u8,
    /// When code and link stop working.
    pub expires_at: Timestamp,
    /// When it was completed, which is done once.
    #[serde(default)]
    pub completed_at: Option<Timestamp>,
    /// What the sign-in knows of an issuer; none of a sign-in by e-mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openid: Option<OpenIdSignIn>,
}

/// What a sign-in by OpenID Connect is bound to. Nothing of it is a secret that could be used by who reads the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenIdSignIn {
    /// The issuer that is asked.
    pub identity_provider_id: Id<IdentityProvider>,
    /// Page to which the browser comes back, at one of the client's origins.
    pub return_to: Url,
    /// Address to which the issuer sends the browser, as it was sent to the issuer.
    pub redirect_uri: String,
    /// SHA-256 of the secret in `state`, which comes back with the browser.
    pub state: SecretDigest,
    /// SHA-256 of the nonce, which comes back in the identity token.
    pub nonce: SecretDigest,
    /// The verifier of PKCE, encrypted for this sign-in.
    pub verifier: SealedText,
    /// SHA-256 of what only the page knows that began the sign-in.
    pub page: SecretDigest,
    /// When the browser came back from the issuer, which it does once.
    #[serde(default)]
    pub called_back_at: Option<Timestamp>,
}

impl SignIn {
    /// Whether it can still be completed at `now`.
    #[must_use]
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.completed_at.is_none() && self.wrong_tries < TRIES_MAX && now < self.expires_at
    }
}

impl Kind for SignIn {
    const KIND: KindName = KindName::SignIn;
}

/// Sign-in by a code that was sent by e-mail, or by an issuer. It says nothing of whether the address is known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SignIn")]
pub struct SignInView {
    /// When the code stops working.
    pub expires_at: Timestamp,
}

impl Entity for SignIn {
    const PATH: &'static str = "/sign-ins";
    type View = SignInView;

    fn view(&self, _now: Timestamp) -> SignInView {
        SignInView { expires_at: self.expires_at }
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at.plus(Duration::hours(KEPT_HOURS)))
    }
}
