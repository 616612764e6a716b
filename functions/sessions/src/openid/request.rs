//! What the browser and the service send to an issuer, as text.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use form_urlencoded::Serializer;
use records::IdentityProvider;
use sha2::{Digest, Sha256};

/// What is particular to one sign-in in the address to which the browser is sent.
pub struct Asked<'a> {
    /// Where the issuer sends the browser.
    pub redirect_uri: &'a str,
    /// What comes back with the browser.
    pub state: &'a str,
    /// What comes back in the identity token.
    pub nonce: &'a str,
    /// The verifier of PKCE, of which only the digest is sent now.
    pub verifier: &'a str,
}

/// The address to which the browser is sent.
#[must_use]
pub fn authorization_url(endpoint: &str, provider: &IdentityProvider, asked: &Asked<'_>) -> String {
    let scopes: Vec<&str> = provider.scopes.iter().map(records::identity_provider::OpenIdScope::as_str).collect();
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(asked.verifier));
    let query = Serializer::new(String::new())
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.client_id)
        .append_pair("redirect_uri", asked.redirect_uri)
        .append_pair("scope", &scopes.join(" "))
        .append_pair("state", asked.state)
        .append_pair("nonce", asked.nonce)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256")
        .finish();
    let separator = if endpoint.contains('?') { '&' } else { '?' };
    format!("{endpoint}{separator}{query}")
}

/// What is exchanged for an identity token.
pub struct Exchanged<'a> {
    /// The code that came with the browser.
    pub code: &'a str,
    /// The address that was given for it.
    pub redirect_uri: &'a str,
    /// The verifier of PKCE.
    pub verifier: &'a str,
    /// The secret of the issuer; none where it gave none.
    pub client_secret: Option<&'a str>,
}

/// The body with which a code is exchanged, and the header `Authorization` where the issuer wants the secret there
/// (OpenID Connect Core, 9: it does unless its discovery document has only `client_secret_post`).
#[must_use]
pub fn token_request(client_id: &str, exchanged: &Exchanged<'_>, in_body: bool) -> (String, Option<String>) {
    let mut body = Serializer::new(String::new());
    body.append_pair("grant_type", "authorization_code")
        .append_pair("code", exchanged.code)
        .append_pair("redirect_uri", exchanged.redirect_uri)
        .append_pair("code_verifier", exchanged.verifier);
    let authorization = match exchanged.client_secret {
        Some(secret) if !in_body => Some(basic(client_id, secret)),
        Some(secret) => {
            body.append_pair("client_id", client_id).append_pair("client_secret", secret);
            None
        }
        None => {
            body.append_pair("client_id", client_id);
            None
        }
    };
    (body.finish(), authorization)
}

/// `Authorization` with name and secret, each encoded as in a form (RFC 6749, 2.3.1).
fn basic(client_id: &str, secret: &str) -> String {
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(client_id), encoded(secret))))
}
