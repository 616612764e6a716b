//! What an identity token must say (OpenID Connect Core, 3.1.3.7), once its signature is verified, and whose address an
//! issuer confirms. Instants are compared with the service's own clock.

use serde::Deserialize;
use serde_json::Value;
use values::{Secret, SecretDigest, Timestamp};

use super::refusal::Refusal;

/// By how many seconds the clocks of issuer and service may differ.
const LEEWAY_SECONDS: i64 = 60;
/// Longest address that a member can have, in bytes of UTF-8: 200 characters.
const EMAIL_BYTES_MAX: usize = 800;
/// Longest name that an issuer has for a person, in ASCII characters (OpenID Connect Core, 2).
const SUBJECT_CHARACTERS_MAX: usize = 255;

/// The claims of an identity token, as far as they matter.
#[derive(Clone, Debug, Deserialize)]
pub struct Claims {
    iss: String,
    /// What the issuer calls the person.
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    #[serde(flatten)]
    account: Account,
}

/// What an issuer says about the person's address: in the identity token, or when it is asked for it with an access
/// token (OpenID Connect Core, 5.3).
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Account {
    email: Option<String>,
    email_verified: Option<Value>,
    /// What Microsoft Entra has instead of `email_verified`: whether the owner of the address's domain is verified.
    xms_edov: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// What the token must have been made for.
pub struct Expected<'a> {
    /// The issuer, exactly as the provider names it.
    pub issuer: &'a str,
    /// What the issuer calls this service.
    pub client_id: &'a str,
    /// SHA-256 of the nonce of this sign-in.
    pub nonce: &'a SecretDigest,
}

impl Claims {
    /// Refuses a token that is another's, not of this sign-in or not of this time.
    ///
    /// # Errors
    /// [`Refusal::IssuerFailed`].
    pub fn require(&self, expected: &Expected<'_>, now: Timestamp) -> Result<(), Refusal> {
        if self.is_for(expected) && self.is_of_now(now) && is_subject(&self.sub) {
            return Ok(());
        }
        Err(Refusal::IssuerFailed)
    }

    /// What the issuer says about the person's address in the token.
    #[must_use]
    pub const fn account(&self) -> &Account {
        &self.account
    }

    /// What the issuer says about the person's address elsewhere: of no use when it is about somebody else (OpenID
    /// Connect Core, 5.3.2).
    ///
    /// # Errors
    /// [`Refusal::IssuerFailed`].
    pub fn account_told(&self, told: &Value) -> Result<Account, Refusal> {
        if told["sub"] != self.sub {
            return Err(Refusal::IssuerFailed);
        }
        Account::deserialize(told).map_err(|_| Refusal::IssuerFailed)
    }

    fn is_for(&self, expected: &Expected<'_>) -> bool {
        let (is_audience, is_alone) = match &self.aud {
            Audience::One(one) => (one == expected.client_id, true),
            Audience::Many(many) => (many.iter().any(|one| one == expected.client_id), many.len() == 1),
        };
        // Where there are several, the token says for whom of them it was made.
        let is_party = self.azp.as_ref().map_or(is_alone, |party| party == expected.client_id);
        let nonce = self.nonce.as_deref().map(|nonce| Secret::received(nonce).digest());
        let is_of_sign_in = nonce.is_some_and(|nonce| expected.nonce.matches(&nonce));
        self.iss == expected.issuer && is_audience && is_party && is_of_sign_in
    }

    fn is_of_now(&self, now: Timestamp) -> bool {
        let (now, has_begun) = (now.seconds(), |from: f64| whole_seconds(from) <= now.seconds() + LEEWAY_SECONDS);
        now - LEEWAY_SECONDS < whole_seconds(self.exp) && has_begun(self.iat) && self.nbf.is_none_or(has_begun)
    }
}

impl Account {
    /// Whether an address is given, and whether it is confirmed.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.email.is_some() && (self.email_verified.is_some() || self.xms_edov.is_some())
    }

    /// The person's address, as the issuer confirms it.
    ///
    /// # Errors
    /// [`Refusal::EmailNotVerified`].
    pub fn verified_email(&self) -> Result<&str, Refusal> {
        let email = self.email.as_deref().filter(|email| email.contains('@') && email.len() <= EMAIL_BYTES_MAX);
        let is_verified = self.email_verified.as_ref().or(self.xms_edov.as_ref()).is_some_and(is_true);
        email.filter(|_| is_verified).ok_or(Refusal::EmailNotVerified)
    }
}

