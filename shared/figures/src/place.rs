//! Where something is summed: at a location, and at all of them.

use std::fmt;

use records::Location;
use values::Id;

/// Where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At all locations of the merchant, and at none.
    All,
    /// At one location.
    At(Id<Location>),
}

impl Place {
    /// The location, or all when there is none.
    #[must_use]
    pub fn of(location: Option<Id<Location>>) -> Self {
        location.map_or(Self::All, Self::At)
    }

    /// The places where something is summed that is at a location, or at none.
    pub fn summed(location: Option<Id<Location>>) -> impl Iterator<Item = Self> {
        std::iter::once(Self::All).chain(location.map(Self::At))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => formatter.write_str("all"),
            Self::At(location) => write!(formatter, "{location}"),
        }
    }
}
