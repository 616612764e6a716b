//! Merchants and clients made by an operator with access to the table itself: the first client of a merchant has nobody
//! else to make it.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use crate::{context::Context, tenants::registry};
use records::{
    Member, SandboxClock, Session, SessionToken,
    api_client::{ApiClient, ApiClientFields},
    client_id::ClientId,
    merchant::Merchant,
    session::SessionSecondFactor,
    stamp::OPERATOR,
};
use store::{Entity, Expression, Key, List, Listed, Order, Paging, Record, RecordSet, Scheme, Store, Transaction};
use values::{
    ApiError, Currency, ErrorCode, Id, Kind, KindName, MerchantReference, Name, TimeZone, Timestamp,
    merchant_kind::MerchantKind, metadata::Metadata, scope::Scopes, secret::Secret, tenant::Tenant,
};

/// Space of the note that the sums of reports of a merchant have everything (`figures::complete`).
pub const FIGURES_COMPLETE: &str = "figures-complete";

/// A client with its secret, which is never readable again.
#[derive(Clone, Debug)]
pub struct IssuedClient {
    /// Whose client it is.
    pub tenant: Tenant,
    /// Public identifier, sent in the header `X-Client-ID`.
    pub client_id: ClientId,
    /// Sent as the bearer token.
    pub secret: Secret,
}

/// Makes a merchant and its first client, which may do everything. A sandbox merchant gets its clock.
///
/// # Errors
/// 503 when the store cannot be written.
pub async fn create_merchant(
    context: &Context,
    name: &str,
    currency: Currency,
    zone: TimeZone,
    kind: MerchantKind,
) -> Result<IssuedClient, ApiError> {
    let id = context.ids.next::<MerchantReference>().of_kind(kind);
    let tenant = named(id);
    let merchant = record(context, id.cast(), Merchant::new(Name::new(name), currency, zone));
    // The registration comes first, so that no merchant is ever missing in the list. A registration whose merchant was
    // not made does no harm.
    let mut registry = Transaction::new(registry(), context.ids.token());
    registry.create(&record(context, id.cast(), Registered { name: Name::new(name) }));
    let mut transaction = Transaction::new(tenant.clone(), context.ids.token());
    transaction.create(&merchant);
    transaction.begin_calendars();
    transaction.begin_filter_lists();
    begin_figures(&mut transaction, context.clock.now());
    if kind == MerchantKind::Sandbox {
        registry.create(&record(context, id.cast(), RegisteredSandbox {}));
        transaction.create(&record(context, id.cast(), SandboxClock::default()));
    }
    context.store.commit(registry).await?;
    let issued = add_client(context, &mut transaction, tenant, "First client")?;
    context.store.commit(transaction).await?;
    Ok(issued)
}

/// Notes that the sums of reports of a new merchant have everything, because there is nothing yet.
fn begin_figures(transaction: &mut Transaction, now: Timestamp) {
    let key = Key::single(transaction.tenant(), FIGURES_COMPLETE, "all");
    let refusal = ApiError::internal("the sums of a new merchant were begun already");
    transaction.put_encoded(&key, &serde_json::json!({"at": now}), Expression::absent(), refusal);
}

/// Every merchant of the table with the name that it was made under, the oldest first.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_merchants(context: &Context) -> Result<Vec<(Id<MerchantReference>, Name)>, ApiError> {
    let list = List::<Registered>::live().ordered(Order::Ascending);
    let registered = context.store.all(&registry(), &list, usize::MAX).await?.records;
    Ok(registered.into_iter().map(|merchant| (merchant.id.cast(), merchant.body.name)).collect())
}

/// Every merchant of the table, the oldest first, for what an operator does for all of them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_tenants(context: &Context) -> Result<Vec<Tenant>, ApiError> {
    Ok(read_merchants(context).await?.into_iter().map(|(merchant, _)| named(merchant)).collect())
}

/// Every sandbox merchant of the table, the oldest first.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_sandboxes(store: &Store) -> Result<Vec<Tenant>, ApiError> {
    let list = List::<RegisteredSandbox>::live().ordered(Order::Ascending);
    let registered = store.all(&registry(), &list, usize::MAX).await?.records;
    Ok(registered.into_iter().map(|merchant| named(merchant.id.cast())).collect())
}

/// The tenant of a merchant that an operator named.
#[expect(clippy::disallowed_methods, reason = "an operator has access to the table itself")]
const fn named(merchant: Id<MerchantReference>) -> Tenant {
    Tenant::of(merchant)
}

/// A merchant of this table, as the operator's list has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Registered {
    name: Name,
}

impl Kind for Registered {
    const KIND: KindName = KindName::RegisteredMerchant;
}

impl Entity for Registered {
    const PATH: &'static str = "/";
    type View = Name;

    fn view(&self, _now: Timestamp) -> Name {
        self.name.clone()
    }
}

/// A sandbox merchant of this table: the list of those whose due work the sweep looks for one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RegisteredSandbox {}

impl Kind for RegisteredSandbox {
    const KIND: KindName = KindName::RegisteredSandbox;
}

