//! The public client through which the console of the local service calls the API.

use records::{ClientId, Member};
use serde_json::{Value, json};
use values::{Id, Secret};
use work::{Context, provisioning};

use crate::{credentials::Credentials, fault::Fault, in_process};

/// What is part of `merchant:admin`, and what people who use the console may have of it.
const OF_ADMIN: [&str; 3] = ["members:letters", "merchant:clients", "merchant:webhooks"];
/// Name of the client, by which it is found again.
const NAME: &str = "Console";
/// Address of the owner that a merchant without one is given.
const OWNER: &str = "owner@example.com";
/// How long the first token works; the page prolongs the session at once.
const TOKEN_MINUTES: i64 = 15;

/// What the console calls with.
#[derive(Clone, Debug)]
pub struct ConsoleClient {
    /// Id of the client.
    pub client_id: String,
    /// Its key, which is no secret.
    pub publishable_key: String,
    demo: Credentials,
}

impl ConsoleClient {
    /// The demo merchant's client for pages of this port; none when the demo client does not work any more.
    pub async fn provide(context: &Context, demo: &Credentials, port: u16) -> Option<Self> {
        let origins = json!([format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")]);
        let found = find(context, demo).await?;
        let client = match found {
            Some(client) if client["origins"] == origins && scopes_of(&client) == client["scopes"] => client,
            Some(client) => {
                let path = format!("/api-clients/{}", client["id"].as_str()?);
                sent(context, demo, ("PUT", &path), json!({"origins": origins, "scopes": scopes_of(&client)})).await?
            }
            None => {
                let merchant = sent(context, demo, ("GET", "/api-clients?per_page=100"), Value::Null).await?;
                let held = merchant.as_array()?.iter().find(|client| client["client_id"] == demo.client_id.as_str())?;
                let body = json!({"name": NAME, "scopes": scopes_of(held), "origins": origins});
                sent(context, demo, ("POST", "/api-clients"), body).await?
            }
        };
        let text = |field: &str| client[field].as_str().map(str::to_owned);
        Some(Self { client_id: text("client_id")?, publishable_key: text("publishable_key")?, demo: demo.clone() })
    }

    /// Begins a session of an owner, whom a merchant without one is given: its token.
    ///
    /// # Errors
    /// When the API or the store refuses.
    pub async fn enter(&self, context: &Context) -> Result<Secret, Fault> {
        let refused = || Fault("nobody can be signed in".to_owned());
        let member = self.owner(context).await.ok_or_else(refused)?;
        let client = ClientId::parse(&self.client_id).ok_or_else(refused)?;
        Ok(provisioning::begin_session(context, client, member, TOKEN_MINUTES).await?)
    }

    async fn owner(&self, context: &Context) -> Option<Id<Member>> {
        let path = "/members?role=owner&status=active&per_page=1";
        let owners = sent(context, &self.demo, ("GET", path), Value::Null).await?;
        if let Some(id) = owners[0]["id"].as_str() {
            return Id::parse(id);
        }
        let owner = json!({"email": OWNER, "name": "Olivia", "surname": "Owner", "role": "owner"});
        let made = sent(context, &self.demo, ("POST", "/members"), owner).await?;
        made["id"].as_str().and_then(Id::parse)
    }
}

/// What the console's client may do where another client, or itself before, may do this.
fn scopes_of(client: &Value) -> Value {
    let mut scopes = client["scopes"].as_array().cloned().unwrap_or_default();
    scopes.retain(|scope| scope != "merchant:admin");
    let missing: Vec<Value> = OF_ADMIN.into_iter().map(Value::from).filter(|part| !scopes.contains(part)).collect();
    scopes.extend(missing);
    Value::from(scopes)
}

/// The client of an earlier start; outer `None` when the demo client is refused.
async fn find(context: &Context, demo: &Credentials) -> Option<Option<Value>> {
    let clients = sent(context, demo, ("GET", "/api-clients?per_page=100"), Value::Null).await?;
    let is_ours = |client: &&Value| client["name"] == NAME && client["status"] == "active";
    Some(clients.as_array()?.iter().filter(is_ours).find(|client| client["publishable_key"].is_string()).cloned())
}

/// The data of the answer, if it is no refusal.
async fn sent(context: &Context, demo: &Credentials, request: (&str, &str), body: Value) -> Option<Value> {
    let (status, mut answer) = in_process::send(context, demo, request, &body).await;
    matches!(status, 200 | 201).then(|| answer["data"].take())
}
