//! Plans in a relational database.

use chrono::{DateTime, Utc};
use peer_common::{Plan, Refusal, auth::StoredClient};
use sqlx::{FromRow, PgPool, postgres::PgPoolOptions, types::Json};
use std::collections::HashMap;
use uuid::Uuid;

const COLUMNS: &str = "id, name, description, price, currency, billing_cycle, credits, day_passes, is_active, tagline, \
    display_order, features, metadata, version, created_at, updated_at";
const CONNECTIONS: u32 = 10;

pub struct Store {
    pool: PgPool,
}

#[derive(FromRow)]
struct PlanRow {
    id: Uuid,
    name: String,
    description: String,
    price: f64,
    currency: String,
    billing_cycle: String,
    credits: i64,
    day_passes: i64,
    is_active: bool,
    tagline: String,
    display_order: i64,
    features: Json<Vec<String>>,
    metadata: Json<HashMap<String, String>>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<PlanRow> for Plan {
    fn from(row: PlanRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            price: row.price,
            currency: row.currency,
            billing_cycle: row.billing_cycle,
            credits: row.credits,
            day_passes: row.day_passes,
            is_active: row.is_active,
            tagline: row.tagline,
            display_order: row.display_order,
            features: row.features.0,
            metadata: row.metadata.0,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

impl Store {
    pub async fn from_environment() -> Result<Self, Box<dyn std::error::Error>> {
        let url = std::env::var("DATABASE_URL")?;
        Ok(Self { pool: PgPoolOptions::new().max_connections(CONNECTIONS).connect(&url).await? })
    }

    pub async fn client(&self, id: &str) -> Result<Option<StoredClient>, Refusal> {
        let found: Option<(Uuid, String)> =
            sqlx::query_as("SELECT merchant_id, secret_sha256 FROM api_clients WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await
                .map_err(Refusal::internal)?;
        Ok(found
            .map(|(merchant_id, secret_sha256)| StoredClient { merchant_id: merchant_id.to_string(), secret_sha256 }))
    }

    pub async fn plan(&self, merchant: Uuid, id: Uuid) -> Result<Option<Plan>, Refusal> {
        let statement = format!("SELECT {COLUMNS} FROM plans WHERE merchant_id = $1 AND id = $2");
        let row: Option<PlanRow> = sqlx::query_as(&statement)
            .bind(merchant)
            .bind(id)
            .fetch_optional(&self.pool)
            .await
            .map_err(Refusal::internal)?;
        Ok(row.map(Plan::from))
    }

    /// The total and one page, newest first; both are asked for at once.
    pub async fn page(&self, merchant: Uuid, offset: i64, per_page: i64) -> Result<(i64, Vec<Plan>), Refusal> {
        let statement =
            format!("SELECT {COLUMNS} FROM plans WHERE merchant_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3");
        let rows = sqlx::query_as(&statement).bind(merchant).bind(per_page).bind(offset).fetch_all(&self.pool);
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM plans WHERE merchant_id = $1").bind(merchant);
        let (rows, total): (Vec<PlanRow>, i64) =
            tokio::try_join!(rows, count.fetch_one(&self.pool)).map_err(Refusal::internal)?;
        Ok((total, rows.into_iter().map(Plan::from).collect()))
    }

    pub async fn create(&self, merchant: Uuid, plan: &Plan) -> Result<(), Refusal> {
        let statement = format!(
            "INSERT INTO plans (merchant_id, {COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
        );
        let inserted = sqlx::query(&statement)
            .bind(merchant)
            .bind(plan.id)
            .bind(&plan.name)
            .bind(&plan.description)
            .bind(plan.price)
            .bind(&plan.currency)
            .bind(&plan.billing_cycle)
            .bind(plan.credits)
            .bind(plan.day_passes)
            .bind(plan.is_active)
            .bind(&plan.tagline)
            .bind(plan.display_order)
            .bind(Json(&plan.features))
            .bind(Json(&plan.metadata))
            .bind(plan.version)
            .bind(plan.created_at)
            .bind(plan.updated_at)
            .execute(&self.pool)
            .await;
        match inserted {
            Ok(_) => Ok(()),
            Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
                Err(Refusal::AlreadyExists)
            }
            Err(error) => Err(Refusal::internal(error)),
        }
    }
}
