//! `listen`: shows events as the running service sends them, and has them sent to a receiver on this machine. It is a
//! client of the service: it makes an endpoint, watches its deliveries, and deletes it when it is stopped.

use std::{collections::BTreeMap, io::Write, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
    invocation::invocation,
    options::ListenOptions,
    stopping::wait_until_asked_to_stop,
};

/// How often deliveries are looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Shows and forwards events until the process is stopped.
///
/// # Errors
/// When the service is not there, or refuses the endpoint.
pub async fn run(options: &ListenOptions, out: &mut impl Write) -> Result<(), Fault> {
    let file = options.credentials.clone().unwrap_or_else(|| options.data.join("credentials"));
    let clients = DemoClients::read(&file)?;
    let clients = clients.ok_or_else(|| Fault(format!("{} has no credentials: start the service", file.display())))?;
    let api = Api { port: options.port, client: clients.demo };
    let types: Vec<&str> = options.types.split(',').map(str::trim).collect();
    let body = json!({"url": options.forward, "event_types": types, "description": "colonnade listen"});
    let (status, made) = api.send("POST", "/webhook-endpoints", Some(&body)).await?;
    if status != 201 {
        let hint = format!("a receiver on this machine needs `{} --allow-local-webhooks`", invocation());
        return Err(Fault(format!("the service refuses the endpoint: {}; {hint}", made["error"]["message"])));
    }
    let id = made["data"]["id"].as_str().unwrap_or_default().to_owned();
    writeln!(
        out,
        "Forwarding to {}, signed with {}",
        options.forward,
        made["data"]["secret"].as_str().unwrap_or_default()
    )?;
    let ended = tokio::select! {
        ended = watch(&api, &id, out) => ended,
        stopped = wait_until_asked_to_stop() => stopped.map_err(Fault::from),
    };
    api.send("DELETE", &format!("/webhook-endpoints/{id}"), None).await?;
    ended
}

/// Prints a line for each attempt.
async fn watch(api: &Api, endpoint: &str, out: &mut impl Write) -> Result<(), Fault> {
    let mut shown: BTreeMap<String, u64> = BTreeMap::new();
    loop {
        let path = format!("/webhook-deliveries?endpoint_id={endpoint}&per_page=100");
        let (_, page) = api.send("GET", &path, None).await?;
        let deliveries = page["data"].as_array().into_iter().flatten();
        for delivery in deliveries.rev() {
            let id = delivery["id"].as_str().unwrap_or_default().to_owned();
            let attempts = delivery["attempt_count"].as_u64().unwrap_or_default();
            if shown.insert(id, attempts).unwrap_or_default() < attempts {
                writeln!(out, "{}", line(delivery))?;
                out.flush()?;
            }
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

fn line(delivery: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let last = delivery["attempts"].as_array().and_then(|attempts| attempts.last()).cloned().unwrap_or_default();
    let answer = match (&last["response_status"], &last["error"]) {
        (Value::Number(status), _) => status.to_string(),
        (_, error) => text(error),
    };
    let (at, duration) = (text(&last["at"]), last["duration_ms"].as_i64().unwrap_or_default());
    format!("{at}  {}  {}  {answer}  {duration} ms", text(&delivery["event_type"]), text(&delivery["event_id"]))
}

/// The running service, called by this client.
struct Api {
    port: u16,
    client: Credentials,
}

impl Api {
    /// Status and body of an answer.
    async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u64, Value), Fault> {
        let gone =
            |error| Fault(format!("no service on port {}: {error}; start it with `{}`", self.port, invocation()));
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.map_err(gone)?;
        let content = body.map(Value::to_string).unwrap_or_default();
        let media_type = if body.is_some() { "content-type: application/json\r\n" } else { "" };
        let head = format!(
            "{method} /v1{path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: Bearer {}\r\nx-client-id: {}\r\n{media_type}\
             content-length: {}\r\nconnection: close\r\n\r\n",
            self.port,
            self.client.secret,
            self.client.client_id,
            content.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(content.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }
}
