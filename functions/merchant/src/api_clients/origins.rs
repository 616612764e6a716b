//! Notes from which web origins a public client is used, where a preflight finds it.

use records::{ClientOrigin, api_client::ApiClient};
use shared::api::Call;
use store::Transaction;
use values::ApiError;
use work::tenants::registry;

/// Notes the origins of a client, before the client has them: a note that is one too many says nothing, because the
/// client itself is asked.
///
/// # Errors
/// 503 when the store cannot be written.
pub async fn note(call: &Call, client: &ApiClient) -> Result<(), ApiError> {
    let noted = client.origins.iter().map(|origin| {
        let body = ClientOrigin { origin: origin.clone(), client_id: client.client_id.clone() };
        call.new_record_of(body.id(), body, None)
    });
    let noted: Vec<_> = noted.collect();
    let ids: Vec<_> = noted.iter().map(|note| note.id).collect();
    let there = call.store.find_all(&registry(), &ids).await?;
    let mut transaction = Transaction::new(registry(), call.ids.token());
    let mut is_new = false;
    for note in noted.iter().filter(|note| there.iter().all(|found| found.id != note.id)) {
        transaction.create(note);
        is_new = true;
    }
    if is_new { call.store.commit(transaction).await } else { Ok(()) }
}
