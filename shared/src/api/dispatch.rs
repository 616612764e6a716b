//! From an HTTP request to an answer: authenticate, authorise, type the input, run, render, log. The order is the
//! order in which a request can be refused.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures_util::FutureExt as _;
use http::{HeaderMap, Response, header};
use tokio::time::Instant;

use super::{
    asked_of_list::AskedOfList,
    asked_query,
    call::{Call, IF_MATCH_RULE, IfMatch},
    committed_answer::CommittedAnswer,
    cross_origin,
    expand::{self, Expansion},
    extract::RawInput,
    idempotency::IdempotencyKey,
    incoming::Incoming,
    people::{self, Narrowed},
    people_view::shown_to,
    reply::{Answer, Meta, error_answer},
    request_log::{LogLine, Requested},
    requester::{CLIENT_ID, IDEMPOTENCY_KEY, Requester},
    response::{response, with_limit_status},
    route::{Method, Route},
    standing::Standing,
    validate::Validator,
};
use store::{Store, Transaction};
use values::{ApiError, ErrorCode, Scope, Secret, Timestamp, error::Reason};
use work::{
    auth::{self, Caller, Claim, CredentialHeaders, Leasing, ManagerActs, Remembered},
    context::Context,
    on_heap,
    unit_of_work::{UnitOfWork, read_merchant_time},
};

/// For which part of a request's time a portion of its client's limit is waited for.
const LEASE_PART: u32 = 8;
const IDEMPOTENCY_KEY_RULE: &str = "must have 1 to 255 visible ASCII characters";

/// Runs the operation of `route` and answers. Without a route the answer is 404, or 405 when the path has routes for
/// other methods.
pub async fn dispatch(context: Context, routes: &[Arc<Route>], incoming: Incoming) -> Response<String> {
    let headers = &incoming.parts.headers;
    if let Some(answer) = cross_origin::preflight(&context, &incoming.parts.method, headers).await {
        return answer;
    }
    let now = context.clock.now();
    let mut meta = Meta { request_id: format!("req_{}", incoming.invocation.id), timestamp: now };
    let store = context.store.metered();
    let route = routes.iter().find(|route| serves(route.method, &incoming.parts.method));
    let (mut caller, committed) = (None, CommittedAnswer::default());
    let work = AssertUnwindSafe(async {
        let Some(route) = route else { return Err(no_route(routes)) };
        on_heap(|| authenticate(&context, route, &incoming, &store, &mut meta, &committed, &mut caller)).await
    });
    let outcome = match tokio::time::timeout(context.deadline, work.catch_unwind()).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(ApiError::internal("the operation panicked")),
        Err(_) => Err(ApiError::unavailable("the operation took longer than its deadline")),
    };
    // What was written stands, whatever became of the work after it; that is the log's.
    let written = if outcome.is_err() { committed.get() } else { None };
    let refusal = if written.is_none() { outcome.as_ref().err().cloned() } else { None };
    let answer = match (&outcome, written) {
        (_, Some(written)) => match (route, &caller) {
            (Some(route), Some(caller)) => shown_to(caller, route.people.hides, written),
            (None, _) | (_, None) => written,
        },
        (Ok(answer), None) => answer.clone(),
        (Err(error), None) => error_answer(error, &meta),
    };
    let usage = store.usage();
    let caller: Option<&Caller> = caller.as_ref();
    let limited = caller.filter(|_| incoming.standing.is_none());
    let limit_status = limited.and_then(|caller| context.usage.note(caller.limited_as(), usage.whole_units(), now));
    let line = LogLine {
        operation: route.map(|route| route.id),
        path: route.map(|route| route.path),
        client: caller.map(|caller| caller.client.to_string()),
        member: caller.and_then(Caller::member).map(|member| member.to_string()),
        status: answer.status,
        replayed: answer.replayed,
        error: outcome.as_ref().err(),
        usage,
    };
    if !incoming.invocation.is_warm_up {
        let requested = Requested { method: &incoming.parts.method, invocation: &incoming.invocation };
        line.write(&context, &requested, &meta, now);
    }
    let is_head = incoming.parts.method == http::Method::HEAD;
    let mut response = with_limit_status(response(answer, refusal.as_ref(), &meta, is_head), limit_status);
    cross_origin::share(&context, caller, &incoming.parts.headers, &mut response).await;
    response
}

