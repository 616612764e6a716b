//! Serves the API, or only the database, until the process is ended.

use std::{
    future,
    io::Write,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Instant,
};

use axum::Router;
use deliver::{Deliverer, WhenIdle};
use notify::{Notifier, SmtpCourier, SmtpServer};
use platform::config::ClientLimit;
use read_calendars::Reader;
use shared::{api::OutsideRoute, lambda::Function};
use tower_http::compression::{CompressionLayer, predicate::SizeAbove};
use work::{
    auth::ClientUsage,
    context::{Context, Log},
    queue::WorkQueue,
};

use crate::{
    banner,
    console::{self, client::ConsoleClient, files::Files},
    database::{self, LocalDatabase, loopback},
    docs,
    fault::Fault,
    gateway::Gateway,
    health, log_line, mail,
    options::{DbOptions, ServeOptions},
    outbox, routes,
    stopping::wait_until_asked_to_stop,
    sweep,
};

/// Where `sam local start-api` listens by itself; the API's address for those who serve only the database.
const SAM_LOCAL: &str = "http://127.0.0.1:3000/v1";

/// Least bytes of an answer of the API that is compressed: `MinimumCompressionSize` of `template.yaml`.
pub const COMPRESSED_BYTES_MIN: u16 = 1024;

/// Attempts at webhook deliveries that are made at the same moment.
const DELIVERY_WORKERS: usize = 50;

/// All areas, on loopback unless the options name another address.
///
/// # Errors
/// When the port is taken or the data cannot be used.
pub async fn api(options: &ServeOptions, started: Instant, out: &mut impl Write) -> Result<(), Fault> {
    let taken = |error| Fault(format!("port {} cannot be used: {error}; choose another with --port", options.port));
    let listener = TcpListener::bind((options.host, options.port)).map_err(taken)?;
    let address = reached_at(listener.local_addr()?);
    listener.set_nonblocking(true)?;
    let log = if options.log { log_line::log() } else { Log::Off };
    let mut database = database::open(&options.data, loopback(0), log).await?;
    database.context.allow_local_webhooks = options.allow_local_webhooks;
    let origin = format!("http://{address}");
    database.context.public_url = Some(origin.as_str().into());
    database.context.mailbox.since = database.context.clock.now();
    if let Some(sender) = &options.sender {
        database.context.mailbox.sender = Some(sender.as_str().into());
    }
    // The demo data were made without; whoever calls now has the limit that a deployment has by default.
    let limit = (!options.no_client_limit).then(ClientLimit::default);
    database.context.usage = Arc::new(ClientUsage::new(limit));
    let base_url = format!("{origin}/v1");
    let uploads = database.take_files_to(&origin);
    let demo = &database.clients.demo;
    let console = ConsoleClient::provide(&database.context, demo, address.port()).await;
    let router = router(&database, console, &Files::of(options.console.clone()), uploads);
    database.tell_folder(&options.data, &base_url)?;
    if let Some(file) = &options.data.credentials {
        database.clients.write(file, &base_url)?;
    }
    banner::announce_ready(out, &database.context, &database.clients, &base_url, started).await?;
    tokio::select! {
        ended = axum::serve(tokio::net::TcpListener::from_std(listener)?, router) => ended?,
        () = sweep::sweep_every_minute(&database.context) => {}
        () = outbox::consume_as_it_happens(&database.context, &mut database.stream) => {}
        () = build_document() => {}
        () = deliver_webhooks(&database.context) => {}
        () = send_letters(&database.context, options.smtp.clone()) => {}
        () = read_calendars(&database.context) => {}
        () = sweep::as_it_is_hastened(&database.context) => {}
        stopped = wait_until_asked_to_stop() => {
            stopped?;
            writeln!(out, "\nColonnade has stopped. {}", what_is_kept(options))?;
        }
    }
    Ok(())
}

/// Makes the document, which takes a moment: whoever opens the docs page should not wait for it. It never ends.
async fn build_document() {
    drop(docs::build_served().await);
    future::pending::<()>().await;
}

/// Sends events to receivers of webhooks, by the code of the function that does it in AWS. It never ends.
async fn deliver_webhooks(context: &Context) {
    if let WorkQueue::InProcess(queue) = &context.queue {
        deliver::work(&Deliverer::over_the_internet(context.clone()), queue, DELIVERY_WORKERS, WhenIdle::Wait).await;
    }
    future::pending::<()>().await;
}

