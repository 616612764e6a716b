use records::{
    Company, Location, Member,
    member::{MemberRole, MemberStatus},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{ApiError, EmailAddress, Id, SearchText};

use crate::beside;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberFilter {
    /// Only the member with this e-mail, whatever its case.
    email: Option<EmailAddress>,
    /// Only members in this state.
    status: Option<MemberStatus>,
    /// Only members of this company.
    company_id: Option<Id<Company>>,
    /// Only members of this location.
    location_id: Option<Id<Location>>,
    /// Only members with this role.
    role: Option<MemberRole>,
    /// Only blocked, or only other members.
    blocked: Option<bool>,
    /// Only members in whose name, surname or e-mail a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists members, newest first, anonymised ones among them.
pub async fn list(call: Call, Listing { filter, paging }: Listing<MemberFilter>) -> Lists<Member> {
    let members = narrow_to_email(&call, filter.email.as_ref())
        .await?
        .only("status", filter.status.as_ref())
        .only("role", filter.role.as_ref())
        .containing("companies.ids", filter.company_id.as_ref())
        .containing("location_ids", filter.location_id.as_ref())
        .finding(filter.q.as_ref());
    let mut page = call.page(by_blocked(members, filter.blocked, filter.q.is_some()), paging).await?;
    beside::load(&call, &mut page.data).await?;
    Ok(page)
}

/// The list narrowed to who is blocked, or to all others: their lists are two. A search by words is one list.
fn by_blocked(members: List<Member>, blocked: Option<bool>, is_search: bool) -> Vec<List<Member>> {
    let is = |status: MemberStatus| members.clone().only("status", Some(&status));
    match blocked {
        None => vec![members],
        Some(true) => vec![is(MemberStatus::Blocked)],
        Some(false) if is_search => vec![members.without("status", Some(&MemberStatus::Blocked))],
        Some(false) => vec![is(MemberStatus::Active), is(MemberStatus::Deleted)],
    }
}

/// The list narrowed to one e-mail: the unique key of the e-mail names the one member that has it.
async fn narrow_to_email(call: &Call, email: Option<&EmailAddress>) -> Result<List<Member>, ApiError> {
    let Some(email) = email else { return Ok(List::live()) };
    let holder = call.store.find_holder(&call.caller.tenant, &Member::email_key(email)).await?;
    // `~` comes after every id: a list from there on is empty.
    let from = holder.unwrap_or_else(|| "~".to_owned());
    Ok(List::live().between(Some(from.clone()), Some(format!("{from}~"))))
}
