//! The examples in the OpenAPI document: requests to the demo merchant and what they are answered. Every operation has
//! one, and it succeeds on the demo data as it is.

mod authenticators;
mod bookings;
mod catalogue;
mod contracts;
mod events;
mod feed;
mod imports;
mod invoices;
mod letters;
mod money;
mod people;
mod places;
mod reports;
mod request;
mod sessions;
mod shop;
mod subscriptions;
mod tickets;
mod told;
mod visitors;

use std::sync::Arc;

use serde_json::{Map, Value, json};
use shared::api::{
    Route,
    openapi::{Example, Examples},
    reply::JSON,
};
use values::{Clock, merchant_kind::MerchantKind};
use work::Context;

use self::request::REMOVED;
use crate::{credentials::Credentials, database, fault::Fault, routes, seed, seed::Api};

/// What the example of an operation sends.
pub struct ExampleRequest {
    /// Parameters of path and query, by name.
    pub parameters: Map<String, Value>,
    /// Path with its query, below the base URL.
    pub path: String,
    /// Body, if there is one.
    pub body: Option<Value>,
    /// The client that sends it: a public one where that is enough.
    pub client: Credentials,
}

/// Sends an example of every operation to demo data of its own, at the time that `clock` tells.
///
/// # Errors
/// When one of them is refused.
pub async fn record(clock: Arc<dyn Clock>) -> Result<Examples, Fault> {
    let api = Box::pin(prepare(&database::open_in_memory(clock).await?, MerchantKind::Sandbox)).await?;
    let mut examples = Examples::new();
    let mut refused = Vec::new();
    for route in routes().iter() {
        match make_example(&api, route).await {
            Ok(example) => drop(examples.insert(route.id, example)),
            Err(fault) => refused.push(fault.to_string()),
        }
    }
    if refused.is_empty() { Ok(examples) } else { Err(Fault(refused.join("\n"))) }
}

/// The demo data of a merchant of this kind, with everything that examples name.
///
/// # Errors
/// When the database cannot be written, or the API refuses some of the data.
pub async fn prepare(context: &Context, kind: MerchantKind) -> Result<Api, Fault> {
    // On the heap: together their frames would not fit the stack of a thread.
    let api = Box::pin(seed::fill(context, kind)).await?;
    Box::pin(told::tell(&api)).await?;
    Box::pin(sessions::begin(&api)).await?;
    Box::pin(authenticators::begin(&api)).await?;
    Box::pin(letters::begin(&api)).await?;
    Box::pin(money::begin(&api)).await?;
    Box::pin(reports::make(&api)).await?;
    Ok(api)
}

/// What the example of this operation sends to the demo data.
#[must_use]
pub fn request_of(api: &Api, route: &Route) -> ExampleRequest {
    let (parameters, fields) = asked(api, route);
    let body = route.example.map(|example| overlaid(example(), fields));
    let client = if route.people.begins_sessions { sessions::public_client(api) } else { api.client().clone() };
    ExampleRequest { path: target(route.path, &parameters), parameters, body, client }
}

async fn make_example(api: &Api, route: &Route) -> Result<Example, Fault> {
    let ExampleRequest { parameters, path, body, client } = request_of(api, route);
    let sent = body.as_ref().unwrap_or(&Value::Null);
    let (status, answer) = api.send_as(&client, route.method.as_str(), &path, sent).await;
    if status != u64::from(route.shape.status) {
        let body = body.unwrap_or_default();
        let told = format!("the example of {} is refused: {path} {body} is answered {answer}", route.id);
        return Err(Fault(told));
    }
    let mut answer = match route.shape.media_type {
        JSON => serde_json::from_str(&answer).unwrap_or_default(),
        _ => answer.into(),
    };
    without_secrets(&mut answer);
    let body = body.map(|mut body| {
        // The code of a letter is random as well.
        without_secrets(&mut body);
        body
    });
    Ok(Example { parameters, body, answer })
}

/// What is asked of an operation. A list needs nothing but a length that can be read.
fn asked(api: &Api, route: &Route) -> (Map<String, Value>, Map<String, Value>) {
    let areas = [
        places::asked,
        imports::asked,
        reports::asked,
        people::asked,
        sessions::asked,
        authenticators::asked,
        catalogue::asked,
        bookings::asked,
        contracts::asked,
        events::asked,
        feed::asked,
        invoices::asked,
        letters::asked,
        money::asked,
        shop::asked,
        subscriptions::asked,
        tickets::asked,
        visitors::asked,
    ];
    let own = areas.iter().find_map(|asked| asked(api, route.id));
    let (parameters, fields) = own.unwrap_or_else(|| (json!({}), json!({})));
    let object = |value: Value| value.as_object().cloned().unwrap_or_default();
    let mut parameters = object(parameters);
    if route.shape.is_list
        && route.shape.query.as_ref().is_some_and(|query| query["properties"]["per_page"].is_object())
    {
        parameters.insert("per_page".to_owned(), json!(2));
    }
    (parameters, object(fields))
}

fn overlaid(mut body: Value, fields: Map<String, Value>) -> Value {
    if let Some(body) = body.as_object_mut() {
        body.extend(fields);
        body.retain(|_, field| *field != REMOVED);
    }
    body
}

