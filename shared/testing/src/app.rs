//! The whole service in the test's own process: gateway events in, the real SDK and an embedded DynamoDB behind.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::Value;

use super::{
    Faults,
    afterwards::{Afterwards, Check},
    calls,
    clock::TestClock,
    conformance, database, files, gateway,
    response::TestResponse,
    stream::TableStream,
};
use platform::config::{Config, TimeLimits};
use records::ClientId;
use shared::{
    api::{OutsideRoute, Routes},
    lambda::Function,
};
use store::{Entity, Record, Transaction};
use values::{Currency, Tenant, TimeZone, Timestamp, merchant_kind::MerchantKind, words::WORDS_MAX};
use work::{
    context::{Context, Log},
    mailbox::Mailbox,
    provisioning,
    queue::{InProcessQueue, WorkQueue},
};

/// Actions that a record's rows in the filter lists of its kind take at most, in tests.
const LISTS_MAX: usize = 12;
/// Address that letters of tests are from.
const SENDER: &str = "letters@colonnade.example";
/// Where browsers reach the service.
const PUBLIC_URL: &str = "https://api.example.com";
/// Where a test's clock begins.
const BEGIN: &str = "2026-11-21T09:00:00Z";

/// The service with two merchants that know nothing of each other.
#[derive(Clone)]
pub struct TestApp {
    function: Function,
    routes: Routes,
    config: Config,
    /// Its parts, for what no request can do.
    pub context: Context,
    /// The clock of its process, which a test moves.
    pub clock: Arc<TestClock>,
    /// The lines that its process has logged.
    pub log: Arc<Mutex<Vec<String>>>,
    /// Its queue of deliveries, which nobody makes until a test says so.
    pub queue: InProcessQueue,
    /// Its queue of records whose due work is to begin at once, which nobody does until a test says so.
    pub due_queue: InProcessQueue,
    /// Its queue of letters, which nobody writes or sends until a test says so.
    pub letter_queue: InProcessQueue,
    /// Its queue of outside calendars, which nobody reads until a test says so.
    pub calendar_queue: InProcessQueue,
    /// Faults between it and DynamoDB; none until a test says so.
    pub faults: Faults,
    invocations: Arc<AtomicU64>,
    afterwards: Arc<Afterwards>,
    /// Client of the merchant under test; it may do everything.
    pub client: TestClient,
    /// Client of another merchant.
    pub stranger: TestClient,
}

/// The credentials of one API client, to send with requests.
#[derive(Clone, Debug, Default)]
pub struct TestClient {
    /// Public identifier, sent in the header `X-Client-ID`.
    pub client_id: String,
    /// Secret of the client, sent as the bearer token.
    pub secret: String,
}

impl TestApp {
    /// The service with these routes and two new merchants.
    ///
    /// # Panics
    /// When the embedded database does not work.
    pub async fn new(routes: Routes) -> Self {
        Self::configured(|_| (), routes).await
    }

    /// The same in a table of its own, for what looks at all merchants of a table.
    ///
    /// # Panics
    /// When the embedded database does not work.
    pub async fn alone(routes: Routes) -> Self {
        Self::alone_configured(|_| (), routes).await
    }

    /// The same in a table of its own with a changed configuration.
    ///
    /// # Panics
    /// When the embedded database does not work.
    pub async fn alone_configured(change: impl FnOnce(&mut Config), routes: Routes) -> Self {
        static TABLES: AtomicU64 = AtomicU64::new(0);
        let name = format!("alone-{}", TABLES.fetch_add(1, Ordering::Relaxed));
        let change = |config: &mut Config| {
            config.table_name = name;
            change(config);
        };
        Self::configured(change, routes).await
    }

