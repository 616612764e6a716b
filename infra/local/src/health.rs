//! Whether the service on this machine works: `/health`, and the command by which a container's health check asks it.

use std::time::Duration;

use axum::{
    Router,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use work::Context;

use crate::{database::loopback, fault::Fault};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// `/health`, which reads the table: 200 when it answers, else 503.
pub fn router(context: Context) -> Router {
    Router::new().route("/health", get(move || async move { answer(&context).await }))
}

async fn answer(context: &Context) -> impl IntoResponse + use<> {
    let (client, table) = context.store.client_and_table();
    let is_there = client.describe_table().table_name(table).send().await.is_ok();
    let (status, word) =
        if is_there { (StatusCode::OK, "ok") } else { (StatusCode::SERVICE_UNAVAILABLE, "no database") };
    let body = json!({"status": word, "version": env!("CARGO_PKG_VERSION")}).to_string();
    (status, [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body)
}

/// Asks the service on this port.
///
/// # Errors
/// When it does not answer, or answers that it does not work.
pub async fn ask(port: u16) -> Result<(), Fault> {
    let asked = timeout(PATIENCE, status_line(port)).await;
    let line = asked.map_err(|_| Fault(format!("port {port} does not answer within {PATIENCE:?}")))??;
    if line.split(' ').nth(1) == Some("200") {
        return Ok(());
    }
    Err(Fault(format!("port {port} answers {line}")))
}

async fn status_line(port: u16) -> Result<String, Fault> {
    let gone = |error| Fault(format!("no service on port {port}: {error}"));
    let mut stream = TcpStream::connect(loopback(port)).await.map_err(gone)?;
    stream.write_all(b"GET /health HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use platform::config::Config;
    use store::Store;
    use tokio::net::TcpListener;
    use work::{Context, context::SystemClock};

    use super::{ask, router};
    use crate::{
        database::{loopback, open_in_memory},
        fault::Fault,
    };

    /// What a health check is told of a service on this data.
    async fn asked(context: &Context) -> Result<(), Fault> {
        let listener = TcpListener::bind(loopback(0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::select! {
            ended = axum::serve(listener, router(context.clone())) => Ok(ended?),
            asked = ask(port) => asked,
        }
    }

    #[tokio::test]
    async fn a_service_is_healthy_as_long_as_it_has_its_table() {
        let context = open_in_memory(Arc::new(SystemClock)).await.expect("a table");
        assert_eq!(asked(&context).await, Ok(()));
        let elsewhere = Config { table_name: "none".to_owned(), ..Config::default() };
        let client = context.store.client_and_table().0.clone();
        let store = Store::new(client, &elsewhere, Arc::clone(&context.ids));
        let refused = asked(&Context { store, ..context.clone() }).await.expect_err("there is no table");
        assert!(refused.0.ends_with("503 Service Unavailable"), "{refused}");
    }

    #[tokio::test]
    async fn where_nobody_listens_is_no_healthy_service() {
        let port = TcpListener::bind(loopback(0)).await.and_then(|free| free.local_addr()).expect("a port").port();
        assert!(ask(port).await.is_err_and(|fault| fault.0.contains(&port.to_string())));
    }
}