/// `HEAD` is `GET` without the body.
fn serves(method: Method, requested: &http::Method) -> bool {
    requested.as_str() == method.as_str() || (method == Method::Get && *requested == http::Method::HEAD)
}

fn lacks(scope: Scope) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, format!("the client lacks the scope {scope}"))
}

fn no_route(routes: &[Arc<Route>]) -> ApiError {
    if routes.is_empty() {
        return ApiError::new(ErrorCode::NotFound, "no such path");
    }
    let mut methods: Vec<&str> = routes.iter().map(|route| route.method.as_str()).collect();
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
    let error = ApiError::new(ErrorCode::MethodNotAllowed, "the path does not take this method");
    ApiError { allow: Some(methods.join(", ").into()), ..error }
}

/// Who sent the request, within its limit, and what the operation answers. A portion of the limit is leased beside the
/// operation.
async fn authenticate(
    context: &Context,
    route: &Route,
    incoming: &Incoming,
    store: &Store,
    meta: &mut Meta,
    committed: &CommittedAnswer,
    found: &mut Option<Caller>,
) -> Result<Answer, ApiError> {
    let received = meta.timestamp;
    let headers = &incoming.parts.headers;
    let credentials = CredentialHeaders {
        authorization: single(headers, header::AUTHORIZATION.as_str()),
        client_id: single(headers, CLIENT_ID),
    };
    // Operations on API clients, and whatever else `merchant:admin` includes, verify the credential in the table each
    // time: a client that was just revoked must not make itself a new one while it is still remembered.
    let remembered = Remembered {
        verified: Some(&context.credentials),
        is_trusted: !route.scope.is_of_admin(),
        failed: Some(&context.failed_credentials),
    };
    let claim = Claim { headers: credentials, address: &incoming.invocation.address };
    let standing = incoming.standing.as_deref();
    if let Some(Standing { caller, opener, .. }) = standing {
        *found = Some(caller.clone());
        return on_heap(|| {
            answer(context, route, incoming, store, (meta, committed), (caller.clone(), opener.clone()))
        })
        .await;
    }
    let verified = auth::verify(claim, store, remembered, received).await?;
    let caller = verified.0.clone();
    *found = Some(caller.clone());
    let mut lease = context.usage.take(caller.limited_as(), received)?;
    if let Some(awaited) = lease.take_if(|leasing| leasing.lease.is_awaited) {
        lease_portion(context, &caller, awaited, received).await;
        context.usage.require_left(caller.limited_as(), received)?;
    }
    // A future that is joined is moved several times: only a pointer to it is.
    let answering = on_heap(|| answer(context, route, incoming, store, (meta, committed), verified));
    match lease {
        None => answering.await,
        Some(lease) => tokio::join!(answering, lease_portion(context, &caller, lease, received)).0,
    }
}

/// Leases a portion of a client's limit, on nobody's account. What takes long is not waited for.
async fn lease_portion(context: &Context, caller: &Caller, leasing: Leasing<'_>, now: Timestamp) {
    let lease = leasing.lease;
    let (tenant, client) = (&caller.tenant, caller.limited_as());
    let adding = context.store.add_client_usage(tenant, client, lease.window, lease.requests, lease.units, now);
    let of_all = tokio::time::timeout(context.deadline / LEASE_PART, adding).await;
    leasing.settle(of_all.ok().and_then(Result::ok));
}

