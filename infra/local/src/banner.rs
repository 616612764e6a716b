//! What the service says when it is ready: where it is, and a client that works there.

use std::{io::Write, time::Instant};

use serde_json::Value;
use shared::lambda::Function;
use testing::gateway::rest_event;
use work::{Context, context::Log};

use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
    routes,
};

/// Says that the API is ready at `base_url`, and how to call it.
///
/// # Errors
/// When `out` cannot be written.
pub async fn announce_ready(
    out: &mut impl Write,
    context: &Context,
    clients: &DemoClients,
    base_url: &str,
    started: Instant,
) -> Result<(), Fault> {
    let client = &clients.demo;
    let merchant = read_merchant(context, client).await;
    let origin = base_url.trim_end_matches("/v1");
    writeln!(out, "Colonnade is ready after {} ms.\n\nbase URL       {base_url}", started.elapsed().as_millis())?;
    writeln!(out, "docs           {origin}/docs")?;
    let Some(merchant) = merchant else {
        writeln!(out, "\nThe demo client does not work any more: it was revoked, has expired or has another secret.")?;
        writeln!(out, "Make another:  cargo run -p local -- client create")?;
        return Ok(out.flush()?);
    };
    let name = merchant["name"].as_str().unwrap_or_default();
    writeln!(out, "merchant       {name}, {}", merchant["id"].as_str().unwrap_or_default())?;
    writeln!(out, "{}\n\nTry:\n", credentials(client))?;
    let headers = format!("-H 'Authorization: Bearer {}' -H 'X-Client-ID: {}'", client.secret, client.client_id);
    writeln!(out, "curl {headers} {base_url}/plans\n\nCtrl-C stops it.\n")?;
    Ok(out.flush()?)
}

/// Both credentials, a line each.
#[must_use]
pub fn credentials(client: &Credentials) -> String {
    format!("client id      {}\nclient secret  {}", client.client_id, client.secret)
}

/// The client's merchant, as the API answers it; `None` when the client is not accepted.
async fn read_merchant(context: &Context, client: &Credentials) -> Option<Value> {
    // Nobody asked for this request, so it is not in the log.
    let quiet = Context { log: Log::Off, ..context.clone() };
    let headers = [
        ("authorization".to_owned(), format!("Bearer {}", client.secret)),
        ("x-client-id".to_owned(), client.client_id.clone()),
    ];
    let event = rest_event("GET", "/v1/merchant", &headers, &[]);
    let answer = Function::new(routes(), quiet).handle(&event, &context.ids.token()).await;
    (answer["statusCode"] == 200)
        .then(|| serde_json::from_str::<Value>(answer["body"].as_str()?).ok())?
        .map(|mut body| body["data"].take())
}