/// Whether a person can be called this.
fn is_subject(text: &str) -> bool {
    (1..=SUBJECT_CHARACTERS_MAX).contains(&text.len()) && text.is_ascii()
}

/// A number of seconds as tokens have it, which may have a fraction.
#[expect(clippy::cast_possible_truncation, reason = "the fraction is what is cut off")]
const fn whole_seconds(seconds: f64) -> i64 {
    seconds as i64
}

/// Some issuers write the flag as a text or a number.
fn is_true(flag: &Value) -> bool {
    *flag == Value::Bool(true) || *flag == "true" || *flag == "1" || *flag == 1
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use values::{Secret, Timestamp};

    use super::{Claims, Expected};
    use crate::openid::refusal::Refusal;

    const NOW: i64 = 1_800_000_000;

    fn judged(changes: &Value) -> Result<String, Refusal> {
        let mut claims = json!({"iss": "https://id.example", "sub": "1", "aud": "us", "exp": NOW + 300, "iat": NOW, "nonce": "n",
            "email": "ann@example.com", "email_verified": true});
        for (name, value) in changes.as_object().into_iter().flatten() {
            claims[name] = value.clone();
        }
        let claims: Claims = serde_json::from_value(claims).map_err(|_| Refusal::IssuerFailed)?;
        let nonce = Secret::received("n").digest();
        let expected = Expected { issuer: "https://id.example", client_id: "us", nonce: &nonce };
        let now = Timestamp::from_millis(NOW * 1_000).expect("an instant");
        claims.require(&expected, now)?;
        claims.account().verified_email().map(str::to_owned)
    }

    #[test]
    fn a_token_for_this_sign_in_names_the_address() {
        for changes in [
            json!({}),
            json!({"aud": ["us"]}),
            json!({"aud": ["us", "them"], "azp": "us"}),
            json!({"exp": NOW - 59, "iat": NOW + 60}),
            json!({"email_verified": "true"}),
            json!({"email_verified": null, "xms_edov": true}),
        ] {
            assert_eq!(judged(&changes).as_deref(), Ok("ann@example.com"), "{changes}");
        }
    }

    #[test]
    fn a_token_of_another_time_or_for_anybody_else_is_refused() {
        for changes in [
            json!({"iss": "https://id.example/"}),
            json!({"sub": null}),
            json!({"sub": ""}),
            json!({"sub": "1".repeat(256)}),
            json!({"aud": "them"}),
            json!({"aud": ["us", "them"]}),
            json!({"aud": []}),
            json!({"azp": "them"}),
            json!({"nonce": "m"}),
            json!({"nonce": null}),
            json!({"exp": NOW - 60}),
            json!({"iat": NOW + 61}),
            json!({"nbf": NOW + 61}),
            json!({"exp": "soon"}),
        ] {
            assert_eq!(judged(&changes), Err(Refusal::IssuerFailed), "{changes}");
        }
    }

    #[test]
    fn an_address_that_is_not_verified_is_nobodys() {
        for changes in [
            json!({"email_verified": false}),
            json!({"email_verified": null}),
            json!({"email_verified": "yes"}),
            json!({"email_verified": false, "xms_edov": true}),
            json!({"email": null}),
            json!({"email": "ann"}),
        ] {
            assert_eq!(judged(&changes), Err(Refusal::EmailNotVerified), "{changes}");
        }
    }

    #[test]
    fn what_an_issuer_says_elsewhere_is_about_the_person_of_the_token() {
        let claims = json!({"iss": "i", "sub": "1", "aud": "us", "exp": 1, "iat": 1});
        let claims: Claims = serde_json::from_value(claims).expect("claims");
        assert!(!claims.account().is_complete());
        let told = |told: Value| claims.account_told(&told)?.verified_email().map(str::to_owned);
        let right = json!({"sub": "1", "email": "ann@example.com", "email_verified": true});
        assert_eq!(told(right.clone()).as_deref(), Ok("ann@example.com"));
        for (changes, refusal) in [
            (json!({"sub": "2"}), Refusal::IssuerFailed),
            (json!({"sub": null}), Refusal::IssuerFailed),
            (json!({"email": 1}), Refusal::IssuerFailed),
            (json!({"email_verified": false}), Refusal::EmailNotVerified),
            (json!({"email": null}), Refusal::EmailNotVerified),
        ] {
            let mut wrong = right.clone();
            for (name, value) in changes.as_object().into_iter().flatten() {
                wrong[name] = value.clone();
            }
            assert_eq!(told(wrong), Err(refusal), "{changes}");
        }
    }
}
