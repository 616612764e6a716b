//! Rules for every change of an API client: nobody grants more than they hold, and a merchant always keeps a client
//! that can manage clients.

use records::api_client::ApiClient;
use store::Transaction;
use values::{ApiError, ErrorCode, Scope, Scopes, Timestamp};
use work::auth::Caller;

/// Refuses a scope that the caller does not hold itself; `field` gives the path of each scope in the request.
pub fn check_held(
    caller: &Caller,
    scopes: impl IntoIterator<Item = Scope>,
    field: impl Fn(usize) -> String,
) -> Result<(), ApiError> {
    match scopes.into_iter().enumerate().find(|(_, scope)| !caller.scopes.allow(*scope)) {
        None => Ok(()),
        Some((position, scope)) => {
            let message = format!("the calling client does not hold {scope} itself");
            Err(ApiError::rule(field(position), "scope_not_held", message))
        }
    }
}

/// Refuses scopes of the body that are new to the client and that the caller does not hold itself.
pub fn check_granted(caller: &Caller, before: &Scopes, granted: &Scopes) -> Result<(), ApiError> {
    for (position, scope) in granted.iter().enumerate().filter(|(_, scope)| !before.allow(*scope)) {
        check_held(caller, [scope], |_| format!("scopes[{position}]"))?;
    }
    Ok(())
}

/// Refuses an end that has passed already.
pub fn check_end(expires_at: Option<Timestamp>, now: Timestamp) -> Result<(), ApiError> {
    if expires_at.is_some_and(|expires_at| expires_at <= now) {
        return Err(ApiError::rule("expires_at", "in_the_past", "a client expires in the future"));
    }
    Ok(())
}

/// Refuses to make a client with a secret public, or a public one secret: whoever has the one must not get the other.
pub fn check_kind_kept(before: &ApiClient, after: &ApiClient) -> Result<(), ApiError> {
    if before.is_public() == after.is_public() {
        return Ok(());
    }
    let message = "a client is public or not from the beginning: make another one";
    Err(ApiError::rule("origins", "immutable", message))
}

/// Refuses a public client what no page may have: managing API clients.
pub fn check_public(client: &ApiClient) -> Result<(), ApiError> {
    let fields = &client.fields;
    let refused = fields.scopes.iter().position(|scope| scope == Scope::MERCHANT_ADMIN);
    match refused.filter(|_| client.is_public()) {
        None => Ok(()),
        Some(position) => {
            let message = "a public client does not manage API clients";
            Err(ApiError::rule(format!("scopes[{position}]"), "not_for_public_clients", message))
        }
    }
}

/// Refuses to change what was revoked: that is for good.
pub fn check_not_revoked(client: &ApiClient) -> Result<(), ApiError> {
    if client.revoked_at.is_some() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the client is revoked"));
    }
    Ok(())
}

/// Updates the counter of clients that can manage clients and do not expire; the last of them cannot be lost. A client
/// that expires does not count, because its end would lock the merchant out just as a revocation would.
pub fn count_keys(transaction: &mut Transaction, before: Option<&ApiClient>, after: &ApiClient) {
    let counter = ApiClient::admin_clients(transaction.tenant().merchant());
    let last = "the merchant needs one client that holds merchant:admin and does not expire";
    match (before.is_some_and(ApiClient::keeps_the_key), after.keeps_the_key()) {
        (false, true) => transaction.add(&counter, 1),
        (true, false) => transaction.subtract_down_to(&counter, 1, 1, ApiError::conflict(ErrorCode::InUse, last)),
        (true, true) | (false, false) => {}
    }
}
