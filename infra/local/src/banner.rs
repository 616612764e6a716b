//! What the service says when it is ready: where it is, and a client that works there.

use std::{io::Write, time::Instant};

use serde_json::Value;
use work::Context;

use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
    in_process,
    invocation::invocation,
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
    writeln!(out, "console        {origin}/")?;
    writeln!(out, "docs           {origin}/docs")?;
    let Some(merchant) = merchant else {
        writeln!(out, "\nThe demo client does not work any more: it was revoked, has expired or has another secret.")?;
        writeln!(out, "Make another:  {} client create", invocation())?;
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
    let (status, mut answer) = in_process::send(context, client, ("GET", "/merchant"), &Value::Null).await;
    (status == 200).then(|| answer["data"].take())
}
