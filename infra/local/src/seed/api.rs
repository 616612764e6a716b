//! The API as the demo client calls it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;
use shared::{Context, lambda::Function, testing::gateway::rest_event};
use tokio::task::JoinSet;

use super::{moment::Present, steps::Step};
use crate::{credentials::Credentials, fault::Fault, routes};

/// So many requests are under way at a time: more only wait for each other.
const AT_ONCE: usize = 4;

/// The API, and what was made so far.
pub struct Api {
    function: Function,
    context: Context,
    client: Credentials,
    present: Present,
    /// Ids of what was made, by the name it has in the demo data.
    made: Mutex<HashMap<String, String>>,
}

/// Sends steps that do not need each other.
///
/// # Errors
/// When the API refuses one.
pub async fn send(api: &Arc<Api>, steps: Vec<Step>) -> Result<(), Fault> {
    let mut sent = JoinSet::new();
    for step in steps {
        if sent.len() >= AT_ONCE {
            ended(sent.join_next().await)?;
        }
        let api = Arc::clone(api);
        sent.spawn(async move { api.step(step).await });
    }
    while let Some(step) = sent.join_next().await {
        ended(Some(step))?;
    }
    Ok(())
}

fn ended(step: Option<Result<Result<(), Fault>, tokio::task::JoinError>>) -> Result<(), Fault> {
    step.map_or(Ok(()), |step| step.unwrap_or_else(|error| Err(Fault(format!("the demo data: {error}")))))
}

impl Api {
    /// The API that this client calls at the instants of `context`.
    pub fn new(context: Context, client: Credentials, present: Present) -> Self {
        let function = Function::new(routes(), context.clone());
        Self { function, context, client, present, made: Mutex::default() }
    }

    async fn step(&self, step: Step) -> Result<(), Fault> {
        let (path, body) = (self.text(&step.path)?, self.filled(step.body)?);
        let data = self.post(&path, &body).await?;
        if let (Some(name), Some(id)) = (step.name, data["id"].as_str()) {
            self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name, id.to_owned());
        }
        Ok(())
    }

    /// `POST /v1{path}`; the data of the answer.
    async fn post(&self, path: &str, body: &Value) -> Result<Value, Fault> {
        let mut headers = vec![
            ("authorization".to_owned(), format!("Bearer {}", self.client.secret)),
            ("x-client-id".to_owned(), self.client.client_id.clone()),
        ];
        let text = if body.is_null() { String::new() } else { body.to_string() };
        if !text.is_empty() {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        let event = rest_event("POST", &format!("/v1{path}"), &headers, text.as_bytes());
        let answer = self.function.handle(&event, &self.context.ids.token()).await;
        let answered = answer["body"].as_str().unwrap_or_default();
        match answer["statusCode"].as_u64() {
            Some(200 | 201) => Ok(serde_json::from_str::<Value>(answered).unwrap_or_default()["data"].take()),
            _ => Err(Fault(format!("the demo data does not fit the API: POST {path} {text} is answered {answered}"))),
        }
    }

    /// A body with ids, days and instants in place of what stands in braces.
    fn filled(&self, body: Value) -> Result<Value, Fault> {
        Ok(match body {
            Value::String(text) => self.text(&text)?.into(),
            Value::Array(elements) => {
                elements.into_iter().map(|element| self.filled(element)).collect::<Result<_, _>>()?
            }
            Value::Object(fields) => {
                let filled = fields.into_iter().map(|(name, value)| Ok::<_, Fault>((name, self.filled(value)?)));
                Value::Object(filled.collect::<Result<_, _>>()?)
            }
            other => other,
        })
    }

    fn text(&self, text: &str) -> Result<String, Fault> {
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (told, rest) = part.split_once('}').unwrap_or((part, ""));
            let id = self.made.lock().unwrap_or_else(PoisonError::into_inner).get(told).cloned();
            let value = id.or_else(|| self.present.moment(told).map(|moment| moment.to_string()));
            filled += &value.ok_or_else(|| Fault(format!("the demo data makes nothing called {told}")))?;
            filled += rest;
        }
        Ok(filled)
    }
}
