//! The file that has the terms of a contract: an upload of the merchant.

use shared::api::Call;
use values::ApiError;

use crate::records::{template::ContractTemplate, text::TermsFile};

/// The file of a template; none when its text is written. Its content never changes, so what is signed names its hash.
///
/// # Errors
/// 422 `file_not_found` naming `field` when there is no such upload, or when its content is not complete.
pub async fn read_file(call: &Call, template: &ContractTemplate, field: &str) -> Result<Option<TermsFile>, ApiError> {
    let Some(key) = template.file_key.key() else { return Ok(None) };
    call.require_files(std::slice::from_ref(&key), |_| field.to_owned()).await?;
    let upload = key.upload().ok_or_else(|| ApiError::internal("a key without its upload"))?;
    let upload = call.get(upload).await?.body;
    Ok(Some(TermsFile { key, name: upload.fields.file_name, sha256: upload.fields.sha256 }))
}
