//! Make, rotate and revoke calendar feeds.

use records::{
    ClientId, Location, Member,
    member::{MemberRole, MemberStatus},
};
use scheduling::Resource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::api::{Body, Call, Changes, Committed, Created, Data, Listing, Lists, PathId, People, Route, Shown, Shows};
use store::{List, Record, record::RecordView};
use values::{ApiError, ErrorCode, Id, Secret, Timestamp};

use crate::{
    feed::{CalendarFeed, CalendarFeedFields, CalendarFeedView},
    outside::FEED_PATH,
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_calendar_feeds", "/calendar-feeds", list)
            .described("Newest first; a person sees those of their own bookings, and those that the person made.")
            .people(People::Own("member_id"), &[]),
        Route::post("create_calendar_feed", "/calendar-feeds", create)
            .described(
                "Makes a secret address at which any calendar program reads, without headers: of the bookings of a member, a resource or a \
                 location, or of the published events, from 31 days ago to a year ahead. `url` is shown once; whoever has it reads the feed. One \
                 made by a session shows what its person may see, and nothing once that person is blocked or gone.",
            )
            .refusing(&[ErrorCode::InvalidState, ErrorCode::CapacityExceeded])
            .example(|| json!({"member_id": "01990000-0000-7000-8000-00000000000a"}))
            .people(People::Own("member_id"), &["busy_only"])
            .managed(),
        Route::get("get_calendar_feed", "/calendar-feeds/{id}", get).people(People::Own(""), &[]),
        Route::post("rotate_calendar_feed", "/calendar-feeds/{id}/rotate", rotate)
            .labelled("Make a feed's address anew")
            .described("The address before is good no more. `url` is shown once.")
            .refusing(&[ErrorCode::InvalidState])
            .people(People::Own(""), &[]),
        Route::delete("delete_calendar_feed", "/calendar-feeds/{id}", archive)
            .described("Its address is good no more.")
            .people(People::Own(""), &[]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CalendarFeedFilter {
    /// Only feeds of this member's bookings, and those that the member made.
    member_id: Option<Id<Member>>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<CalendarFeedFilter>) -> Lists<CalendarFeed> {
    let Some(member) = filter.member_id else { return call.page(List::live(), paging).await };
    let own = acts_as_customer(&call).then_some(member);
    let of_member = [&CalendarFeed::BY_MEMBER, &CalendarFeed::OF_ANOTHER];
    let of_member = of_member.map(|index| List::by(index, &member).only("member_id", own.as_ref()));
    call.page(Vec::from(of_member), paging).await
}

async fn get(call: Call, PathId(id): PathId<CalendarFeed>) -> Shows<CalendarFeed> {
    let feed = call.get(id).await?;
    require_seen(&call, &feed)?;
    Ok(Data(feed))
}

/// Whether the person is a customer in this session. Staff without the second factor that their role requires are, also
/// of what they made before.
fn acts_as_customer(call: &Call) -> bool {
    call.caller.role() == Some(MemberRole::Member)
}

/// Refuses customers a feed of more than their own bookings.
fn require_seen(call: &Call, feed: &Record<CalendarFeed>) -> Result<(), ApiError> {
    let is_hidden = acts_as_customer(call) && feed.body.fields.member_id != call.caller.member();
    if is_hidden { Err(ApiError::not_found()) } else { Ok(()) }
}

/// A feed with its address.
#[derive(Clone, Debug)]
pub struct WithUrl {
    feed: Record<CalendarFeed>,
    secret: Secret,
    base: String,
}

/// A feed with its address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CalendarFeedWithUrl")]
pub struct WithUrlView {
    /// Address at which calendar programs read. It is shown once; whoever has it reads the feed.
    pub url: String,
    /// The feed as every answer shows it.
    #[serde(flatten)]
    pub feed: CalendarFeedView,
}

impl Shown for WithUrl {
    type View = RecordView<WithUrlView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.feed.view(now);
        RecordView {
            id: record.id,
            body: WithUrlView { url: format!("{}{}", self.base, self.secret.reveal()), feed: record.body },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.feed.version)
    }

    fn secrets(&self) -> Vec<Secret> {
        vec![self.secret.clone()]
    }
}

async fn create(call: Call, Body(fields): Body<CalendarFeedFields>) -> Result<Committed<Created<WithUrl>>, ApiError> {
    check(&call, &fields).await?;
    let secret = call.ids.secret()?;
    let feed = call.new_record(
        CalendarFeed {
            fields,
            made_by: call.caller.member(),
            secret: secret.digest(),
            rotated_at: call.now,
            last_read_at: None,
        },
        None,
    );
    let base = base(&call, feed.id)?;
    let mut transaction = call.transaction();
    transaction.create(&feed);
    call.commit(transaction, Created(WithUrl { feed, secret, base })).await
}

async fn rotate(call: Call, PathId(id): PathId<CalendarFeed>) -> Result<Committed<Data<WithUrl>>, ApiError> {
    let before = call.get_for_change(id).await?;
    require_seen(&call, &before)?;
    let secret = call.ids.secret()?;
    let body = CalendarFeed { secret: secret.digest(), rotated_at: call.now, ..before.body.clone() };
    let feed = call.next_version(&before, body, None);
    let base = base(&call, id)?;
    let mut transaction = call.transaction();
    transaction.replace(&before, &feed);
    call.commit(transaction, Data(WithUrl { feed, secret, base })).await
}

async fn archive(call: Call, PathId(id): PathId<CalendarFeed>) -> Changes<CalendarFeed> {
    let update = call.update(id).await?.archived();
    require_seen(&call, &update.before)?;
    update.commit().await
}

/// The address of a feed before its secret.
fn base(call: &Call, id: Id<CalendarFeed>) -> Result<String, ApiError> {
    let Some(public) = &call.public_url else {
        let message = "this deployment was told no public address: PUBLIC_URL (docs/OPERATIONS.md)";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    };
    // A client id names the merchant and a record of it in one word.
    let feed = ClientId::new(call.tenant().merchant(), id.cast());
    Ok(format!("{public}{FEED_PATH}?feed={feed}&secret="))
}

/// Refuses a feed of nothing or of several things, and one of what there is not.
async fn check(call: &Call, fields: &CalendarFeedFields) -> Result<(), ApiError> {
    let CalendarFeedFields { member_id, resource_id, location_id, events, .. } = fields;
    let given = [member_id.is_some(), resource_id.is_some(), location_id.is_some(), *events];
    if given.into_iter().filter(|given| *given).count() != 1 {
        let message = "a feed shows one of these: member_id, resource_id, location_id, events";
        return Err(ApiError::rule("member_id", "one_of", message));
    }
    if let Some(member) = member_id {
        let member = call.require_reference(*member, "member_id").await?;
        if member.body.status != MemberStatus::Active {
            return Err(ApiError::rule("member_id", "customer_blocked", "the member is blocked"));
        }
    }
    if let Some(resource) = resource_id {
        let _: Record<Resource> = call.require_reference(*resource, "resource_id").await?;
    }
    if let Some(location) = location_id {
        let _: Record<Location> = call.require_reference(*location, "location_id").await?;
    }
    Ok(())
}
