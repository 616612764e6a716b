//! The activities that a change of a ticket leaves. Pure: no IO.

use values::{Id, Timestamp};

use crate::records::{
    activity::{ActivityKind, TicketActivity},
    register::TicketId,
    ticket::Ticket,
};

/// What happened to a ticket between two versions of it, at an instant.
#[must_use]
pub fn activities(id: TicketId, before: &Ticket, after: &Ticket, at: Timestamp) -> Vec<TicketActivity> {
    let new = |kind| TicketActivity::new(id, kind, at);
    let name = |id: Option<Id<_>>| id.map(|id| id.to_string()).unwrap_or_default();
    let mut activities = Vec::new();
    if before.kind != after.kind {
        let changed = new(ActivityKind::TypeChanged).changed(before.kind.as_str(), after.kind.as_str());
        let sensitive = before.is_sensitive() || after.is_sensitive();
        activities.push(TicketActivity { sensitive, ..changed });
    }
    if before.assignee_id != after.assignee_id {
        let changed = new(ActivityKind::AssigneeChanged);
        activities.push(changed.changed(name(before.assignee_id), name(after.assignee_id)));
    }
    if before.priority != after.priority {
        let changed = new(ActivityKind::PriorityChanged);
        activities.push(changed.changed(before.priority.as_str(), after.priority.as_str()));
    }
    if before.status != after.status {
        activities.push(new(ActivityKind::StatusChanged).changed(before.status.as_str(), after.status.as_str()));
    }
    let told = [
        (before.subject != after.subject, ActivityKind::SubjectChanged),
        (before.tags != after.tags, ActivityKind::TagsChanged),
        (
            after.block_id.is_some() && before.maintenance_block != after.maintenance_block,
            ActivityKind::Blocked,
        ),
        (before.block_id.is_some() && after.block_id.is_none(), ActivityKind::Unblocked),
    ];
    // What people wrote is told nowhere but in the ticket itself.
    activities.extend(told.into_iter().filter(|(happened, _)| *happened).map(|(_, kind)| new(kind)));
    activities
}
