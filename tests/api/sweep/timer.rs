//! Records of a kind of the tests' own, with work that behaves as a test asks.

use std::sync::{Arc, Mutex};

use chrono::Duration;
use records::ClientId;
use serde::{Deserialize, Serialize};
use shared::{
    api::{Call, retry},
    due::{DueWork, Limits, Registry, Report, SHARDS, run, run_sandboxes},
};
use store::{Entity, Transaction, record::Indexes};
use testing::{TestApp, TestClient, TestClock};
use tests::app_alone;
use values::{ApiError, Clock as _, Id, Kind, KindName, Timestamp};
use work::provisioning;

/// What happens when a timer is due.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Conduct {
    /// It rings and is not due again.
    Works,
    /// The same, and the clock moves by so many seconds meanwhile.
    Takes(i64),
    /// It is refused with an error.
    Fails,
    /// It panics in the middle of its work.
    Panics,
    /// Its work never comes to an end.
    Hangs,
    /// It says that there is nothing to do, and stays due.
    Idles,
}

/// A record that falls due.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timer {
    pub due_at: Option<Timestamp>,
    pub conduct: Conduct,
}

impl Kind for Timer {
    const KIND: KindName = KindName::Timer;
}

impl Entity for Timer {
    const PATH: &'static str = "/timers";
    type View = bool;

    fn view(&self, _now: Timestamp) -> bool {
        self.due_at.is_some()
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}

/// A service, and the timers that have rung, in order.
pub struct Timers {
    pub app: TestApp,
    rang: Arc<Mutex<Vec<Id<Timer>>>>,
}

impl Timers {
    pub async fn new() -> Self {
        Self { app: app_alone().await, rang: Arc::default() }
    }

    /// A timer of a merchant that has nothing else, due in so long.
    pub async fn of_new_merchant(&self, after: Duration, conduct: Conduct) -> Id<Timer> {
        self.of(&self.new_merchant(), after, conduct).await
    }

    /// A timer of a merchant, due in so long.
    pub async fn of(&self, merchant: &TestClient, after: Duration, conduct: Conduct) -> Id<Timer> {
        let due_at = Some(self.app.clock.now().plus(after));
        self.app.as_client(merchant).stored(Timer { due_at, conduct }).await.id
    }

    /// A merchant that has nothing.
    pub fn new_merchant(&self) -> TestClient {
        let client_id = ClientId::new(self.app.context.ids.next(), self.app.context.ids.next());
        TestClient { client_id: client_id.to_string(), ..TestClient::default() }
    }

    /// A sandbox merchant with its clock.
    pub async fn new_sandbox(&self) -> TestClient {
        self.app.sandbox().await.client
    }

    /// Goes through the sandbox merchants.
    pub async fn run_sandboxes(&self) -> Report {
        run_sandboxes(&self.app.context, &self.registry(), &Limits::SCHEDULED).await
    }

    /// Writes another conduct into the timer of a merchant.
    pub async fn mend(&self, merchant: &TestClient, id: Id<Timer>) {
        let tenant = provisioning::tenant_of(ClientId::parse(&merchant.client_id).unwrap());
        let before = self.app.context.store.find(&tenant, id).await.unwrap().unwrap();
        let mut after = before.clone();
        (after.version, after.body.conduct) = (before.version + 1, Conduct::Works);
        let mut transaction = Transaction::new(tenant, self.app.context.ids.token());
        transaction.replace(&before, &after);
        self.app.context.store.commit(transaction).await.unwrap();
    }

    pub fn registry(&self) -> Registry {
        let (clock, rang) = (Arc::clone(&self.app.clock), Arc::clone(&self.rang));
        let work = DueWork::of(move |call, id| ring(call, id, Arc::clone(&clock), Arc::clone(&rang)));
        Registry::merged([vec![work]])
    }

    /// Goes through all shards.
    pub async fn run(&self) -> Report {
        self.run_within(&Limits::SCHEDULED).await
    }

    pub async fn run_within(&self, limits: &Limits) -> Report {
        run(&self.app.context, &self.registry(), 0..SHARDS, limits).await
    }

    /// Those that have rung since the last call.
    pub fn rang(&self) -> Vec<Id<Timer>> {
        std::mem::take(&mut self.rang.lock().unwrap())
    }
}

async fn ring(
    call: Call,
    id: Id<Timer>,
    clock: Arc<TestClock>,
    rang: Arc<Mutex<Vec<Id<Timer>>>>,
) -> Result<bool, ApiError> {
    let (call, clock) = (&call, &clock);
    let done = retry(call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(false) };
        if before.body.due_at.is_none_or(|due_at| call.now < due_at) {
            return Ok(false);
        }
        match before.body.conduct {
            Conduct::Works => {}
            Conduct::Takes(seconds) => clock.advance(Duration::seconds(seconds)),
            Conduct::Fails => return Err(ApiError::internal("a timer that fails")),
            Conduct::Panics => panic!("a timer that panics"),
            Conduct::Hangs => std::future::pending().await,
            Conduct::Idles => return Ok(false),
        }
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, Timer { due_at: None, ..before.body.clone() }, None));
        call.store.commit(transaction).await.map(|()| true)
    })
    .await?;
    if done {
        rang.lock().unwrap().push(id);
    }
    Ok(done)
}
