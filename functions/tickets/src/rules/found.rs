//! Finds a ticket in the register it is in. Without the scope `tickets:sensitive` only one of them is looked at, so
//! that a sensitive ticket is as one that does not exist.

use shared::api::Call;
use store::{Either, Record, RecordSet};
use values::{ApiError, ErrorCode, Metadata, Scope};

use crate::records::{
    register::{OrdinaryTicket, Registered, SensitiveTicket, TicketId},
    ticket::Ticket,
};

/// A stored ticket, with its register.
#[derive(Clone, Debug)]
pub enum Found {
    /// It is in the one that everybody sees.
    Ordinary(Record<OrdinaryTicket>),
    /// It is in the other.
    Sensitive(Record<SensitiveTicket>),
}

impl Found {
    /// The ticket with this id, if the client may see it.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn look_for(call: &Call, id: TicketId) -> Result<Option<Self>, ApiError> {
        let found = Self::read(call, id).await?;
        let is_seen = match &found {
            None => true,
            Some(Self::Ordinary(record)) => call.sees(record).await?,
            Some(Self::Sensitive(record)) => call.sees(record).await?,
        };
        Ok(found.filter(|_| is_seen))
    }

    async fn read(call: &Call, id: TicketId) -> Result<Option<Self>, ApiError> {
        if !sees_sensitive(call) {
            return Ok(call.store.find(call.tenant(), id).await?.map(Self::Ordinary));
        }
        let found = call.store.find_either(call.tenant(), id, id.cast::<SensitiveTicket>(), &[RecordSet::Live]).await?;
        Ok(found.map(|found| match found {
            Either::First(ticket) => Self::Ordinary(ticket),
            Either::Second(ticket) => Self::Sensitive(ticket),
        }))
    }

    /// The same of a ticket that the path names.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn get(call: &Call, id: TicketId) -> Result<Self, ApiError> {
        Self::look_for(call, id).await?.ok_or_else(ApiError::not_found)
    }

    /// The call about what belongs to the ticket, as `Call::within`.
    ///
    /// # Errors
    /// 403 where it is at a location that the person does not run.
    pub fn within(&self, call: &Call) -> Result<Call, ApiError> {
        match self {
            Self::Ordinary(record) => call.within(record),
            Self::Sensitive(record) => call.within(record),
        }
    }

    /// The ticket, whichever register it was found in.
    #[must_use]
    pub const fn ticket(&self) -> &Ticket {
        match self {
            Self::Ordinary(record) => &record.body.ticket,
            Self::Sensitive(record) => &record.body.ticket,
        }
    }

    /// The ticket's id, which is the same in both registers.
    #[must_use]
    pub const fn id(&self) -> TicketId {
        match self {
            Self::Ordinary(record) => record.id,
            Self::Sensitive(record) => record.id.cast(),
        }
    }

    /// The client's own keys.
    #[must_use]
    pub const fn metadata(&self) -> &Metadata {
        match self {
            Self::Ordinary(record) => &record.metadata,
            Self::Sensitive(record) => &record.metadata,
        }
    }

    /// Refuses a version that `If-Match` does not allow.
    ///
    /// # Errors
    /// 412 `version_mismatch`.
    pub fn check_version(&self, call: &Call) -> Result<(), ApiError> {
        match self {
            Self::Ordinary(record) => call.check_version(record),
            Self::Sensitive(record) => call.check_version(record),
        }
    }

    /// The next version with this body, in the register to which that belongs.
    #[must_use]
    pub fn next(&self, call: &Call, after: Ticket, metadata: Option<Metadata>) -> Self {
        match self {
            Self::Ordinary(record) => {
                Self::registered(&call.next_version(record, OrdinaryTicket::new(after), metadata))
            }
            Self::Sensitive(record) => {
                Self::registered(&call.next_version(record, SensitiveTicket::new(after), metadata))
            }
        }
    }

    /// A record in the register to which its ticket belongs.
    #[must_use]
    pub fn registered<R: crate::records::register::Register>(record: &Record<Registered<R>>) -> Self {
        let ticket = record.body.ticket.clone();
        if ticket.is_sensitive() {
            Self::Sensitive(with_body(record, SensitiveTicket::new(ticket)))
        } else {
            Self::Ordinary(with_body(record, OrdinaryTicket::new(ticket)))
        }
    }
}

/// The same record with another body, of another kind.
fn with_body<A: store::Entity, B: store::Entity>(record: &Record<A>, body: B) -> Record<B> {
    Record {
        id: record.id.cast(),
        version: record.version,
        created_at: record.created_at,
        updated_at: record.updated_at,
        changed_by: record.changed_by.clone(),
        request_id: record.request_id.clone(),
        record_set: record.record_set,
        metadata: record.metadata.clone(),
        body,
    }
}

/// Whether the client sees sensitive tickets.
#[must_use]
pub fn sees_sensitive(call: &Call) -> bool {
    call.caller.scopes.allow(Scope::TICKETS_SENSITIVE)
}

/// Refuses a client without a scope what a field asks for.
///
/// # Errors
/// 403 naming the field.
pub fn require(call: &Call, scope: Scope, field: &str) -> Result<(), ApiError> {
    if call.caller.scopes.allow(scope) {
        return Ok(());
    }
    let message = format!("{field} needs the scope {scope} here");
    Err(ApiError::new(ErrorCode::Forbidden, message).at(field, "scope_missing"))
}
