//! Demo data, made through the API at the first start, so that it obeys every rule there is. One file per area.

mod benefits;
pub mod bookings;
mod companies;
mod locations;
mod members;
mod memberships;
mod plans;
mod resources;
mod spare;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::Duration;
use serde_json::Value;
use shared::{
    Context,
    context::Log,
    domain::{Currency, TimeZone},
    ids::Ids,
    lambda::Function,
    provisioning,
    testing::gateway::rest_event,
};

use crate::{
    credentials::{Credentials, DemoClients},
    fault::Fault,
    routes,
};

/// Makes the two merchants, and the first one's data unless it is to be empty.
///
/// # Errors
/// When the database cannot be written, or the API refuses some of the data.
pub async fn begin(context: &Context, empty: bool) -> Result<DemoClients, Fault> {
    let (api, other) = merchants(context).await?;
    if !empty {
        records(&api).await?;
    }
    Ok(DemoClients { demo: api.client, other })
}

/// The API as the demo client calls it, with all demo data behind it.
///
/// # Errors
/// As [`begin`].
pub async fn filled(context: &Context) -> Result<Api, Fault> {
    let (api, _) = merchants(context).await?;
    records(&api).await?;
    Ok(api)
}

/// The merchant of the demo data as its client calls the API, and the other one's client.
async fn merchants(context: &Context) -> Result<(Api, Credentials), Fault> {
    // The examples of the document name the records, so their ids are the same everywhere. Nobody asked for these
    // requests, so they are not in the log.
    let ids = Arc::new(Ids::numbered(Arc::clone(&context.clock)));
    let context = Context { ids, log: Log::Off, ..context.clone() };
    let client = merchant(&context, "Colonnade Demo").await?;
    let other = merchant(&context, "Another Merchant").await?;
    let function = Function::new(routes(), context.clone());
    Ok((Api { function, context, client, made: Mutex::default() }, other))
}

async fn merchant(context: &Context, name: &str) -> Result<Credentials, Fault> {
    let unknown = |what| Fault(format!("the {what} of the demo merchant is unknown"));
    let currency = Currency::parse("EUR").ok_or_else(|| unknown("currency"))?;
    let zone = TimeZone::parse("Europe/Amsterdam").ok_or_else(|| unknown("time zone"))?;
    Ok(provisioning::create_merchant(context, name, currency, zone).await?.into())
}

/// Whatever an area's records name must be made before them.
async fn records(api: &Api) -> Result<(), Fault> {
    locations::seed(api).await?;
    plans::seed(api).await?;
    memberships::seed(api).await?;
    members::seed(api).await?;
    companies::seed(api).await?;
    resources::seed(api).await?;
    benefits::seed(api).await?;
    bookings::seed(api).await?;
    spare::seed(api).await
}

/// Of every request here; the examples of the document show it.
const REQUEST_ID: &str = "01990000-0000-7000-8000-0000000000aa";

/// The API as the demo client calls it.
pub struct Api {
    function: Function,
    context: Context,
    client: Credentials,
    /// Ids of what was made, by the name it has in the demo data.
    made: Mutex<HashMap<&'static str, Value>>,
}

impl Api {
    /// Makes a record by `POST /v1{path}`; others name it by `name` from then on.
    ///
    /// # Errors
    /// When the API refuses it.
    pub async fn make(&self, name: &'static str, path: &str, body: Value) -> Result<(), Fault> {
        let mut data = self.post(path, body).await?;
        self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name, data["id"].take());
        Ok(())
    }

    /// `POST /v1{path}`; the data of the answer.
    ///
    /// # Errors
    /// When the API refuses it.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value, Fault> {
        let (status, answer) = self.send("POST", path, &body).await;
        match status {
            200 | 201 => Ok(serde_json::from_str::<Value>(&answer).unwrap_or_default()["data"].take()),
            _ => Err(Fault(format!("the demo data does not fit the API: POST {path} {body} is answered {answer}"))),
        }
    }

    /// Sends a request, without a body when it is null; status and body of the answer.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> (u64, String) {
        let mut headers = vec![
            ("authorization".to_owned(), format!("Bearer {}", self.client.secret)),
            ("x-client-id".to_owned(), self.client.client_id.clone()),
        ];
        let text = if body.is_null() { String::new() } else { body.to_string() };
        if !text.is_empty() {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        let event = rest_event(method, &format!("/v1{path}"), &headers, text.as_bytes());
        let answer = self.function.handle(&event, REQUEST_ID).await;
        (
            answer["statusCode"].as_u64().unwrap_or_default(),
            answer["body"].as_str().unwrap_or_default().to_owned(),
        )
    }

    /// Id of what was made under this name.
    pub fn id(&self, name: &'static str) -> Value {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned().unwrap_or_default()
    }

    /// Path of a record, or below it.
    pub fn path(&self, collection: &str, name: &'static str, below: &str) -> String {
        format!("{collection}/{}{below}", self.id(name).as_str().unwrap_or_default())
    }

    /// The day that is so many days from now.
    pub fn day(&self, days: i64) -> String {
        self.context.clock.now().plus(Duration::days(days)).to_string().chars().take(10).collect()
    }
}
