//! The objects of a PDF file (ISO 32000), in ASCII characters alone: what is binary is written in hexadecimal digits.

use std::fmt::Write as _;

use crate::{
    font::Embedded,
    units::{HEIGHT, WIDTH, decimal},
};

/// Objects of each font: the font, its descendant, its descriptor, its file and its letters.
const FONT_OBJECTS: usize = 5;
/// Catalogue, page tree and information come before the fonts.
const FIRST_OBJECTS: usize = 3;

/// Objects that are being written, each with its place in the file.
struct File {
    text: String,
    places: Vec<usize>,
}

/// A document with these pages, whose texts are set in the fonts `F1` and `F2`.
#[must_use]
pub fn written(title: &str, pages: &[String], fonts: [Embedded; 2]) -> String {
    let mut file = File { text: "%PDF-1.7\n".to_owned(), places: Vec::new() };
    let first_font = FIRST_OBJECTS + 1;
    let first_page = first_font + fonts.len() * FONT_OBJECTS;
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", first_page + 2 * page)).collect();
    file.object("<< /Type /Catalog /Pages 2 0 R >>");
    file.object(&format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()));
    file.object(&format!("<< /Title <{}> /Producer (Colonnade) >>", utf16(&format!("\u{feff}{title}"))));
    for (number, font) in fonts.into_iter().enumerate() {
        file.font(first_font + number * FONT_OBJECTS, if number == 0 { "Regular" } else { "Bold" }, &font);
    }
    for (number, page) in pages.iter().enumerate() {
        let resources = format!("<< /Font << /F1 {first_font} 0 R /F2 {} 0 R >> >>", first_font + FONT_OBJECTS);
        file.object(&format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources {resources} /Contents {} 0 R >>",
            decimal(WIDTH),
            decimal(HEIGHT),
            first_page + 2 * number + 1
        ));
        file.stream("", page);
    }
    file.ended()
}

impl File {
    fn object(&mut self, content: &str) {
        self.places.push(self.text.len());
        let _ = writeln!(self.text, "{} 0 obj\n{content}\nendobj", self.places.len());
    }

    fn stream(&mut self, entries: &str, content: &str) {
        self.object(&format!("<< {entries}/Length {} >>\nstream\n{content}\nendstream", content.len()));
    }

    /// A font whose characters are the numbers of its glyphs.
    fn font(&mut self, first: usize, weight: &str, font: &Embedded) {
        let name = format!("COLONN+NotoSans-{weight}");
        let [ascent, descent, capitals] = font.metrics;
        let bounds = font.bounds.map(|bound| bound.to_string()).join(" ");
        let widths: Vec<String> = font.used.iter().map(|(glyph, (_, width))| format!("{glyph} [{width}]")).collect();
        self.object(&format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [{} 0 R] /ToUnicode {} 0 R >>",
            first + 1,
            first + 4
        ));
        self.object(&format!(
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
             /Supplement 0 >> /FontDescriptor {} 0 R /DW 600 /W [{}] /CIDToGIDMap /Identity >>",
            first + 2,
            widths.join(" ")
        ));
        self.object(&format!(
            "<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{bounds}] /ItalicAngle 0 /Ascent {ascent} \
             /Descent {descent} /CapHeight {capitals} /StemV 80 /FontFile2 {} 0 R >>",
            first + 3
        ));
        let digits = hexadecimal(&font.file);
        self.stream(&format!("/Filter /ASCIIHexDecode /Length1 {} ", font.file.len()), &format!("{digits}>"));
        self.stream("", &letters(font));
    }

    /// The file with the table of its objects.
    fn ended(mut self) -> String {
        let table = self.text.len();
        let size = self.places.len() + 1;
        let _ = writeln!(self.text, "xref\n0 {size}\n0000000000 65535 f ");
        for place in &self.places {
            let _ = writeln!(self.text, "{place:010} 00000 n ");
        }
        let _ = writeln!(self.text, "trailer\n<< /Size {size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{table}\n%%EOF");
        self.text
    }
}

/// Which letter each glyph is, so that a text can be searched and copied.
fn letters(font: &Embedded) -> String {
    let mut map =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Letters def\n/CMapType 2 def\n\
                   1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            .to_owned();
    let used: Vec<(&u16, &(char, i64))> = font.used.iter().collect();
    // A list has at most a hundred entries.
    for part in used.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar", part.len());
        for (glyph, (letter, _)) in part {
            let _ = writeln!(map, "<{glyph:04X}> <{}>", utf16(&letter.to_string()));
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}

fn utf16(text: &str) -> String {
    hexadecimal(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(digits, "{byte:02X}");
    }
    digits
}
