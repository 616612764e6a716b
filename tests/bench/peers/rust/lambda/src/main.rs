//! A Lambda function as it is usually written in Rust: lambda_http with its defaults, axum, aws-config with all
//! defaults.

mod store;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, Query, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::{self, Next},
    response::Response,
    routing::get,
};
use lambda_http::{Error, run, tracing};
use peer_common::{
    NewPlan, Page, Paging, Plan, Refusal,
    auth::{Credentials, KnownClients},
    envelope::answer,
};
use validator::Validate as _;

use crate::store::Store;

struct App {
    store: Store,
    known: KnownClients,
}

type Shared = State<Arc<App>>;

impl App {
    async fn merchant_of(&self, headers: &HeaderMap) -> Result<String, Refusal> {
        let credentials = Credentials::of(headers)?;
        if let Some(client) = self.known.get(&credentials.client_id) {
            return credentials.verified(Some(client));
        }
        let client = self.store.client(&credentials.client_id).await?;
        if let Some(client) = &client {
            self.known.put(&credentials.client_id, client.clone());
        }
        credentials.verified(client)
    }
}

async fn get_plan(State(app): Shared, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Refusal> {
    let merchant = app.merchant_of(&headers).await?;
    let plan = app.store.plan(&merchant, &id).await?.ok_or(Refusal::NotFound)?;
    Ok(answer(StatusCode::OK, plan))
}

async fn list_plans(State(app): Shared, headers: HeaderMap, Query(paging): Query<Paging>) -> Result<Page, Refusal> {
    let merchant = app.merchant_of(&headers).await?;
    paging.validate()?;
    let (total, plans) = app.store.page(&merchant, paging.offset(), paging.per_page).await?;
    Ok(Page::new(paging, total, plans))
}

async fn create_plan(State(app): Shared, headers: HeaderMap, Json(new): Json<NewPlan>) -> Result<Response, Refusal> {
    let merchant = app.merchant_of(&headers).await?;
    new.validate()?;
    let plan = Plan::from(new);
    app.store.create(&merchant, &plan).await?;
    Ok(answer(StatusCode::CREATED, plan))
}

async fn logged(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let began = std::time::Instant::now();
    let response = next.run(request).await;
    let milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    tracing::info!(%method, path, status = response.status().as_u16(), milliseconds);
    response
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    let app = Arc::new(App { store: Store::from_environment().await?, known: KnownClients::default() });
    let router = Router::new()
        .route("/v1/plans", get(list_plans).post(create_plan))
        .route("/v1/plans/{id}", get(get_plan))
        .layer(middleware::from_fn(logged))
        .with_state(app);
    run(router).await
}