    /// The same in a table of its own with a stream, in a database of its own, and that stream.
    ///
    /// # Panics
    /// When the embedded database does not work.
    #[expect(clippy::expect_used, reason = "a test without its app cannot go on")]
    pub async fn streamed(change: impl FnOnce(&mut Config), routes: Routes) -> (Self, TableStream) {
        let endpoint = format!("http://{}", database::serve(None, ([127, 0, 0, 1], 0).into()).expect("a database"));
        let mut config = Config { dynamodb_endpoint: Some(endpoint.clone()), ..in_memory() };
        change(&mut config);
        let client = store::make_client(&config).await;
        store::table::create(&client, &config.table_name).await.expect("a table");
        store::table::begin_stream(&client, &config.table_name).await.expect("a stream");
        let stream = database::stream_of(&endpoint, &config.table_name).expect("a stream");
        (Self::with(config, routes).await, stream)
    }

    /// The same with a changed configuration.
    ///
    /// # Panics
    /// When the embedded database does not work.
    pub async fn configured(change: impl FnOnce(&mut Config), routes: Routes) -> Self {
        let mut config = in_memory();
        change(&mut config);
        Self::with(config, routes).await
    }

    #[expect(clippy::expect_used, reason = "a test without its app cannot go on")]
    async fn with(config: Config, routes: Routes) -> Self {
        let begin = Timestamp::parse(BEGIN).expect("an instant");
        let clock = Arc::new(TestClock(AtomicI64::new(begin.millis())));
        let log = Arc::new(Mutex::new(Vec::new()));
        let faults = Faults::default();
        let client = store::make_client_through(&config, faults.clone()).await;
        store::table::create(&client, &config.table_name).await.expect("a table");
        let context = Context::new(&config, client, Arc::<TestClock>::clone(&clock), Log::Memory(Arc::clone(&log)));
        let queue = InProcessQueue::new(Arc::<TestClock>::clone(&clock));
        let due_queue = InProcessQueue::new(Arc::<TestClock>::clone(&clock));
        let (deliveries, due) = (WorkQueue::InProcess(queue.clone()), WorkQueue::InProcess(due_queue.clone()));
        let letter_queue = InProcessQueue::new(Arc::<TestClock>::clone(&clock));
        let mailbox = Mailbox::new(Some(SENDER), WorkQueue::InProcess(letter_queue.clone()));
        let calendar_queue = InProcessQueue::new(Arc::<TestClock>::clone(&clock));
        let calendars = WorkQueue::InProcess(calendar_queue.clone());
        let context = Context { queue: deliveries, due_queue: due, calendar_queue: calendars, mailbox, ..context };
        let function = Function::new(routes.clone(), context.clone());
        let (client, stranger) = (
            merchant(&context, "Acme Spaces", MerchantKind::Live).await,
            merchant(&context, "Other Spaces", MerchantKind::Live).await,
        );
        let (invocations, afterwards) = (Arc::default(), Arc::default());
        Self {
            function,
            routes,
            config,
            context,
            clock,
            log,
            queue,
            due_queue,
            letter_queue,
            calendar_queue,
            faults,
            invocations,
            afterwards,
            client,
            stranger,
        }
    }

    /// When the last copy of this service is dropped and the test has not failed, `check` is asked what disagrees in
    /// the records of its merchants, and the test fails when anything does. A test that writes past every rule is not
    /// asked.
    #[must_use]
    pub fn checked_by(self, check: Check) -> Self {
        self.afterwards.begin(check, self.config.clone(), Arc::<TestClock>::clone(&self.clock));
        for client in [&self.client, &self.stranger] {
            self.afterwards.with(self.as_client(client).tenant());
        }
        self
    }

    /// Nobody looks afterwards: the test itself makes records disagree.
    pub fn unchecked(&self) {
        self.afterwards.end();
    }

    /// The same service with these time limits.
    #[must_use]
    pub async fn limited(&self, limits: TimeLimits) -> Self {
        self.reconfigured(|config| config.limits = limits).await
    }

