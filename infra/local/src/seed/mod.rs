//! Demo data, made through the API at the first start, so that it obeys every rule there is. One file per area.

mod plans;

use std::sync::Arc;

use serde_json::Value;
use shared::{
    Context,
    auth::operator,
    context::Log,
    domain::{Currency, TimeZone},
    ids::Ids,
    lambda::Function,
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
        let api = Api { function: Function::new(routes(), quiet), ids: Arc::clone(&context.ids), client: demo.clone() };
        plans::seed(&api).await?;
    }
    Ok(DemoClients { demo, other })
}

async fn merchant(context: &Context, name: &str) -> Result<Credentials, Fault> {
    let unknown = |what| Fault(format!("the {what} of the demo merchant is unknown"));
    let currency = Currency::parse("EUR").ok_or_else(|| unknown("currency"))?;
    let zone = TimeZone::parse("Europe/Amsterdam").ok_or_else(|| unknown("time zone"))?;
    Ok(operator::create_merchant(context, name, currency, zone).await?.into())
}

/// The API as the demo client calls it.
pub struct Api {
    function: Function,
    ids: Arc<Ids>,
    client: Credentials,
}

impl Api {
    /// `POST /v1{path}`; the data of the answer.
    ///
    /// # Errors
    /// When the API refuses it.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value, Fault> {
        let headers = [
            ("authorization".to_owned(), format!("Bearer {}", self.client.secret)),
            ("x-client-id".to_owned(), self.client.client_id.clone()),
            ("content-type".to_owned(), "application/json".to_owned()),
        ];
        let event = rest_event("POST", &format!("/v1{path}"), &headers, body.to_string().as_bytes());
        let answer = self.function.handle(&event, &self.ids.token()).await;
        let text = answer["body"].as_str().unwrap_or_default();
        match answer["statusCode"].as_u64() {
            Some(200 | 201) => Ok(serde_json::from_str::<Value>(text).unwrap_or_default()["data"].take()),
            _ => Err(Fault(format!("the demo data does not fit the API: POST {path} {body} is answered {text}"))),
        }
    }

    /// Makes a record; its id.
    ///
    /// # Errors
    /// When the API refuses it.
    pub async fn make(&self, path: &str, body: Value) -> Result<Value, Fault> {
        Ok(self.post(path, body).await?["id"].take())
    }
}
