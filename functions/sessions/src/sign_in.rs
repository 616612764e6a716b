//! Sign in by a code or a link that is sent by e-mail.

use chrono::Duration;
use mailing::{Kept, LetterType, Recipient, SealedFacts, letter_message, letter_sealed};
use records::{
    Member, SignIn,
    member::{MemberRole, MemberStatus},
    session::SessionSecondFactor,
    sign_in::{CODE_MINUTES, TRIES_MAX},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Created, PathId, retry};
use store::{Record, Transaction};
use values::{ApiError, EmailAddress, ErrorCode, Id, Secret, ShortText, Timestamp, Url, email::comparable_email};
use work::{auth::scopes_of, queue::WorkMessage};

use crate::{
    code, identity_providers,
    issue::{Issued, new_session},
    member, rate,
    second_factor::{self, Given},
};

/// How long the token of somebody who signed in works, in minutes.
const TOKEN_MINUTES: i64 = 15;

/// Who wants to sign in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSignIn {
    /// Address to which the code is sent, if it is that of an active member.
    email: EmailAddress,
    /// Page that the link in the letter opens, at one of the client's origins; the letter has no link when left out.
    #[serde(default)]
    return_to: Option<Url>,
}

/// What proves that somebody has the address.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The code of six digits from the letter, or what the link in it has behind `code=`.
    code: ShortText,
    /// The `page_secret` with which a sign-in by OpenID Connect was begun; of no use for one by e-mail.
    #[serde(default)]
    page_secret: Option<ShortText>,
    /// The code that the member's authenticator app shows, or a recovery code; of no use for who has no authenticator,
    /// or signs in by an issuer that is required of their role.
    #[serde(default)]
    second_factor_code: Option<ShortText>,
}

/// Sends a code to an address. The answer is the same, after the same work, whether or not it is a member's.
pub async fn begin(call: Call, Body(input): Body<NewSignIn>) -> Result<Committed<Created<Record<SignIn>>>, ApiError> {
    require_client(&call)?;
    if !call.mailbox.sends() {
        let message =
            "this deployment sends no letters; begin sessions by POST /sessions, or sign in by OpenID Connect";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    require_own_page(&call, input.return_to.as_ref())?;
    rate::count_request(&call, &comparable_email(input.email.as_str())).await?;
    let member = find_member(&call, &input.email).await?;
    let merchant = call.read_merchant().await?;
    let (id, secret) = (call.ids.next(), call.ids.secret()?);
    let random = call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let digits = code::draw(random);
    let sign_in = SignIn {
        api_client_id: call.caller.client,
        member_id: member.as_ref().map(|member| member.id),
        code: code::digest(id, &digits),
        link: code::digest(id, secret.reveal()),
        wrong_tries: 0,
        expires_at: call.now.plus(Duration::minutes(CODE_MINUTES)),
        completed_at: None,
        openid: None,
    };
    let sign_in = call.new_record_of(id, sign_in, None);
    let mut transaction = call.transaction();
    transaction.create(&sign_in);
    let link = input.return_to.map(|page| code::link(page.as_str(), id, &secret));
    let kept = Kept::days(merchant.body.retention.letter_days, call.now);
    let reader = (&input.email, member.as_ref(), kept);
    let told = (code::facts(&digits, link), sign_in.body.expires_at);
    let letter = write_letter(&call, &mut transaction, reader, told).await?;
    let committed = call.commit(transaction, Created(sign_in)).await?;
    // What cannot be handed over now is handed over by the sweep.
    drop(call.mailbox.queue.send(&[letter], 0).await);
    Ok(committed)
}

/// Adds the letter with a code. One is stored for an address that is nobody's, too, so that the answer and its time tell
/// nothing; whoever is to send it takes it away.
async fn write_letter(
    call: &Call,
    transaction: &mut Transaction,
    (email, member, kept): (&EmailAddress, Option<&Record<Member>>, Kept),
    (facts, good_until): (SealedFacts, Timestamp),
) -> Result<WorkMessage, ApiError> {
    let to = member.map_or_else(|| Recipient::address(email.clone(), ""), Recipient::member);
    let mut letter = letter_sealed((call, &call.secrets), (LetterType::SignInCode, &to, kept), &facts).await?;
    letter.body.good_until = Some(good_until);
    transaction.create(&letter);
    Ok(letter_message(call, &letter))
}

/// Begins a session for whoever has the code. A code works once; five wrong ones end the sign-in.
pub async fn complete(
    call: Call,
    PathId(id): PathId<SignIn>,
    Body(proof): Body<Proof>,
) -> Result<Committed<Created<Issued>>, ApiError> {
    require_client(&call)?;
    rate::count_try(&call).await?;
    retry(&call, || complete_once(&call, id, &proof)).await
}

async fn complete_once(call: &Call, id: Id<SignIn>, proof: &Proof) -> Result<Committed<Created<Issued>>, ApiError> {
    let found =
        call.store.find(call.tenant(), id).await?.filter(|found| found.body.api_client_id == call.caller.client);
    let Some(before) = found else { return Err(ApiError::not_found()) };
    if !before.body.is_open(call.now) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the sign-in is over: ask for another code"));
    }
    let digest = code::digest(id, proof.code.as_str());
    let is_code = before.body.code.matches(&digest) | before.body.link.matches(&digest);
    let is_right = is_code & is_page(&before.body, proof);
    let member = match before.body.member_id {
        Some(member) => call.store.find(call.tenant(), member).await?,
        None => None,
    };
    let member = member.filter(|member| is_right && member.body.status == MemberStatus::Active);
    let mut transaction = call.transaction();
    let refusal = match member {
        None => wrong,
        Some(member) => match take_second_factor(call, &mut transaction, (&before, &member), proof).await? {
            Given::Session(second_factor) => return accept(call, transaction, (&before, &member), second_factor).await,
            Given::Wrong => wrong_second_factor,
        },
    };
    let wrong_tries = before.body.wrong_tries + 1;
    let after = call.next_version(&before, SignIn { wrong_tries, ..before.body.clone() }, None);
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Err(refusal(Some(TRIES_MAX.saturating_sub(wrong_tries))))
}

