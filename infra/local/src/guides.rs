//! The guides of `docs/guides` as pages, each under the name of its file.

use axum::{
    Router,
    response::{Html, Redirect},
    routing::get,
};
use pulldown_cmark::{Options, Parser, html};

const PAGE: &str = include_str!("guide.html");
/// The first page, which the others are reached from.
const INDEX: &str = include_str!("../../../docs/guides/README.md");
/// The guides, by the name of their file.
const GUIDES: [(&str, &str); 10] = [
    ("booking-a-room", include_str!("../../../docs/guides/booking-a-room.md")),
    ("repeating-a-booking", include_str!("../../../docs/guides/repeating-a-booking.md")),
    ("waiting-lists", include_str!("../../../docs/guides/waiting-lists.md")),
    ("selling-a-membership", include_str!("../../../docs/guides/selling-a-membership.md")),
    ("selling-tickets", include_str!("../../../docs/guides/selling-tickets.md")),
    ("time-travel", include_str!("../../../docs/guides/time-travel.md")),
    ("importing-members", include_str!("../../../docs/guides/importing-members.md")),
    ("webhooks", include_str!("../../../docs/guides/webhooks.md")),
    ("reading-lists", include_str!("../../../docs/guides/reading-lists.md")),
    ("safe-to-repeat", include_str!("../../../docs/guides/safe-to-repeat.md")),
];

/// `/docs/guides/` and the pages below it. With the slash, so that their links lead to each other here as in the
/// repository.
pub fn router() -> Router {
    let index = Router::new()
        .route("/docs/guides", get(|| async { Redirect::to("/docs/guides/") }))
        .route("/docs/guides/", get(|| async { Html(page(INDEX)) }));
    GUIDES.into_iter().fold(index, |router, (name, text)| {
        let guide = get(move || async move { Html(page(text)) });
        router.route(&link_to(name), guide.clone()).route(&format!("{}.md", link_to(name)), guide)
    })
}

fn page(markdown: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let links: String = GUIDES.iter().map(|(name, text)| link(name, title(text))).collect();
    PAGE.replace("TITLE", title(markdown)).replace("LINKS", &links).replace("BODY", &body)
}

fn link(name: &str, title: &str) -> String {
    format!("<a href=\"{}\">{title}</a>\n", link_to(name))
}

fn link_to(name: &str) -> String {
    format!("/docs/guides/{name}")
}

/// The first line, which is the heading.
fn title(markdown: &str) -> &str {
    markdown.lines().next().unwrap_or_default().trim_start_matches("# ")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::{GUIDES, INDEX, page};

    #[test]
    fn every_guide_of_the_repository_has_a_page_and_a_link() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides");
        let names = fs::read_dir(folder).expect("guides").map(|file| file.expect("a file").file_name());
        let files: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        let guides: BTreeSet<&str> = files.iter().filter_map(|file| file.strip_suffix(".md")).collect();
        let served: BTreeSet<&str> = GUIDES.iter().map(|(name, _)| *name).chain(["README"]).collect();
        assert_eq!(guides, served);
        for (name, text) in GUIDES {
            assert!(INDEX.contains(&format!("({name}.md)")), "{name} is not in the list of guides");
            assert!(page(text).contains("<h1>"), "{name}");
        }
    }
}
