//! Files that clients store for the merchant, such as photographs and attachments (`docs/areas/files.md`).
//!
//! It is part of the merchant area and a function of its own, because it alone may use the bucket. Other areas know an
//! upload by its key.

mod create;
mod event_types;
mod linked;
mod removal;

use records::{FileRemoval, Upload};
use serde_json::json;
use shared::api::{Call, Changes, Committed, Data, Listing, Lists, PathId, People, Route, Routes, retry};
use store::{List, Record};
use values::{ApiError, Area, ErrorCode::InvalidState, Id, Scope};

pub use self::event_types::event_types;
use self::linked::LinkedUpload;
pub use self::removal::due_work;

/// The operations on uploads. Those that give links need `merchant:uploads`, and nothing else does.
#[must_use]
pub fn routes() -> Routes {
    let linking = linking().into_iter().map(|route| route.needing(Scope::MERCHANT_UPLOADS)).collect();
    let others = vec![
        Route::get("list_uploads", "/uploads", list).described("Newest first, without links."),
        Route::delete("delete_upload", "/uploads/{id}", delete).described(
            "The file is gone for every operation, and its content soon after. Records that name it keep its key, which leads nowhere \
             from then on.",
        ),
    ];
    Routes::of(Area::Merchant, [linking, others])
}

fn linking() -> Vec<Route> {
    vec![
        Route::post("create_upload", "/uploads", create::create).people(People::Own(""), &["content_type", "file_name", "sha256", "size_bytes"])
            .described(
                "Begins an upload. The answer's `upload_link` says the request that sends the content to the store of files: with this \
                 method, address and headers, within 15 minutes. Then `POST /uploads/{id}/complete`; from then on other records may \
                 name the file by its `file_key`.",
            )
            .example(|| {
                json!({"file_name": "house-rules.txt", "content_type": "text/plain", "size_bytes": 12,
                    "sha256": "03ba204e50d126e4674c005e04d82e84c21366780af1f43bd54a37816b6ab340"})
            }),
        Route::get("get_upload", "/uploads/{id}", get).people(People::Own(""), &[]).described(
            "With a link, good for 15 minutes: `download_link` fetches the content; `upload_link` sends it as long as it is awaited.",
        ),
        Route::post("complete_upload", "/uploads/{id}/complete", complete).people(People::Own(""), &[])
            .described(
                "Looks whether the content has arrived, and keeps it: it does not change any more. Repeating it changes nothing. Content \
                 that was sent more than a day ago is gone.",
            )
            .refusing(&[InvalidState]),
    ]
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
    retry(&call, || complete_once(&call, id)).await
}

async fn complete_once(call: &Call, id: Id<Upload>) -> Result<Committed<Data<LinkedUpload>>, ApiError> {
    let before = call.get_for_change(id).await?;
    if before.body.completed_at.is_some() {
        return call.unchanged(Data(LinkedUpload::new(call, before).await?));
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
    let linked = LinkedUpload::new(call, after).await?;
    call.commit(transaction, Data(linked)).await
}

async fn delete(call: Call, PathId(id): PathId<Upload>) -> Changes<Upload> {
    let deleted = retry(&call, || archive_once(&call, id)).await?;
    // The answer stands. What cannot be removed now is removed by the sweep, which looks in any case.
    drop(tokio::time::timeout(call.time_for_more(), call.files.delete(call.tenant(), id)).await);
    Ok(deleted)
}

async fn archive_once(call: &Call, id: Id<Upload>) -> Changes<Upload> {
    let mut update = call.update(id).await?.archived().without_metadata();
    let removal = call.new_record(FileRemoval::new(call.now), None);
    update.transaction.create(&Record { id: id.cast(), ..removal });
    update.commit().await
}