    /// The same service as another process with a changed configuration would be.
    #[must_use]
    pub async fn reconfigured(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.config.clone();
        change(&mut config);
        let client = store::make_client_through(&config, self.faults.clone()).await;
        let context = Context::new(&config, client, Arc::clone(&self.context.clock), self.context.log.clone());
        let (ids, credentials) = (Arc::clone(&self.context.ids), Arc::clone(&self.context.credentials));
        let (queue, due_queue) = (self.context.queue.clone(), self.context.due_queue.clone());
        let (mailbox, calendar_queue) = (self.context.mailbox.clone(), self.context.calendar_queue.clone());
        let context = Context { ids, credentials, queue, due_queue, calendar_queue, mailbox, ..context };
        let function = Function::new(self.routes.clone(), context.clone());
        Self { function, config, context, ..self.clone() }
    }

    /// The same service with what stands outside `/v1`.
    #[must_use]
    pub fn beside(self, outside: &[OutsideRoute]) -> Self {
        let function = Function::beside(self.routes.clone(), outside, self.context.clone());
        Self { function, ..self }
    }

    /// The same service as a process would be that sends no letters.
    #[must_use]
    pub fn without_letters(&self) -> Self {
        let mailbox = Mailbox::new(None, WorkQueue::None);
        let context = Context { mailbox, ..self.context.clone() };
        Self { function: Function::new(self.routes.clone(), context.clone()), context, ..self.clone() }
    }

    /// The same service called by another client.
    #[must_use]
    pub fn as_client(&self, client: &TestClient) -> Self {
        Self { client: client.clone(), ..self.clone() }
    }

    /// The same service called by the client of a new sandbox merchant.
    ///
    /// # Panics
    /// When the embedded database does not work.
    pub async fn sandbox(&self) -> Self {
        let client = merchant(&self.context, "Sandbox Spaces", MerchantKind::Sandbox).await;
        let sandbox = self.as_client(&client);
        self.afterwards.with(sandbox.tenant());
        sandbox
    }

    /// Whose data this client's is.
    ///
    /// # Panics
    /// When its id is none.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a client without a merchant cannot go on")]
    pub fn tenant(&self) -> Tenant {
        provisioning::tenant_of(ClientId::parse(&self.client.client_id).expect("a client id"))
    }

    /// Stores a record of this client's merchant past every rule, that of unique names too: for what another area would
    /// make.
    ///
    /// # Panics
    /// When the store refuses it.
    pub async fn stored<E: Entity>(&self, body: E) -> Record<E> {
        self.stored_all(vec![body]).await.remove(0)
    }

    /// Stores many records of this client's merchant, a hundred in one transaction.
    ///
    /// # Panics
    /// When the store refuses them.
    #[expect(clippy::expect_used, reason = "a test without its records cannot go on")]
    pub async fn stored_all<E: Entity>(&self, bodies: Vec<E>) -> Vec<Record<E>> {
        self.unchecked();
        let records: Vec<Record<E>> =
            bodies.into_iter().map(|body| provisioning::record(&self.context, self.context.ids.next(), body)).collect();
        let begin = || Transaction::new(self.tenant(), self.context.ids.token());
        let mut transaction = begin();
        for record in &records {
            if transaction.actions() + 1 + WORDS_MAX + LISTS_MAX > store::transaction::ACTIONS_MAX {
                let full = std::mem::replace(&mut transaction, begin());
                self.context.store.commit(full).await.expect("stored records");
            }
            transaction.begin(record);
        }
        self.context.store.commit(transaction).await.expect("stored records");
        records
    }

