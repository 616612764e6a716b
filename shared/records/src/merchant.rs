//! Merchant: the tenant, one operator of coworking spaces, with the settings that every area reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Location, booking_policy::BookingPolicy, letter_type::SwitchableLetter, member::StaffRole};
use store::{Entity, Writable};
use values::{
    Address, Amount, ApiError, Counter, Currency, Id, Kind, KindName, LongText, Name, OptionalEmail, ShortText,
    TimeZone, Timestamp, Url, language::Language, text::digest,
};

/// The calling client's merchant. Its record's id is the merchant's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Merchant {
    /// What people call it.
    pub name: Name,
    /// Name of the legal person.
    pub legal_name: ShortText,
    /// Tax identification number as it is printed on invoices; empty when there is none.
    pub tax_id: ShortText,
    /// Address for mail; empty when there is none.
    pub email: OptionalEmail,
    /// Telephone number of the merchant; empty when there is none.
    pub phone: ShortText,
    /// Postal address of the merchant, as its invoices print it.
    pub address: Address,
    /// Currency that a new location suggests.
    pub default_currency: Currency,
    /// Time zone that a new location suggests.
    pub default_time_zone: TimeZone,
    /// How invoices are numbered and worded.
    pub invoice_settings: InvoiceSettings,
    /// Booking policy of resources that set none of their own.
    pub booking_defaults: BookingPolicy,
    /// Whether customers pay with credits, at which locations and with what discounts.
    pub credit_settings: CreditSettings,
    /// How long personal data is kept.
    pub retention: Retention,
    /// How the feed works.
    #[serde(default)]
    pub feed_settings: FeedSettings,
    /// How letters to people look, and which are sent.
    #[serde(default)]
    pub letter_settings: LetterSettings,
    /// How staff sign in; the owners' to change.
    #[serde(default)]
    pub sign_in_settings: SignInSettings,
    /// Whether it does business.
    #[schemars(extend("readOnly" = true))]
    pub status: MerchantStatus,
    /// Whether it is for trying things out, with a test clock. Its id says so; it is only here when the merchant is
    /// shown.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_sandbox: bool,
}

/// How invoices are numbered and worded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct InvoiceSettings {
    /// In front of the number. Another prefix opens another sequence.
    pub number_prefix: ShortText,
    /// Least digits of the number.
    #[schemars(range(min = 1, max = 12))]
    pub number_padding: u32,
    /// In front of the numbers of credit notes, which have a sequence of their own.
    pub credit_note_prefix: ShortText,
    /// Whether each year of issue has sequences of its own, with the year in the number.
    pub number_per_year: bool,
    /// Locations whose documents have sequences of their own.
    #[schemars(length(max = 100))]
    pub location_sequences: Vec<LocationSequence>,
    /// Number of the next invoice under this prefix; it never decreases. It is counted apart from the record, so that
    /// issuing an invoice does not meet a change of the settings, and is only here when the merchant is shown.
    #[schemars(extend("readOnly" = true))]
    pub next_number: i64,
    /// Days from issue until an invoice is due.
    #[schemars(range(min = 0, max = 365))]
    pub due_days: u32,
    /// Whether prices include tax.
    pub tax_inclusive: bool,
    /// Days after the due date on which people are reminded of an unpaid invoice; below zero before it.
    #[schemars(length(max = 10), inner(range(min = -365, max = 365)), extend("uniqueItems" = true))]
    pub reminder_days: Vec<i64>,
    /// Account to which customers pay, as an IBAN; empty for none.
    #[schemars(extend("pattern" = "^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$"))]
    pub iban: ShortText,
    /// What customers name when they pay.
    pub payment_reference: PaymentReference,
    /// Up to how much of an invoice is written off when a payment leaves it.
    #[schemars(length(max = 20))]
    pub write_off_up_to: Vec<WriteOffLimit>,
    /// At the foot of each invoice.
    pub footer: LongText,
}

/// Up to how much of an invoice in a currency is written off when a payment leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteOffLimit {
    /// Currency of the invoices.
    pub currency: Currency,
    /// Largest rest that is written off.
    pub amount: Amount,
}

/// What a customer names in a transfer, so that it is known which invoice is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentReference {
    /// The number of the invoice.
    #[default]
    Number,
    /// A creditor reference after ISO 11649, made of the number: `RF`, two check digits, its letters and digits. The
    /// number, where it has more than 21 of them or other signs than `-/._` and spaces between them.
    #[serde(rename = "iso_11649")]
    Iso11649,
}

