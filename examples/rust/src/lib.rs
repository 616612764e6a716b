//! A client of Colonnade.

use std::{env, error::Error, thread, time::Duration};

use serde_json::Value;
use ureq::{Agent, http::Request};
use uuid::Uuid;

const ATTEMPTS: u32 = 5;

/// What went wrong.
pub type Fault = Box<dyn Error>;

/// The API refused the request: status and body.
#[derive(Debug)]
pub struct Refused(pub u16, pub Value);

impl Refused {
    /// `error.code`.
    pub fn code(&self) -> &str {
        self.1["error"]["code"].as_str().unwrap_or_default()
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.0, self.1)
    }
}

impl Error for Refused {}

/// The API as one client calls it.
pub struct Client {
    agent: Agent,
    base_url: String,
    client_id: String,
    secret: String,
}

impl Client {
    /// The client of the environment.
    pub fn from_environment() -> Result<Self, Fault> {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)))
            .build()
            .new_agent();
        Ok(Self {
            agent,
            base_url: env::var("COLONNADE_BASE_URL")?,
            client_id: env::var("COLONNADE_CLIENT_ID")?,
            secret: env::var("COLONNADE_CLIENT_SECRET")?,
        })
    }

    /// `GET`.
    pub fn get(&self, path: &str) -> Result<Value, Fault> {
        self.send("GET", path, &Value::Null)
    }

    /// `POST`; a body that is null is not sent.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, Fault> {
        self.send("POST", path, body)
    }

    /// Every record of a list, read by cursor. `query` is empty or begins with `&`.
    pub fn every(&self, path: &str, query: &str) -> Result<Vec<Value>, Fault> {
        let (mut records, mut cursor) = (Vec::new(), String::new());
        loop {
            let next = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
            let mut page = self.get(&format!("{path}?limit=100{query}{next}"))?;
            if let Value::Array(some) = page["data"].take() {
                records.extend(some);
            }
            cursor = page["pagination"]["next_cursor"].as_str().unwrap_or_default().to_owned();
            if cursor.is_empty() {
                return Ok(records);
            }
        }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value, Fault> {
        // The same key in every attempt: the request is done once.
        let key = Uuid::new_v4().to_string();
        let mut attempt = 1;
        loop {
            let mut request = Request::builder()
                .method(method)
                .uri(format!("{}{path}", self.base_url))
                .header("Authorization", format!("Bearer {}", self.secret))
                .header("X-Client-ID", &self.client_id)
                .header("Content-Type", "application/json");
            if method == "POST" {
                request = request.header("Idempotency-Key", &key);
            }
            let text = if body.is_null() { String::new() } else { body.to_string() };
            let mut wait = 0.1 * f64::from(attempt * attempt);
            match self.agent.run(request.body(text)?) {
                Ok(answer) if answer.status().is_success() => return Ok(answer.into_body().read_json()?),
                Ok(answer) => {
                    let status = answer.status().as_u16();
                    let after = answer.headers().get("Retry-After").and_then(|seconds| seconds.to_str().ok()?.parse().ok());
                    wait = after.unwrap_or(wait);
                    let may_repeat = [429, 500, 503].contains(&status) && attempt < ATTEMPTS;
                    if !may_repeat {
                        return Err(Refused(status, answer.into_body().read_json()?).into());
                    }
                }
                Err(fault) if attempt >= ATTEMPTS => return Err(fault.into()),
                Err(_) => {}
            }
            thread::sleep(Duration::from_secs_f64(wait));
            attempt += 1;
        }
    }
}
