//! Texts are read and filled in by the library minijinja, with limits of depth, steps and length.

use std::{fmt, io};

use minijinja::{
    Environment, UndefinedBehavior, Value,
    machinery::{WhitespaceConfig, parse},
    syntax::SyntaxConfig,
};
use serde::Serialize;

use crate::{allowed, depth::too_deep, names::Names, refusal::Refusal};

/// Steps of the library that rendering one text may take.
const STEPS_MAX: u64 = 100_000;

/// The names in a text, in alphabetical order.
///
/// # Errors
/// `invalid_template` when it cannot be read, `not_allowed` for what the language has not, `unknown_placeholder`.
pub fn placeholders(text: &str, names: Names) -> Result<Vec<String>, Refusal> {
    if let Some(what) = too_deep(text) {
        return Err(Refusal::new("invalid_template", what));
    }
    let tree = parse(text, "body", SyntaxConfig, WhitespaceConfig::default()).map_err(|error| {
        let line = error.line().map(|line| format!(" in line {line}")).unwrap_or_default();
        let detail = error.detail().unwrap_or("it cannot be read");
        Refusal::new("invalid_template", format!("the text is not valid{line}: {detail}"))
    })?;
    allowed::names_in(&tree, names)
}

/// How a text is filled in.
#[derive(Clone, Copy)]
pub struct Filling {
    /// Most bytes of the text afterwards.
    pub bytes_max: usize,
    /// Whether a name without a value is nothing; otherwise it is refused.
    pub is_lenient: bool,
    /// Whether the end of the line after every block goes with the block; otherwise only lines that are nothing but blocks
    /// leave no line.
    pub trims_blocks: bool,
    /// How a value is written; as it is when there is none.
    pub written: Option<fn(&str) -> String>,
}

/// A text with its names filled in.
///
/// # Errors
/// `not_renderable` when it does not render or takes too many steps, `text_too_long`.
pub fn rendered(text: &str, values: &impl Serialize, filling: Filling) -> Result<String, Refusal> {
    if let Some(what) = too_deep(text) {
        return Err(Refusal::new("not_renderable", what));
    }
    let mut page = Page { bytes: Vec::new(), bytes_max: filling.bytes_max, is_full: false };
    let text = if filling.trims_blocks { text.to_owned() } else { without_lines_of_blocks(text) };
    let outcome = environment(filling)
        .template_from_str(&text)
        .and_then(|template| template.render_captured_to(values, &mut page).map(drop));
    if page.is_full {
        let message = format!("the text has more than {} bytes when its placeholders are filled in", filling.bytes_max);
        return Err(Refusal::new("text_too_long", message));
    }
    let told = |kind: &dyn fmt::Display| format!("the text of the template cannot be filled in: {kind}");
    outcome.map_err(|error| Refusal::new("not_renderable", told(&error.kind())))?;
    String::from_utf8(page.bytes).map_err(|error| Refusal::new("not_renderable", told(&error)))
}

fn environment(filling: Filling) -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_fuel(Some(STEPS_MAX));
    let undefined = if filling.is_lenient { UndefinedBehavior::Lenient } else { UndefinedBehavior::Strict };
    environment.set_undefined_behavior(undefined);
    environment.set_trim_blocks(filling.trims_blocks);
    environment.set_lstrip_blocks(filling.trims_blocks);
    environment.set_keep_trailing_newline(!filling.trims_blocks);
    if let Some(written) = filling.written {
        environment.set_formatter(move |out, _, value: &Value| {
            let text = if value.is_undefined() || value.is_none() { String::new() } else { value.to_string() };
            Ok(out.write_str(&written(&text))?)
        });
    }
    environment
}

/// A text in which lines that are nothing but blocks have no end: so they leave no line behind.
fn without_lines_of_blocks(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let own = line.trim();
        let is_blocks = own.starts_with("{%") && own.ends_with("%}") && outside_blocks(own).trim().is_empty();
        joined.push_str(if is_blocks { own } else { line });
    }
    joined
}

/// What a line has beside its blocks.
fn outside_blocks(line: &str) -> String {
    let mut rest = line;
    let mut outside = String::new();
    while let Some((before, block)) = rest.split_once("{%") {
        outside.push_str(before);
        rest = block.split_once("%}").map_or("", |(_, after)| after);
    }
    outside + rest
}

/// What is written, up to the longest text.
struct Page {
    bytes: Vec<u8>,
    bytes_max: usize,
    is_full: bool,
}

impl io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.bytes_max {
            self.is_full = true;
            return Err(io::Error::other("the text is too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Filling, rendered};

    const FILLING: Filling =
        Filling { bytes_max: 100, is_lenient: true, trims_blocks: false, written: Some(|text| text.replace('<', "[")) };

    #[test]
    fn a_value_is_written_as_whoever_asks_wants_it_and_the_text_itself_as_it_is() {
        let values = json!({"name": "<A>"});
        assert_eq!(rendered("<b>{{ name }}{{ nobody }}", &values, FILLING).expect("a text"), "<b>[A>");
    }

    #[test]
    fn a_line_of_blocks_leaves_no_line_and_a_block_in_a_line_keeps_its_end() {
        let text = "A{% if name %}, {{ name }}{% endif %}\n{% if nobody %}\nB\n{% endif %}\n{% for x in list %}\n{{ x }}\n{% endfor %}\nC\n";
        let values = json!({"name": "N", "list": [1, 2]});
        assert_eq!(rendered(text, &values, FILLING).expect("a text"), "A, N\n1\n2\nC\n");
    }

    #[test]
    fn where_every_name_has_a_value_one_without_is_refused() {
        let strict = Filling { is_lenient: false, ..FILLING };
        assert_eq!(rendered("{{ nobody }}", &json!({}), strict).expect_err("no value").reason, "not_renderable");
    }
}
