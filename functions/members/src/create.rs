//! Create a member.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{
        EmailAddress, Id, Location, LongText, Member, Metadata, Name, ShortText, Timestamp,
        member::{LOCATIONS_MAX, MemberRole},
    },
};

use crate::{locations, owners};

/// A new member.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberCreate {
    /// Address for mail; unique per merchant without regard to case.
    email: EmailAddress,
    /// Given name, or the whole name.
    name: Name,
    /// Family name.
    #[serde(default)]
    surname: ShortText,
    /// Telephone number.
    #[serde(default)]
    phone: ShortText,
    /// What the person says about themselves.
    #[serde(default)]
    about: LongText,
    /// Where the photo is kept.
    #[serde(default)]
    photo_key: ShortText,
    /// Language and region, such as `nl-NL`.
    #[serde(default)]
    locale: ShortText,
    /// What the person may do.
    #[serde(default)]
    role: MemberRole,
    /// Locations the person belongs to.
    #[serde(default)]
    #[schemars(length(max = LOCATIONS_MAX), extend("uniqueItems" = true))]
    location_ids: Vec<Id<Location>>,
    /// When the person accepted the terms.
    terms_accepted_at: Option<Timestamp>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create member
pub async fn create(call: Call, Body(mut input): Body<MemberCreate>) -> Creates<Member> {
    let metadata = input.metadata.take();
    let member = call.new_record(input.into_member(), metadata);
    let mut transaction = call.transaction();
    locations::require_new(&call, &mut transaction, &member.body.location_ids, &[]).await?;
    transaction.create(&member);
    transaction.claim(&Member::email_key(&member.body.email), member.id, ApiError::already_exists("email"));
    owners::count(&mut transaction, None, &member.body);
    call.commit(transaction, Created(member)).await
}

impl MemberCreate {
    fn into_member(self) -> Member {
        Member {
            surname: self.surname,
            phone: self.phone,
            about: self.about,
            photo_key: self.photo_key,
            locale: self.locale,
            role: self.role,
            location_ids: self.location_ids,
            terms_accepted_at: self.terms_accepted_at,
            ..Member::new(self.email, self.name)
        }
    }
}
