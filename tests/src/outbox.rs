//! The service with the consumer of its stream, which runs when a test says so.

use event_history::Outcome;
use local::routes;
use platform::config::Config;
use serde_json::Value;
use shared::api::Routes;
use testing::{TableStream, TestApp, calls};

use crate::afterwards;

/// The service and the stream of its table.
pub struct OutboxFixture {
    /// The service under test, called as a client of its first merchant.
    pub app: TestApp,
    stream: TableStream,
}

impl OutboxFixture {
    /// The service with two new merchants, in a database of its own.
    pub async fn new() -> Self {
        Self::configured(|_| (), routes()).await
    }

    /// The same with a changed configuration.
    pub async fn configured(change: impl FnOnce(&mut Config), routes: Routes) -> Self {
        let (app, stream) = TestApp::streamed(change, routes).await;
        Self { app: app.checked_by(afterwards::disagreements), stream }
    }

    /// The next batch of the stream, without records at its end.
    ///
    /// # Panics
    /// When the stream cannot be read.
    #[expect(clippy::expect_used, reason = "a test without its stream cannot go on")]
    pub fn batch(&mut self) -> Value {
        self.stream.next_batch().expect("a batch")
    }

    /// Runs the consumer on everything that was written so far; how many events were stored.
    ///
    /// # Panics
    /// When a record of the stream cannot be consumed.
    pub async fn consume(&mut self) -> usize {
        let mut written = 0;
        loop {
            let batch = self.batch();
            if batch["Records"].as_array().is_none_or(Vec::is_empty) {
                return written;
            }
            let Outcome { written: more, failed, .. } =
                calls::called_by("outbox", outbox::consume(&self.app.context, &batch)).await;
            assert!(failed.is_empty(), "{failed:?}: {:?}", self.app.logged().last());
            written += more;
        }
    }

    /// Reads the stream from its beginning again; how many events were stored.
    ///
    /// # Panics
    /// As [`Self::consume`].
    pub async fn replay(&mut self) -> usize {
        self.stream.rewind();
        self.consume().await
    }

    /// The events of a filter such as `object_id=…`, oldest first, after everything was consumed.
    ///
    /// # Panics
    /// When the list is not answered.
    #[expect(clippy::expect_used, reason = "a list without data is no list")]
    pub async fn events(&mut self, filter: &str) -> Vec<Value> {
        self.consume().await;
        let answer = self.app.get(&format!("/event-log?order=asc&per_page=100&{filter}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["data"].as_array().expect("a list").clone()
    }

    /// The types of the events of a filter, oldest first.
    pub async fn types(&mut self, filter: &str) -> Vec<String> {
        self.events(filter).await.iter().map(|event| event["type"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