/// Numbers of the documents of one location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocationSequence {
    /// Location whose invoices and credit notes are numbered apart.
    pub location_id: Id<Location>,
    /// In front of the numbers of its invoices.
    pub number_prefix: ShortText,
    /// In front of the numbers of its credit notes.
    pub credit_note_prefix: ShortText,
}

impl Default for InvoiceSettings {
    fn default() -> Self {
        Self {
            number_prefix: ShortText::new("INV-"),
            number_padding: 6,
            credit_note_prefix: ShortText::new("CN-"),
            number_per_year: false,
            location_sequences: Vec::new(),
            next_number: 1,
            due_days: 14,
            tax_inclusive: false,
            reminder_days: Vec::new(),
            iban: ShortText::default(),
            payment_reference: PaymentReference::Number,
            write_off_up_to: Vec::new(),
            footer: LongText::default(),
        }
    }
}

/// Whether customers pay with credits, at which locations and with what discounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CreditSettings {
    /// Whether the merchant uses credits.
    pub enabled: bool,
    /// Whether plan discounts reduce prices in credits too.
    pub discounts_apply_to_credits: bool,
    /// Whether credits of one location pay at another.
    pub cross_location: bool,
}

/// How long personal data is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "RetentionPeriods")]
pub struct Retention {
    /// Days after a visit until the visitor's personal data is purged.
    #[schemars(range(min = 1, max = 3650))]
    pub visitor_days: u32,
    /// Days for which a letter is kept that is written from now on.
    #[schemars(range(min = 1, max = 3650))]
    pub letter_days: u32,
    /// Days after a lead's last change until it is deleted.
    #[schemars(range(min = 1, max = 3650))]
    pub lead_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { visitor_days: 90, letter_days: 90, lead_days: 730 }
    }
}

/// How the feed works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FeedSettings {
    /// Open reports of members that hide a post or comment until a moderator decides.
    #[schemars(range(min = 1, max = 20))]
    pub reports_to_hide: usize,
}

impl Default for FeedSettings {
    fn default() -> Self {
        Self { reports_to_hide: 3 }
    }
}

/// How letters to people look, and which are sent (`docs/areas/letters.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LetterSettings {
    /// Name of the sender of letters; the merchant's when empty.
    pub sender_name: ShortText,
    /// Address that answers go to; the location's or the merchant's when empty.
    pub reply_to: OptionalEmail,
    /// Picture at the head of letters, at an `https` address; none when null.
    pub logo_url: Option<Url>,
    /// Colour of links and buttons, such as `#0b6e4f`; text on it is white.
    #[schemars(extend("pattern" = "^#[0-9a-f]{6}$"), length(max = 7))]
    pub colour: String,
    /// Language of letters to readers who have named none; English when null.
    pub language: Option<Language>,
    /// Letters that are not sent.
    #[schemars(length(max = 50), extend("uniqueItems" = true))]
    pub switched_off: Vec<SwitchableLetter>,
    /// How many hours before its beginning somebody is reminded of a booking; 0 for never.
    #[schemars(range(min = 0, max = 168))]
    pub reminder_hours: u32,
    /// Page of members, to which letters lead; none when null.
    pub members_url: Option<Url>,
    /// Page at which contracts are signed, to which letters lead with `#contract=<id>&signer=<id>&token=<token>`; when
    /// null the link comes from the merchant.
    pub signing_url: Option<Url>,
}

impl Default for LetterSettings {
    fn default() -> Self {
        Self {
            sender_name: ShortText::default(),
            reply_to: OptionalEmail::default(),
            logo_url: None,
            colour: "#0b6e4f".to_owned(),
            language: None,
            switched_off: Vec::new(),
            reminder_hours: 24,
            members_url: None,
            signing_url: None,
        }
    }
}

/// How staff sign in (`docs/areas/sessions.md`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SignInSettings {
    /// Staff with these roles without an authenticator who signed in by a letter act as customers until they set one
    /// up, within fifteen minutes.
    #[schemars(length(max = 3), extend("uniqueItems" = true))]
    pub second_factor_roles: Vec<StaffRole>,
}

