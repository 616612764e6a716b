//! Who changed a record, as it stands in the record.

use std::fmt;

use super::{Member, api_client::ApiClient};
use uuid::Uuid;
use values::Id;

/// How an operator, with a command, stands in the records that it makes or changes.
pub const OPERATOR: &str = "operator";

/// An API client, and the member who acted through it, if one did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The client.
    pub client: Id<ApiClient>,
    /// The member; `None` where the client itself acted.
    pub member: Option<Id<Member>>,
}

impl Stamp {
    /// Reads one; `None` of what is neither a client nor a member, such as the name of scheduled work.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (member, client) = match text.strip_prefix("member ").and_then(|rest| rest.split_once(" by ")) {
            Some((member, client)) => (Some(Id::new(Uuid::parse_str(member).ok()?)), client),
            None => (None, text),
        };
        let client = Uuid::parse_str(client).ok().filter(|client| !client.is_nil())?;
        Some(Self { client: Id::new(client), member })
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            None => write!(formatter, "{}", self.client),
            Some(member) => write!(formatter, "member {member} by {}", self.client),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::Stamp;
    use values::Id;

    #[test]
    fn a_stamp_is_read_as_it_was_written_and_scheduled_work_has_none() {
        let client = Stamp { client: Id::new(Uuid::from_u128(1)), member: None };
        let member = Stamp { member: Some(Id::new(Uuid::from_u128(2))), ..client };
        for stamp in [client, member] {
            assert_eq!(Stamp::parse(&stamp.to_string()), Some(stamp));
        }
        assert_eq!(Stamp::parse(&Uuid::nil().to_string()), None);
        assert_eq!(Stamp::parse("sweep"), None);
    }
}
