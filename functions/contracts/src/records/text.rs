//! The text of a contract: as its template had it until it is issued, and from then on as it was rendered, for good.

use std::fmt::Write as _;

use records::upload::{FileDigest, FileKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Customer, DocumentText, Id, Kind, KindName, Name, Timestamp};

use super::{contract::Contract, template::ContractTemplate};

/// Most bytes of a rendered text: it is stored in one record.
pub const TEXT_BYTES_MAX: usize = 40_000;

/// The text of one contract, whose id it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContractText {
    /// Whose contract it is.
    pub customer_id: Id<Customer>,
    /// The template's text when the contract was made; empty once it is rendered, or when it is a file.
    #[serde(default)]
    pub template: DocumentText,
    /// The template's file when the contract was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<TermsFile>,
    /// What is signed; empty until it is issued.
    #[serde(default)]
    pub text: String,
    /// When all had signed: from then on it is kept as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_at: Option<Timestamp>,
}

/// A file that has the terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermsFile {
    /// Key of the uploaded file.
    pub key: FileKey,
    /// What it is called.
    pub name: Name,
    /// SHA-256 of its content.
    pub sha256: FileDigest,
}

impl ContractText {
    /// Index of the texts of a customer's contracts.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");

    /// As a template has it now.
    #[must_use]
    pub fn of(template: &ContractTemplate, file: Option<TermsFile>, customer_id: Id<Customer>) -> Self {
        Self { customer_id, template: template.body.clone(), file, text: String::new(), signed_at: None }
    }

    /// The id of a contract's text.
    #[must_use]
    pub const fn id_of(contract: Id<Contract>) -> Id<Self> {
        contract.cast()
    }

    /// With what is signed, in place of what it was rendered from.
    #[must_use]
    pub fn frozen(&self, text: String) -> Self {
        Self { template: DocumentText::default(), text, ..self.clone() }
    }
}

/// SHA-256 of a text, of its bytes in UTF-8, in hexadecimal digits.
#[must_use]
pub fn hash_of(text: &str) -> String {
    let mut digits = String::with_capacity(64);
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

impl Kind for ContractText {
    const KIND: KindName = KindName::ContractText;
}

impl Entity for ContractText {
    const PATH: &'static str = "/contracts";
    type View = ContractTextView;

    fn view(&self, _now: Timestamp) -> ContractTextView {
        ContractTextView { characters: self.text.chars().count() }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_CUSTOMER, &self.customer_id, id)
    }
}

/// The record is never shown as such; this is what it would show.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContractTextView {
    /// How long the text is.
    pub characters: usize,
}

#[cfg(test)]
mod tests {
    use super::hash_of;

    #[test]
    fn a_hash_is_that_of_every_other_tool() {
        // printf 'Größe' | sha256sum
        assert_eq!(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
