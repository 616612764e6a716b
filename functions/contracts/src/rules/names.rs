//! The names that a text can be filled with. A name that is not here is refused when a template is saved.

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A text, which is empty when there is no value.
    Text,
    /// A number, which there always is.
    Number,
    /// Several names below it.
    Group(&'static [(&'static str, Named)]),
    /// A list, each entry of which has these names.
    List(&'static [(&'static str, Named)]),
}

/// All names that a template can use, by their groups and lists.
pub const NAMES: &[(&str, Named)] = &[
    (
        "contract",
        Named::Group(&[
            ("number", Named::Text),
            ("title", Named::Text),
            ("type", Named::Text),
            ("start_date", Named::Text),
            ("end_date", Named::Text),
            ("expires_at", Named::Text),
            ("auto_renew", Named::Text),
            ("renewal_term_months", Named::Text),
            ("notice_days", Named::Number),
            ("currency", Named::Text),
            ("deposit", Named::Text),
            ("issue_date", Named::Text),
        ]),
    ),
    ("customer", Named::Group(CUSTOMER)),
    (
        "location",
        Named::Group(&[
            ("name", Named::Text),
            ("address", Named::Text),
            ("email", Named::Text),
            ("phone", Named::Text),
        ]),
    ),
    (
        "merchant",
        Named::Group(&[
            ("name", Named::Text),
            ("legal_name", Named::Text),
            ("tax_id", Named::Text),
            ("address", Named::Text),
            ("email", Named::Text),
            ("phone", Named::Text),
        ]),
    ),
    (
        "items",
        Named::List(&[
            ("kind", Named::Text),
            ("name", Named::Text),
            ("quantity", Named::Number),
            ("price", Named::Text),
            ("cycle", Named::Text),
            ("setup_fee", Named::Text),
        ]),
    ),
    (
        "signers",
        Named::List(&[("type", Named::Text), ("name", Named::Text), ("email", Named::Text), ("order", Named::Number)]),
    ),
];

const CUSTOMER: &[(&str, Named)] = &[
    ("name", Named::Text),
    ("legal_name", Named::Text),
    ("tax_id", Named::Text),
    ("email", Named::Text),
    ("address", Named::Text),
];

/// What a loop has beside the entry that it is at.
pub const LOOP: Named = Named::Group(&[("index", Named::Number)]);

/// What a name stands for in a group.
#[must_use]
pub fn of(group: &[(&str, Named)], name: &str) -> Option<Named> {
    group.iter().find(|(own, _)| *own == name).map(|(_, named)| *named)
}