impl Entity for RegisteredSandbox {
    const PATH: &'static str = "/";
    type View = bool;

    fn view(&self, _now: Timestamp) -> bool {
        true
    }
}

/// Makes another client, which may do everything, for a merchant that exists.
///
/// # Errors
/// 404 when there is no such merchant; 503 when the store cannot be written.
pub async fn create_client(
    context: &Context,
    merchant: Id<MerchantReference>,
    name: &str,
) -> Result<IssuedClient, ApiError> {
    let tenant = named(merchant);
    let merchant = context.store.find::<Merchant>(&tenant, merchant.cast()).await?.ok_or_else(ApiError::not_found)?;
    let mut transaction = Transaction::new(tenant.clone(), context.ids.token());
    transaction.require(&merchant, ApiError::not_found());
    let issued = add_client(context, &mut transaction, tenant, name)?;
    context.store.commit(transaction).await?;
    Ok(issued)
}

/// A merchant's newest clients.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn list_clients(context: &Context, merchant: Id<MerchantReference>) -> Result<Listed<ApiClient>, ApiError> {
    let paging = Paging { scheme: Scheme::Page(1), size: 100, order: Some(Order::Descending) };
    Ok(context.store.page(&named(merchant), List::live(), &paging, context.clock.now().millis()).await?)
}

/// Revokes a client for good; an operator may revoke even the last one, since it can make another.
///
/// # Errors
/// 404 when there is no such client, 409 when it is revoked already; 503 when the store cannot be written.
pub async fn revoke_client(context: &Context, client_id: ClientId) -> Result<(), ApiError> {
    let tenant = named(client_id.merchant());
    let before = context.store.find(&tenant, client_id.client()).await?.ok_or_else(ApiError::not_found)?;
    if before.body.revoked_at.is_some() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the client is revoked already"));
    }
    let now = context.clock.now();
    let mut after = before.clone();
    after.version += 1;
    after.updated_at = now;
    OPERATOR.clone_into(&mut after.changed_by);
    after.body.revoked_at = Some(now);
    let mut transaction = Transaction::new(tenant.clone(), context.ids.token());
    transaction.replace(&before, &after);
    if before.body.keeps_the_key() {
        transaction.add(&ApiClient::admin_clients(tenant.merchant()), -1);
    }
    context.store.commit(transaction).await
}

/// Begins a session of a member through a client: for whoever has access to the table itself, and for nobody else. It
/// may do what client and role allow.
///
/// # Errors
/// 404 when there is no such member; 503 when the store cannot be written.
pub async fn begin_session(
    context: &Context,
    client_id: ClientId,
    member: Id<Member>,
    minutes: i64,
) -> Result<Secret, ApiError> {
    let tenant = named(client_id.merchant());
    let member = context.store.find(&tenant, member).await?.ok_or_else(ApiError::not_found)?;
    let (id, secret) = (context.ids.next(), context.ids.secret()?);
    let token = SessionToken { session: id, member: Some(member.id) }.with(&secret);
    let session = Session {
        member_id: Some(member.id),
        api_client_id: client_id.client(),
        scopes: Scopes::everything().sorted(),
        digest: token.digest(),
        token_expires_at: context.clock.now().plus(Duration::minutes(minutes)),
        second_factor: SessionSecondFactor::NotRequired,
        refresh: None,
        end: None,
    };
    let mut transaction = Transaction::new(tenant, context.ids.token());
    transaction.require(&member, ApiError::not_found());
    transaction.create(&record(context, id, session));
    context.store.commit(transaction).await?;
    Ok(token)
}

fn add_client(
    context: &Context,
    transaction: &mut Transaction,
    tenant: Tenant,
    name: &str,
) -> Result<IssuedClient, ApiError> {
    let secret = context.ids.secret()?;
    let id: Id<ApiClient> = context.ids.next();
    let client_id = ClientId::new(tenant.merchant(), id);
    let (name, scopes, origins) = (Name::new(name), Scopes::everything(), Vec::new());
    let fields = ApiClientFields { name, scopes, expires_at: None, origins };
    let client = ApiClient::new(fields, &secret).identified(client_id);
    transaction.create(&record(context, id, client));
    transaction.add(&ApiClient::admin_clients(tenant.merchant()), 1);
    Ok(IssuedClient { tenant, client_id, secret })
}

/// The merchant in a client id, without verifying anything: for tests that store what no request can.
#[cfg(feature = "testing")]
#[must_use]
pub fn tenant_of(client_id: ClientId) -> Tenant {
    named(client_id.merchant())
}

/// A new record, made by an operator.
pub fn record<E: Entity>(context: &Context, id: Id<E>, body: E) -> Record<E> {
    let now = context.clock.now();
    Record {
        id,
        version: 1,
        created_at: now,
        updated_at: now,
        changed_by: OPERATOR.to_owned(),
        request_id: OPERATOR.to_owned(),
        record_set: RecordSet::Live,
        metadata: Metadata::default(),
        body,
    }
}
