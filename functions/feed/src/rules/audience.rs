//! Who sees a post (`docs/areas/feed.md`, 2). It follows from the person's standing at the post's location, as for
//! everything else that is
//! offered there, and from the role of those who run the space.

use agreements::subscription::entitlements::read_subscribed_locations;
use records::{
    Location, Member,
    member::{MemberRole, MemberStatus},
};
use store::{Expression, List, Record, Transaction};
use values::{ApiError, Id, ShortText, audience::OfferAudience};
use work::{UnitOfWork, customer::CustomerRecord};

use crate::records::post::everywhere;

/// Most locations that a condition names: its text is at most 4 KB.
const PLACES_MAX: usize = 750;
/// Most values that DynamoDB compares with in one `IN`.
const IN_MAX: usize = 100;
/// Whom something is for, with the names that are stored.
const AUDIENCES: [(OfferAudience, &str); 4] = [
    (OfferAudience::Public, "public"),
    (OfferAudience::NetworkMembers, "network_members"),
    (OfferAudience::Members, "members"),
    (OfferAudience::Admins, "admins"),
];

/// A person with what decides about what they see.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The person, whose locations decide too.
    pub member: Record<Member>,
    /// What the person may do: in their own session what that may.
    role: MemberRole,
    /// Locations at which the person is a subscriber.
    subscribed: Vec<Record<Location>>,
}

/// The person whom a field of the request names, who writes, likes or reports: not blocked, and so until `transaction`
/// happens.
///
/// # Errors
/// 422 naming the field: `reference_archived`, `reference_not_found`, or `customer_blocked`.
pub async fn welcome(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Member>,
    field: &str,
) -> Result<Viewer, ApiError> {
    let customer = work.welcome_customer(transaction, id.cast(), field).await?;
    read_viewer(work, customer, field).await
}

/// The person for whom a list is made; who is blocked may still read.
///
/// # Errors
/// 422 naming the field: `reference_archived`, or `reference_not_found`.
pub async fn read_reader(work: &UnitOfWork, id: Id<Member>, field: &str) -> Result<Viewer, ApiError> {
    read_viewer(work, work.require_customer(id.cast(), field).await?, field).await
}

async fn read_viewer(work: &UnitOfWork, customer: CustomerRecord, field: &str) -> Result<Viewer, ApiError> {
    let ids = read_subscribed_locations(work, &customer).await?;
    let CustomerRecord::Member(member) = customer else { return Err(ApiError::reference_not_found(field)) };
    let subscribed = if ids.is_empty() { Vec::new() } else { work.store.find_all(work.tenant(), &ids).await? };
    let role = work.caller.role_of(&member);
    Ok(Viewer { member: *member, role, subscribed })
}

impl Viewer {
    /// Whether the person sees what is for this audience at a location, or everywhere.
    #[must_use]
    pub fn sees(&self, location: Option<&Record<Location>>, visibility: OfferAudience) -> bool {
        if self.runs(location) {
            return true;
        }
        let is_subscribed = match location {
            Some(location) => self.subscribed.iter().any(|own| own.id == location.id),
            None => !self.subscribed.is_empty(),
        };
        match visibility {
            OfferAudience::Public => true,
            OfferAudience::NetworkMembers => is_subscribed || location.is_some_and(|there| self.is_in_network(there)),
            OfferAudience::Members => is_subscribed,
            OfferAudience::Admins => false,
        }
    }

    /// Refuses a person who does not see it.
    ///
    /// # Errors
    /// 422 `not_visible` naming `field`.
    pub fn require(
        &self,
        location: Option<&Record<Location>>,
        visibility: OfferAudience,
        field: &str,
    ) -> Result<(), ApiError> {
        if self.sees(location, visibility) {
            return Ok(());
        }
        Err(ApiError::rule(field, "not_visible", "the post is not for this member: see visibility"))
    }

    /// Whether the person may be named at a location, or everywhere: active, and somebody of the place.
    #[must_use]
    pub fn is_somebody_of(&self, location: Option<&Record<Location>>) -> bool {
        let is_there = |there: &Record<Location>| {
            self.member.body.location_ids.contains(&there.id) || self.subscribed.iter().any(|own| own.id == there.id)
        };
        self.member.body.status == MemberStatus::Active && (self.runs(location) || location.is_none_or(is_there))
    }

    /// Whether the person runs the place.
    fn runs(&self, location: Option<&Record<Location>>) -> bool {
        match (self.role, location) {
            (MemberRole::Admin | MemberRole::Owner, _) | (MemberRole::Manager, None) => true,
            (MemberRole::Manager, Some(there)) => self.member.body.location_ids.contains(&there.id),
            (MemberRole::Member, _) => false,
        }
    }

