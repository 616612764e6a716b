//! The text of a posting batch, as DATEV's description of the format "Buchungsstapel" has it: fields between semicolons,
//! texts in quotation marks, a comma before decimals, CR and LF at the end of a line. Which field has what, and the rule
//! for each, stands in `docs/areas/accounting.md`.

use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::api::{
    csv::guarded,
    reply::{Answer, Meta, Reply},
};
use unicode_normalization::UnicodeNormalization as _;
use values::{ApiError, Currency};

use super::words::signed;

/// Fields of a line.
const FIELDS: usize = 125;
/// Field 14 has at most so many characters.
const TEXT_CHARACTERS_MAX: usize = 60;
/// Field 11 has at most so many characters.
const DOCUMENT_CHARACTERS_MAX: usize = 36;

/// 200 with a posting batch for DATEV.
#[derive(Clone, Debug)]
pub struct DatevBatch(pub String);

impl Reply for DatevBatch {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "text/csv; charset=windows-1252";

    fn schema() -> (String, Value) {
        let description = "A posting batch in DATEV's format (EXTF), in ASCII characters alone.";
        ("DatevBatch".to_owned(), json!({"type": "string", "description": description}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}

/// A line of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Field 1, in minor units, above zero.
    pub minor: i64,
    /// Field 3.
    pub currency: Currency,
    /// Field 7: the account on whose left it stands.
    pub debit: String,
    /// Field 8: the account on whose right it stands.
    pub credit: String,
    /// Field 9; empty for none.
    pub key: String,
    /// Field 10, without its year.
    pub date: NaiveDate,
    /// Field 11, such as the number of an invoice.
    pub document: String,
    /// Field 14.
    pub text: String,
    /// Field 37; empty for none.
    pub cost_centre: String,
    /// Field 22, beside its kind in field 21.
    pub entry_id: String,
}

impl Posting {
    /// The line.
    #[must_use]
    pub fn written(&self) -> String {
        let mut fields: Vec<String> = vec![String::new(); FIELDS];
        let mut set = |number: usize, text: String| {
            if let Some(field) = fields.get_mut(number - 1) {
                *field = text;
            }
        };
        set(1, signed(self.minor, self.currency).replace('.', ","));
        set(2, quoted("S", 1));
        set(3, quoted(self.currency.code(), 3));
        set(7, self.debit.clone());
        set(8, self.credit.clone());
        if !self.key.is_empty() {
            set(9, quoted(&self.key, 4));
        }
        set(10, self.date.format("%d%m").to_string());
        set(11, quoted(&self.document, DOCUMENT_CHARACTERS_MAX));
        set(14, quoted(&guarded(&self.text), TEXT_CHARACTERS_MAX));
        set(21, quoted("Buchung", 20));
        set(22, quoted(&self.entry_id, 210));
        if !self.cost_centre.is_empty() {
            set(37, quoted(&self.cost_centre, 36));
        }
        set(114, "0".to_owned());
        format!("{}\r\n", fields.join(";"))
    }
}

/// A text in quotation marks, of at most so many characters.
fn quoted(text: &str, most: usize) -> String {
    let short: String = plain_letters(text).chars().take(most).collect();
    format!("\"{}\"", short.trim_end().replace('"', "\"\""))
}

/// The letters of field 11: digits, letters and `$ & % * + - /`; others are left out.
#[must_use]
pub fn document_field(number: &str) -> String {
    let allowed = |letter: &char| letter.is_ascii_alphanumeric() || "$&%*+-/".contains(*letter);
    plain_letters(number).chars().filter(allowed).collect()
}

/// A text in ASCII, which is a part of Windows-1252: umlauts as two letters, others without their marks, and `?` for
/// what has none.
fn plain_letters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfc() {
        match letter {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'Ä' => plain.push_str("Ae"),
            'Ö' => plain.push_str("Oe"),
            'Ü' => plain.push_str("Ue"),
            'ß' => plain.push_str("ss"),
            ' '..='~' => plain.push(letter),
            _ if letter.is_control() || letter.is_whitespace() => plain.push(' '),
            _ => {
                let base: String = letter.nfkd().filter(|part| (' '..='~').contains(part)).collect();
                plain.push_str(if base.is_empty() { "?" } else { &base });
            }
        }
    }
    plain
}

/// The second line of the file: what the fields are called.
#[must_use]
pub fn captions() -> String {
    let mut names: Vec<String> = CAPTIONS[..20].iter().map(ToString::to_string).collect();
    names.extend(numbered("Beleginfo", 8));
    names.extend(CAPTIONS[20..31].iter().map(ToString::to_string));
    names.extend(numbered("Zusatzinformation", 20));
    names.extend(CAPTIONS[31..].iter().map(ToString::to_string));
    format!("{}\r\n", plain_letters(&names.join(";")))
}

/// Names of fields that come in pairs.
fn numbered(name: &str, pairs: usize) -> impl Iterator<Item = String> {
    (1..=pairs).flat_map(move |number| [format!("{name} - Art {number}"), format!("{name} - Inhalt {number}")])
}

/// Names of the other fields, in order.
const CAPTIONS: [&str; 69] = [
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
    "Konto",
    "Gegenkonto (ohne BU-Schlüssel)",
    "BU-Schlüssel",
    "Belegdatum",
    "Belegfeld 1",
    "Belegfeld 2",
    "Skonto",
    "Buchungstext",
    "Postensperre",
    "Diverse Adressnummer",
    "Geschäftspartnerbank",
    "Sachverhalt",
    "Zinssperre",
    "Beleglink",
    "KOST1 - Kostenstelle",
    "KOST2 - Kostenstelle",
    "Kost-Menge",
    "EU-Land u. UStID (Bestimmung)",
    "EU-Steuersatz (Bestimmung)",
    "Abw. Versteuerungsart",
    "Sachverhalt L+L",
    "Funktionsergänzung L+L",
    "BU 49 Hauptfunktionstyp",
    "BU 49 Hauptfunktionsnummer",
    "BU 49 Funktionsergänzung",
    "Stück",
    "Gewicht",
    "Zahlweise",
    "Forderungsart",
    "Veranlagungsjahr",
    "Zugeordnete Fälligkeit",
    "Skontotyp",
    "Auftragsnummer",
    "Buchungstyp",
    "USt-Schlüssel (Anzahlungen)",
    "EU-Land (Anzahlungen)",
    "Sachverhalt L+L (Anzahlungen)",
    "EU-Steuersatz (Anzahlungen)",
    "Erlöskonto (Anzahlungen)",
    "Herkunft-Kz",
    "Leerfeld",
    "KOST-Datum",
    "SEPA-Mandatsreferenz",
    "Skontosperre",
    "Gesellschaftername",
    "Beteiligtennummer",
    "Identifikationsnummer",
    "Zeichnernummer",
    "Postensperre bis",
    "Bezeichnung SoBil-Sachverhalt",
    "Kennzeichen SoBil-Buchung",
    "Festschreibung",
    "Leistungsdatum",
    "Datum Zuord. Steuerperiode",
    "Fälligkeit",
    "Generalumkehr (GU)",
    "Steuersatz",
    "Land",
    "Abrechnungsreferenz",
    "BVV-Position",
    "EU-Land u. UStID (Ursprung)",
    "EU-Steuersatz (Ursprung)",
    "Abw. Skontokonto",
];

#[cfg(test)]
mod tests {
    use super::{FIELDS, captions, document_field, plain_letters, quoted};

    #[test]
    fn a_batch_has_letters_of_ascii_and_a_name_for_each_field() {
        assert_eq!(plain_letters("Größe – Žižkov 東\n\"x\""), "Groesse ? Zizkov ? \"x\"");
        assert_eq!(captions().split(';').count(), FIELDS);
        assert!(captions().is_ascii());
        assert_eq!(quoted("a \"b\" c", 5), "\"a \"\"b\"\"\"");
        assert_eq!(document_field("RE 2026/ä-7\";"), "RE2026/ae-7");
    }
}