/// Path and query of a request.
fn target(path: &str, parameters: &Map<String, Value>) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut target = path.to_owned();
    let mut separator = '?';
    for (name, value) in parameters {
        let placeholder = format!("{{{name}}}");
        if target.contains(&placeholder) {
            target = target.replace(&placeholder, &text(value));
        } else {
            target = format!("{target}{separator}{name}={}", text(value));
            separator = '&';
        }
    }
    target
}

/// A code of a visitor, as the document shows it.
const CODE: &str = "042137";
/// The code of a ticket, as the document shows it.
const TICKET: &str = "K7QX2MPB4T";
/// Where the store of files of a developer's machine is.
const LOCAL_FILES: &str = "http://127.0.0.1:";
/// A link to a file, as the document shows it.
const FILE_LINK: &str = "https://colonnade-files.s3.eu-central-1.amazonaws.com/files/house-rules?X-Amz-Signature=0123";
/// What the address of a calendar feed has.
const FEED: &str = "/calendars/feed.ics?";
/// The address of a calendar feed, as the document shows it.
const FEED_LINK: &str = "https://api.example.com/calendars/feed.ics?feed=colc_xxxx&secret=cols_xxxx";
/// The number of a badge, as the document shows it.
const BADGE: u32 = 17;

/// A recovery code of an authenticator, as the document shows it.
const RECOVERY_CODE: &str = "MFRG-GZDF-MZTW-Q2LK";
/// The key of an authenticator, as the document shows it.
const KEY: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
/// The QR code of an authenticator, as the document shows it.
const QR_CODE: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"318\" height=\"318\" viewBox=\"0 0 53 53\"></svg>";

/// Whether it is a recovery code.
fn is_recovery_code(text: &str) -> bool {
    text.len() == RECOVERY_CODE.len() && text.bytes().all(|letter| letter == b'-' || letter.is_ascii_alphanumeric())
}

/// Whether it is a code of a visitor.
fn is_digits(text: &str) -> bool {
    text.len() == CODE.len() && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Secrets and client ids are random; the document shows the same ones every time, and nobody's.
fn without_secrets(answer: &mut Value) {
    match answer {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| match field {
            // Codes and badges of visitors and codes of tickets are random, too.
            Value::String(text) if name == "code" && is_digits(text) => CODE.clone_into(text),
            Value::String(text) if name == "code" && is_recovery_code(text) => RECOVERY_CODE.clone_into(text),
            Value::Array(codes) if name == "recovery_codes" => codes.fill(RECOVERY_CODE.into()),
            Value::String(text) if name == "key" && text.len() == KEY.len() => KEY.clone_into(text),
            Value::String(text) if name == "uri" => {
                *text =
                    text.split("secret=").next().unwrap_or_default().to_owned() + "secret=" + KEY + "&issuer=Colonnade";
            }
            Value::String(text) if name == "qr_code" => QR_CODE.clone_into(text),
            Value::String(text) if name == "ticket_code" => TICKET.clone_into(text),
            Value::String(text) if name == "authorization_url" => *text = without_random_parameters(text),
            // Tokens of sessions, of sign-ins, and of the links by which contracts are signed.
            Value::String(text) if name == "token" || name == "page_secret" || name == "publishable_key" => {
                *text = "cols_".to_owned() + &"x".repeat(48);
            }
            Value::String(text) if name == "url" && text.contains(FEED) => FEED_LINK.clone_into(text),
            Value::String(text) if name == "url" && text.starts_with(LOCAL_FILES) => FILE_LINK.clone_into(text),
            Value::Number(number) if name == "badge_number" => *number = BADGE.into(),
            Value::String(text) if name == "secret_last4" => *text = "x".repeat(4),
            Value::String(text) if name == "secret" || name == "client_id" => {
                let prefix = text.find('_').map_or(0, |end| end + 1);
                *text = text.char_indices().map(|(at, letter)| if at < prefix { letter } else { 'x' }).collect();
            }
            field => without_secrets(field),
        }),
        Value::Array(items) => items.iter_mut().for_each(without_secrets),
        Value::String(text) => show_ticket(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// An address to which a browser is sent, with nothing random in its query.
fn without_random_parameters(url: &str) -> String {
    let Some((path, query)) = url.split_once('?') else { return url.to_owned() };
    let is_random = |name: &str| ["state", "nonce", "code_challenge"].contains(&name);
    let shown = form_urlencoded::parse(query.as_bytes()).map(|(name, value)| {
        let value = if is_random(&name) { "x".repeat(43) } else { value.into_owned() };
        (name.into_owned(), value)
    });
    format!("{path}?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(shown).finish())
}

/// Shows the same code on every picture of a ticket.
fn show_ticket(picture: &mut String) {
    let code = picture.find("class=\"code\"").and_then(|at| Some(at + picture.get(at..)?.find('>')? + 1));
    if let Some(at) = code.filter(|at| picture.is_char_boundary(at + TICKET.len())) {
        picture.replace_range(at..at + TICKET.len(), TICKET);
    }
}
