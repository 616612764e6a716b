//! The page at which a reader wants no more letters of a kind. It stands outside `/v1`: who has the letter has no
//! credentials. Opening it changes nothing, because mail scanners open it too; its button does, and so does the one
//! request that mail programs send (RFC 8058).

use http::{HeaderValue, Response, StatusCode, header};
use mailing::{UNSUBSCRIBE_PATH, Unsubscription};
use records::{Member, merchant::Merchant};
use shared::api::{OutsideAnswer, OutsideRequest, OutsideRoute};
use store::Record;
use values::{ApiError, language::Language};
use wording::{escaped, phrase};
use work::{Context, UnitOfWork, unit_of_work::retry};

/// What stands in `request_id` of what is changed here.
const NAME: &str = "unsubscribe";

/// All of it.
#[must_use]
pub fn outside() -> Vec<OutsideRoute> {
    vec![
        OutsideRoute::get(UNSUBSCRIBE_PATH, |context, request| async move { show(&context, &request).await }),
        OutsideRoute::post(UNSUBSCRIBE_PATH, |context, request| async move { unsubscribe(&context, &request).await }),
    ]
}

/// Whose page it is, as far as its link is one of ours.
struct Asked {
    work: UnitOfWork,
    wish: Unsubscription,
    merchant: Record<Merchant>,
    member: Option<Record<Member>>,
}

impl Asked {
    fn language(&self) -> Language {
        let of_member = self.member.as_ref().and_then(|member| Language::of_locale(member.body.fields.locale.as_str()));
        of_member.or(self.merchant.body.letter_settings.language).unwrap_or_default()
    }
}

async fn read(context: &Context, request: &OutsideRequest) -> Result<Option<Asked>, ApiError> {
    let query = request.parts.uri.query().unwrap_or_default();
    let Some(wish) = Unsubscription::read(&context.secrets, query).await? else { return Ok(None) };
    let context = Context { store: request.store.clone(), ..context.clone() };
    let work = UnitOfWork::scheduled_at(&context, tenant_of(wish), NAME, request.meta.timestamp);
    let (merchant, member) = tokio::join!(work.read_merchant(), work.store.find(work.tenant(), wish.member));
    let (merchant, member) = (merchant?, member?);
    Ok(Some(Asked { work, wish, merchant, member }))
}

#[expect(clippy::disallowed_methods, reason = "the link carries a signature that only this service makes")]
fn tenant_of(wish: Unsubscription) -> values::Tenant {
    values::Tenant::of(wish.merchant)
}

async fn show(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let Some(asked) = read(context, request).await? else {
        return Ok(page(StatusCode::NOT_FOUND, None, "unsubscribe_unknown"));
    };
    Ok(page(StatusCode::OK, Some(&asked), "unsubscribe_question"))
}

async fn unsubscribe(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let Some(asked) = read(context, request).await? else {
        return Ok(page(StatusCode::NOT_FOUND, None, "unsubscribe_unknown"));
    };
    retry(&asked.work, || note(&asked)).await?;
    Ok(page(StatusCode::OK, Some(&asked), "unsubscribe_done"))
}

/// Notes the wish with the member; a second time nothing changes.
async fn note(asked: &Asked) -> Result<(), ApiError> {
    let Asked { work, wish, .. } = asked;
    let Some(before) = work.store.find(work.tenant(), wish.member).await? else { return Ok(()) };
    if before.body.letters_off.contains(&wish.letter) {
        return Ok(());
    }
    let mut body = before.body.clone();
    body.letters_off.push(wish.letter);
    let mut transaction = work.transaction();
    transaction.replace(&before, &work.next_version(&before, body, None));
    work.store.commit(transaction).await
}

const STYLE: &str = "<style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem}\
h1{font-size:1.3rem}button{font:inherit;padding:.7rem 1.2rem;border:0;border-radius:6px;background:#0b6e4f;color:#fff;cursor:pointer}\
button:focus-visible{outline:3px solid #7cc4ff}</style>";

/// A page with a sentence; with a button where it asks something.
fn page(status: StatusCode, asked: Option<&Asked>, sentence: &'static str) -> OutsideAnswer {
    let language = asked.map_or_else(Language::default, Asked::language);
    let words = escaped(phrase(sentence, language));
    // Of an unknown link nobody knows whose letters it was about.
    let title = asked.map_or_else(
        || words.clone(),
        |asked| {
            escaped(&phrase("unsubscribe_title", language).replace("{{ merchant }}", asked.merchant.body.name.as_str()))
        },
    );
    let said = if asked.is_some() { format!("<p>{words}</p>") } else { String::new() };
    let button = if sentence == "unsubscribe_question" {
        format!("<form method=post><button>{}</button></form>", escaped(phrase("unsubscribe_button", language)))
    } else {
        String::new()
    };
    let code = language.code();
    let text = format!(
        "<!doctype html><html lang={code}><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <meta name=robots content=noindex><title>{title}</title>{STYLE}<main><h1>{title}</h1>{said}{button}</main></html>"
    );
    let mut response = Response::new(text);
    *response.status_mut() = status;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
        ),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    OutsideAnswer { response, caller: None }
}
