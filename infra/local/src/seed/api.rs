//! The API as the demo client calls it.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::Duration;
use serde_json::{Value, json};
use shared::lambda::Function;
use work::{Context, files::FileLink};

use super::{moment::Present, steps::Step};
use crate::{credentials::Credentials, fault::Fault, in_process, routes};

/// Of every request here; the examples of the document show it.
const REQUEST_ID: &str = "01990000-0000-7000-8000-0000000000aa";

/// The API, and what was made so far.
pub struct Api {
    function: Function,
    context: Context,
    client: Credentials,
    present: Present,
    /// Ids of what was made, by the name it has in the demo data.
    made: Mutex<HashMap<String, String>>,
}

impl Api {
    /// The API that this client calls at the instants of `context`.
    pub(super) fn new(context: Context, client: Credentials, present: Present) -> Self {
        let function = Function::new(routes(), context.clone());
        Self { function, context, client, present, made: Mutex::default() }
    }

    /// What its process has.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// What has this id is called so from now on.
    pub fn name(&self, name: &str, id: &str) {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), id.to_owned());
    }

    /// Credentials of the client that sends the requests.
    pub const fn client(&self) -> &Credentials {
        &self.client
    }

    /// Numbers the records that are made from now on.
    pub(super) fn number_after(&self, number: u64) {
        self.context.ids.number_after(number);
    }

    /// Says who the merchant is, as its invoices say.
    pub(super) async fn describe_merchant(&self) -> Result<(), Fault> {
        let merchant = json!({
            "legal_name": "Colonnade Houses B.V.", "tax_id": "NL861234564B01", "email": "hello@colonnade.example",
            "address": {"line1": "Keizersgracht 126", "postal_code": "1015 CW", "city": "Amsterdam", "country_code": "NL"},
            "credit_settings": {"enabled": true, "cross_location": true},
            "invoice_settings": {"iban": "NL91ABNA0417164300", "reminder_days": [-3, 7, 21],
                "footer": "Colonnade Houses B.V., chamber of commerce 86123456. Please pay within the term stated above."},
        });
        match self.send("PUT", "/merchant", &merchant).await {
            (200, _) => Ok(()),
            (_, answer) => Err(Fault(format!("the demo merchant is answered {answer}"))),
        }
    }

    /// Sends a request of the demo data; others name what it makes from then on.
    pub(super) async fn make(&self, step: Step) -> Result<(), Fault> {
        self.number_after(step.number);
        let (path, body) = (self.text(&step.path)?, self.told(step.body)?);
        let (status, answer) = self.send(step.method, &path, &body).await;
        if !matches!(status, 200 | 201) {
            let refused =
                format!("the demo data does not fit the API: {} {path} {body} is answered {answer}", step.method);
            return Err(Fault(refused));
        }
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        if let Some(content) = step.file {
            let link: FileLink = serde_json::from_value(answer["data"]["upload_link"].clone())
                .map_err(|error| Fault(format!("the demo data has a file that is not awaited: {error}")))?;
            self.context.files.send(&link, content.into_bytes()).await?;
        }
        for (field, noun) in [("items", "item"), ("options", "option"), ("signers", "signer")] {
            if let (Some(name), Some(first)) = (&step.name, answer["data"][field][0]["id"].as_str()) {
                let named = format!("{name}: first {noun}");
                self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(named, first.to_owned());
            }
        }
        if let (Some(name), Some(payload)) = (&step.name, answer["data"]["qr_payload"].as_str()) {
            let named = format!("{name}: QR code");
            self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(named, payload.to_owned());
        }
        let id = answer["data"]["id"].as_str().or(answer["data"][0]["id"].as_str());
        if let (Some(name), Some(id)) = (step.name, id) {
            let earlier = self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone(), id.to_owned());
            if earlier.is_some() {
                return Err(Fault(format!("the demo data makes two records called {name}")));
            }
        }
        Ok(())
    }

    /// Sends a request, without a body when it is null; status and body of the answer.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> (u64, String) {
        self.send_as(&self.client, method, path, body).await
    }

    /// The same by another client.
    pub async fn send_as(&self, client: &Credentials, method: &str, path: &str, body: &Value) -> (u64, String) {
        let event = in_process::event(client, (method, path), body);
        let answer = self.function.handle(&event, REQUEST_ID).await;
        let status = answer["statusCode"].as_u64().unwrap_or_default();
        (status, answer["body"].as_str().unwrap_or_default().to_owned())
    }

    /// Id of what was made under this name; null when nothing was.
    pub fn id(&self, name: &str) -> Value {
        self.known(name).into()
    }

    /// The day or instant that is told so ([`super::moment`]); null when nothing is.
    pub fn moment(&self, told: &str) -> Value {
        self.present.moment(told).map(|moment| moment.to_string()).into()
    }

    /// The day that is so many days from now.
    pub fn day(&self, days: i64) -> String {
        self.present.now().plus(Duration::days(days)).to_string().chars().take(10).collect()
    }

    fn known(&self, name: &str) -> Option<String> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// A body with ids, days and instants in place of what stands in braces.
    fn told(&self, body: Value) -> Result<Value, Fault> {
        Ok(match body {
            Value::String(text) => self.text(&text)?.into(),
            Value::Array(elements) => {
                elements.into_iter().map(|element| self.told(element)).collect::<Result<_, _>>()?
            }
            Value::Object(fields) => {
                let told = fields.into_iter().map(|(name, value)| Ok::<_, Fault>((name, self.told(value)?)));
                Value::Object(told.collect::<Result<_, _>>()?)
            }
            other => other,
        })
    }

    fn text(&self, text: &str) -> Result<String, Fault> {
        // The text of a template has braces of its own.
        if text.contains("{{") || text.contains("{%") {
            return Ok(text.to_owned());
        }
        let mut parts = text.split('{');
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (told, rest) = part.split_once('}').unwrap_or((part, ""));
            let value = self.known(told).or_else(|| self.present.moment(told).map(|moment| moment.to_string()));
            whole += &value.ok_or_else(|| Fault(format!("the demo data makes nothing called {told}")))?;
            whole += rest;
        }
        Ok(whole)
    }
}
