//! The names that a text can be filled with. A name that is not here is refused when a template is saved.

use template_language::{Named, Names};

/// All names that a template can use, by their groups and lists.
pub const NAMES: Names = &[
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
            ("notice_months", Named::Number),
            ("notice_ends_with", Named::Text),
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

const CUSTOMER: Names = &[
    ("name", Named::Text),
    ("legal_name", Named::Text),
    ("tax_id", Named::Text),
    ("email", Named::Text),
    ("address", Named::Text),
];
