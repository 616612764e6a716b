//! Narrows the input of a person who acts by a session to what the row of the operation lets them say.

use serde_json::{Map, Value};
use values::{ApiError, Customer, ErrorCode, Id};
use work::{
    UnitOfWork,
    auth::{Caller, ManagerActs, SignedIn, Standpoint},
};

use super::{
    asked_query,
    extract::RawInput,
    paging,
    people_access::{Managed, People, PeopleAccess},
    route::Method,
};

/// The field that tells where something is, or is to be.
const LOCATION: &str = "location_id";

fn forbidden(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, message.into())
}

/// The input of a person, with what is implied in it and nothing that is not theirs to say; and whose or where the
/// records are that it is about.
pub struct Narrowed {
    /// What the operation is given.
    pub input: RawInput,
    /// As whom a customer acts: for themselves, or for a company.
    pub acting: Option<Id<Customer>>,
    /// The location of theirs that one asks about who runs some.
    pub location: Option<String>,
}

/// Whether one who runs some locations is answered as a customer: there is no such record at theirs, and customers may
/// ask for one, too.
#[must_use]
pub fn is_customers_too(access: &PeopleAccess, caller: &Caller, error: &ApiError) -> bool {
    error.code == ErrorCode::NotFound
        && access.is_customers_too()
        && matches!(caller.standpoint(), Some(Standpoint::Manager(_)))
}

/// Narrows the input of a person to what the row of the operation lets them say. Those who run some locations are
/// customers like others where a row is not for them, and where they name themselves; and where `acts` says so.
///
/// # Errors
/// 403 for an input that customers may not give, and for another customer's records.
pub async fn narrow(
    access: &PeopleAccess,
    work: &mut UnitOfWork,
    (method, input): (Method, RawInput),
    acts: Option<ManagerActs>,
) -> Result<Narrowed, ApiError> {
    if let Some(Standpoint::Manager(member)) = work.caller.standpoint() {
        let acts = acts.unwrap_or_else(|| how(access, member, method, &input));
        work.caller = work.caller.acting(acts);
    }
    let work = &*work;
    let unlimited = |input| Narrowed { input, acting: None, location: None };
    let Some(standpoint) = work.caller.standpoint() else { return Ok(unlimited(input)) };
    access.check(standpoint)?;
    match standpoint {
        Standpoint::Operator(_) => Ok(unlimited(input)),
        Standpoint::Manager(member) => at_location(member, method, speaking(access, member, method, input)?),
        Standpoint::Anonymous => limited(access, method, input, None).map(unlimited),
        Standpoint::Customer(member) => {
            let acting = Some(acting_for(access, work, member, (method, &input)).await?);
            Ok(Narrowed { input: limited(access, method, input, acting)?, acting, location: None })
        }
    }
}

/// How one who runs some locations acts with this input.
fn how(access: &PeopleAccess, member: &SignedIn, method: Method, input: &RawInput) -> ManagerActs {
    let named = named_customer(access, method, input);
    let is_a_customers = matches!(access.who, People::Own(_) | People::OwnCompany(_));
    let says_no_more = || is_a_customers && limited(access, method, input.clone(), None).is_ok();
    // Whatever they say of it, what is public, or what they said, is theirs elsewhere as it is everybody's.
    let is_otherwise_a_customers = access.who == People::Public || access.managed == Managed::AsSpeaker;
    let is_customer = match access.managed {
        Managed::Never => true,
        Managed::AsSpeaker => false,
        // Of what is public they are asked about a location of theirs, or they are asked as everybody is.
        Managed::AtTheirs if access.who == People::Public && input.path.is_empty() => {
            !given_id(method, input, LOCATION).is_some_and(|location| member.runs(&location))
        }
        Managed::WhereNamed if named.is_none() && in_body(method) && says_no_more() => true,
        Managed::AtTheirs | Managed::WhereNamed => named == Some(member.id.to_string()),
    };
    match is_customer {
        true => ManagerActs::AsCustomer,
        // Of their own elsewhere they see what a customer sees, and a page of records is seen in one way.
        false if input.asked.ids.is_some() => ManagerActs::AtTheirs,
        false if !input.path.is_empty() && (is_otherwise_a_customers || says_no_more()) => ManagerActs::AtTheirs,
        false if says_no_more() => ManagerActs::AsStaffOrCustomer,
        false => ManagerActs::AsStaff,
    }
}

/// The input of one who speaks for themselves: who speaks is no choice of theirs.
fn speaking(access: &PeopleAccess, member: &SignedIn, method: Method, input: RawInput) -> Result<RawInput, ApiError> {
    let (Managed::AsSpeaker, true) = (access.managed, in_body(method)) else { return Ok(input) };
    let (People::Own(field) | People::OwnCompany(field)) = access.who else { return Ok(input) };
    match given_id(method, &input, field) {
        Some(named) if named == member.id.to_string() => Ok(input),
        Some(_) => Err(forbidden("names another person than the one who has signed in")),
        None => Ok(with_fields(input, [(field, member.id.to_string())])),
    }
}

