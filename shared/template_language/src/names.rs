//! The names that a text can be filled with: whoever has a language of their own says which there are.

/// Names with what they stand for.
pub type Names = &'static [(&'static str, Named)];

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A text, which is empty when there is no value.
    Text,
    /// A number, which there always is.
    Number,
    /// Several names below it.
    Group(Names),
    /// A list, each entry of which has these names.
    List(Names),
}

/// What a loop has beside the entry that it is at.
pub const LOOP: Named = Named::Group(&[("index", Named::Number)]);

/// What a name stands for in a group.
#[must_use]
pub fn of(group: Names, name: &str) -> Option<Named> {
    group.iter().find(|(own, _)| *own == name).map(|(_, named)| *named)
}
