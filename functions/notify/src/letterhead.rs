//! Whose letter it is: the merchant and the location, at the head, at the foot, and in what every letter can name.

use mailing::{Fact, Facts};
use records::{Location, merchant::Merchant};
use store::Record;
use values::{Address, ApiError, Id, language::Language};
use wording::Letterhead;
use work::UnitOfWork;

/// Who writes a letter.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The merchant, with its settings of letters.
    pub merchant: Record<Merchant>,
    /// Where the record is that the letter is about.
    pub location: Option<Record<Location>>,
}

impl Writer {
    /// The merchant, and this location if it is still there.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, location: Option<Id<Location>>) -> Result<Self, ApiError> {
        let merchant = work.read_merchant().await?;
        let location = match location {
            Some(id) => work.store.find_any(work.tenant(), id).await?,
            None => None,
        };
        Ok(Self { merchant, location })
    }

    /// The language of a letter: the reader's, then the location's, then the merchant's, then English.
    #[must_use]
    pub fn language(&self, locale: &str) -> Language {
        let of_location = || self.location.as_ref().and_then(|location| location.body.language);
        Language::of_locale(locale)
            .or_else(of_location)
            .or(self.merchant.body.letter_settings.language)
            .unwrap_or_default()
    }

    /// What the merchant is called in letters.
    #[must_use]
    pub fn sender_name(&self) -> &str {
        let own = self.merchant.body.letter_settings.sender_name.as_str();
        if own.is_empty() { self.merchant.body.name.as_str() } else { own }
    }

    /// Where answers go: what the settings say, otherwise the location's address, then the merchant's; none without any.
    #[must_use]
    pub fn reply_to(&self) -> Option<String> {
        let of_location = self.location.as_ref().map(|location| location.body.email.as_str());
        let settings = self.merchant.body.letter_settings.reply_to.as_str();
        let all = [Some(settings), of_location, Some(self.merchant.body.email.as_str())];
        all.into_iter().flatten().find(|email| !email.is_empty()).map(str::to_owned)
    }

    /// Head and foot.
    #[must_use]
    pub fn letterhead(&self) -> Letterhead {
        let merchant = &self.merchant.body;
        let legal_name =
            if merchant.legal_name.as_str().is_empty() { merchant.name.as_str() } else { merchant.legal_name.as_str() };
        let address = in_a_line(&merchant.address);
        let imprint = if address.is_empty() { legal_name.to_owned() } else { format!("{legal_name}, {address}") };
        let settings = &merchant.letter_settings;
        Letterhead {
            merchant: self.sender_name().to_owned(),
            imprint,
            logo_url: settings.logo_url.as_ref().map(|url| url.as_str().to_owned()),
            colour: settings.colour.clone(),
        }
    }

    /// What every letter can name: where it is about, and the page of members.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::new();
        let mut add = |name, text: &str| {
            if !text.is_empty() {
                facts.insert(name, Fact::Text(text.to_owned()));
            }
        };
        if let Some(location) = &self.location {
            add("location", location.body.name.as_str());
            add("location_address", &in_a_line(&location.body.address));
            add("location_email", location.body.email.as_str());
            add("location_phone", location.body.phone.as_str());
        }
        if let Some(url) = &self.merchant.body.letter_settings.members_url {
            facts.insert("members_link", Fact::Link(url.as_str().to_owned()));
        }
        facts
    }
}

/// An address in a line: what is empty of it is left out.
fn in_a_line(address: &Address) -> String {
    let town = format!("{} {}", address.postal_code.as_str(), address.city.as_str());
    let parts = [address.line1.as_str(), address.line2.as_str(), town.trim(), address.country_code.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
