//! Addresses that nothing is sent to any more.

use mailing::{SuppressedAddress, SuppressionReason};
use records::{Member, member::MemberRole};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, PathId, Route, get};
use store::List;
use values::{ApiError, EmailAddress, ErrorCode, ErrorCode::AlreadyExists, Id, Scope};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_suppressed_addresses", "/suppressed-addresses", list).described("Newest first."),
        Route::post("create_suppressed_address", "/suppressed-addresses", create)
            .described("Nothing more is sent to the address, codes to sign in neither; so an owner's is an owner's to name, or needs `merchant:admin`.")
            .refusing(&[AlreadyExists])
            .needing(Scope::MEMBERS_LETTERS)
            .example(|| json!({"email": "nobody@example.com"})),
        Route::get("get_suppressed_address", "/suppressed-addresses/{id}", get::<SuppressedAddress>),
        Route::delete("delete_suppressed_address", "/suppressed-addresses/{id}", archive)
            .described("Letters are sent to the address again.")
            .needing(Scope::MEMBERS_LETTERS),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SuppressedAddressFilter {
    /// Only addresses that are on the list for this reason.
    reason: Option<SuppressionReason>,
}

/// An address that nothing is to be sent to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewSuppressedAddress {
    /// The address.
    email: EmailAddress,
}

async fn list(call: Call, Listing { filter, paging }: Listing<SuppressedAddressFilter>) -> Lists<SuppressedAddress> {
    call.page(List::<SuppressedAddress>::live().only("reason", filter.reason.as_ref()), paging).await
}

async fn create(call: Call, Body(input): Body<NewSuppressedAddress>) -> Creates<SuppressedAddress> {
    require_no_owners(&call, &input.email).await?;
    let body = SuppressedAddress { email: input.email, reason: SuppressionReason::Requested, response: String::new() };
    let address = call.new_record(body, None);
    let mut transaction = call.transaction();
    transaction.create(&address);
    call.commit(transaction, Created(address)).await
}

/// Refuses whoever does not act as an owner the address of one: without codes an owner does not sign in.
async fn require_no_owners(call: &Call, email: &EmailAddress) -> Result<(), ApiError> {
    if call.caller.acts_as_owner() {
        return Ok(());
    }
    let holder = call.store.find_holder(call.tenant(), &Member::email_key(email)).await?;
    let Some(holder) = holder.as_deref().and_then(Id::<Member>::parse) else { return Ok(()) };
    let member = call.store.find(call.tenant(), holder).await?;
    if member.is_some_and(|member| member.body.role == MemberRole::Owner) {
        return Err(ApiError::new(ErrorCode::Forbidden, "only an owner keeps letters from an owner"));
    }
    Ok(())
}

async fn archive(call: Call, PathId(id): PathId<SuppressedAddress>) -> Changes<SuppressedAddress> {
    call.update(id).await?.archived().commit().await
}
