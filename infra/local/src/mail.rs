//! The pages `/mail`: the letters that the local service would have sent, as their readers would see them.

use axum::{
    Router,
    http::{StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use work::mailbox::{KeptLetter, Mailbox};

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
<title>Letters</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}\
li{border-top:1px solid #8886;padding:.6rem 0;list-style:none}ul{padding:0}small{opacity:.75}iframe{width:100%;height:34rem;border:1px solid #8886;border-radius:8px}\
pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>";
const NONE: &str = "<p>None yet. Letters are written some seconds after what they tell: book a room, or ask for a code to sign in.</p>";

/// Shows what is in this mailbox.
pub fn router(mailbox: Mailbox) -> Router {
    let all = mailbox.clone();
    Router::new()
        .route("/mail", get(move || async move { Html(page(&all.letters())) }))
        .route("/mail/{*letter}", get(move |uri: Uri| async move { answer(&mailbox, uri.path()) }))
}

/// One letter, or its source.
fn answer(mailbox: &Mailbox, path: &str) -> Response {
    let letter = path.trim_start_matches("/mail/");
    let (number, is_source) = letter.strip_suffix("/source").map_or((letter, false), |number| (number, true));
    let found = mailbox.letters().into_iter().find(|letter| number.parse() == Ok(letter.number));
    if is_source { sourced(found) } else { shown(found.as_ref()) }
}

fn page(letters: &[KeptLetter]) -> String {
    let lines: String = letters.iter().map(line).collect();
    let none = if letters.is_empty() { NONE } else { "" };
    format!(
        "{HEAD}<h1>Letters</h1><p>The local service sends nothing unless it is started with <code>--smtp</code>: this is what it would have \
         sent, the newest first.</p>{none}<ul>{lines}</ul>"
    )
}

fn line(letter: &KeptLetter) -> String {
    let (number, to, subject) = (letter.number, escaped(letter.to.as_str()), escaped(&letter.subject));
    format!("<li><a href='/mail/{number}'>{subject}</a><br><small>to {to}, {}</small></li>", letter.sent_at)
}

/// One letter: as HTML in a frame that may do nothing, and as plain text.
fn shown(letter: Option<&KeptLetter>) -> Response {
    let Some(letter) = letter else {
        return (StatusCode::NOT_FOUND, Html(format!("{HEAD}<p>There is no such letter."))).into_response();
    };
    let (number, to, subject) = (letter.number, escaped(letter.to.as_str()), escaped(&letter.subject));
    let (html, text) = (escaped(&letter.html), escaped(&letter.text));
    let page = format!(
        "{HEAD}<p><a href='/mail'>All letters</a></p><h1>{subject}</h1><p>To {to}, {} · <a href='/mail/{number}/source'>source</a></p>\
         <iframe title='The letter' sandbox='allow-popups' srcdoc=\"{html}\"></iframe><h2>As plain text</h2><pre>{text}</pre>",
        letter.sent_at
    );
    Html(page).into_response()
}

/// All of a letter, as mail programs read it.
fn sourced(letter: Option<KeptLetter>) -> Response {
    match letter {
        Some(letter) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], letter.source).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A text of others as it may stand in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use values::{EmailAddress, Timestamp};
    use work::mailbox::KeptLetter;

    use super::page;

    #[test]
    fn a_letter_is_listed_as_text_and_never_as_a_page() {
        let letter = KeptLetter {
            number: 1,
            sent_at: Timestamp::EPOCH,
            to: EmailAddress::new("ada@example.com"),
            subject: "<b>".to_owned(),
            text: "a & b".to_owned(),
            html: String::new(),
            source: Vec::new(),
        };
        let shown = page(&[letter]);
        assert!(shown.contains("&lt;b&gt;") && !shown.contains("<b>"));
    }
}
