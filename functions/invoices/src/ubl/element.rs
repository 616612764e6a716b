//! Writes XML elements, escaped, and none that is empty: EN 16931 allows no empty elements.

use std::fmt::{Display, Write as _};

use values::text;

/// An element that is being written.
#[derive(Clone, Debug, Default)]
pub struct Element(String);

impl Element {
    /// With a text in it; nothing when the text is empty.
    #[must_use]
    pub fn text(self, name: &str, text: impl Display) -> Self {
        self.attributed(name, "", text)
    }

    /// With an amount in it.
    #[must_use]
    pub fn amount(self, name: &str, currency: impl Display, amount: impl Display) -> Self {
        self.attributed(name, &format!(" currencyID=\"{currency}\""), amount)
    }

    /// With a quantity in it, of a unit of UN/ECE Recommendation 20.
    #[must_use]
    pub fn quantity(self, name: &str, unit: &str, quantity: impl Display) -> Self {
        self.attributed(name, &format!(" unitCode=\"{unit}\""), quantity)
    }

    /// With another element in it; nothing when that is empty.
    #[must_use]
    pub fn child(mut self, name: &str, child: &Self) -> Self {
        if !child.0.is_empty() {
            let _ = write!(self.0, "<{name}>{}</{name}>", child.0);
        }
        self
    }

    /// The whole document, of which this is what its root contains.
    #[must_use]
    pub fn document(&self, root: &str) -> String {
        let namespace = |kind: &str| format!("urn:oasis:names:specification:ubl:schema:xsd:{kind}-2");
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"{}\" xmlns:cac=\"{}\" xmlns:cbc=\"{}\">{}</{root}>\n",
            namespace(root),
            namespace("CommonAggregateComponents"),
            namespace("CommonBasicComponents"),
            self.0
        )
    }

    fn attributed(mut self, name: &str, attributes: &str, text: impl Display) -> Self {
        let text = escaped(text.to_string().trim());
        if !text.is_empty() {
            let _ = write!(self.0, "<{name}{attributes}>{text}</{name}>");
        }
        self
    }
}

/// A text without what XML 1.0 cannot hold, and with its own characters written otherwise.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text::shown(text).chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\t' | '\n' | '\r' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter < ' ' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn texts_are_escaped_and_empty_elements_left_out() {
        let inner = Element::default().text("b", " 1 < 2 & \u{1}\u{ffff}3 ").text("c", "  ");
        let outer = Element::default().child("a", &inner).child("d", &Element::default());
        let document = outer.document("Invoice");
        assert!(document.contains("><a><b>1 &lt; 2 &amp; 3</b></a></Invoice>"), "{document}");
    }
}
