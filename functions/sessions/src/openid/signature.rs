//! Verifies the signatures of identity tokens. `jsonwebtoken` reads tokens and keys, and refuses an algorithm that does
//! not fit its key; ring, which TLS uses already, does the cryptography.

use std::sync::Once;

use jsonwebtoken::{
    Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, Validation,
    crypto::{CryptoProvider, JwtVerifier, KeyUtils},
    decode, decode_header,
    errors::{Error, ErrorKind},
    jwk::{Jwk, PublicKeyUse},
    signature::Verifier,
};
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Longest token that is looked at, in bytes.
const BYTES_MAX: usize = 32 * 1_024;
/// Most keys of an issuer that are looked at.
const KEYS_MAX: usize = 100;

/// What may sign a token: what issuers sign with by a private key. A shared secret, and no signature at all, are not
/// among them.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// What came of looking for the key of a token.
#[derive(Debug)]
pub enum Verified<T> {
    /// The signature is right; these are the claims.
    Claims(T),
    /// The issuer's keys have none with which this token was signed: they may have changed.
    UnknownKey,
    /// The token is none, or its signature is wrong.
    Refused,
}

/// The claims of a token that one of these keys signed. `keys` is the issuer's set, as it publishes it.
pub fn verify<T: DeserializeOwned>(token: &str, keys: &Value) -> Verified<T> {
    install();
    let header = match decode_header(token) {
        // Nothing is known here that `crit` could ask for (RFC 7515, 4.1.11).
        Ok(header) if token.len() <= BYTES_MAX && ALGORITHMS.contains(&header.alg) && header.crit.is_none() => header,
        Ok(_) | Err(_) => return Verified::Refused,
    };
    let candidates: Vec<DecodingKey> = keys["keys"]
        .as_array()
        .into_iter()
        .flatten()
        .take(KEYS_MAX)
        // A set may have keys of kinds that are not known here: they are left out.
        .filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok())
        .filter(|key| key.common.public_key_use.as_ref().is_none_or(|made_for| *made_for == PublicKeyUse::Signature))
        .filter(|key| header.kid.is_none() || header.kid == key.common.key_id)
        .filter_map(|key| DecodingKey::from_jwk(&key).ok())
        .filter(|key| key.family() == family(header.alg))
        .collect();
    if candidates.is_empty() {
        return Verified::UnknownKey;
    }
    let validation = validation(header.alg);
    let found = candidates.iter().find_map(|key| decode::<T>(token, key, &validation).ok());
    match found {
        Some(data) => Verified::Claims(data.claims),
        // Without a name, the token may be of a key that is not in the set yet.
        None if header.kid.is_none() => Verified::UnknownKey,
        None => Verified::Refused,
    }
}

/// Only the signature: what the claims say is judged by `claims`, by the service's own clock.
fn validation(algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.validate_aud = false;
    validation
}

const fn family(algorithm: Algorithm) -> AlgorithmFamily {
    match algorithm {
        Algorithm::ES256 | Algorithm::ES384 => AlgorithmFamily::Ec,
        Algorithm::EdDSA => AlgorithmFamily::Ed,
        Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512 => AlgorithmFamily::Hmac,
        _ => AlgorithmFamily::Rsa,
    }
}

/// Tells `jsonwebtoken` once in a process who does its cryptography.
fn install() {
    static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: |_, _| Err(ErrorKind::InvalidAlgorithm.into()),
        verifier_factory,
        key_utils: KeyUtils::new_unimplemented(),
    };
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Whoever was first has installed the same.
        let _ = PROVIDER.install_default();
    });
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the crate asks for this signature")]
fn verifier_factory(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    let scheme = scheme(*algorithm).filter(|_| key.family() == family(*algorithm));
    let scheme = scheme.ok_or(ErrorKind::InvalidAlgorithm)?;
    Ok(Box::new(RingVerifier { algorithm: *algorithm, scheme, key: key.clone() }))
}

/// How ring verifies an algorithm.
#[derive(Clone, Copy)]
enum Scheme {
    Rsa(&'static RsaParameters),
    Other(&'static dyn VerificationAlgorithm),
}

fn scheme(algorithm: Algorithm) -> Option<Scheme> {
    Some(match algorithm {
        Algorithm::RS256 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Scheme::Other(&signature::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Scheme::Other(&signature::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Scheme::Other(&signature::ED25519),
        _ => return None,
    })
}

struct RingVerifier {
    algorithm: Algorithm,
    scheme: Scheme,
    key: DecodingKey,
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), jsonwebtoken::signature::Error> {
        let verified = match (self.scheme, self.key.kind()) {
            (Scheme::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Scheme::Other(algorithm), DecodingKeyKind::SecretOrDer(bytes)) => {
                UnparsedPublicKey::new(algorithm, bytes).verify(message, signature)
            }
            (Scheme::Rsa(_) | Scheme::Other(_), _) => Err(ring::error::Unspecified),
        };
        verified.map_err(|_| jsonwebtoken::signature::Error::new())
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
