//! An upload with the link by which its content is sent or fetched.

use records::{Upload, upload::UploadView};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Shown};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, Timestamp};
use work::files::FileLink;

/// An upload and its link.
#[derive(Clone, Debug)]
pub struct LinkedUpload {
    upload: Record<Upload>,
    link: FileLink,
}

/// A file of the merchant with a link, good for 15 minutes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LinkedUpload")]
pub struct LinkedUploadView {
    /// The uploaded file, or one whose content is still to be sent.
    #[serde(flatten)]
    upload: UploadView,
    /// The request that sends its content; null when it is complete.
    upload_link: Option<FileLink>,
    /// The request that fetches its content; null until it is complete.
    download_link: Option<FileLink>,
}

impl LinkedUpload {
    /// With a link that can be used from now on.
    pub async fn new(call: &Call, upload: Record<Upload>) -> Result<Self, ApiError> {
        let (tenant, fields) = (call.tenant(), &upload.body.fields);
        let link = if upload.body.completed_at.is_some() {
            call.files.link_for_fetching(tenant, upload.id, fields).await?
        } else {
            call.files.link_for_sending(tenant, upload.id, fields).await?
        };
        Ok(Self { upload, link })
    }
}

impl Shown for LinkedUpload {
    type View = RecordView<LinkedUploadView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.upload.view(now);
        let is_complete = record.body.completed_at.is_some();
        let link = |wanted: bool| wanted.then(|| self.link.clone());
        RecordView {
            id: record.id,
            body: LinkedUploadView {
                upload: record.body,
                upload_link: link(!is_complete),
                download_link: link(is_complete),
            },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.upload.version)
    }

    fn location(&self) -> Option<String> {
        Some(self.upload.body.path(self.upload.id))
    }
}
