//! An e-mail address that another member has: whoever may read members is told who that is.

use records::Member;
use shared::api::Call;
use uuid::Uuid;
use values::{Access, ApiError, Area, EmailAddress, ErrorCode, Id, Scope};

/// The outcome of a request that gives a member this address; its refusal names the member that has it.
pub async fn name_holder<T>(call: &Call, email: &EmailAddress, outcome: Result<T, ApiError>) -> Result<T, ApiError> {
    let Err(error) = outcome else { return outcome };
    let is_email = error.fields.iter().any(|field| field.field == "email");
    let may_read = call.caller.scopes.allow(Scope { area: Area::Members, access: Access::Read });
    if error.code != ErrorCode::AlreadyExists || !is_email || !may_read {
        return Err(error);
    }
    // The member may have another address by now: then nobody is named, and the refusal stands.
    let holder = call.store.find_holder(call.tenant(), &Member::email_key(email)).await?;
    let holder = seen(call, holder).await?;
    Err(ApiError { existing_id: holder.and_then(|id| Uuid::parse_str(&id).ok()).map(Box::new), ..error })
}

/// The member with this id, unless the person who acts does not see it.
async fn seen(call: &Call, holder: Option<String>) -> Result<Option<String>, ApiError> {
    let Some(id) = holder.as_deref().and_then(Id::<Member>::parse) else { return Ok(None) };
    if call.caller.standpoint().is_none() {
        return Ok(holder);
    }
    match call.get(id).await {
        Ok(_) => Ok(holder),
        Err(error) if error.code == ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
