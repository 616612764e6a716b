//! The documents of this repository as pages: what lies in `docs`, with the guides first, and the examples.
//!
//! They have the paths that they have in the repository, so that their links lead to each other here as there. A browser
//! is shown a page, a program is given the Markdown. `/llms.txt` lists them for language models.

use axum::{
    Router,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

const PAGE: &str = include_str!("document.html");
/// What a page's file ends with.
const MARKDOWN: &str = ".md";
/// What language models are told of these documents.
const LIST: &str = "docs/llms.txt";
/// The first page of a folder.
const INDEX: &str = "README.md";

#[derive(RustEmbed)]
#[folder = "../../docs/"]
#[prefix = "docs/"]
#[include = "*.md"]
#[include = "*.py"]
#[include = "llms.txt"]
struct Documents;

#[derive(RustEmbed)]
#[folder = "../../examples/"]
#[prefix = "examples/"]
#[exclude = "*/node_modules/*"]
#[exclude = "*/out/*"]
#[exclude = "*/target/*"]
#[exclude = "*lock*"]
struct Examples;

/// `/docs/guides/`, the other pages below `/docs/`, the files below `/examples/`, and `/llms.txt`.
pub fn router() -> Router {
    let page = |uri: Uri, headers: HeaderMap| async move { answer(uri.path().trim_start_matches('/'), form(&headers)) };
    Router::new()
        .route("/llms.txt", get(|| async { answer(LIST, Form::Text) }))
        .route("/docs/guides", get(|| async { Redirect::to("/docs/guides/") }))
        .route("/docs/openapi.json", get(|| async { Redirect::to("/openapi.json") }))
        .route("/docs/{*path}", get(page))
        .route("/examples/{*path}", get(page))
}

/// As what a document is answered.
#[derive(Clone, Copy)]
enum Form {
    Page,
    Text,
}

/// Browsers name HTML among what they accept; programs take anything, or name something else.
fn form(headers: &HeaderMap) -> Form {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") { Form::Page } else { Form::Text }
}

/// What is answered at a path: a page of Markdown, another file as text, or the names of the files of a folder.
fn answer(path: &str, form: Form) -> Response {
    let folder = path.trim_end_matches('/');
    for name in [path.to_owned(), format!("{path}.md"), format!("{folder}/{INDEX}")] {
        if let Some(text) = text(&name) {
            return if name.ends_with(MARKDOWN) { shown(text, form) } else { plain("text/plain", text) };
        }
    }
    match files_of(folder) {
        files if files.is_empty() => StatusCode::NOT_FOUND.into_response(),
        files => shown(listing(folder, &files), form),
    }
}

/// A text in Markdown, which is kept apart for each form.
fn shown(markdown: String, form: Form) -> Response {
    let answer = match form {
        Form::Page => Html(page(&markdown)).into_response(),
        Form::Text => plain("text/markdown", markdown),
    };
    ([(header::VARY, "accept")], answer).into_response()
}

fn plain(media_type: &str, text: String) -> Response {
    ([(header::CONTENT_TYPE, format!("{media_type}; charset=utf-8"))], text).into_response()
}

fn text(name: &str) -> Option<String> {
    let file = Documents::get(name).or_else(|| Examples::get(name))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The files that lie in a folder, in order.
fn files_of(folder: &str) -> Vec<String> {
    let within = format!("{folder}/");
    let mut files: Vec<String> = Documents::iter()
        .chain(Examples::iter())
        .filter(|file| file.starts_with(&within))
        .map(std::borrow::Cow::into_owned)
        .collect();
    files.sort_unstable();
    files
}

fn listing(folder: &str, files: &[String]) -> String {
    files.iter().fold(format!("# {folder}\n\n"), |text, file| format!("{text}- [{file}](/{file})\n"))
}

fn page(markdown: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, with_anchors(Parser::new_ext(markdown, Options::ENABLE_TABLES).collect()).into_iter());
    PAGE.replace("TITLE", title(markdown)).replace("LINKS", &guides()).replace("BODY", &body)
}

/// Gives every heading the anchor by which links name it.
fn with_anchors(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inner = events[at + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let name: String = inner.filter_map(words).map(anchor).collect();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(name.into());
        }
    }
    events
}

