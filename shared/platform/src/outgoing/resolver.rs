//! Where a name leads.

use std::{io, net::IpAddr};

use futures_util::future::BoxFuture;

/// Finds the addresses of a name.
pub trait Resolver: Send + Sync {
    /// The addresses of a name, which may be none.
    ///
    /// # Errors
    /// When the name cannot be looked up.
    fn addresses<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// As the system does it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn addresses<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
