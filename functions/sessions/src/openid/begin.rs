//! Begin a sign-in by OpenID Connect.

use chrono::Duration;
use records::{IdentityProvider, OpenIdSignIn, SignIn, sign_in::CODE_MINUTES};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Committed, Created, Shown};
use store::{Record, record::RecordView};
use values::{ApiError, ErrorCode, Id, Secret, Timestamp, Url};
use work::sealed;

use super::{
    callback,
    issuer::Asking,
    request::{Asked, authorization_url},
    state::State,
};
use crate::{code, rate, sign_in};

/// By which issuer somebody wants to sign in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOpenIdSignIn {
    /// The provider, as `GET /sign-ins/providers` offers it.
    identity_provider_id: Id<IdentityProvider>,
    /// Page to which the browser comes back, at one of the client's origins.
    return_to: Url,
}

/// A sign-in that was begun, with what only this answer shows.
#[derive(Clone, Debug)]
pub struct Begun {
    sign_in: Record<SignIn>,
    authorization_url: String,
    state: Secret,
    page_secret: Secret,
}

/// Sign-in by an issuer that was begun.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BegunSignIn")]
pub struct BegunView {
    /// Address to which the page sends its browser.
    authorization_url: String,
    /// What completing the sign-in needs beside the code. The page keeps it for itself, such as in `sessionStorage`.
    page_secret: String,
    /// When the sign-in is over, completed or not.
    expires_at: Timestamp,
}

impl Shown for Begun {
    type View = RecordView<BegunView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.sign_in.view(now);
        RecordView {
            id: record.id,
            body: BegunView {
                authorization_url: self.authorization_url.clone(),
                page_secret: self.page_secret.reveal().to_owned(),
                expires_at: record.body.expires_at,
            },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.sign_in.version)
    }

    fn secrets(&self) -> Vec<Secret> {
        vec![self.state.clone(), self.page_secret.clone()]
    }
}

/// Begins a sign-in by an issuer: the answer has the address to which the page sends its browser.
pub async fn begin(call: Call, Body(input): Body<NewOpenIdSignIn>) -> Result<Committed<Created<Begun>>, ApiError> {
    sign_in::require_client(&call)?;
    let Some(public_url) = call.public_url.clone() else {
        let message = "this deployment was told no public address: PUBLIC_URL (docs/OPERATIONS.md)";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    };
    sign_in::require_own_page(&call, Some(&input.return_to))?;
    rate::count_openid(&call).await?;
    let provider = call.require_reference(input.identity_provider_id, "identity_provider_id").await?;
    if !provider.body.is_active {
        return Err(ApiError::rule("identity_provider_id", "provider_not_active", "nobody signs in by it now"));
    }
    let redirect_uri = format!("{public_url}{}", callback::PATH);
    let asking = Asking {
        servers: &call.servers,
        within: call.time_for_more(),
        local: call.allow_local_webhooks.into(),
        now: call.received(),
    };
    let endpoints = asking.discover(&provider.body).await.map_err(|_| {
        let message = "the issuer has no discovery document that can be read; try again, or check its address";
        ApiError::rule("identity_provider_id", "issuer_failed", message)
    })?;
    let (id, page_secret, nonce, verifier) =
        (call.ids.next(), call.ids.secret()?, call.ids.secret()?, call.ids.secret()?);
    let state = State { client: call.caller.client_id(), sign_in: id, secret: call.ids.secret()? };
    let asked = Asked {
        redirect_uri: &redirect_uri,
        state: &state.to_string(),
        nonce: nonce.reveal(),
        verifier: verifier.reveal(),
    };
    let authorization_url = authorization_url(&endpoints.authorization, &provider.body, &asked);
    let openid = OpenIdSignIn {
        identity_provider_id: provider.id,
        return_to: input.return_to,
        redirect_uri,
        state: state.secret.digest(),
        nonce: nonce.digest(),
        verifier: sealed::seal(&call.secrets, &call.ids, &id.to_string(), verifier.reveal()).await?,
        page: page_secret.digest(),
        called_back_at: None,
    };
    let sign_in = call.new_record_of(id, new_sign_in(&call, id, openid)?, None);
    let mut transaction = call.transaction();
    transaction.create(&sign_in);
    let begun = Begun { sign_in, authorization_url, state: state.secret, page_secret };
    call.commit(transaction, Created(begun)).await
}

/// A sign-in that nothing completes yet: the code is nobody's until the browser comes back.
fn new_sign_in(call: &Call, id: Id<SignIn>, openid: OpenIdSignIn) -> Result<SignIn, ApiError> {
    let nobodys = code::digest(id, call.ids.secret()?.reveal());
    Ok(SignIn {
        api_client_id: call.caller.client,
        member_id: None,
        code: nobodys.clone(),
        link: nobodys,
        wrong_tries: 0,
        expires_at: call.now.plus(Duration::minutes(CODE_MINUTES)),
        completed_at: None,
        openid: Some(openid),
    })
}
