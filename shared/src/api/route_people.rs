//! Who may call an operation by a session, as its row says.

use super::{
    people_access::{Choice, Managed, People},
    route::Route,
};

impl Route {
    /// Also for members who act by a session, with these inputs.
    #[must_use]
    pub const fn people(mut self, who: People, takes: &'static [&'static str]) -> Self {
        self.people.who = who;
        self.people.takes = takes;
        self
    }

    /// For whom these inputs have values that they may not choose.
    #[must_use]
    pub const fn implying(mut self, implied: &'static [(&'static str, &'static str)]) -> Self {
        self.people.implied = implied;
        self
    }

    /// For whom these inputs have some of their values alone; the first where it is left out.
    #[must_use]
    pub const fn choosing(mut self, choices: &'static [Choice]) -> Self {
        self.people.choices = choices;
        self
    }

    /// Whose answer has these fields empty for customers.
    #[must_use]
    pub const fn hiding(mut self, fields: &'static [&'static str]) -> Self {
        self.people.hides = fields;
        self
    }

    /// Whose path names the customer itself.
    #[must_use]
    pub const fn of_path(mut self) -> Self {
        self.people.is_path_own = true;
        self
    }

    /// Also for those who run some locations, at theirs.
    #[must_use]
    pub const fn managed(mut self) -> Self {
        self.people.managed = Managed::AtTheirs;
        self
    }

    /// The same, where they name another customer than themselves.
    #[must_use]
    pub const fn managed_where_named(mut self) -> Self {
        self.people.managed = Managed::WhereNamed;
        self
    }

    /// The same, where they speak for themselves: the field of the owner names who speaks.
    #[must_use]
    pub const fn managed_as_speaker(mut self) -> Self {
        self.people.managed = Managed::AsSpeaker;
        self
    }

    /// Also for a public client with its publishable key.
    #[must_use]
    pub const fn beginning_sessions(mut self) -> Self {
        self.people.begins_sessions = true;
        self
    }
}