/// What the operation answers to a caller.
async fn answer(
    context: &Context,
    route: &Route,
    incoming: &Incoming,
    store: &Store,
    (meta, committed): (&mut Meta, &CommittedAnswer),
    verified: (Caller, Secret),
) -> Result<Answer, ApiError> {
    let received = meta.timestamp;
    let first = (verified.clone(), None);
    let own = on_heap(|| answer_as(context, route, incoming, store, (&mut *meta, committed), first)).await;
    match own {
        Err(error) if people::is_customers_too(&route.people, &verified.0, &error) => {
            meta.timestamp = received;
            let verified = (verified, Some(ManagerActs::AsCustomer));
            on_heap(|| answer_as(context, route, incoming, store, (meta, committed), verified)).await
        }
        own => own,
    }
}

/// The same to somebody who runs some locations and acts like this.
async fn answer_as(
    context: &Context,
    route: &Route,
    incoming: &Incoming,
    store: &Store,
    (meta, committed): (&mut Meta, &CommittedAnswer),
    ((caller, secret), acts): ((Caller, Secret), Option<ManagerActs>),
) -> Result<Answer, ApiError> {
    let deadline = Instant::now() + context.deadline;
    let received = meta.timestamp;
    let headers = &incoming.parts.headers;
    authorise(route, &caller)?;
    // API clients, and the test clock itself, go by real time.
    let mut ids = Arc::clone(&context.ids);
    if route.goes_by_merchant_time() {
        meta.timestamp = merchant_time(store, &caller, incoming, received).await?;
        ids = context.ids.of(&caller.tenant, meta.timestamp);
    }
    let mut work = UnitOfWork {
        store: store.clone(),
        caller,
        now: meta.timestamp,
        ids,
        request_id: meta.request_id.clone(),
        renew_wallets: route.renew_wallets,
    };
    let (mut raw, mut validator) = (raw_input(incoming), Validator::default());
    let asked = expand::take(route.expansions, &mut raw, &mut validator);
    raw.asked = asked_query::take(route.is_by_ids.then_some(route.sorted_by), &mut raw, &mut validator);
    let narrowed = people::narrow(&route.people, &mut work, (route.method, raw), acts).await?;
    let Narrowed { input, acting, location } = narrowed;
    let caller = work.caller.clone();
    let if_match = if_match(route, headers, &mut validator);
    let key = idempotency_key(route, incoming, &input, &caller, secret, &mut validator);
    // Each operation that it runs has a key of its own.
    let key = key.filter(|_| !route.runs_others);
    let mut idempotency = key.map(|key| key.held_by(&meta.request_id));
    let operation = route.run.prepare(&input, validator)?;
    let reader = reader_of(&work, &asked)?;
    let transaction = || Transaction::new(caller.tenant.clone(), context.ids.token());
    if let Some(key) = &mut idempotency
        && let Some(earlier) = key.find_earlier(store, &caller, received, transaction).await?
    {
        return match earlier.needs.iter().find(|scope| !caller.scopes.allow(**scope)) {
            Some(scope) => Err(lacks(*scope)),
            None => Ok(shown_to(&caller, route.people.hides, earlier)),
        };
    }
    let (idempotency_key, if_matches) = (idempotency.clone(), if_match.clone());
    let call = Call {
        idempotency: idempotency_key,
        if_match: if_matches,
        acting,
        location,
        asked: input.asked,
        address: incoming.invocation.address.as_str().into(),
        requester: route.runs_others.then(|| Arc::new(Requester::of(context, incoming))),
        committed: committed.clone(),
        received,
        deadline,
        ..Call::of_work(context, work)
    };
    let kept = call.transaction();
    let refined = |error| match &if_match {
        Some(if_match) => if_match.refine(error),
        None => error,
    };
    let outcome = operation(call).await.map_err(refined);
    let outcome = match idempotency {
        Some(key) => key.settle(outcome, kept, (store, &caller, received)).await,
        None => outcome,
    };
    // What a field hides is named by nothing beside it, either.
    let shown = |answer| shown_to(&caller, route.people.hides, answer);
    let answer = shown(outcome?);
    match reader {
        Some(reader) => on_heap(|| expand::expanded(&reader, &asked, answer)).await.map(shown),
        None => Ok(answer),
    }
}