fn words<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// A part of a heading as it stands in its anchor.
fn anchor(text: &str) -> String {
    let kept = text.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
}

/// Links to the guides, in the order of their list.
fn guides() -> String {
    let index = text(&format!("docs/guides/{INDEX}")).unwrap_or_default();
    let list = index.split("\n## ").next().unwrap_or_default();
    let named = links(list).into_iter().filter_map(|link| Some(link.strip_suffix(MARKDOWN)?.to_owned()));
    let lines = named.map(|name| {
        let place = name.strip_prefix("../").map_or_else(|| format!("guides/{name}"), str::to_owned);
        let text = text(&format!("docs/{place}{MARKDOWN}")).unwrap_or_default();
        format!("<a href=\"/docs/{place}{MARKDOWN}\">{}</a>\n", title(&text))
    });
    lines.collect::<Vec<_>>().concat()
}

/// Where the links of a text in Markdown lead.
fn links(markdown: &str) -> Vec<String> {
    let targets = Parser::new(markdown).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    });
    targets.collect()
}

/// The first line, which is the heading.
fn title(markdown: &str) -> &str {
    markdown.lines().next().unwrap_or_default().trim_start_matches("# ")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use axum::http::{HeaderMap, StatusCode, header};

    use super::{Documents, Examples, Form, INDEX, LIST, MARKDOWN, answer, form, guides, links, page, text};

    /// Where a relative link of a document leads.
    fn place(document: &str, link: &str) -> String {
        let file = link.split('#').next().unwrap_or_default();
        let mut parts: Vec<&str> = document.split('/').collect();
        parts.pop();
        for part in file.split('/') {
            match part {
                ".." => drop(parts.pop()),
                "." => {}
                part => parts.push(part),
            }
        }
        parts.join("/")
    }

    #[test]
    fn every_link_of_a_page_leads_to_what_is_served() {
        let mut looked_at = 0;
        for document in Documents::iter().chain(Examples::iter()).filter(|name| name.ends_with(MARKDOWN)) {
            let text = text(&document).expect("a document");
            for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
                let place = place(&document, link);
                // The document has a route of its own.
                let is_served = place == "docs/openapi.json" || answer(&place, Form::Page).status() == StatusCode::OK;
                assert!(is_served, "{document}: {link}");
                looked_at += 1;
            }
        }
        assert!(looked_at > 200, "{looked_at}");
    }

    #[test]
    fn every_guide_of_the_repository_has_a_page_and_a_link() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides");
        let names = fs::read_dir(folder).expect("guides").map(|file| file.expect("a file").file_name());
        let files: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        let linked = guides();
        for guide in files.iter().filter(|file| file.ends_with(MARKDOWN) && file.as_str() != INDEX) {
            assert!(linked.contains(&format!("\"/docs/guides/{guide}\"")), "{guide} is not in the list of guides");
        }
    }

    #[test]
    fn a_heading_has_the_anchor_by_which_links_name_it() {
        assert!(page("# A\n\n## What `PUT` costs, now").contains("<h2 id=\"what-put-costs-now\">"));
    }

    #[test]
    fn nothing_else_of_this_machine_is_served() {
        for path in ["docs/pictures/today-light.png", "docs/../Cargo.toml", "examples/rust/Cargo.lock", "docs/none.md"]
        {
            assert_eq!(answer(path, Form::Page).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn what_language_models_are_told_leads_to_what_is_served() {
        let list = text(LIST).expect("docs/llms.txt");
        for link in links(&list).iter().filter(|link| *link != "/openapi.json") {
            assert_eq!(answer(link.trim_start_matches('/'), Form::Text).status(), StatusCode::OK, "{link}");
        }
    }

    #[test]
    fn a_program_is_given_what_a_browser_is_shown() {
        for (accepted, media_type) in [
            ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"),
            ("*/*", "text/markdown; charset=utf-8"),
            ("text/markdown", "text/markdown; charset=utf-8"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accepted.parse().expect("a value"));
            let given = answer("docs/guides/", form(&headers));
            assert_eq!(given.status(), StatusCode::OK);
            assert_eq!(given.headers()[header::CONTENT_TYPE], media_type, "{accepted}");
            assert_eq!(given.headers()[header::VARY], "accept");
        }
    }
}