    fn is_in_network(&self, location: &Record<Location>) -> bool {
        let group = &location.body.network_group;
        !group.as_str().is_empty() && self.subscribed.iter().any(|own| own.body.network_group == *group)
    }

    /// The condition of the entries of posts at a location, or everywhere, that the person sees; none when the person
    /// sees all of them.
    #[must_use]
    pub fn condition_at(&self, location: Option<&Record<Location>>) -> Option<Expression> {
        let seen: Vec<&str> =
            AUDIENCES.iter().filter(|(audience, _)| self.sees(location, *audience)).map(|(_, name)| *name).collect();
        if seen.len() == AUDIENCES.len() {
            return None;
        }
        let placeholders: Vec<String> = seen.iter().map(|name| format!(":{name}")).collect();
        let text = format!("#body.#visibility IN ({})", placeholders.join(", "));
        let condition = Expression::new(text).name("#body", "body").name("#visibility", "visibility");
        let with = |condition: Expression, name: &&str| condition.string(&format!(":{name}"), *name);
        Some(seen.iter().fold(condition, with))
    }

    /// The condition of the entries of posts anywhere that the person sees, whether they are published or not; none
    /// when the person sees all of them. It names every location, which DynamoDB takes up to a length.
    ///
    /// # Errors
    /// 422 `too_many` naming `field` when these are too many locations.
    pub async fn read_condition(&self, work: &UnitOfWork, field: &str) -> Result<Option<Expression>, ApiError> {
        let managed = match self.role {
            MemberRole::Admin | MemberRole::Owner => return Ok(None),
            MemberRole::Manager => with_everywhere(self.member.body.location_ids.clone()),
            MemberRole::Member => Vec::new(),
        };
        let subscribed: Vec<_> = self.subscribed.iter().map(|own| own.id).collect();
        let subscribed = if subscribed.is_empty() { subscribed } else { with_everywhere(subscribed) };
        let network = self.read_network(work).await?;
        if managed.len() + subscribed.len() + network.len() > PLACES_MAX {
            let message =
                format!("the member sees posts at more than {PLACES_MAX} locations: name one with location_id");
            return Err(ApiError::rule(field, "too_many", message));
        }
        let mut condition = Expression::new("#body.#visibility = :public")
            .name("#body", "body")
            .name("#visibility", "visibility")
            .string(":public", "public");
        let members = " AND #body.#visibility IN (:network_members, :members)";
        let among = [(managed, ""), (subscribed, members), (network, " AND #body.#visibility = :network_members")];
        let mut number = 0;
        for (places, audience) in among {
            for places in places.chunks(IN_MAX) {
                condition = or_at(condition, number, places, audience);
                number += places.len();
            }
        }
        for name in ["network_members", "members"] {
            if condition.text.contains(&format!(":{name}")) {
                condition = condition.string(&format!(":{name}"), name);
            }
        }
        Ok(Some(condition))
    }

    /// All locations that share the network group of one at which the person is a subscriber, or one more than are
    /// taken.
    async fn read_network(&self, work: &UnitOfWork) -> Result<Vec<Id<Location>>, ApiError> {
        let mut groups: Vec<&ShortText> = self.subscribed.iter().map(|own| &own.body.network_group).collect();
        groups.retain(|group| !group.as_str().is_empty());
        groups.sort_unstable();
        groups.dedup();
        let mut network = Vec::new();
        for group in groups {
            let list = List::by(&Location::BY_NETWORK, group);
            let found = work.store.all(work.tenant(), &list, PLACES_MAX + 1).await?;
            network.extend(found.records.into_iter().map(|location| location.id));
            if network.len() > PLACES_MAX {
                break;
            }
        }
        Ok(network)
    }
}

fn with_everywhere(mut places: Vec<Id<Location>>) -> Vec<Id<Location>> {
    places.push(everywhere());
    places
}

/// The condition, or what else holds at one of these places, of which the first has this number.
fn or_at(mut condition: Expression, first: usize, places: &[Id<Location>], audience: &str) -> Expression {
    let placeholders: Vec<String> = (first..first + places.len()).map(placeholder).collect();
    condition.text = format!("{} OR (#body.#place IN ({}){audience})", condition.text, placeholders.join(","));
    condition = condition.name("#place", "place");
    for (placeholder, place) in placeholders.iter().zip(places) {
        condition = condition.string(placeholder, place.to_string());
    }
    condition
}

/// A name of three characters for each place, other than what filters are named: the text of a condition is short.
fn placeholder(number: usize) -> String {
    let characters = |begin: char, end: char| (begin..=end).collect::<Vec<char>>();
    let (letters, digits) = (characters('A', 'Z'), characters('0', '9'));
    let all = [letters.clone(), digits].concat();
    [':', letters[number / all.len() % letters.len()], all[number % all.len()]].iter().collect()
}
