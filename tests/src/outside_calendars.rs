//! A room with an outside calendar, and the server that has it. Calendars are read when a test says so.

use chrono::Duration;
use local::routes;
use read_calendars::{Reader, SourceLimits};
use serde_json::{Value, json};
use testing::{TestApp, calls};
use work::queue::WhenIdle;

use crate::{
    OutboxFixture, RoomFixture, accepted,
    calendar_server::{CalendarServer, Serves},
    with,
};

/// Where the fixture's calendar is.
const PATH: &str = "/room.ics";

/// A room, and a server with calendars.
pub struct CalendarFixture {
    /// The service with the consumer of its stream.
    pub outbox: OutboxFixture,
    /// The room that calendars block.
    pub room: RoomFixture,
    /// The server that has them.
    pub server: CalendarServer,
}

impl CalendarFixture {
    /// With a new service, which may ask servers on this machine.
    pub async fn new() -> Self {
        Self::of(OutboxFixture::configured(|config| config.allow_local_webhooks = true, routes()).await).await
    }

    /// The same with a sandbox merchant.
    pub async fn sandbox() -> Self {
        let mut outbox = OutboxFixture::configured(|config| config.allow_local_webhooks = true, routes()).await;
        outbox.app = outbox.app.sandbox().await;
        Self::of(outbox).await
    }

    async fn of(outbox: OutboxFixture) -> Self {
        let room = RoomFixture::of(outbox.app.clone(), json!({})).await;
        Self { outbox, room, server: CalendarServer::new().await }
    }

    /// The service under test.
    #[must_use]
    pub const fn app(&self) -> &TestApp {
        &self.outbox.app
    }

    /// Lets the file of the fixture's calendar have these events, as [`event`] makes them.
    pub fn serve(&self, events: &[String]) {
        self.server.serve(PATH, Serves::File(calendar(events)));
    }

    /// The body of a calendar of the room, at the fixture's file.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({"name": "Blue Ltd", "resource_id": self.room.room, "type": "ics", "address": self.server.address(PATH)})
    }

    /// Adds a calendar with these fields instead, and reads it; its id.
    pub async fn added(&self, fields: Value) -> String {
        let answer = self.app().post("/outside-calendars", with(self.body(), &fields)).await;
        let id = TestApp::made(&answer)["id"].as_str().unwrap_or_default().to_owned();
        self.read().await;
        id
    }

    /// Does what the queue has to be done now.
    pub async fn read(&self) {
        self.read_by(&Reader::over_the_internet(self.app().context.clone())).await;
    }

    /// The same with a reader who waits for so many milliseconds, and reads so many bytes.
    pub async fn read_within(&self, milliseconds: u64, body_bytes: usize) {
        let total = std::time::Duration::from_millis(milliseconds);
        let limits = SourceLimits { total, body_bytes, ..SourceLimits::default() };
        self.read_by(&Reader::limited(self.app().context.clone(), limits)).await;
    }

    async fn read_by(&self, reader: &Reader) {
        let serving = read_calendars::serve_calendars(reader, &self.app().calendar_queue, WhenIdle::Return);
        calls::called_by("read-calendars", serving).await;
    }

    /// Lets minutes pass, and does what is due and what the queue has.
    pub async fn pass(&self, minutes: i64) {
        self.app().clock.advance(Duration::minutes(minutes));
        crate::sweep(&self.app().context).await;
        self.read().await;
    }

    /// A calendar as it is shown.
    pub async fn shown(&self, id: &str) -> Value {
        let answer = self.app().get(&format!("/outside-calendars/{id}")).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// The blocks of the room, as times of a day such as `12-01T10:00/12-01T11:00`, in order.
    pub async fn blocks(&self) -> Vec<String> {
        let answer = self.app().get(&format!("/calendar-blocks?per_page=100&resource_id={}", self.room.room)).await;
        accepted(&answer, 200);
        let short = |block: &Value, name: &str| block[name].as_str().unwrap_or_default()[5..16].to_owned();
        let blocks = answer.body["data"].as_array().cloned().unwrap_or_default();
        let mut times: Vec<String> =
            blocks.iter().map(|block| format!("{}/{}", short(block, "start_time"), short(block, "end_time"))).collect();
        times.sort();
        times
    }
}

/// An event of 1 December 2026 from one time to another, such as `10:00`, in UTC.
#[must_use]
pub fn event(uid: &str, from: &str, to: &str) -> String {
    let at = |time: &str| format!("20261201T{}00Z", time.replace(':', ""));
    lines(&format!("BEGIN:VEVENT|UID:{uid}|DTSTART:{}|DTEND:{}|SUMMARY:Private|END:VEVENT", at(from), at(to)))
}

/// A calendar with these events.
#[must_use]
pub fn calendar(events: &[String]) -> String {
    format!("{}{}{}", lines("BEGIN:VCALENDAR|VERSION:2.0"), events.concat(), lines("END:VCALENDAR"))
}

/// Lines that are separated by `|`, as iCalendar has them.
#[must_use]
pub fn lines(text: &str) -> String {
    text.replace('|', "\r\n") + "\r\n"
}
