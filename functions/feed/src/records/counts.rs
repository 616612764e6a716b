//! What is counted of a post or a comment. It stands beside the record, as one item for each, and many change it at
//! once without reading it: a like meets no other like, and makes no new version of the post.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::{Expression, Key, Transaction, transaction::version_conflict};
use values::{ApiError, Tenant};

use super::target::TargetId;

/// Space of the items' keys.
const SPACE: &str = "feed_counts";

/// What is counted of a post or a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedCounts {
    /// Number of members who like it.
    pub likes: i64,
    /// Published comments of a post; published answers to a comment.
    pub comments: i64,
    /// All of them, whatever their state.
    pub children: i64,
    /// Reports, open or not.
    pub reports: i64,
    /// Versions that were kept when it was changed.
    pub edits: i64,
    /// Above 0 while it is hidden.
    pub closed: i64,
    /// Above 0 once it was removed, until nothing is left of it.
    pub removed: i64,
}

impl FeedCounts {
    /// Where the counts of a post or a comment are.
    #[must_use]
    pub fn key(tenant: &Tenant, target: TargetId) -> Key {
        Key::single(tenant, SPACE, &target.to_string())
    }

    /// Whether nobody has liked, reported or changed it.
    #[must_use]
    pub const fn is_untouched(&self) -> bool {
        self.likes == 0 && self.reports == 0 && self.edits == 0
    }
}

/// One of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Members who like the post or comment.
    Likes,
    /// Published comments or answers.
    Comments,
    /// Comments or answers below it, whatever their state.
    Children,
    /// Reports of it, open or resolved.
    Reports,
    /// Versions that were kept when it was changed.
    Edits,
    /// Whether it is hidden.
    Closed,
    /// Whether it was removed.
    Removed,
}

impl Counted {
    const fn name(self) -> &'static str {
        match self {
            Self::Likes => "likes",
            Self::Comments => "comments",
            Self::Children => "children",
            Self::Reports => "reports",
            Self::Edits => "edits",
            Self::Closed => "closed",
            Self::Removed => "removed",
        }
    }
}

/// What must hold of the counts besides that they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// It is neither hidden nor removed.
    Open,
    /// It is there, or something stands below it.
    Answerable,
    /// It was not removed.
    NotRemoved,
    /// Something stands below it.
    Answered,
    /// One thing stands below it.
    AnsweredOnce,
    /// More than one thing stands below it.
    AnsweredTwice,
    /// Nothing stands below it.
    Unanswered,
    /// Nobody has liked, reported or changed it.
    Untouched,
}

impl Need {
    const fn text(self) -> &'static str {
        match self {
            Self::Open => "#closed = :zero AND #removed = :zero",
            Self::Answerable => "(#removed = :zero OR #children > :zero)",
            Self::NotRemoved => "#removed = :zero",
            Self::Answered => "#children > :zero",
            Self::AnsweredOnce => "#children = :one",
            Self::AnsweredTwice => "#children > :one",
            Self::Unanswered => "#children = :zero",
            Self::Untouched => "#likes = :zero AND #reports = :zero AND #edits = :zero",
        }
    }
}

/// Changes of counts in one transaction, which writes each item once. When one of the needs does not hold, whoever
/// decides reads anew.
#[derive(Clone, Debug, Default)]
pub struct CountChanges(BTreeMap<TargetId, (BTreeMap<Counted, i64>, Vec<Need>)>);

impl CountChanges {
    /// Adds `change` to a number.
    pub fn add(&mut self, target: TargetId, counted: Counted, change: i64) {
        *self.0.entry(target).or_default().0.entry(counted).or_default() += change;
    }

    /// Requires that something holds of the counts when the transaction is committed.
    pub fn need(&mut self, target: TargetId, need: Need) {
        self.0.entry(target).or_default().1.push(need);
    }

    /// Puts the changes into `transaction`.
    pub fn write(self, transaction: &mut Transaction) {
        for (target, (changes, needs)) in self.0 {
            let key = FeedCounts::key(transaction.tenant(), target);
            let condition = there(&needs);
            let changes: Vec<(&str, i64)> =
                changes.into_iter().filter(|(_, change)| *change != 0).map(|(one, by)| (one.name(), by)).collect();
            if changes.is_empty() {
                transaction.require_value(&key, condition, version_conflict());
            } else {
                transaction.add_all_in_value(&key, &changes, Some(condition), version_conflict());
            }
        }
    }
}

/// The counts are there and meet these needs.
fn there(needs: &[Need]) -> Expression {
    let mut condition = Expression::present();
    for need in needs {
        condition.text = format!("{} AND {}", condition.text, need.text());
    }
    let used = |placeholder: &str| condition.text.contains(placeholder);
    let names = ["closed", "removed", "children", "likes", "reports", "edits"];
    let names: Vec<&str> = names.into_iter().filter(|name| used(&format!("#{name}"))).collect();
    let numbers: Vec<(&str, i64)> = [(":zero", 0), (":one", 1)].into_iter().filter(|(name, _)| used(name)).collect();
    for name in names {
        condition = condition.name(&format!("#{name}"), name);
    }
    for (placeholder, number) in numbers {
        condition = condition.number(placeholder, number);
    }
    condition
}

/// Begins to count a new post or comment.
pub fn begin(transaction: &mut Transaction, target: TargetId) {
    let key = FeedCounts::key(transaction.tenant(), target);
    let refusal = ApiError::internal(format!("{target} is counted already"));
    transaction.put_encoded(&key, &FeedCounts::default(), Expression::absent(), refusal);
}

/// Ends counting what nobody likes, reported or changed, and what has so many below it if that is said; otherwise it is
/// decided anew.
pub fn end(transaction: &mut Transaction, target: TargetId, children: Option<i64>) {
    let mut nothing = Expression::new("#likes = :zero AND #reports = :zero AND #edits = :zero")
        .name("#likes", "likes")
        .name("#reports", "reports")
        .name("#edits", "edits")
        .number(":zero", 0);
    if let Some(children) = children {
        nothing.text = format!("{} AND #children = :children", nothing.text);
        nothing = nothing.name("#children", "children").number(":children", children);
    }
    let key = FeedCounts::key(transaction.tenant(), target);
    transaction.remove_value_if(&key, nothing, version_conflict());
}
