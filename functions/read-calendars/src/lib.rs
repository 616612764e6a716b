//! Reads outside calendars, and keeps the blocks of their resources by what is busy there (`docs/areas/calendars.md`).
//!
//! A **message** of the queue names the state of a calendar. A **reading** asks the other server whether something
//! changed (`source`), expands what is there into busy times (`expansion`) and plans which blocks are to be made,
//! moved and deleted (`plan`); the plan is stored before anything of it is done. Then blocks are **taken**, some with
//! each message, each in a transaction of its own (`taking`). If the process dies in between, the message or the sweep
//! comes back and goes on by the plan.
//!
//! It is a package of its own because servers of others are slow, and because it alone has the libraries that read
//! calendars and XML.

mod became;
mod caldav;
mod clock;
mod dates;
mod defined_zone;
mod expansion;
mod ics;
mod job;
mod merged;
mod multistatus;
mod observance;
mod obstacles;
mod outcome;
mod own_bookings;
mod part;
mod pieces;
mod plan;
mod reader;
mod reading;
mod rule;
mod series;
mod source;
mod taking;
mod yearly_rule;
mod zones;

use work::queue::{InProcessQueue, WhenIdle, serve};

pub use self::{reader::Reader, source::SourceLimits};

/// Calendars that are read at the same moment in a process that has its queue in its own memory.
const WORKERS: usize = 10;
/// Of these, the most of one merchant.
const OF_MERCHANT_MAX: usize = 4;

/// Does the work of a queue in the memory of this process.
pub async fn serve_calendars(reader: &Reader, queue: &InProcessQueue, when_idle: WhenIdle) {
    let work = |message| {
        let reader = reader.clone();
        async move { reader.work(&message).await }
    };
    serve(queue, (WORKERS, OF_MERCHANT_MAX), when_idle, work).await;
}