/// Whether a merchant does business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MerchantStatus {
    /// The merchant does business; there is no other state yet.
    Active,
}

impl Merchant {
    /// A merchant of this name with the defaults of everything else.
    #[must_use]
    pub fn new(name: Name, default_currency: Currency, default_time_zone: TimeZone) -> Self {
        Self {
            name,
            legal_name: ShortText::default(),
            tax_id: ShortText::default(),
            email: OptionalEmail::default(),
            phone: ShortText::default(),
            address: Address::default(),
            default_currency,
            default_time_zone,
            invoice_settings: InvoiceSettings::default(),
            booking_defaults: BookingPolicy::default(),
            credit_settings: CreditSettings::default(),
            retention: Retention::default(),
            feed_settings: FeedSettings::default(),
            letter_settings: LetterSettings::default(),
            sign_in_settings: SignInSettings::default(),
            status: MerchantStatus::Active,
            is_sandbox: false,
        }
    }
}

impl InvoiceSettings {
    /// Counts the invoices numbered under the present prefix, in this year where each has sequences of its own. Each
    /// prefix has a sequence of its own, which goes on where it was when the prefix comes back, so that no number is
    /// given twice.
    #[must_use]
    pub fn numbered(&self, year: i32) -> Counter {
        let prefix = &self.number_prefix;
        if self.number_per_year {
            return Counter::new("documents_numbered", digest(&format!("invoice##{year}#{prefix}")));
        }
        Counter::new("invoices_numbered", digest(prefix.as_str()))
    }

    /// Up to how much of an invoice in this currency is written off when a payment leaves it, in minor units.
    #[must_use]
    pub fn written_off_up_to(&self, currency: Currency) -> i64 {
        let limit = self.write_off_up_to.iter().find(|limit| limit.currency == currency);
        limit.map_or(0, |limit| limit.amount.minor_in(currency, "").unwrap_or(0))
    }

    /// Judges the rests that are written off: each currency once, in amounts that it has.
    ///
    /// # Errors
    /// 422 naming `invoice_settings.write_off_up_to[n]`.
    pub fn check_write_offs(&self) -> Result<(), ApiError> {
        for (position, limit) in self.write_off_up_to.iter().enumerate() {
            let field = |name: &str| format!("invoice_settings.write_off_up_to[{position}].{name}");
            if self.write_off_up_to[..position].iter().any(|other| other.currency == limit.currency) {
                return Err(ApiError::rule(field("currency"), "repeated", "each currency stands there once"));
            }
            limit.amount.minor_in(limit.currency, &field("amount"))?;
        }
        Ok(())
    }

    /// The sequences of a location, when it has its own.
    #[must_use]
    pub fn sequence_of(&self, location: Id<Location>) -> Option<&LocationSequence> {
        self.location_sequences.iter().find(|sequence| sequence.location_id == location)
    }

    /// Two prefixes under which the same number could be written, or a location with two sequences: such settings are
    /// refused, because documents of sequences that exist at once are told apart by their prefixes.
    #[must_use]
    pub fn has_clashing_sequences(&self) -> bool {
        let of_location = |sequence: &LocationSequence| {
            [sequence.number_prefix.as_str().to_owned(), sequence.credit_note_prefix.as_str().to_owned()]
        };
        let own = [self.number_prefix.as_str().to_owned(), self.credit_note_prefix.as_str().to_owned()];
        let prefixes: Vec<String> =
            own.into_iter().chain(self.location_sequences.iter().flat_map(of_location)).collect();
        let continues = |short: &String, long: &String| {
            let rest = long.strip_prefix(short.as_str());
            rest.is_some_and(|rest| rest.chars().all(|letter| letter.is_ascii_digit() || letter == '-'))
        };
        let clashes = |(position, one): (usize, &String)| {
            prefixes[position + 1..].iter().any(|other| continues(one, other) || continues(other, one))
        };
        let mut locations: Vec<_> = self.location_sequences.iter().map(|sequence| sequence.location_id).collect();
        locations.sort_unstable();
        prefixes.iter().enumerate().any(clashes) || locations.windows(2).any(|pair| pair[0] == pair[1])
    }
}

impl Kind for Merchant {
    const KIND: KindName = KindName::Merchant;
}

impl Writable for Merchant {
    type Fields = Self;
}

impl Entity for Merchant {
    const PATH: &'static str = "/merchant";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}
