//! Demo data, made through the API at the first start, so that it obeys every rule there is. One file per area.

mod benefits;
mod bookings;
mod companies;
mod locations;
mod members;
mod memberships;
mod plans;
mod resources;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::Duration;
use serde_json::Value;
use shared::{
    Context,
    context::Log,
    domain::{Currency, TimeZone},
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
    let demo = merchant(context, "Colonnade Demo").await?;
    let other = merchant(context, "Another Merchant").await?;
    if !empty {
        // Nobody asked for these requests, so they are not in the log.
        let quiet = Context { log: Log::Off, ..context.clone() };
        let api = Api {
            function: Function::new(routes(), quiet),
            context: context.clone(),
            client: demo.clone(),
            made: Mutex::default(),
        };
        records(&api).await?;
    }
    Ok(DemoClients { demo, other })
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
    bookings::seed(api).await
}

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
