//! A letter in words: subject, HTML and plain text, and what is kept of it.

use mailing::Facts;
use serde_json::{Map, Value};
use template_language::{Filling, Refusal, rendered};
use values::language::Language;

use crate::{
    blocks::{Block, blocks, escaped, html, in_a_line, plain, written},
    defaults::{Wording, phrase},
    formats::Formats,
    values_of::{Secrets, values_of},
};

/// Most bytes of a body.
const BODY_BYTES_MAX: usize = 20_000;
/// Most characters of a subject: longer lines are cut by programs.
const SUBJECT_LETTERS_MAX: usize = 150;

/// The phrases that letters and their pages are made with.
#[cfg(test)]
pub const PHRASES: [&str; 11] = [
    "greeting",
    "greeting_nobody",
    "signature",
    "why_member",
    "why_other",
    "unsubscribe",
    "unsubscribe_title",
    "unsubscribe_question",
    "unsubscribe_button",
    "unsubscribe_done",
    "unsubscribe_unknown",
];

/// Who writes, and what of it stands at the head and the foot of a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letterhead {
    /// What the merchant is called.
    pub merchant: String,
    /// Name and address of who writes, in a line, for the foot.
    pub imprint: String,
    /// Picture at the head; its words are the merchant's name.
    pub logo_url: Option<String>,
    /// Colour of buttons and links, such as `#0b6e4f`.
    pub colour: String,
}

/// Whom a letter is worded for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// What the reader is called; empty when that is not known.
    pub name: String,
    /// Language and region that the reader named, if any.
    pub locale: String,
    /// Whether the reader is a member.
    pub is_member: bool,
    /// Page on which the reader says that such letters are not wanted; none for letters that cannot be refused.
    pub unsubscribe_url: Option<String>,
    /// Names of the pictures that go with the letter and are shown in it.
    pub pictures: Vec<String>,
}

/// A letter in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worded {
    /// What it is about, in a line.
    pub subject: String,
    /// What it says, as HTML.
    pub html: String,
    /// What it says, as plain text.
    pub text: String,
    /// The subject without secrets.
    pub kept_subject: String,
    /// The plain text without secrets.
    pub kept_text: String,
}

/// Puts a letter into words.
///
/// # Errors
/// When the wording cannot be filled in, or becomes too long.
pub fn word(
    wording: &Wording,
    facts: &Facts,
    (reader, letterhead): (&Reader, &Letterhead),
    language: Language,
) -> Result<Worded, Refusal> {
    let no_notation = || Refusal::new("not_renderable", format!("there is no notation for {}", language.code()));
    let formats = Formats::of(language, &reader.locale).ok_or_else(no_notation)?;
    let values = |secrets| {
        let mut values = values_of(facts, (&formats, language), secrets);
        values.insert("reader".to_owned(), Value::from(reader.name.clone()));
        values.insert("merchant".to_owned(), Value::from(letterhead.merchant.clone()));
        values
    };
    let (shown, kept) = (values(Secrets::Shown), values(Secrets::Hidden));
    let parts = parts(wording, reader, language, &shown)?;
    let kept_parts = self::parts(wording, &Reader { unsubscribe_url: None, ..reader.clone() }, language, &kept)?;
    Ok(Worded {
        subject: subject(wording, &shown)?,
        html: page(&parts, (reader, letterhead), language),
        text: text(&parts, letterhead),
        kept_subject: subject(wording, &kept)?,
        kept_text: text(&kept_parts, letterhead),
    })
}

/// What a letter says, in parts.
struct Parts {
    body: Vec<Block>,
    foot: Vec<String>,
    unsubscribe: Option<(String, String)>,
}

