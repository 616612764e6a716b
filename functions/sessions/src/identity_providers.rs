//! Identity providers: issuers of a merchant's own, by which people sign in.

use platform::outgoing::{LocalReceivers, address};
use records::{
    IdentityProvider,
    identity_provider::{IdentityProviderFields, PROVIDERS_MAX},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use shared::api::{
    Body, Call, Changes, Created, Creates, Data, Listing, Lists, New, NoFilter, Patch, PathId, Route, Shown, get,
};
use store::{List, Record};
use values::{ApiError, ErrorCode, Id, Name, Timestamp};
use work::sealed;

/// The scope without which an issuer says nothing of who somebody is.
const OPENID: &str = "openid";

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_identity_providers", "/identity-providers", list).described("Newest first, with those that are not active."),
        Route::post("create_identity_provider", "/identity-providers", create)
            .described(
                "Lets members sign in by an issuer of OpenID Connect, such as Google, Microsoft Entra, Okta or Keycloak. The issuer is \
                 told the address `/auth/callback` of this deployment. It must answer `email` with `email_verified`: members are found by \
                 their verified address alone.",
            )
            .refusing(&[ErrorCode::CapacityExceeded])
            .example(|| {
                json!({"name": "Blue Ltd", "issuer": "https://login.example.com", "client_id": "colonnade",
                    "client_secret": "from the issuer", "email_domains": ["example.com"]})
            }),
        Route::get("get_identity_provider", "/identity-providers/{id}", get::<IdentityProvider>),
        Route::put("update_identity_provider", "/identity-providers/{id}", update)
            .described("Fields that are left out stay as they are, the secret too.")
            .example(|| json!({"required_for_roles": ["admin", "owner"]})),
        Route::delete("delete_identity_provider", "/identity-providers/{id}", archive)
            .described("Nobody signs in by it any more; sessions that were begun go on."),
    ]
}

async fn list(call: Call, Listing { paging, .. }: Listing<NoFilter>) -> Lists<IdentityProvider> {
    call.page(List::live(), paging).await
}

async fn create(call: Call, Body(new): Body<New<IdentityProvider>>) -> Creates<IdentityProvider> {
    check(&call, &new.fields).await?;
    let mut provider = call.new_record(IdentityProvider { fields: new.fields, sealed_secret: None }, new.metadata);
    seal_secret(&call, provider.id, &mut provider.body).await?;
    let mut transaction = call.transaction();
    transaction.create(&provider);
    let full = ApiError::conflict(ErrorCode::CapacityExceeded, "a merchant has at most 20 identity providers");
    let counter = IdentityProvider::of_merchant(call.tenant().merchant());
    transaction.add_up_to(&counter, 1, PROVIDERS_MAX, full);
    call.commit(transaction, Created(provider)).await
}

async fn update(
    call: Call,
    PathId(id): PathId<IdentityProvider>,
    Body(patch): Body<Patch<IdentityProvider>>,
) -> Changes<IdentityProvider> {
    let mut update = call.update(id).await?.patched(&patch)?;
    check(&call, &update.after).await?;
    // A secret is for one issuer: whoever names another one gives that one's secret.
    if update.after.issuer != update.before.body.issuer {
        update.after.sealed_secret = None;
    }
    seal_secret(&call, id, &mut update.after).await?;
    update.commit().await
}

async fn archive(call: Call, PathId(id): PathId<IdentityProvider>) -> Changes<IdentityProvider> {
    let mut update = call.update(id).await?.archived();
    update.after.sealed_secret = None;
    update.transaction.add(&IdentityProvider::of_merchant(call.tenant().merchant()), -1);
    update.commit().await
}

/// Encrypts the secret that a request gave.
async fn seal_secret(call: &Call, id: Id<IdentityProvider>, provider: &mut IdentityProvider) -> Result<(), ApiError> {
    if let Some(secret) = provider.client_secret.take() {
        let sealed = sealed::seal(&call.secrets, &call.ids, &id.to_string(), secret.as_str()).await?;
        provider.sealed_secret = Some(sealed);
    }
    Ok(())
}

/// Refuses an issuer that requests are not sent to, scopes without `openid`, and a company that there is not.
async fn check(call: &Call, fields: &IdentityProviderFields) -> Result<(), ApiError> {
    check_issuer(fields.issuer.as_str(), call.allow_local_webhooks.into())?;
    if !fields.scopes.iter().any(|scope| scope.as_str() == OPENID) {
        return Err(ApiError::rule("scopes", "openid_missing", "an issuer is asked for the scope openid at least"));
    }
    if let Some(company) = fields.company_id {
        call.require_reference(company, "company_id").await?;
    }
    Ok(())
}

fn check_issuer(issuer: &str, local: LocalReceivers) -> Result<(), ApiError> {
    let message = "an issuer is https and a name of the public Internet, on port 443 or above 1024";
    match address::target(issuer, local) {
        Ok(_) => Ok(()),
        Err(fault) => Err(ApiError::rule("issuer", fault.told().0, message)),
    }
}

/// The live identity providers of the merchant.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_all(call: &Call) -> Result<Vec<Record<IdentityProvider>>, ApiError> {
    let most = usize::try_from(PROVIDERS_MAX).unwrap_or_default();
    Ok(call.store.all(call.tenant(), &List::<IdentityProvider>::live(), most).await?.records)
}

/// What a sign-in page may know of the identity providers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfferedProviders {
    /// Those by which people can sign in now, newest first.
    identity_providers: Vec<OfferedProvider>,
}

/// An issuer by which people can sign in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfferedProvider {
    /// The provider.
    id: Id<IdentityProvider>,
    /// What people read.
    name: Name,
}

impl Shown for OfferedProviders {
    type View = Self;

    fn show(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}

/// The active identity providers, by name, for a sign-in page.
pub async fn list_offered(call: Call) -> Result<Data<OfferedProviders>, ApiError> {
    let active = read_all(&call).await?.into_iter().filter(|provider| provider.body.is_active);
    let offered = active.map(|provider| OfferedProvider { id: provider.id, name: provider.body.fields.name });
    Ok(Data(OfferedProviders { identity_providers: offered.collect() }))
}
