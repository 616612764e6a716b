//! The page `/mail`: the letters that the local service would have sent.

use axum::{Router, response::Html, routing::get};
use work::mailbox::{Letter, Mailbox};

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
<title>Letters</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}\
article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style>\
<h1>Letters</h1><p>The local service sends nothing: this is what it would have sent, the newest first.</p>";

/// Shows what is in this mailbox.
pub fn router(mailbox: Mailbox) -> Router {
    Router::new().route("/mail", get(move || async move { Html(page(&mailbox.letters())) }))
}

fn page(letters: &[Letter]) -> String {
    let shown: String = letters.iter().map(article).collect();
    let none = if letters.is_empty() { "<p>None yet.</p>" } else { "" };
    format!("{HEAD}{none}{shown}")
}

fn article(letter: &Letter) -> String {
    let (to, subject, text) = (escaped(letter.to.as_str()), escaped(&letter.subject), escaped(&letter.text));
    format!("<article><h2>{subject}</h2><p>To {to}, {}</p><pre>{text}</pre></article>", letter.sent_at)
}

/// A text of others as it may stand in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use values::{EmailAddress, Timestamp};
    use work::mailbox::Letter;

    use super::page;

    #[test]
    fn a_letter_is_shown_as_text_and_never_as_a_page() {
        let to = EmailAddress::new("ada@example.com");
        let letter = Letter { sent_at: Timestamp::EPOCH, to, subject: "<b>".to_owned(), text: "a & b".to_owned() };
        let shown = page(&[letter]);
        assert!(shown.contains("&lt;b&gt;") && shown.contains("a &amp; b") && !shown.contains("<b>"));
    }
}
