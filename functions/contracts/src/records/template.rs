//! Template: a text with placeholders, or a file, from which contracts are made.

use records::{Location, upload::OptionalFileKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, fields::yes, holds_fields};
use values::{DocumentText, Id, Kind, KindName, Name, Timestamp};

/// What clients write of a template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContractTemplateFields {
    /// Where its contracts are made.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it, and its contracts unless they have titles of their own.
    pub title: Name,
    /// The text, with placeholders such as `{{ customer.name }}`, conditions such as `{% if contract.end_date %}…{%
    /// endif %}`, and loops over lists such as `{% for item in items %}{{ item.name }}{% endfor %}`. Empty when the
    /// text is a file.
    #[serde(default)]
    pub body: DocumentText,
    /// Key of the file that has the text; empty when `body` has it.
    #[serde(default)]
    pub file_key: OptionalFileKey,
    /// Whether contracts are made from it.
    #[serde(default = "yes")]
    pub is_active: bool,
}

/// A template as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContractTemplate {
    /// Fields of the template that clients write.
    #[serde(flatten)]
    pub fields: ContractTemplateFields,
    /// The placeholders of its body.
    pub placeholders: Vec<String>,
}

holds_fields!(ContractTemplate, ContractTemplateFields);

impl ContractTemplate {
    /// Index of the templates at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
}

impl Kind for ContractTemplate {
    const KIND: KindName = KindName::ContractTemplate;
}

impl Entity for ContractTemplate {
    const PATH: &'static str = "/contract-templates";
    type View = ContractTemplateView;

    fn view(&self, _now: Timestamp) -> ContractTemplateView {
        ContractTemplateView { fields: self.fields.clone(), placeholders: self.placeholders.clone() }
    }

    fn names(&self) -> Vec<&str> {
        vec![self.title.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A text from which contracts are made.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContractTemplate")]
pub struct ContractTemplateView {
    /// Fields of the template that clients write.
    #[serde(flatten)]
    fields: ContractTemplateFields,
    /// What its text is filled with, in alphabetical order; what belongs to an entry of a list has `[]` behind the
    /// list's name.
    placeholders: Vec<String>,
}
