//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use values::Area;

use crate::records::{comment::FeedComment, post::FeedPost, report::FeedReport};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<FeedPost>("feed_post", Area::Feed, &FEED_POST)
            .leaving_out(&["like_count", "comment_count"])
            .emptied_by(&["deleted"]),
        ObjectEvents::of::<FeedComment>("feed_comment", Area::Feed, &FEED_COMMENT)
            .leaving_out(&["like_count", "reply_count"])
            .emptied_by(&["removed", "deleted"]),
        ObjectEvents::of::<FeedReport>("feed_report", Area::Feed, &FEED_REPORT)
            .removed_for_good()
            .emptied_by(&["deleted"]),
    ]
}

const FEED_POST: [EventRule; 7] = [
    EventRule::new("created", When::Created, "Somebody posted."),
    EventRule::new("hidden", When::Became("status", "hidden"), "It was hidden: `hidden_by` says by whom."),
    EventRule::new("published", When::Became("status", "published"), "It is shown again."),
    EventRule::new("pinned", When::Turned("pinned", true), "It stands at the top."),
    EventRule::new("unpinned", When::Turned("pinned", false), "It does not stand at the top any more."),
    EventRule::new("deleted", When::Deleted, "It was deleted, and with it what was said and liked there."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const FEED_COMMENT: [EventRule; 6] = [
    EventRule::new("created", When::Created, "Somebody commented."),
    EventRule::new("hidden", When::Became("status", "hidden"), "It was hidden."),
    EventRule::new("published", When::Became("status", "published"), "It is shown again."),
    EventRule::new("removed", When::Became("status", "removed"), "It was removed; its answers are still there."),
    EventRule::new(
        "deleted",
        When::Deleted,
        "It was deleted. Comments that go with their post are told with the post.",
    ),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const FEED_REPORT: [EventRule; 5] = [
    EventRule::new("created", When::Created, "A member reported a post or a comment."),
    EventRule::new("dismissed", When::Became("status", "dismissed"), "What was reported may stand."),
    EventRule::new(
        "upheld",
        When::Became("status", "upheld"),
        "What was reported is hidden, whether it was before or not.",
    ),
    EventRule::new("deleted", When::Deleted, "It went with what was reported."),
    EventRule::new("updated", When::Updated, "It was changed."),
];
