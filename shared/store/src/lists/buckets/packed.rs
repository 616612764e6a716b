//! How the cells of a month are stored: as DEFLATE makes them smaller, because every page of a list reads those of all
//! its months.

use std::fmt;

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use serde::{Deserializer, Serializer, de};

/// How hard it is tried, of ten: more makes a busy month no smaller.
const LEVEL: u8 = 6;
/// No month is longer; an item has 400 KB.
const BYTES_MAX: usize = 4 * 1024 * 1024;

/// Stores a text as bytes.
pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&compress_to_vec(text.as_bytes(), LEVEL))
}

/// Reads it, also where it was stored as a text, as it was before the first release that counted.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_any(Packed)
}

struct Packed;

impl<'de> de::Visitor<'de> for Packed {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the cells of a month")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    /// As JSON has bytes, out of which `fsck` reads.
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut numbers: A) -> Result<String, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element::<u8>()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<String, E> {
        let text = decompress_to_vec_with_limit(bytes, BYTES_MAX).map_err(de::Error::custom)?;
        String::from_utf8(text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        #[serde(with = "super")]
        cells: String,
    }

    fn stored(row: &Row) -> AttributeValue {
        let item: crate::item::Item = serde_dynamo::to_item(row).expect("an item");
        item["cells"].clone()
    }

    fn read(cells: AttributeValue) -> Result<Row, serde_dynamo::Error> {
        let item: crate::item::Item = [("cells".to_owned(), cells)].into();
        serde_dynamo::from_item(item)
    }

    #[test]
    fn a_month_is_stored_in_fewer_bytes_and_read_as_it_was() {
        for text in [String::new(), "wB".to_owned(), "wBwCwBwDwC".repeat(200)] {
            let row = Row { cells: text.clone() };
            let AttributeValue::B(bytes) = stored(&row) else { panic!("no bytes") };
            assert!(bytes.as_ref().len() <= text.len() + 8, "{text}");
            let numbers = bytes.as_ref().iter().map(|byte| AttributeValue::N(byte.to_string())).collect();
            assert_eq!(read(AttributeValue::L(numbers)).expect("a row of JSON"), row);
            assert_eq!(read(AttributeValue::B(bytes)).expect("a row"), row);
        }
    }

    #[test]
    fn a_month_that_was_stored_as_text_is_read() {
        let row = read(AttributeValue::S("wBwC".to_owned())).expect("a row");
        assert_eq!(row.cells, "wBwC");
    }

    #[test]
    fn what_is_no_month_is_refused() {
        assert!(read(AttributeValue::B(aws_sdk_dynamodb::primitives::Blob::new([255, 1, 2]))).is_err());
        assert!(read(AttributeValue::N("1".to_owned())).is_err());
    }
}
