//! Update a member.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, Nullable, PathId},
    domain::{
        EmailAddress, Id, Location, LongText, Member, Metadata, Name, ShortText, Timestamp,
        member::{LOCATIONS_MAX, MemberRole, MemberStatus},
    },
};

use crate::{locations, owners};

/// What may change of a member; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberPatch {
    /// Address for mail; unique per merchant without regard to case.
    email: Option<EmailAddress>,
    /// Given name, or the whole name.
    name: Option<Name>,
    /// Family name.
    surname: Option<ShortText>,
    /// Telephone number.
    phone: Option<ShortText>,
    /// What the person says about themselves.
    about: Option<LongText>,
    /// Where the photo is kept.
    photo_key: Option<ShortText>,
    /// Language and region, such as `nl-NL`.
    locale: Option<ShortText>,
    /// What the person may do.
    role: Option<MemberRole>,
    /// Locations the person belongs to.
    #[schemars(length(max = LOCATIONS_MAX), extend("uniqueItems" = true))]
    location_ids: Option<Vec<Id<Location>>>,
    /// When the person accepted the terms; null when they did not.
    #[serde(default)]
    terms_accepted_at: Nullable<Timestamp>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update member
pub async fn update(call: Call, PathId(id): PathId<Member>, Body(mut patch): Body<MemberPatch>) -> Changes<Member> {
    let before = call.get_for_change(id).await?;
    refuse_deleted(&before.body)?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone());
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let (old, new) = (Member::email_key(&before.body.email), Member::email_key(&after.body.email));
    let mut transaction = call.transaction();
    locations::require_new(&call, &mut transaction, &after.body.location_ids, &before.body.location_ids).await?;
    transaction.replace(&before, &after);
    transaction.exchange(&old, &new, id, ApiError::already_exists("email"));
    owners::count(&mut transaction, Some(&before.body), &after.body);
    call.commit(transaction, Data(after)).await
}

/// Nothing changes a member that was anonymised.
pub fn refuse_deleted(member: &Member) -> Result<(), ApiError> {
    match member.status {
        MemberStatus::Active | MemberStatus::Blocked => Ok(()),
        MemberStatus::Deleted => Err(ApiError::conflict(ErrorCode::InvalidState, "the member was anonymised")),
    }
}

impl MemberPatch {
    fn applied_to(self, mut member: Member) -> Member {
        member.email = self.email.unwrap_or(member.email);
        member.name = self.name.unwrap_or(member.name);
        member.surname = self.surname.unwrap_or(member.surname);
        member.phone = self.phone.unwrap_or(member.phone);
        member.about = self.about.unwrap_or(member.about);
        member.photo_key = self.photo_key.unwrap_or(member.photo_key);
        member.locale = self.locale.unwrap_or(member.locale);
        member.role = self.role.unwrap_or(member.role);
        member.location_ids = self.location_ids.unwrap_or(member.location_ids);
        self.terms_accepted_at.apply(&mut member.terms_accepted_at);
        member
    }
}
