//! The operator's commands on API clients. The first client of a merchant has nobody else to make it.

use std::{fs::File, io::Write, sync::Arc};

use platform::config::Config;
use records::{ClientId, api_client::ApiClientStatus};
use store;
use values::{Currency, Id, MerchantReference, TimeZone, merchant_kind::MerchantKind};
use work::{
    context::{Context, Log, SystemClock},
    provisioning::{self, IssuedClient},
};

use crate::{
    data_folder, database,
    fault::Fault,
    options::{ClientCommand, TableOptions},
};

/// Runs one of them.
///
/// # Errors
/// When an argument is not well-formed, the table cannot be reached, or there is no such merchant or client.
pub async fn run(command: ClientCommand, out: &mut impl Write) -> Result<(), Fault> {
    match command {
        ClientCommand::Create { merchant, name, currency, time_zone, sandbox, table } => {
            let (context, _lock) = open_context(&table).await?;
            let kind = if sandbox { MerchantKind::Sandbox } else { MerchantKind::Live };
            let issued = create(&context, merchant, name.as_deref(), &currency, &time_zone, kind).await?;
            writeln!(out, "merchant       {}", issued.tenant.merchant())?;
            writeln!(out, "client id      {}", issued.client_id)?;
            writeln!(out, "client secret  {}    (shown only now)", issued.secret.reveal())?;
        }
        ClientCommand::List { merchant, table } => {
            let (context, _lock) = open_existing(&table).await?;
            match merchant {
                Some(merchant) => list(&context, merchant_id(&merchant)?, out).await?,
                None => list_all(&context, out).await?,
            }
        }
        ClientCommand::Revoke { client_id, table } => {
            let (context, _lock) = open_existing(&table).await?;
            let id = ClientId::parse(&client_id).ok_or_else(|| Fault(format!("{client_id} is not a client id")))?;
            provisioning::revoke_client(&context, id).await?;
            writeln!(out, "{client_id} is revoked; running functions may trust it for up to 60 seconds more")?;
        }
    }
    Ok(())
}

async fn create(
    context: &Context,
    merchant: Option<String>,
    name: Option<&str>,
    currency: &str,
    time_zone: &str,
    kind: MerchantKind,
) -> Result<IssuedClient, Fault> {
    let name = name.unwrap_or(if merchant.is_some() { "Operator's client" } else { "New merchant" });
    if name.trim().is_empty() || name.chars().count() > 200 {
        return Err(Fault("a name has 1 to 200 characters".to_owned()));
    }
    if let Some(merchant) = merchant {
        return Ok(provisioning::create_client(context, merchant_id(&merchant)?, name).await?);
    }
    let unknown_currency = || Fault(format!("{currency} is not an ISO 4217 currency code"));
    let currency = Currency::parse(currency).ok_or_else(unknown_currency)?;
    let unknown_zone = || Fault(format!("{time_zone} is not an IANA time zone"));
    let zone = TimeZone::parse(time_zone).ok_or_else(unknown_zone)?;
    Ok(provisioning::create_merchant(context, name, currency, zone, kind).await?)
}

async fn list_all(context: &Context, out: &mut impl Write) -> Result<(), Fault> {
    for (merchant, name) in provisioning::read_merchants(context).await? {
        writeln!(out, "merchant {merchant}  {name}")?;
        list(context, merchant, out).await?;
    }
    Ok(())
}

async fn list(context: &Context, merchant: Id<MerchantReference>, out: &mut impl Write) -> Result<(), Fault> {
    let now = context.clock.now();
    for client in provisioning::list_clients(context, merchant).await?.records {
        let state = match client.body.status(now) {
            ApiClientStatus::Active => "active",
            ApiClientStatus::Expired => "expired",
            ApiClientStatus::Revoked => "revoked",
        };
        writeln!(out, "{}  {state:7}  {}", client.body.client_id, client.body.name)?;
    }
    Ok(())
}

/// As [`open_context`], but what only looks or revokes makes no database where there is none.
async fn open_existing(options: &TableOptions) -> Result<(Context, Option<File>), Fault> {
    if options.table.is_none() && !data_folder::exists(&options.data) {
        let folder = options.data.display();
        return Err(Fault(format!("there is no data in {folder}: start the service first, or name a --table")));
    }
    open_context(options).await
}

/// The table in AWS, or the local one with the lock that keeps it ours.
///
/// # Errors
/// When it cannot be reached.
pub async fn open_context(options: &TableOptions) -> Result<(Context, Option<File>), Fault> {
    let Some(table) = &options.table else { return database::attach(&options.data).await };
    let config = Config { table_name: table.clone(), ..Config::default() };
    let client = store::make_client(&config).await;
    Ok((Context::new(&config, client, Arc::new(SystemClock), Log::Off), None))
}

fn merchant_id(text: &str) -> Result<Id<MerchantReference>, Fault> {
    Id::parse(text).ok_or_else(|| Fault(format!("{text} is not a merchant's id")))
}
