//! Who may call an operation by a session, and with which of its inputs: what a row of a route table says about people.

use values::{ApiError, ErrorCode};
use work::auth::Standpoint;

/// How customers pay for what they book: by what is theirs, or on their next invoice. That nothing is charged, or was paid
/// elsewhere, those say who run the place.
pub const PAYMENT_SOURCES: [Choice; 1] = [("payment_source", &["invoice", "credits", "day_pass"])];

/// An input, and the values of it that customers may give; the first holds where it is left out.
pub type Choice = (&'static str, &'static [&'static str]);

/// Who may call an operation by a session, besides the members who run the place, whose scopes say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// Nobody.
    Never,
    /// Members who have signed in, for themselves. The field names whose the records are, and is theirs where it is left
    /// out; it is empty where the record in the path says whose it is.
    Own(&'static str),
    /// The same, also for a company that they run.
    OwnCompany(&'static str),
    /// Everybody, also those who have not signed in.
    Public,
}

/// Whether those who run some locations may call an operation as staff: for what is at a location of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Managed {
    /// They may not: they are customers like others there.
    Never,
    /// They may. What is public they see elsewhere as everybody does; where they name themselves as the customer, they
    /// are one.
    AtTheirs,
    /// The same, but that whoever names no customer is the customer, as for all members.
    WhereNamed,
    /// They may, and the field of `who` names who speaks: that is themselves.
    AsSpeaker,
}

/// What a row of a route table says about people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeopleAccess {
    /// Who may call the operation.
    pub who: People,
    /// Inputs that customers may give besides the field in `who`; pages of lists are always theirs.
    pub takes: &'static [&'static str],
    /// Inputs that they may not give, with the values that hold for them.
    pub implied: &'static [(&'static str, &'static str)],
    /// Inputs of which they may give some values alone.
    pub choices: &'static [Choice],
    /// Fields of the answer that are not for customers, each of which may be null or empty.
    pub hides: &'static [&'static str],
    /// Whether those who run some locations may call it as staff.
    pub managed: Managed,
    /// Whether the id in the path is that of the customer.
    pub is_path_own: bool,
    /// Whether a public client may call it with its publishable key, to begin a session.
    pub begins_sessions: bool,
}

impl PeopleAccess {
    /// What a row says that says nothing: nobody but those whose role is to run all locations.
    pub const NEVER: Self = Self {
        who: People::Never,
        takes: &[],
        implied: &[],
        choices: &[],
        hides: &[],
        managed: Managed::Never,
        is_path_own: false,
        begins_sessions: false,
    };

    /// Whether those who run some locations may also call it as the customers that they are.
    #[must_use]
    pub fn is_customers_too(&self) -> bool {
        self.managed != Managed::Never && self.who != People::Never
    }

    /// Refuses whom the row does not allow.
    ///
    /// # Errors
    /// 403 with the reason.
    pub fn check(&self, standpoint: Standpoint<'_>) -> Result<(), ApiError> {
        let message = match (standpoint, self.who) {
            (Standpoint::Operator(_) | Standpoint::Manager(_), _)
            | (Standpoint::Anonymous | Standpoint::Customer(_), People::Public)
            | (Standpoint::Customer(_), People::Own(_) | People::OwnCompany(_)) => return Ok(()),
            (Standpoint::Anonymous, _) => "only for members who have signed in",
            (Standpoint::Customer(_), _) => "only for those who run the place",
        };
        Err(ApiError::new(ErrorCode::Forbidden, message))
    }
}