/// As whom a member acts: as the customer that the input names, if the member may.
async fn acting_for(
    access: &PeopleAccess,
    work: &UnitOfWork,
    member: &SignedIn,
    (method, input): (Method, &RawInput),
) -> Result<Id<Customer>, ApiError> {
    let Some(named) = named_customer(access, method, input) else { return Ok(member.id.cast()) };
    let own = member.id.to_string();
    let customer = Id::<Customer>::parse(&named);
    match (access.who, customer) {
        _ if named == own => Ok(member.id.cast()),
        (People::OwnCompany(_), Some(customer)) if work.acts_for(member, customer.uuid()).await? => Ok(customer),
        _ if access.is_path_own => Err(ApiError::not_found()),
        _ => Err(forbidden("names another customer than the one who has signed in")),
    }
}

/// The customer that an input names as the one whose the records are.
fn named_customer(access: &PeopleAccess, method: Method, input: &RawInput) -> Option<String> {
    match access.who {
        _ if access.is_path_own => input.path.first().map(|(_, id)| canonical(id)),
        People::Own(field) | People::OwnCompany(field) if !field.is_empty() => given_id(method, input, field),
        People::Never | People::Public | People::Own(_) | People::OwnCompany(_) => None,
    }
}

/// The identifier in an input, as records have it.
fn given_id(method: Method, input: &RawInput, field: &str) -> Option<String> {
    if in_body(method) {
        return fields(input)?.get(field).map(|value| canonical(value.as_str().unwrap_or_default()));
    }
    input.query.iter().find(|(name, _)| name == field).map(|(_, value)| canonical(value))
}

/// An identifier as records have it, however it is written; other text as it is.
fn canonical(text: &str) -> String {
    Id::<()>::parse(text).map_or_else(|| text.to_owned(), |id| id.to_string())
}

const fn in_body(method: Method) -> bool {
    matches!(method, Method::Post | Method::Put)
}

/// The body's fields; `None` when it is no object, which the operation's own check refuses.
fn fields(input: &RawInput) -> Option<Map<String, Value>> {
    serde_json::from_slice(input.body.as_deref().unwrap_or_default()).ok()
}

fn limited(
    access: &PeopleAccess,
    method: Method,
    mut input: RawInput,
    acting: Option<Id<Customer>>,
) -> Result<RawInput, ApiError> {
    let owner = match access.who {
        People::Own(field) | People::OwnCompany(field) => field,
        People::Never | People::Public => "",
    };
    let may = |name: &str| {
        paging::PARAMETERS.contains(&name) || access.takes.contains(&name) || (!owner.is_empty() && name == owner)
    };
    let refused = |name: &str| forbidden(format!("{name} is not for customers to say"));
    if !input.asked.metadata.is_empty() {
        return Err(refused(asked_query::METADATA));
    }
    if let Some((name, _)) = input.query.iter().find(|(name, _)| !may(name)) {
        return Err(refused(name));
    }
    let mut implied: Vec<(&str, String)> =
        access.implied.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    if let Some(acting) = acting.filter(|_| !owner.is_empty() && !access.is_path_own) {
        implied.push((owner, acting.to_string()));
    }
    if !in_body(method) {
        input.query.retain(|(name, _)| !implied.iter().any(|(implied, _)| name == implied));
        input.query.extend(implied.into_iter().map(|(name, value)| (name.to_owned(), value)));
        return Ok(input);
    }
    let is_empty = input.body.as_ref().is_some_and(Vec::is_empty);
    let Some(body) = (if is_empty { Some(Map::new()) } else { fields(&input) }) else { return Ok(input) };
    if let Some(name) = body.keys().find(|name| !may(name)) {
        return Err(refused(name));
    }
    for (name, values) in access.choices {
        let chosen = body.get(*name).filter(|chosen| !chosen.is_null());
        if chosen.is_some_and(|chosen| chosen.as_str().is_none_or(|chosen| !values.contains(&chosen))) {
            return Err(forbidden(format!("{name} may be {} of customers", values.join(" or "))));
        }
        if chosen.is_none() {
            implied.extend(values.first().map(|value| (*name, (*value).to_owned())));
        }
    }
    Ok(if implied.is_empty() { input } else { with_fields(input, implied) })
}

/// The input with these fields in its body, whatever they were before.
fn with_fields<'a>(mut input: RawInput, added: impl IntoIterator<Item = (&'a str, String)>) -> RawInput {
    let is_empty = input.body.as_ref().is_some_and(Vec::is_empty);
    let Some(mut body) = (if is_empty { Some(Map::new()) } else { fields(&input) }) else { return input };
    body.extend(added.into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))));
    if is_empty {
        input.content_type = Some("application/json".to_owned());
    }
    input.body = serde_json::to_vec(&body).ok();
    input
}

/// The input of those who run some locations: what is asked for or made by location is at one of theirs, which is
/// implied where they run one alone.
fn at_location(member: &SignedIn, method: Method, mut input: RawInput) -> Result<Narrowed, ApiError> {
    let mut location = given_id(method, &input, LOCATION);
    if location.as_ref().is_some_and(|named| !member.runs(named)) {
        return Err(forbidden("names a location that the person does not run"));
    }
    // What is asked for by ids is looked at one by one.
    if location.is_none() && method == Method::Get && input.path.is_empty() && input.asked.ids.is_none() {
        let [only] = member.location_ids.as_slice() else {
            return Err(forbidden("location_id is needed of those who run some locations"));
        };
        input.query.push((LOCATION.to_owned(), only.to_string()));
        location = Some(only.to_string());
    }
    Ok(Narrowed { input, acting: None, location })
}
