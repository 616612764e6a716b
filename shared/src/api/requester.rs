//! Whoever called an operation that runs others, as those are to know them.

use std::{sync::Arc, time::Duration};

use http::{HeaderMap, header};

use super::{
    incoming::{Incoming, Invocation},
    standing::Standing,
};
use work::context::Context;

/// Header names of ours.
pub(super) const CLIENT_ID: &str = "x-client-id";
pub(super) const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Who asks, and by which process.
#[derive(Clone)]
pub struct Requester {
    pub(super) context: Context,
    pub(super) credentials: HeaderMap,
    pub(super) invocation: Invocation,
    pub(super) standing: Option<Arc<Standing>>,
    key: Option<String>,
}

impl Requester {
    /// Whoever sent `incoming` to this process.
    #[must_use]
    pub fn of(context: &Context, incoming: &Incoming) -> Self {
        let headers = &incoming.parts.headers;
        let mut credentials = HeaderMap::new();
        for name in [header::AUTHORIZATION.as_str(), CLIENT_ID] {
            if let (Some(value), Ok(name)) = (headers.get(name), header::HeaderName::try_from(name)) {
                credentials.insert(name, value.clone());
            }
        }
        let key = headers.get(IDEMPOTENCY_KEY).and_then(|key| key.to_str().ok()).map(str::to_owned);
        let invocation = Invocation { bad_body: false, ..incoming.invocation.clone() };
        Self { context: context.clone(), credentials, invocation, standing: None, key }
    }

    /// Whoever asked for work that this process does now, which has this name in the log.
    #[must_use]
    pub fn standing(context: &Context, name: String, standing: Standing) -> Self {
        let invocation = Invocation { id: name, ..Invocation::default() };
        let (context, standing) = (context.clone(), Some(Arc::new(standing)));
        Self { context, credentials: HeaderMap::new(), invocation, standing, key: None }
    }

    /// The idempotency key under which they asked.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// How long one request may take.
    #[must_use]
    pub const fn deadline(&self) -> Duration {
        self.context.deadline
    }
}
