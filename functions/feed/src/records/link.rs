//! A link that a post shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ShortText, Url};

/// A page elsewhere that a post points to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FeedLink")]
pub struct Link {
    /// Address of the page.
    pub url: Url,
    /// What is written on it.
    #[serde(default)]
    pub title: ShortText,
    /// One line about it.
    #[serde(default)]
    pub description: ShortText,
}

impl Link {
    /// The link, or none when it was emptied because its author was anonymised.
    #[must_use]
    pub fn shown(link: Option<&Self>) -> Option<Self> {
        link.filter(|link| !link.url.as_str().is_empty()).cloned()
    }
}
