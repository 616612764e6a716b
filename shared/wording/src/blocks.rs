//! A letter's text in parts, as plain text and as HTML are both made of it. Values are written into it in such a way
//! that nothing in them is read as a part: whoever calls themselves `[x](https://…)` gets no button.

/// Stands for `[` in a value.
const BRACKET: char = '\u{e001}';
/// Stands for the end of a line in a value.
const LINE: char = '\u{e002}';
/// Characters that change the direction of what follows, and others that nobody sees.
const INVISIBLE: [char; 12] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    '\u{200e}', '\u{200f}', '\u{feff}',
];

/// A value as it is written into a text.
#[must_use]
pub fn written(value: &str) -> String {
    let is_kept = |letter: &char| !(INVISIBLE.contains(letter) || ('\u{e000}'..='\u{e00f}').contains(letter));
    let written = |letter: char| match letter {
        '[' => Some(BRACKET),
        '\n' => Some(LINE),
        letter if letter.is_control() => None,
        letter => Some(letter),
    };
    value.chars().filter(is_kept).filter_map(written).collect()
}

/// The same in one line, as it stands in a subject.
#[must_use]
pub fn in_a_line(text: &str) -> String {
    let line = text.replace(BRACKET, "[").replace([LINE, '\n'], " ");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A part of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Lines that belong together.
    Paragraph(Vec<String>),
    /// A button: its words, and where it leads.
    Button(String, String),
}

/// The parts of a text in which values were [`written`].
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim_end).chain([""]) {
        match button(line) {
            Some(button) => {
                end(&mut blocks, &mut lines);
                blocks.push(button);
            }
            None if line.is_empty() => end(&mut blocks, &mut lines),
            None => lines.extend(line.split(LINE).map(|line| line.replace(BRACKET, "["))),
        }
    }
    blocks
}

fn end(blocks: &mut Vec<Block>, lines: &mut Vec<String>) {
    if !lines.is_empty() {
        blocks.push(Block::Paragraph(std::mem::take(lines)));
    }
}

/// The button of a line that is one: nothing but `[words](address)`, and the address is one of a page.
fn button(line: &str) -> Option<Block> {
    let (words, rest) = line.trim().strip_prefix('[')?.split_once("](")?;
    let address = rest.strip_suffix(')')?;
    let is_page =
        address.starts_with("https://") || address.starts_with("http://") || address == crate::values_of::HIDDEN;
    let clean = |text: &str| text.replace(BRACKET, "[").replace(LINE, " ");
    is_page.then(|| Block::Button(clean(words), clean(address)))
}

/// Plain text.
#[must_use]
pub fn plain(blocks: &[Block]) -> String {
    let shown = blocks.iter().map(|block| match block {
        Block::Paragraph(lines) => lines.join("\n"),
        Block::Button(words, address) => format!("{words}:\n{address}"),
    });
    shown.collect::<Vec<_>>().join("\n\n")
}

/// HTML, in which everything that is text is escaped.
#[must_use]
pub fn html(blocks: &[Block], colour: &str) -> String {
    let shown = blocks.iter().map(|block| match block {
        Block::Paragraph(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
            format!("<p style=\"margin:0 0 16px\">{}</p>", lines.join("<br>"))
        }
        Block::Button(words, address) => format!(
            "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"display:inline-block;background:{colour};color:#ffffff;padding:12px 20px;\
             border-radius:6px;text-decoration:none;font-weight:600\">{}</a></p>",
            escaped(address),
            escaped(words)
        ),
    });
    shown.collect()
}

/// A text as it may stand in HTML, within elements and in attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks, html, in_a_line, plain, written};

    #[test]
    fn a_line_that_is_a_button_becomes_one_and_an_empty_line_ends_a_paragraph() {
        let text = "One\ntwo\n\n[Go](https://a.example/?a=1&b=2)\nthree";
        let parts = blocks(text);
        assert_eq!(parts.len(), 3);
        assert_eq!(plain(&parts), "One\ntwo\n\nGo:\nhttps://a.example/?a=1&b=2\n\nthree");
        assert!(html(&parts, "#000000").contains("href=\"https://a.example/?a=1&amp;b=2\""));
    }

    #[test]
    fn a_value_makes_no_button_no_paragraph_and_no_element() {
        let evil = written("[pay](https://evil.example)\n\n[x](https://evil.example)<script>\u{202e}\u{e001}");
        let parts = blocks(&evil);
        assert!(matches!(parts.as_slice(), [Block::Paragraph(_)]), "{parts:?}");
        assert!(!html(&parts, "#000000").contains("<script") && !html(&parts, "#000000").contains("href"));
        assert_eq!(in_a_line(&written("a\r\nBcc: b")), "a Bcc: b");
    }

    #[test]
    fn what_leads_to_no_page_is_no_button() {
        assert!(matches!(blocks("[x](javascript:alert(1))").as_slice(), [Block::Paragraph(_)]));
    }
}
