//! Files that clients store for the merchant, such as photographs and attachments (`docs/AREAS.md`, Merchant, uploads).
//!
//! It is part of the merchant area and a function of its own, because it alone may use the bucket. Other areas know an upload by its key.

mod create;
mod linked;

use serde_json::json;
use shared::{
    ApiError,
    ErrorCode::InvalidState,
    api::{Call, Changes, Committed, Data, Listing, Lists, PathId, Route, Routes},
    auth::{Area, Scope},
    domain::Upload,
    store::List,
};

use self::linked::LinkedUpload;

/// The operations on uploads; each needs `merchant:uploads`.
#[must_use]
pub fn routes() -> Routes {
    let routes = [
        Route::get("list_uploads", "/uploads", list).described("Newest first, without links."),
        Route::post("create_upload", "/uploads", create::create)
            .described(
                "Begins an upload. The answer's `upload_link` says the request that sends the content to the store of files: with this \
                 method, address and headers, within 15 minutes. Then `POST /uploads/{id}/complete`; from then on other records may \
                 name the file by its `file_key`.",
            )
            .example(|| {
                json!({"file_name": "house-rules.txt", "content_type": "text/plain", "size_bytes": 12,
                    "sha256": "03ba204e50d126e4674c005e04d82e84c21366780af1f43bd54a37816b6ab340"})
            }),
        Route::get("get_upload", "/uploads/{id}", get).described(
            "With a link, good for 15 minutes: `download_link` fetches the content; `upload_link` sends it as long as it is awaited.",
        ),
        Route::post("complete_upload", "/uploads/{id}/complete", complete)
            .described(
                "Looks whether the content has arrived, and keeps it: it does not change any more. Repeating it changes nothing. Content \
                 that was sent more than a day ago is gone.",
            )
            .refusing(&[InvalidState]),
        Route::delete("delete_upload", "/uploads/{id}", delete).described(
            "Deletes the content and then the record. Records that name the file keep its key, which leads nowhere from then on.",
        ),
    ];
    Routes::of(Area::Merchant, [routes.into_iter().map(|route| route.needing(Scope::MERCHANT_UPLOADS)).collect()])
}

/// Filters of the list: none.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct UploadFilter {}

async fn list(call: Call, Listing { filter: UploadFilter {}, paging }: Listing<UploadFilter>) -> Lists<Upload> {
    call.page(List::live(), paging).await
}

async fn get(call: Call, PathId(id): PathId<Upload>) -> Result<Data<LinkedUpload>, ApiError> {
    let upload = call.get(id).await?;
    LinkedUpload::new(&call, upload).await.map(Data)
}

async fn complete(call: Call, PathId(id): PathId<Upload>) -> Result<Committed<Data<LinkedUpload>>, ApiError> {
    let before = call.get_for_change(id).await?;
    if before.body.completed_at.is_some() {
        return call.unchanged(Data(LinkedUpload::new(&call, before).await?));
    }
    // Before the commit: it may be repeated, and changes nothing that anybody can see.
    if !call.files.keep(call.tenant(), id).await? {
        let message = "the content has not arrived: send it by the upload link first";
        return Err(ApiError::conflict(InvalidState, message).at("id", "not_uploaded"));
    }
    let completed = Upload { completed_at: Some(call.now), ..before.body.clone() };
    let after = call.next_version(&before, completed, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let linked = LinkedUpload::new(&call, after).await?;
    call.commit(transaction, Data(linked)).await
}

async fn delete(call: Call, PathId(id): PathId<Upload>) -> Changes<Upload> {
    let update = call.update(id).await?.archived().without_metadata();
    // Before the commit, so that no content is left that nobody can name; a repeat finds nothing to delete and goes on.
    call.files.delete(call.tenant(), id).await?;
    update.commit().await
}
