//! What the secrets of a deployment are for, and which of AWS Secrets Manager are for what. Whoever needs one reads it
//! in `work`.

/// What a secret is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Signing the cursors of lists.
    Cursors,
    /// Signing what QR codes of tickets and visits say.
    Codes,
    /// Encrypting what must be read again: the secrets of webhook endpoints and of issuers of identities.
    Sealing,
}

impl Purpose {
    /// Every purpose, in the order of [`Self::position`].
    pub const ALL: [Self; 3] = [Self::Cursors, Self::Codes, Self::Sealing];

    /// Its name, which its file in a folder of secrets has.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cursors => "cursors",
            Self::Codes => "codes",
            Self::Sealing => "sealing",
        }
    }

    /// Its place among all.
    #[must_use]
    pub const fn position(self) -> usize {
        match self {
            Self::Cursors => 0,
            Self::Codes => 1,
            Self::Sealing => 2,
        }
    }
}

/// Which secrets of AWS Secrets Manager are for what; none where a function has no such variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretArns {
    /// The secret for cursors, from the variable `CURSOR_SECRET_ARN`.
    pub cursors: Option<String>,
    /// The secret for codes, from the variable `CODE_SECRET_ARN`.
    pub codes: Option<String>,
    /// The secret for sealing, from the variable `SEALING_SECRET_ARN`.
    pub sealing: Option<String>,
}

impl SecretArns {
    /// The name of the secret for a purpose.
    #[must_use]
    pub const fn of(&self, purpose: Purpose) -> Option<&String> {
        match purpose {
            Purpose::Cursors => self.cursors.as_ref(),
            Purpose::Codes => self.codes.as_ref(),
            Purpose::Sealing => self.sealing.as_ref(),
        }
    }
}