fn parts(
    wording: &Wording,
    reader: &Reader,
    language: Language,
    values: &Map<String, Value>,
) -> Result<Parts, Refusal> {
    let greeting = if reader.name.is_empty() { "greeting_nobody" } else { "greeting" };
    let mut body = blocks(&filled(phrase(greeting, language), values)?);
    body.extend(blocks(&filled(&wording.body, values)?));
    body.extend(blocks(&filled(phrase("signature", language), values)?));
    let why = if reader.is_member { "why_member" } else { "why_other" };
    let foot = vec![in_a_line(&filled(phrase(why, language), values)?)];
    let unsubscribe = reader.unsubscribe_url.clone().map(|url| (phrase("unsubscribe", language).to_owned(), url));
    Ok(Parts { body, foot, unsubscribe })
}

fn filled(text: &str, values: &Map<String, Value>) -> Result<String, Refusal> {
    rendered(
        text,
        values,
        Filling { bytes_max: BODY_BYTES_MAX, is_lenient: true, trims_blocks: false, written: Some(written) },
    )
}

fn subject(wording: &Wording, values: &Map<String, Value>) -> Result<String, Refusal> {
    let line = in_a_line(&filled(&wording.subject, values)?);
    Ok(match line.char_indices().nth(SUBJECT_LETTERS_MAX) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    })
}

fn text(parts: &Parts, letterhead: &Letterhead) -> String {
    let unsubscribe = parts.unsubscribe.iter().map(|(words, url)| format!("{words}: {url}"));
    let foot = parts.foot.iter().cloned().chain([letterhead.imprint.clone()]).chain(unsubscribe);
    let foot: Vec<String> = foot.filter(|line| !line.is_empty()).collect();
    // Mail programs know what follows `-- ` for the foot.
    format!("{}\n\n-- \n{}\n", plain(&parts.body), foot.join("\n"))
}

const STYLE: &str = "<style>@media (prefers-color-scheme:dark){body,.page{background:#121417!important;color:#e8eaed!important}\
.card{background:#1e2126!important}.foot{color:#a6adb5!important}.foot a{color:#a6adb5!important}}</style>";

/// A letter as HTML: one column, legible without pictures, light and dark.
fn page(parts: &Parts, (reader, letterhead): (&Reader, &Letterhead), language: Language) -> String {
    let merchant = escaped(&letterhead.merchant);
    let head = match &letterhead.logo_url {
        Some(url) => {
            let style = "max-width:220px;max-height:60px;border:0;font:600 20px/1.3 system-ui,sans-serif";
            format!("<img src=\"{}\" alt=\"{merchant}\" style=\"{style}\">", escaped(url))
        }
        None => format!("<strong style=\"font-size:18px\">{merchant}</strong>"),
    };
    let pictures: String = reader.pictures.iter().map(|name| picture(name)).collect();
    let body = html(&parts.body, &escaped(&letterhead.colour));
    let foot = parts.foot.iter().map(|line| escaped(line)).chain([escaped(&letterhead.imprint)]);
    let unsubscribe =
        parts.unsubscribe.iter().map(|(words, url)| format!("<a href=\"{}\">{}</a>", escaped(url), escaped(words)));
    let foot: Vec<String> = foot.chain(unsubscribe).filter(|line| !line.is_empty()).collect();
    let (language, foot) = (language.code(), foot.join("<br>"));
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{merchant}</title>{STYLE}</head>\
         <body style=\"margin:0;background:#f3f4f6;color:#1f2328\"><div class=\"page\" style=\"background:#f3f4f6;padding:24px 12px;\
         font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans',sans-serif\">\
         <div style=\"max-width:560px;margin:0 auto\"><div style=\"padding:0 8px 16px\">{head}</div>\
         <div class=\"card\" style=\"background:#ffffff;border-radius:10px;padding:28px 24px 12px\">{body}{pictures}</div>\
         <div class=\"foot\" style=\"padding:16px 8px;font-size:13px;color:#5b636c\">{foot}</div></div></div></body></html>"
    )
}

fn picture(name: &str) -> String {
    let name = escaped(name);
    format!(
        "<p style=\"margin:16px 0\"><img src=\"cid:{name}\" alt=\"{name}\" width=\"200\" height=\"200\" \
         style=\"background:#ffffff;padding:8px\"></p>"
    )
}
