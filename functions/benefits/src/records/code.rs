//! A redemption code: its form, and what of it is shown before somebody has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a customer shows to the partner: 1 to 64 printable ASCII characters, no space at either end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RedemptionCode(#[schemars(length(min = 1, max = 64), regex(pattern = r"^[!-~]([ -~]*[!-~])?$"))] String);

impl RedemptionCode {
    /// What is shown of a code that nobody has yet: enough to recognise it, not enough to use it.
    #[must_use]
    pub fn masked(&self) -> String {
        const SHOWN: usize = 2;
        // Of a short code every character counts.
        let shown = if self.0.len() < 8 { "" } else { self.0.get(self.0.len() - SHOWN..).unwrap_or_default() };
        format!("****{shown}")
    }

    /// The whole code, not masked.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::RedemptionCode;

    #[test]
    fn a_masked_code_cannot_be_used() {
        for (code, masked) in [("A", "****"), ("ABC-123", "****"), ("NTN-7QX2", "****X2")] {
            assert_eq!(RedemptionCode(code.to_owned()).masked(), masked, "{code}");
        }
    }
}