/// When a request happens by the merchant's clock: one in the background at the instant of its work.
async fn merchant_time(
    store: &Store,
    caller: &Caller,
    incoming: &Incoming,
    received: Timestamp,
) -> Result<Timestamp, ApiError> {
    match &incoming.standing {
        Some(standing) => Ok(standing.now),
        None => read_merchant_time(store, &caller.tenant, received).await,
    }
}

/// What reads what a request asks to have expanded; none where it asks for nothing.
fn reader_of(work: &UnitOfWork, asked: &[&Expansion]) -> Result<Option<UnitOfWork>, ApiError> {
    match asked.iter().find(|expansion| !work.caller.scopes.allow(expansion.scope)) {
        Some(expansion) => Err(lacks(expansion.scope)),
        None => Ok((!asked.is_empty()).then(|| work.clone())),
    }
}

/// Refuses a caller who lacks the operation's scope, and a publishable key that is to do more than begin a session.
fn authorise(route: &Route, caller: &Caller) -> Result<(), ApiError> {
    if caller.is_public {
        let message = "a publishable key only begins sessions of people";
        return if route.people.begins_sessions { Ok(()) } else { Err(ApiError::new(ErrorCode::Forbidden, message)) };
    }
    let begins = caller.person.is_none() && route.people.begins_sessions;
    if begins || route.runs_others || caller.scopes.allow(route.scope) { Ok(()) } else { Err(lacks(route.scope)) }
}

fn raw_input(incoming: &Incoming) -> RawInput {
    let query = incoming.parts.uri.query().unwrap_or_default();
    let content_type = single(&incoming.parts.headers, header::CONTENT_TYPE.as_str()).map(str::to_owned);
    let encoded = incoming.parts.headers.contains_key(header::CONTENT_ENCODING);
    RawInput {
        path: incoming.path.clone(),
        query: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
        // A body with a content encoding is refused with 415.
        content_type: if encoded { None } else { content_type },
        takes_body: matches!(incoming.parts.method, http::Method::POST | http::Method::PUT),
        body: (!incoming.invocation.bad_body).then(|| incoming.body.clone()),
        asked: AskedOfList::default(),
    }
}

/// The one value of a header; `None` when it is absent, given twice or not text.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    value.to_str().ok()
}

/// `If-Match`, on whatever changes a record.
fn if_match(route: &Route, headers: &HeaderMap, validator: &mut Validator) -> Option<IfMatch> {
    if route.method == Method::Get || !headers.contains_key(header::IF_MATCH) {
        return None;
    }
    let parsed = single(headers, header::IF_MATCH.as_str()).and_then(IfMatch::parse);
    if parsed.is_none() {
        validator.refuse_because("If-Match", Reason::InvalidFormat, IF_MATCH_RULE);
    }
    parsed
}

/// `Idempotency-Key`, on every POST.
fn idempotency_key(
    route: &Route,
    incoming: &Incoming,
    input: &RawInput,
    caller: &Caller,
    secret: Secret,
    validator: &mut Validator,
) -> Option<IdempotencyKey> {
    let headers = &incoming.parts.headers;
    if route.method != Method::Post || !headers.contains_key(IDEMPOTENCY_KEY) {
        return None;
    }
    let (path, body) = (incoming.parts.uri.path(), input.body.as_deref().unwrap_or_default());
    let owner = incoming.standing.as_ref().map_or_else(|| caller.stamp(), |standing| standing.keys_of.clone());
    let key = single(headers, IDEMPOTENCY_KEY)
        .and_then(|key| IdempotencyKey::new(key, &owner, secret, route.method.as_str(), path, &input.query, body));
    if key.is_none() {
        validator.refuse_because("Idempotency-Key", Reason::InvalidFormat, IDEMPOTENCY_KEY_RULE);
    }
    key
}
