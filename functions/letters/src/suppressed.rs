//! Addresses that nothing is sent to any more.

use mailing::{SuppressedAddress, SuppressionReason};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, PathId, Route, get};
use store::List;
use values::{EmailAddress, ErrorCode::AlreadyExists, Scope};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_suppressed_addresses", "/suppressed-addresses", list).described("Newest first."),
        Route::post("create_suppressed_address", "/suppressed-addresses", create)
            .described("Nothing more is sent to the address, codes to sign in neither.")
            .refusing(&[AlreadyExists])
            .needing(Scope::MERCHANT_ADMIN)
            .example(|| json!({"email": "nobody@example.com"})),
        Route::get("get_suppressed_address", "/suppressed-addresses/{id}", get::<SuppressedAddress>),
        Route::delete("archive_suppressed_address", "/suppressed-addresses/{id}", archive)
            .described("Letters are sent to the address again.")
            .needing(Scope::MERCHANT_ADMIN),
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
    let body = SuppressedAddress { email: input.email, reason: SuppressionReason::Requested, response: String::new() };
    let address = call.new_record(body, None);
    let mut transaction = call.transaction();
    transaction.create(&address);
    call.commit(transaction, Created(address)).await
}

async fn archive(call: Call, PathId(id): PathId<SuppressedAddress>) -> Changes<SuppressedAddress> {
    call.update(id).await?.archived().commit().await
}