/// The second factor of a sign-in. An issuer stands for one only where the merchant requires that issuer of the role: any
/// other may know of somebody no more than that they read a mailbox.
async fn take_second_factor(
    call: &Call,
    transaction: &mut Transaction,
    (sign_in, member): (&Record<SignIn>, &Record<Member>),
    proof: &Proof,
) -> Result<Given, ApiError> {
    if is_required_issuer(call, &sign_in.body, member.body.role).await? {
        return Ok(Given::Session(SessionSecondFactor::ByIssuer));
    }
    let code = proof.second_factor_code.as_ref().map(ShortText::as_str);
    second_factor::take(call, transaction, member, code).await
}

/// Whether the proof comes from the page that began the sign-in. A letter may be read on another machine; but who comes
/// back from an issuer must be who was sent there, or somebody could be signed in as another without noticing.
fn is_page(sign_in: &SignIn, proof: &Proof) -> bool {
    let given = proof.page_secret.as_ref().map_or("", |secret| secret.as_str());
    let Some(openid) = &sign_in.openid else { return true };
    openid.page.matches(&Secret::received(given).digest())
}

async fn is_required_issuer(call: &Call, sign_in: &SignIn, role: MemberRole) -> Result<bool, ApiError> {
    let Some(openid) = &sign_in.openid else { return Ok(false) };
    let provider = call.store.find(call.tenant(), openid.identity_provider_id).await?;
    Ok(provider.is_some_and(|provider| provider.body.is_required_for(role)))
}

async fn accept(
    call: &Call,
    mut transaction: Transaction,
    (before, member): (&Record<SignIn>, &Record<Member>),
    second_factor: SessionSecondFactor,
) -> Result<Committed<Created<Issued>>, ApiError> {
    let of_role = scopes_of(Some(member.body.fields.role));
    let scopes = call.caller.scopes.in_parts().iter().filter(|scope| of_role.allow(*scope)).collect();
    let mut issued = new_session(call, Some(member.id), &scopes, TOKEN_MINUTES)?;
    issued.session.body.second_factor = second_factor;
    let completed = SignIn { completed_at: Some(call.now), ..before.body.clone() };
    transaction.replace(before, &call.next_version(before, completed, None));
    // Role, status, authenticator: what the session has follows from them.
    transaction.require_unchanged(member);
    transaction.create(&issued.session);
    call.commit(transaction, Created(issued)).await
}

/// The active member with this address, as far as a code may be sent to them: those with some roles sign in by an issuer
/// alone. As much is read where there is none.
async fn find_member(call: &Call, email: &EmailAddress) -> Result<Option<Record<Member>>, ApiError> {
    let (found, providers) = tokio::join!(
        member::find_active(&call.store, call.tenant(), email, call.ids.next()),
        identity_providers::read_all(call),
    );
    let (found, providers) = (found?, providers?);
    let is_bound = |member: &Record<Member>| providers.iter().any(|one| one.body.is_required_for(member.body.role));
    Ok(found.filter(|member| !is_bound(member)))
}

/// Refuses a page that is not at one of the client's origins: a letter of ours must not lead elsewhere.
pub fn require_own_page(call: &Call, page: Option<&Url>) -> Result<(), ApiError> {
    let Some(page) = page else { return Ok(()) };
    let is_own = call.caller.origins.iter().any(|origin| {
        let rest = page.as_str().strip_prefix(origin.as_str());
        rest.is_some_and(|rest| (rest.is_empty() || rest.starts_with(['/', '?'])) && !rest.contains('#'))
    });
    if is_own {
        return Ok(());
    }
    let message = "must be a page at one of the client's origins, without a fragment";
    Err(ApiError::rule("return_to", "foreign_origin", message))
}

/// Refuses a call by a session: a sign-in is begun by a client itself.
pub fn require_client(call: &Call) -> Result<(), ApiError> {
    match call.caller.person {
        None => Ok(()),
        Some(_) => Err(ApiError::new(ErrorCode::Forbidden, "a sign-in is begun without a session")),
    }
}

fn wrong(tries_left: Option<u8>) -> ApiError {
    ApiError::rule("code", "wrong_code", told("the code is wrong", tries_left))
}

fn wrong_second_factor(tries_left: Option<u8>) -> ApiError {
    let refused = second_factor::wrong(second_factor::FIELD);
    let message = told(&refused.message, tries_left);
    ApiError::rule(second_factor::FIELD, "wrong_code", message)
}

fn told(what: &str, tries_left: Option<u8>) -> String {
    match tries_left {
        Some(0) => format!("{what}, and no try is left: ask for another code"),
        Some(left) => format!("{what}; tries left: {left}"),
        None => what.to_owned(),
    }
}
