//! Say something about a ticket.

use shared::api::{Body, Call, Committed, Created, New, PathId, Shown, retry};
use store::{Record, record::RecordView};
use values::{ApiError, Scope, Timestamp};

use crate::{
    records::{
        activity::{ActivityKind, TicketActivity},
        comment::TicketComment,
        register::{OrdinaryTicket, TicketId},
    },
    rules::{
        change::Change,
        found::require,
        moving::{answered, moved, step_of_requester},
        people::{self, Voice},
    },
};

type Creating = Result<Committed<Created<ShownComment>>, ApiError>;

/// A comment as it is answered, with what it takes to see it.
#[derive(Clone, Debug)]
pub struct ShownComment {
    record: Record<TicketComment>,
    needs: Vec<Scope>,
}

impl Shown for ShownComment {
    type View = RecordView<TicketComment>;

    fn show(&self, now: Timestamp) -> Self::View {
        self.record.view(now)
    }

    fn version(&self) -> Option<i64> {
        self.record.version()
    }

    fn location(&self) -> Option<String> {
        self.record.location()
    }

    fn needs(&self) -> Vec<Scope> {
        self.needs.clone()
    }
}

/// Adds a comment of the requester, or of somebody who takes care of tickets.
pub async fn create(call: Call, PathId(id): PathId<OrdinaryTicket>, Body(new): Body<New<TicketComment>>) -> Creating {
    if new.fields.internal {
        require(&call, Scope::TICKETS_INTERNAL, "internal")?;
    }
    // Once its author is forgotten a comment has no text any more, so that the schema allows that.
    if new.fields.text.as_str().trim().is_empty() {
        return Err(ApiError::rule("text", "blank", "a comment says something"));
    }
    call.require_files(&new.fields.attachments, |position| format!("attachments[{position}]")).await?;
    retry(&call, || Box::pin(attempt(&call, id, &new))).await
}

async fn attempt(call: &Call, id: TicketId, new: &New<TicketComment>) -> Creating {
    let mut change = Change::begin(call, id).await?;
    let fields = new.fields.clone();
    let voice = people::require_author(call, &mut change.transaction, fields.author_id, &change.present).await?;
    if fields.internal && voice == Voice::Requester {
        let message = "what the requester says is not kept from the requester";
        return Err(ApiError::rule("internal", "of_requester", message));
    }
    let comment = call.new_record(TicketComment { ticket_id: id, fields }, new.metadata.clone());
    change.transaction.create(&comment);
    change.told.push(told(&comment));
    let location = change.location()?;
    match (voice, step_of_requester(change.present.status)) {
        (Voice::Requester, Some(step)) => change.after = moved(&change.present, step, location, call.now)?,
        (Voice::Requester, None) => (),
        (Voice::Team, _) if comment.body.fields.internal => (),
        (Voice::Team, _) => change.after = answered(change.present.clone(), location, call.now)?,
    }
    let needs = [
        (comment.body.fields.internal, Scope::TICKETS_INTERNAL),
        (change.present.is_sensitive(), Scope::TICKETS_SENSITIVE),
    ];
    let needs = needs.into_iter().filter(|(applies, _)| *applies).map(|(_, scope)| scope).collect();
    let transaction = change.write_or_require().await?;
    call.commit(transaction, Created(ShownComment { record: comment, needs })).await
}

fn told(comment: &Record<TicketComment>) -> TicketActivity {
    let fields = &comment.body.fields;
    TicketActivity {
        author_id: Some(fields.author_id),
        comment_id: Some(comment.id),
        internal: fields.internal,
        ..TicketActivity::new(comment.body.ticket_id, ActivityKind::Comment, comment.created_at)
    }
}
