//! By which of their fields the live records of a kind are listed: for each value of such a field there is a list of
//! its own, which is counted as the list of all records is (`docs/decisions/0049-filter-lists.md`).

use std::collections::BTreeSet;

use crate::id::KindName;

/// The filter lists of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterLists {
    /// The fields, alone and together, as paths in the body; of a field with several values a record stands under each.
    pub by: &'static [&'static [&'static str]],
    /// Further fields that stand in the rows of the lists, so that a list can be narrowed by them without reading
    /// records.
    pub kept: &'static [&'static str],
}

/// The field with the marks of what other systems know a record by, which kinds have that are listed by it.
pub const FOREIGN_IDS: &str = "foreign_ids";

/// Of a kind that has none.
const NONE: FilterLists = FilterLists { by: &[], kept: &[] };

/// Tickets, whoever may see them.
const TICKETS: FilterLists = FilterLists {
    by: &[&["location_id", "status"], &["location_id"], &["priority"], &["status"]],
    kept: &["assignee_id", "closes_at", "requester_id", "type"],
};

/// The kinds that have filter lists: those that grow with the years. Catalogues stay short.
const OF_KINDS: &[(KindName, FilterLists)] = &[
    (
        KindName::Member,
        FilterLists {
            by: &[
                &[FOREIGN_IDS],
                &["location_ids", "status"],
                &["companies.ids"],
                &["location_ids"],
                &["role"],
                &["status"],
            ],
            kept: &[],
        },
    ),
    (
        KindName::Company,
        FilterLists { by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["status"]], kept: &[] },
    ),
    (
        KindName::Invoice,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["status"]],
            kept: &["issue.overdue_at"],
        },
    ),
    (
        KindName::CreditNote,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["number"], &["status"]],
            kept: &[],
        },
    ),
    (
        KindName::Subscription,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["is_over", "location_id"], &["is_over"], &["location_id"]],
            kept: &["awaited_until", "ends_at", "past_due_at", "paused_from", "paused_until", "starts_at"],
        },
    ),
    (
        KindName::MemberRegistration,
        FilterLists {
            by: &[
                &[FOREIGN_IDS],
                &["decided", "location_id"],
                &["decided"],
                &["location_id"],
                &["source"],
                &["undecided"],
            ],
            kept: &["expires_at"],
        },
    ),
    (
        KindName::Lead,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "stage"], &["location_id"], &["owner_id"], &["source"], &["stage"]],
            kept: &["next_step_on"],
        },
    ),
    (
        KindName::ShopOrder,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["status"]],
            kept: &["expires_at", "paid_at"],
        },
    ),
    (KindName::CheckIn, FilterLists { by: &[&[FOREIGN_IDS], &["location_id"]], kept: &["checked_in_at"] }),
    (KindName::Ticket, TICKETS),
    (KindName::SensitiveTicket, TICKETS),
    (
        KindName::Contract,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["status"], &["type"]],
            kept: &[
                "moments.ends_at",
                "moments.extends_at",
                "moments.notice_until",
                "moments.renewable_from",
                "moments.signable_until",
                "moments.starts_at",
                "notice.served_at",
            ],
        },
    ),
    (
        KindName::BenefitApplication,
        FilterLists {
            by: &[&[FOREIGN_IDS], &["location_id", "status"], &["location_id"], &["status"]],
            kept: &["lapses_at"],
        },
    ),
    (KindName::FeedReport, FilterLists { by: &[&["status"], &["target_type"]], kept: &[] }),
    #[cfg(feature = "testing")]
    (
        KindName::ListedNote,
        FilterLists { by: &[&["color", "open"], &["color"], &["open"], &["places"]], kept: &["came", "until"] },
    ),
];

impl FilterLists {
    /// By which fields the live records of a kind are listed.
    #[must_use]
    pub fn of(kind: KindName) -> Self {
        OF_KINDS.iter().find(|(named, _)| *named == kind).map_or(NONE, |(_, lists)| *lists)
    }

    /// Whether records are listed by this field alone.
    #[must_use]
    pub fn is_by(self, field: &str) -> bool {
        self.by.contains(&[field].as_slice())
    }

    /// Every kind that has filter lists.
    pub fn of_all() -> impl Iterator<Item = (KindName, Self)> {
        OF_KINDS.iter().copied()
    }

    /// The names of the fields by which there are lists, as the merchant's note of complete lists has them.
    pub fn names(self) -> impl Iterator<Item = String> {
        self.by.iter().map(|fields| fields.join("&"))
    }

    /// The name of what the rows have, as the same note has it.
    #[must_use]
    pub fn shape(self) -> String {
        let paths: BTreeSet<_> = self.paths().collect();
        format!("rows of {}", paths.into_iter().collect::<Vec<_>>().join(", "))
    }

    /// The paths of all fields that stand in a row.
    pub fn paths(self) -> impl Iterator<Item = &'static str> {
        self.by.iter().flat_map(|fields| fields.iter().copied()).chain(self.kept.iter().copied())
    }
}