/// Writes and sends letters, by the code of the function that does it in AWS: to the server that the command line names,
/// else they are kept. It never ends.
async fn send_letters(context: &Context, server: Option<SmtpServer>) {
    let notifier = notify::notifier(context.clone());
    let notifier = match server {
        Some(server) => Notifier { courier: Arc::new(SmtpCourier { server, sends_for_sandboxes: true }), ..notifier },
        None => notifier,
    };
    if let WorkQueue::InProcess(queue) = &context.mailbox.queue {
        notify::serve_letters(&notifier, queue, WhenIdle::Wait).await;
    }
    future::pending::<()>().await;
}

/// Reads outside calendars, by the code of the function that does it in AWS. It never ends.
async fn read_calendars(context: &Context) {
    if let WorkQueue::InProcess(queue) = &context.calendar_queue {
        read_calendars::serve_calendars(&Reader::over_the_internet(context.clone()), queue, WhenIdle::Wait).await;
    }
    future::pending::<()>().await;
}

/// Where this machine reaches what listens at an address: 0.0.0.0 is all of its addresses.
fn reached_at(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { loopback(address.port()) } else { address }
}

fn what_is_kept(options: &ServeOptions) -> String {
    if options.data.in_memory {
        return "Nothing was kept.".to_owned();
    }
    format!("The data is in {} and there at the next start.", options.data.data.display())
}

/// The API as the gateway has it, with console, docs page and letters beside it, which are compressed for browsers, and
/// the store of files.
pub fn router(database: &LocalDatabase, console: Option<ConsoleClient>, files: &Files, uploads: Router) -> Router {
    let context = &database.context;
    let gateway = Gateway::new(Function::beside(routes(), &outside(), context.clone()), Arc::clone(&context.ids));
    let letters = mail::router(context.mailbox.clone());
    let pages = docs::router(&database.clients.demo).merge(console::router(context, console, files)).merge(letters);
    let uncompressed = uploads.merge(health::router(context.clone()));
    let answers = Router::new().fallback(move |request| gateway.clone().answer(request));
    pages.layer(CompressionLayer::new()).merge(uncompressed).fallback_service(compressed(answers))
}

/// Compresses answers of the API as the gateway does.
fn compressed(answers: Router) -> Router {
    answers.layer(CompressionLayer::new().compress_when(SizeAbove::new(COMPRESSED_BYTES_MIN)))
}

/// What stands outside `/v1`, of all areas.
#[must_use]
pub fn outside() -> Vec<OutsideRoute> {
    [calendars::outside(), letters::outside(), sessions::outside()].concat()
}

/// Only the database.
///
/// # Errors
/// When the port is taken or the data cannot be used.
pub async fn serve_database(options: &DbOptions, out: &mut impl Write) -> Result<(), Fault> {
    let database = database::open(&options.data, (options.host, options.port).into(), Log::Off).await?;
    database.tell_folder(&options.data, SAM_LOCAL)?;
    if let Some(file) = &options.data.credentials {
        database.clients.write(file, SAM_LOCAL)?;
    }
    writeln!(out, "DynamoDB for local development: {}, table colonnade", database.endpoint)?;
    writeln!(out, "{}", banner::credentials(&database.clients.demo))?;
    future::pending().await
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body};
    use http::{Request, header};
    use tower::ServiceExt as _;

    use super::compressed;

    #[tokio::test]
    async fn an_answer_of_a_kilobyte_is_compressed_for_who_takes_that() {
        for (bytes, accepted, encoding) in
            [(2_000, "gzip", Some("gzip")), (2_000, "identity", None), (200, "gzip", None)]
        {
            let answers = compressed(Router::new().fallback(move || async move { "a".repeat(bytes) }));
            let request = Request::get("/v1/plans").header(header::ACCEPT_ENCODING, accepted).body(Body::empty());
            let answer = answers.oneshot(request.expect("a request")).await.expect("an answer");
            let found = answer.headers().get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok());
            assert_eq!(found, encoding, "{bytes} {accepted}");
        }
    }
}
