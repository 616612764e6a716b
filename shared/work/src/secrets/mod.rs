//! Secrets of the deployment: one for each purpose, so that each is replaced by itself, read when something needs it
//! first and not when a process begins, and kept for five minutes. They stand in no configuration, so whoever may read
//! that, or deploy, knows none of them.

mod source;

use std::sync::Arc;

use chrono::Duration;
use tokio::sync::Mutex;

pub use self::source::SecretSource;
use platform::secrets::Purpose;
use values::{ApiError, Clock, Timestamp, secret_versions::SecretVersions};

/// For how long what was read is used.
const KEPT_MINUTES: i64 = 5;
/// For how long what is kept is used on when it cannot be read anew.
const USED_ON_SECONDS: i64 = 30;
/// How soon, at the earliest, a secret is read again because something was made by a version that is not known here.
const READ_AGAIN_SECONDS: i64 = 10;

/// The secrets of a process.
pub struct Secrets {
    source: SecretSource,
    clock: Arc<dyn Clock>,
    kept: [Mutex<Option<Kept>>; 3],
}

struct Kept {
    versions: Arc<SecretVersions>,
    read_at: Timestamp,
    /// Until when it is used without being read anew.
    until: Timestamp,
}

impl Secrets {
    /// Secrets of this source, of which none is read yet.
    #[must_use]
    pub fn new(source: SecretSource, clock: Arc<dyn Clock>) -> Self {
        Self { source, clock, kept: Default::default() }
    }

    /// The secret for a purpose. Whoever needs it while it is read waits for that and does not read it too.
    ///
    /// # Errors
    /// 503 when it cannot be read and is not kept from before; 500 when there is none.
    pub async fn read_once(&self, purpose: Purpose) -> Result<Arc<SecretVersions>, ApiError> {
        let mut kept = self.kept[purpose.position()].lock().await;
        let now = self.clock.now();
        if let Some(kept) = kept.as_ref().filter(|kept| now < kept.until) {
            return Ok(Arc::clone(&kept.versions));
        }
        self.read(purpose, &mut kept, now).await
    }

    /// What `check` makes of the secret for a purpose. When it makes nothing of the versions that are kept, it is asked
    /// again with those that are stored now: another process may have read a new one already. That is read once in ten
    /// seconds at most, however many forgeries come.
    ///
    /// # Errors
    /// As [`Self::read_once`].
    pub async fn find_checked<T>(
        &self,
        purpose: Purpose,
        check: impl Fn(&SecretVersions) -> Option<T>,
    ) -> Result<Option<T>, ApiError> {
        if let Some(found) = check(&*self.read_once(purpose).await?) {
            return Ok(Some(found));
        }
        let mut kept = self.kept[purpose.position()].lock().await;
        let now = self.clock.now();
        let is_new = kept.as_ref().is_some_and(|kept| now < kept.read_at.plus(Duration::seconds(READ_AGAIN_SECONDS)));
        let versions = match (kept.as_ref(), is_new) {
            (Some(kept), true) => Arc::clone(&kept.versions),
            _ => self.read(purpose, &mut kept, now).await?,
        };
        Ok(check(&versions))
    }

    async fn read(
        &self,
        purpose: Purpose,
        kept: &mut Option<Kept>,
        now: Timestamp,
    ) -> Result<Arc<SecretVersions>, ApiError> {
        match (self.source.read(purpose).await, kept.as_mut()) {
            (Ok(versions), _) => {
                let versions = Arc::new(versions);
                let until = now.plus(Duration::minutes(KEPT_MINUTES));
                *kept = Some(Kept { versions: Arc::clone(&versions), read_at: now, until });
                Ok(versions)
            }
            // Better signed by what was right a moment ago than not at all.
            (Err(_), Some(kept)) => {
                (kept.read_at, kept.until) = (now, now.plus(Duration::seconds(USED_ON_SECONDS)));
                Ok(Arc::clone(&kept.versions))
            }
            (Err(error), None) => Err(error),
        }
    }
}
