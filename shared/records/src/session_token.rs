//! Tokens of sessions. A token names its session and its person, so that everything about it is read in one step.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

use super::{Member, session::Session};
use values::{Id, Secret};

/// What tokens of sessions begin with; secrets of clients begin otherwise.
const PREFIX: &str = "cot_";
/// What refresh tokens begin with.
const REFRESH_PREFIX: &str = "cor_";
/// Random bytes of what all refresh tokens of a session have in common.
const RANDOM_BYTES: usize = 32;

/// What a token says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionToken {
    /// Session that it is of.
    pub session: Id<Session>,
    /// Person who acts; `None` where nobody has signed in.
    pub member: Option<Id<Member>>,
}

impl SessionToken {
    /// The token of a session with this secret. It is sent as the bearer token.
    #[must_use]
    pub fn with(self, secret: &Secret) -> Secret {
        let member = self.member.map_or_else(Uuid::nil, Id::uuid);
        let named = [&self.session.uuid().as_bytes()[..], member.as_bytes()].concat();
        Secret::received(&format!("{PREFIX}{}.{}", URL_SAFE_NO_PAD.encode(named), secret.reveal()))
    }

    /// Reads a token; `None` when it is not one of ours, such as a client's secret.
    #[must_use]
    pub fn parse(token: &Secret) -> Option<Self> {
        let (named, secret) = token.reveal().strip_prefix(PREFIX)?.split_once('.')?;
        let named: [u8; 32] = URL_SAFE_NO_PAD.decode(named).ok()?.try_into().ok()?;
        Secret::received(secret).random()?;
        let (session, member) = (Uuid::from_slice(&named[..16]).ok()?, Uuid::from_slice(&named[16..]).ok()?);
        Some(Self { session: Id::new(session), member: (!member.is_nil()).then(|| Id::new(member)) })
    }
}

/// A refresh token: the family stays the same as long as its person is signed in, the rest is used once.
#[derive(Clone, Debug)]
pub struct RefreshToken {
    /// Session that it prolongs.
    pub session: Id<Session>,
    /// What all refresh tokens of the session have in common.
    pub family: [u8; RANDOM_BYTES],
    /// What only this one has.
    pub once: [u8; 16],
}

impl RefreshToken {
    /// As it is kept in a cookie.
    #[must_use]
    pub fn text(&self) -> String {
        let bytes = [&self.session.uuid().as_bytes()[..], &self.family, &self.once].concat();
        format!("{REFRESH_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads one; `None` when it is not written as ours are.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 64] = URL_SAFE_NO_PAD.decode(text.strip_prefix(REFRESH_PREFIX)?).ok()?.try_into().ok()?;
        let session = Id::new(Uuid::from_slice(&bytes[..16]).ok()?);
        Some(Self { session, family: bytes[16..48].try_into().ok()?, once: bytes[48..].try_into().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{RefreshToken, SessionToken};
    use values::{Id, Secret};

    #[test]
    fn a_token_names_its_session_and_its_person() {
        let token = SessionToken { session: Id::new(Uuid::from_u128(1)), member: Some(Id::new(Uuid::from_u128(2))) };
        let anonymous = SessionToken { member: None, ..token };
        for token in [token, anonymous] {
            assert_eq!(SessionToken::parse(&token.with(&Secret::new([7; 32]))), Some(token));
        }
        let cut = token.with(&Secret::received("cols_AAAA"));
        assert_eq!(SessionToken::parse(&cut), None);
        assert_eq!(SessionToken::parse(&Secret::new([7; 32])), None);
    }

    #[test]
    fn a_refresh_token_is_read_as_it_was_written() {
        let token = RefreshToken { session: Id::new(Uuid::from_u128(1)), family: [2; 32], once: [3; 16] };
        let read = RefreshToken::parse(&token.text()).expect("a refresh token");
        assert_eq!((read.session, read.family, read.once), (token.session, token.family, token.once));
        assert!(RefreshToken::parse("cor_short").is_none());
    }
}
