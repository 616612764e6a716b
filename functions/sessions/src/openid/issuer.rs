//! Asks an issuer: its discovery document, its keys, the identity token for a code, and what it says about the person. Its documents are kept for a
//! while; a token of a key that is not among them makes the keys be read once more.

use std::time::Duration;

use http::Method;
use platform::outgoing::{LocalReceivers, OutgoingRequest, address};
use records::IdentityProvider;
use serde_json::Value;
use values::Timestamp;
use work::servers::{ForeignServers, Reach, json_of};

use super::{
    claims::{Account, Claims},
    refusal::Refusal,
    request::{Exchanged, token_request},
    signature::{Verified, verify},
};

/// Where the discovery document is, below the issuer (OpenID Connect Discovery, 4).
const DISCOVERY: &str = "/.well-known/openid-configuration";

/// Where an issuer is asked what.
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// Where the browser is sent.
    pub authorization: String,
    token: String,
    keys: String,
    /// Where what is not in an identity token is asked for.
    account: Option<String>,
    /// Whether the secret goes into the body of the request for a token.
    is_secret_in_body: bool,
}

/// What an issuer gives for a code.
pub struct Given {
    /// What the identity token says; its signature was verified.
    pub claims: Claims,
    /// With what the issuer is asked about the person.
    access_token: Option<String>,
}

/// What asks issuers.
pub struct Asking<'a> {
    /// Servers of others, as far as this process knows them.
    pub servers: &'a ForeignServers,
    /// How long one request may take.
    pub within: Duration,
    /// Whether issuers on this machine may be asked.
    pub local: LocalReceivers,
    /// The present instant of the process.
    pub now: Timestamp,
}

impl Asking<'_> {
    const fn reach(&self) -> Reach {
        Reach { within: self.within, local: self.local }
    }

    /// The endpoints of a provider's issuer.
    ///
    /// # Errors
    /// [`Refusal::IssuerFailed`] when it has no discovery document of its own name with all that is needed.
    pub async fn discover(&self, provider: &IdentityProvider) -> Result<Endpoints, Refusal> {
        let issuer = provider.issuer.as_str();
        let url = format!("{}{DISCOVERY}", issuer.trim_end_matches('/'));
        let document = self.servers.read(&url, self.reach(), self.now).await.ok_or(Refusal::IssuerFailed)?;
        if document["issuer"] != issuer {
            return Err(Refusal::IssuerFailed);
        }
        let endpoint = |name: &str| {
            let url = document[name].as_str().filter(|url| address::target(url, self.local).is_ok());
            url.map(str::to_owned).ok_or(Refusal::IssuerFailed)
        };
        Ok(Endpoints {
            authorization: endpoint("authorization_endpoint")?,
            token: endpoint("token_endpoint")?,
            keys: endpoint("jwks_uri")?,
            account: endpoint("userinfo_endpoint").ok(),
            is_secret_in_body: is_secret_in_body(&document["token_endpoint_auth_methods_supported"]),
        })
    }

    /// What the issuer gives for a code.
    ///
    /// # Errors
    /// [`Refusal::IssuerFailed`] when the issuer gives none, or one that it did not sign.
    pub async fn exchange(
        &self,
        provider: &IdentityProvider,
        endpoints: &Endpoints,
        exchanged: &Exchanged<'_>,
    ) -> Result<Given, Refusal> {
        let (body, authorization) = token_request(&provider.client_id, exchanged, endpoints.is_secret_in_body);
        let mut headers = vec![
            ("accept", "application/json".to_owned()),
            ("content-type", "application/x-www-form-urlencoded".to_owned()),
        ];
        headers.extend(authorization.map(|authorization| ("authorization", authorization)));
        let request = OutgoingRequest { method: Method::POST, url: endpoints.token.clone(), headers, body };
        let answer = self.servers.send(request, self.reach()).await.map_err(|_| Refusal::IssuerFailed)?;
        let answer = json_of(&answer).ok_or(Refusal::IssuerFailed)?;
        let token = answer["id_token"].as_str().ok_or(Refusal::IssuerFailed)?;
        let claims = self.verify(token, &endpoints.keys).await.ok_or(Refusal::IssuerFailed)?;
        Ok(Given { claims, access_token: answer["access_token"].as_str().map(str::to_owned) })
    }

    /// What the issuer says about the person's address: by the token, or asked for it where the token leaves it out, as
    /// it may (OpenID Connect Core, 5.4).
    ///
    /// # Errors
    /// [`Refusal::IssuerFailed`] when it does not answer, or about somebody else.
    pub async fn read_account(&self, endpoints: &Endpoints, given: &Given) -> Result<Account, Refusal> {
        let account = given.claims.account();
        let (Some(url), Some(token), false) = (&endpoints.account, &given.access_token, account.is_complete()) else {
            return Ok(account.clone());
        };
        let headers = vec![("accept", "application/json".to_owned()), ("authorization", format!("Bearer {token}"))];
        let request = OutgoingRequest { method: Method::GET, url: url.clone(), headers, body: String::new() };
        let answer = self.servers.send(request, self.reach()).await.map_err(|_| Refusal::IssuerFailed)?;
        given.claims.account_told(&json_of(&answer).ok_or(Refusal::IssuerFailed)?)
    }

    async fn verify(&self, token: &str, keys_url: &str) -> Option<Claims> {
        let keys = self.servers.read(keys_url, self.reach(), self.now).await?;
        match verify(token, &keys) {
            Verified::Claims(claims) => return Some(claims),
            Verified::Refused => return None,
            Verified::UnknownKey => {}
        }
        let keys = self.servers.read_anew(keys_url, self.reach(), self.now).await?;
        match verify(token, &keys) {
            Verified::Claims(claims) => Some(claims),
            Verified::UnknownKey | Verified::Refused => None,
        }
    }
}

/// An issuer that names no methods takes the secret in the header (OpenID Connect Discovery, 3).
fn is_secret_in_body(methods: &Value) -> bool {
    let names = |method: &str| methods.as_array().is_some_and(|methods| methods.iter().any(|name| name == method));
    names("client_secret_post") && !names("client_secret_basic")
}