    /// Asks for `GET /v1{path}` and returns the answer.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, None, &[]).await
    }

    /// `POST /v1{path}` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send("POST", path, Some(body), &[]).await
    }

    /// `PUT /v1{path}` with a JSON body.
    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.send("PUT", path, Some(body), &[]).await
    }

    /// Asks for `DELETE /v1{path}` and returns the answer.
    pub async fn delete(&self, path: &str) -> TestResponse {
        self.send("DELETE", path, None, &[]).await
    }

    /// Makes something that must succeed, and returns its data.
    ///
    /// # Panics
    /// When the answer is not 201.
    #[track_caller]
    #[must_use]
    pub fn made(response: &TestResponse) -> Value {
        assert_eq!(response.status, 201, "{}", response.text);
        response.body["data"].clone()
    }

    /// A request with this client's credentials and these headers.
    pub async fn send(&self, method: &str, path: &str, body: Option<Value>, headers: &[(&str, &str)]) -> TestResponse {
        let bytes = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
        let mut all = vec![("authorization".to_owned(), format!("Bearer {}", self.client.secret))];
        all.push(("x-client-id".to_owned(), self.client.client_id.clone()));
        if !bytes.is_empty() {
            all.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        self.raw(method, path, &all, &bytes).await
    }

    /// A request with exactly these headers and bytes. The answer must be one that the route documents.
    ///
    /// # Panics
    /// When it is not.
    pub async fn raw(&self, method: &str, path: &str, headers: &[(String, String)], body: &[u8]) -> TestResponse {
        let target = format!("/v1{path}");
        let answer = self.event(&gateway::rest_event(method, &target, headers, body)).await;
        let response = TestResponse::of(&answer);
        let path = target.split('?').next().unwrap_or_default();
        let answered = (response.status, response.header("content-type"));
        let faults = conformance::faults(&self.routes, method, path, answered, &response.text);
        assert!(faults.is_empty(), "{method} {target}: {faults:?}\n{}", response.text);
        response
    }

    /// A request to something outside `/v1`, with exactly these headers and no body.
    pub async fn outside(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> TestResponse {
        let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        TestResponse::of(&self.event(&gateway::rest_event(method, target, &headers, b"")).await)
    }

    /// Answers a gateway event.
    pub async fn event(&self, event: &Value) -> Value {
        let number = self.invocations.fetch_add(1, Ordering::SeqCst);
        // A REST API's events have a path, an HTTP API's another.
        let path = event["path"].as_str().or(event["rawPath"].as_str()).unwrap_or_default();
        calls::called_by(path, self.function.handle(event, &format!("{number:08}"))).await
    }

    /// Every stored item of this client's merchant, as text: for what must stand nowhere in the table.
    ///
    /// # Panics
    /// When the embedded database does not work.
    #[expect(clippy::expect_used, reason = "a test without its app cannot go on")]
    #[expect(clippy::disallowed_methods, reason = "only a scan sees what nobody asks for")]
    pub async fn table_text(&self) -> Vec<String> {
        let client = store::make_client(&self.config).await;
        let mut pages = client.scan().table_name(&self.config.table_name).into_paginator().items().send();
        let merchant = ClientId::parse(&self.client.client_id).expect("a client id").merchant().to_string();
        let mut items = Vec::new();
        while let Some(item) = pages.next().await {
            let item = format!("{:?}", item.expect("an item"));
            if item.contains(&merchant) {
                items.push(item);
            }
        }
        items
    }

    /// The log so far.
    #[must_use]
    pub fn logged(&self) -> Vec<String> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The configuration of a process with the database in memory. Its time limits are far away, so that no answer depends
/// on how fast the machine is.
fn in_memory() -> Config {
    let far = Duration::from_mins(10);
    Config {
        dynamodb_endpoint: Some(database::shared_in_memory().to_owned()),
        files_bucket: Some(files::BUCKET.to_owned()),
        files_endpoint: Some(files::shared_in_memory().to_owned()),
        public_url: Some(PUBLIC_URL.to_owned()),
        limits: TimeLimits { request: far, call: far, attempt: far, connect: far },
        ..Config::default()
    }
}

#[expect(clippy::expect_used, reason = "a test without its merchant cannot go on")]
async fn merchant(context: &Context, name: &str, kind: MerchantKind) -> TestClient {
    let currency = Currency::parse("EUR").expect("a currency");
    let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
    let issued = provisioning::create_merchant(context, name, currency, zone, kind).await.expect("a merchant");
    TestClient { client_id: issued.client_id.to_string(), secret: issued.secret.reveal().to_owned() }
}
