//! Why a browser comes back from an issuer without a session: a fixed list, which pages may rely on.

/// Why nobody is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The person, or the issuer for them, did not consent.
    AccessDenied,
    /// The address is of no domain that may sign in by this provider.
    DomainNotAllowed,
    /// The issuer did not say that the address is the person's.
    EmailNotVerified,
    /// The sign-in took too long.
    Expired,
    /// The issuer did not answer, or not as OpenID Connect asks.
    IssuerFailed,
    /// The address is of no active member who may sign in by this provider.
    UnknownMember,
}

impl Refusal {
    /// The reason for programs, and the sentence for people.
    #[must_use]
    pub const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::AccessDenied => ("access_denied", "The sign-in was not allowed there."),
            Self::DomainNotAllowed => {
                ("domain_not_allowed", "Addresses of this domain cannot be used to sign in this way.")
            }
            Self::EmailNotVerified => ("email_not_verified", "The e-mail address was not confirmed there."),
            Self::Expired => ("expired", "The sign-in took too long. Begin again."),
            Self::IssuerFailed => ("issuer_failed", "The sign-in could not be checked there. Begin again."),
            Self::UnknownMember => ("unknown_member", "No member who may sign in this way has this e-mail address."),
        }
    }

    /// What the issuer's own `error` is (RFC 6749, 4.1.2.1, and OpenID Connect Core, 3.1.2.6).
    #[must_use]
    pub fn of_issuer(error: &str) -> Self {
        match error {
            "access_denied" | "consent_required" | "interaction_required" | "login_required" => Self::AccessDenied,
            _ => Self::IssuerFailed,
        }
    }
}
