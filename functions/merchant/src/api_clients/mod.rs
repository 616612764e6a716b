//! API clients: the merchant's credentials.

mod create;
mod issued;
mod list;
mod origins;
mod revoke;
mod rotate;
mod rules;
mod update;

use records::api_client::ApiClient;
use serde_json::json;
use shared::api::{Route, get};
use values::{
    ErrorCode::{InUse, InvalidState},
    Scope,
};

/// The operations on API clients; each needs `merchant:clients`.
pub fn routes() -> Vec<Route> {
    let routes = [
        Route::get("list_api_clients", "/api-clients", list::list).labelled("List API clients").described("Newest first."),
        Route::post("create_api_client", "/api-clients", create::create)
            .labelled("Create API client")
            .described(
                "The secret is shown in this answer and never again; only its digest is kept. A client grants no scope \
                 that it does not hold itself. A repeated request with the same `Idempotency-Key` shows the secret again \
                 only to a caller that sends the same secret of its own as the first time; otherwise `secret` is empty.",
            )
            .example(|| json!({"name": "Reception tablet", "scopes": ["locations:read", "bookings:write"]})),
        Route::get("get_api_client", "/api-clients/{id}", get::<ApiClient>).labelled("Get API client"),
        Route::put("update_api_client", "/api-clients/{id}", update::update)
            .labelled("Update API client")
            .described(
                "Fields that are left out stay as they are. What is added to the scopes, and what a later `expires_at` \
                 prolongs, the caller must hold itself. The last client that holds `merchant:admin` and never expires \
                 keeps both. Another process may let the client go on with its old scopes for up to 60 seconds.",
            )
            .refusing(&[InUse, InvalidState])
            .example(|| json!({"name": "Reception tablet, ground floor"})),
        Route::delete("delete_api_client", "/api-clients/{id}", revoke::archive)
            .labelled("Delete API client")
            .described("Revokes the client, if it was not, and puts it away: it is not found any more.")
            .refusing(&[InUse]),
        Route::post("rotate_api_client_secret", "/api-clients/{id}/rotate", rotate::rotate)
            .labelled("Rotate API client's secret")
            .described(
                "Shows a new secret, once. The secret before it works for `overlap_hours` more, an older one no longer: \
                 at most two work at a time. Another process may trust an ended secret for up to 60 seconds. The caller \
                 must hold every scope of the client. A repeated request with the same `Idempotency-Key` is answered as \
                 it is for a create; a client that rotates its own secret without overlap has nothing left to repeat \
                 the request with.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"overlap_hours": 24})),
        Route::post("revoke_api_client", "/api-clients/{id}/revoke", revoke::revoke)
            .labelled("Revoke API client")
            .described(
                "For good. Another process may trust the client for up to 60 seconds, but not to manage API clients. The \
                 last client that holds `merchant:admin` and never expires cannot be revoked.",
            )
            .refusing(&[InUse, InvalidState]),
    ];
    routes.into_iter().map(|route| route.needing(Scope::MERCHANT_CLIENTS)).collect()
}
