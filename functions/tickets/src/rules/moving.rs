//! What a step does to a ticket beside its state: its clock, its instants, what the metrics count of it. Pure: no IO.

use chrono::Duration;
use records::Location;
use values::{ApiError, Day, ErrorCode, Timestamp};

use super::{business_hours::BusinessHours, showing, sla};
use crate::records::{
    measured::Measure,
    sla_clock::SlaClock,
    state::{Step, TicketStatus},
    ticket::Ticket,
};

/// The local day at a location.
///
/// # Errors
/// 500 after the year 9999.
pub fn today(location: &Location, now: Timestamp) -> Result<Day, ApiError> {
    Day::new(now.day_in(location.time_zone)).ok_or_else(|| ApiError::internal("a ticket after the year 9999"))
}

/// A ticket of this moment after a step.
///
/// # Errors
/// 409 `invalid_state`.
pub fn moved(ticket: &Ticket, step: Step, location: &Location, now: Timestamp) -> Result<Ticket, ApiError> {
    let mut after = Ticket { status: ticket.status.after(step)?, ..ticket.clone() };
    match step {
        Step::Start => after.clock.resume(now),
        Step::Wait => after.clock.pause(now),
        Step::Solve => solve(&mut after, location, now)?,
        Step::Reopen => reopen(&mut after, now),
        Step::Close => {
            after.closed_at = Some(now);
            after.closes_at = None;
        }
    }
    after.clock = sla::shortened(after.clock, location);
    Ok(after)
}

fn solve(ticket: &mut Ticket, location: &Location, now: Timestamp) -> Result<(), ApiError> {
    if ticket.assignee_id.is_none() {
        let message = "somebody solves a ticket: assign it first";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("assignee_id", "required"));
    }
    ticket.solved_due_at = due_as_if_it_ran(ticket, location, now);
    let minutes = sla::counted_ms(&ticket.clock, now, &mut BusinessHours::of(location)) / 60_000;
    ticket.measured.resolution = Some(Measure { on: today(location, now)?, minutes });
    ticket.measured.breached = ticket.solved_due_at.is_some_and(|due| due < now);
    ticket.clock.pause(now);
    ticket.solved_at = Some(now);
    ticket.closes_at = Some(now.plus(Duration::days(location.ticket_settings.close_after_days.into())));
    Ok(())
}

/// By when a ticket was to be solved, also while it waits: its time would go on now.
fn due_as_if_it_ran(ticket: &Ticket, location: &Location, now: Timestamp) -> Option<Timestamp> {
    let mut clock: SlaClock = ticket.clock.clone();
    clock.resume(now);
    let running = Ticket { clock, solved_at: None, ..ticket.clone() };
    showing::due_at(&running, Some(location))
}

fn reopen(ticket: &mut Ticket, now: Timestamp) {
    ticket.clock.resume(now);
    ticket.solved_at = None;
    ticket.solved_due_at = None;
    ticket.closes_at = None;
    ticket.measured.resolution = None;
    ticket.measured.breached = false;
    ticket.reopened_count = ticket.reopened_count.saturating_add(1);
}

/// A ticket after somebody else than the requester has first answered the requester.
///
/// # Errors
/// 500 after the year 9999.
pub fn answered(mut ticket: Ticket, location: &Location, now: Timestamp) -> Result<Ticket, ApiError> {
    if ticket.first_response_at.is_none() {
        ticket.first_response_at = Some(now);
        // The first response is awaited all the time, also while the ticket waits for somebody else.
        let minutes =
            sla::counted_ms(&SlaClock::running(ticket.opened_at), now, &mut BusinessHours::of(location)) / 60_000;
        ticket.measured.response = Some(Measure { on: today(location, now)?, minutes });
    }
    Ok(ticket)
}

/// The step that the requester's word is, if it is one: what waited for them goes on, and what was solved is not.
#[must_use]
pub const fn step_of_requester(status: TicketStatus) -> Option<Step> {
    match status {
        TicketStatus::Pending => Some(Step::Start),
        TicketStatus::Solved => Some(Step::Reopen),
        TicketStatus::New | TicketStatus::InProgress | TicketStatus::Closed => None,
    }
}
