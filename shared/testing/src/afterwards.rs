//! What is asked after a test: whether anything disagrees in its table.

use std::{
    panic,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use futures_util::future::BoxFuture;

use platform::config::Config;
use store;
use values::{Clock, tenant::Tenant};
use work::context::{Context, Log};

/// What disagrees in the records of these merchants, in sentences; nothing when nothing does.
pub type Check = fn(Context, Vec<Tenant>) -> BoxFuture<'static, Vec<String>>;

/// The check of a service, made when its last copy is dropped.
#[derive(Default)]
pub struct Afterwards(Mutex<Option<Asked>>);

struct Asked {
    check: Check,
    config: Config,
    clock: Arc<dyn Clock>,
    tenants: Vec<Tenant>,
}

impl Afterwards {
    /// Has `check` made of the table of `config` when this is dropped.
    pub fn begin(&self, check: Check, config: Config, clock: Arc<dyn Clock>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Asked { check, config, clock, tenants: Vec::new() });
    }

    /// This merchant's records too.
    pub fn with(&self, tenant: Tenant) {
        if let Some(asked) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            asked.tenants.push(tenant);
        }
    }

    /// Has no check made when this is dropped.
    pub fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Afterwards {
    #[expect(clippy::expect_used, reason = "a check that cannot be made is no check")]
    fn drop(&mut self) {
        let asked = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Asked { check, config, clock, tenants }) = asked else { return };
        if thread::panicking() {
            return;
        }
        // The test's runtime is about to end and must not be waited in: the check has a thread and a runtime of its
        // own.
        let checking = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let client = store::make_client(&config).await;
                check(Context::new(&config, client, clock, Log::Off), tenants).await
            })
        });
        let found = checking.join().unwrap_or_else(|fault| panic::resume_unwind(fault));
        assert!(found.is_empty(), "after the test:\n{}", found.join("\n"));
    }
}
