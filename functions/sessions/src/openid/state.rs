//! `state`: what the issuer gives back with the browser. It names the sign-in, with a secret of its own.

use std::fmt;

use records::{ClientId, SignIn};
use values::{Id, Secret};

/// Between the parts: neither ids nor secrets have it, and addresses take it as it is.
const SEPARATOR: char = '~';
/// Longest `state` that is looked at, in bytes.
const BYTES_MAX: usize = 300;

/// What `state` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The client through which the sign-in was begun.
    pub client: ClientId,
    /// The sign-in.
    pub sign_in: Id<SignIn>,
    /// What nobody knows but who was sent to the issuer, and the issuer.
    pub secret: Secret,
}

impl State {
    /// Reads it; `None` when it is not written as ours are.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > BYTES_MAX {
            return None;
        }
        let mut parts = text.split(SEPARATOR);
        let (client, sign_in, secret) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || secret.is_empty() {
            return None;
        }
        let (client, sign_in) = (ClientId::parse(client)?, Id::parse(sign_in)?);
        Some(Self { client, sign_in, secret: Secret::received(secret) })
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{SEPARATOR}{}{SEPARATOR}{}", self.client, self.sign_in, self.secret.reveal())
    }
}
