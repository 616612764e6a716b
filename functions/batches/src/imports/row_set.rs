//! Some of the rows of an import, by their numbers. Pure.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

/// Rows by their numbers from 0, a bit for each: ten thousand take less than two kilobytes, whichever they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RowSet(Vec<u8>);

impl RowSet {
    /// These rows.
    #[must_use]
    pub fn of(numbers: &[usize]) -> Self {
        let mut bits = vec![0; numbers.iter().max().map_or(0, |last| last / 8 + 1)];
        for number in numbers {
            bits[number / 8] |= 1 << (number % 8);
        }
        Self(bits)
    }

    /// Their numbers in order.
    #[must_use]
    pub fn numbers(&self) -> Vec<usize> {
        (0..self.0.len() * 8).filter(|number| self.0[number / 8] & 1 << (number % 8) != 0).collect()
    }
}

impl From<RowSet> for String {
    fn from(rows: RowSet) -> Self {
        URL_SAFE_NO_PAD.encode(rows.0)
    }
}

impl TryFrom<String> for RowSet {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        URL_SAFE_NO_PAD.decode(text).map(Self).map_err(|_| "rows that cannot be read")
    }
}

#[cfg(test)]
mod tests {
    use super::RowSet;

    #[test]
    fn rows_are_kept_whichever_they_are() {
        let alternating: Vec<usize> = (0..10_000).step_by(2).collect();
        for numbers in [vec![], vec![0], vec![7, 8, 9_999], alternating] {
            let text = String::from(RowSet::of(&numbers));
            assert!(text.len() < 1_700, "{}", text.len());
            assert_eq!(RowSet::try_from(text).map(|rows| rows.numbers()), Ok(numbers));
        }
    }
}
