//! Typed identifiers: a UUID on the wire and in the store, a kind in the type.

use std::{borrow::Cow, cmp::Ordering, fmt, hash::Hash, hash::Hasher, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

macro_rules! kind_names {
    ($($(#[$condition:meta])* $variant:ident $name:literal $about:literal),+ $(,)?) => {
        /// The registry of kinds: the name that each kind has in keys. A name stands for one type alone, which says so
        /// in its `impl Kind`; a structure test counts them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum KindName {
            $($(#[$condition])* #[doc = $about] $variant,)+
        }

        impl KindName {
            /// Every kind there is, in the order of the registry.
            pub const ALL: &'static [Self] = &[$($(#[$condition])* Self::$variant),+];

            /// The name in keys, `Debug` output and messages.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(#[$condition])* Self::$variant => $name,)+
                }
            }
        }
    };
}

kind_names!(
    ApiClient "api_client" "A credential of a merchant.",
    Authenticator "authenticator" "An app of a member that shows the codes of a second factor.",
    ResourceAssignments "resource_assignments" "The assignments of one resource, decided on together.",
    BalanceClearing "balance_clearing" "What left a customer's balance without paying an invoice.",
    Benefit "benefit" "An offer of a partner.",
    BenefitApplication "benefit_application" "A customer's application for a benefit.",
    BenefitCategory "benefit_category" "A category of benefits.",
    BenefitCodes "benefit_codes" "An import of redemption codes.",
    BenefitCodesReference "benefit_codes_reference" "An import of redemption codes, where only its id is known.",
    BenefitReference "benefit_reference" "A benefit, where only its id is known.",
    Books "books" "Until when the merchant's books are closed, and their chart of accounts.",
    Booking "booking" "A booking.",
    BookingHold "booking_hold" "Time that is held while somebody decides.",
    BookingQuote "booking_quote" "A price that was quoted.",
    BookingSeries "booking_series" "A series of bookings.",
    BookingSeriesReference "booking_series_reference" "A series of bookings, where only its id is known.",
    ShopOrderReference "shop_order_reference" "An order of extras, where only its id is known.",
    CalendarBlock "calendar_block" "Time in which a resource cannot be booked.",
    CalendarFeed "calendar_feed" "A secret address at which a calendar program reads.",
    CheckIn "check_in" "A person's presence at a location.",
    Company "company" "A company.",
    CompanyMember "company_member" "A member's place in a company.",
    CompanyMemberReference "company_member_reference" "A member's place in a company, where only its id is known.",
    Contract "contract" "An agreement that is signed.",
    ContractReference "contract_reference" "A contract, where only its id is known.",
    ContractSigner "contract_signer" "Somebody who signs a contract.",
    ContractTemplate "contract_template" "A text from which contracts are made.",
    ContractText "contract_text" "The text of a contract.",
    ContractTrail "contract_trail" "What happened to a contract, in a chain of hashes.",
    CountingTask "counting_task" "When changes of the lists of a kind are counted next.",
    ClientOrigin "client_origin" "A web origin from which a public client is used.",
    CreditTransaction "credit_transaction" "A transaction of credits in a customer's wallet.",
    CreditNote "credit_note" "A credit note.",
    Customer "customer" "A member or a company; it has no record of its own.",
    DayPassTransaction "day_pass_transaction" "A transaction of day passes in a customer's wallet.",
    Event "event" "An event that people come to.",
    EventErasure "event_erasure" "What is left to be emptied of the events of a record.",
    EventRegistration "event_registration" "Seats of an event that somebody has.",
    EventSeats "event_seats" "What is taken of an event, and who waits for it.",
    EventWaitlistEntry "event_waitlist_entry" "Somebody who waits for seats of an event.",
    FeedComment "feed_comment" "A comment on a post of the feed.",
    FeedCommentEntry "feed_comment_entry" "A comment, as lists find it.",
    FeedEdit "feed_edit" "What a post or a comment was before it was changed.",
    FeedErasure "feed_erasure" "What the feed still has of a member who was anonymised.",
    FeedLike "feed_like" "A member's like of a post or a comment.",
    FeedPost "feed_post" "A post of the feed.",
    FeedPostEntry "feed_post_entry" "A post, as lists find it.",
    FeedRemoval "feed_removal" "What a deleted post or comment still has.",
    FeedReport "feed_report" "A member's report of a post or a comment.",
    FileRemoval "file_removal" "The content of a deleted upload.",
    Floor "floor" "A floor.",
    HeldRecord "held_record" "A record of any kind, where only what is held in it matters.",
    IdentityProvider "identity_provider" "An issuer of a merchant's own, by which people sign in.",
    BillingRun "billing_run" "What waits at a location becomes invoices.",
    BillingRunResult "billing_run_result" "What became of a customer in a billing run.",
    Import "import" "A file of rows, each of which is a request.",
    ImportContent "import_content" "The rows of an import as they were sent.",
    ImportRows "import_rows" "What became of some rows of an import.",
    Invoice "invoice" "An invoice.",
    InvoiceItem "invoice_item" "A line of an invoice, or one that waits for an invoice.",
    JournalEntry "journal_entry" "An entry of the journal.",
    JournalSegment "journal_segment" "Totals of the journal up to the end of a closed part.",
    JournalTotals "journal_totals" "Totals of all closed parts of the journal.",
    LateJournalSegment "late_journal_segment" "A closed part of the journal with entries that hold before its beginning.",
    InvoiceItemReference "invoice_item_reference" "A line of an invoice, where only its id is known.",
    Lead "lead" "Somebody who might become a customer.",
    Letter "letter" "What was written to somebody.",
    LetterNotice "letter_notice" "An event about which letters are to be written.",
    LetterTemplate "letter_template" "The merchant's own wording of a letter.",
    Location "location" "A location.",
    LocationReference "location_reference" "A location, where only its id is known.",
    LoggedEvent "logged_event" "What happened to a record.",
    Member "member" "A member.",
    MemberErasure "member_erasure" "What anonymising a member still has to remove.",
    MemberRegistration "member_registration" "A registration of somebody who wants to be a member.",
    MembershipPlan "membership_plan" "A membership plan.",
    MembershipPlanReference "membership_plan_reference" "A membership plan, where only its id is known.",
    Merchant "merchant" "The merchant itself.",
    MerchantReference "merchant_reference" "The merchant itself, where only its id is known.",
    OutsideCalendar "outside_calendar" "A calendar elsewhere whose busy times block a resource.",
    OutsideCalendarState "outside_calendar_state" "How the reading of an outside calendar goes.",
    PaymentTransaction "payment_transaction" "A payment.",
    Plan "plan" "A plan of the catalogue.",
    Record "record" "Any record: for checking an identifier's form alone.",
    RegisteredMerchant "registered_merchant" "A merchant in the operator's list.",
    RegisteredSandbox "registered_sandbox" "A sandbox merchant in the operator's list.",
    Resource "resource" "A resource.",
    ResourceAssignment "resource_assignment" "A resource given to one customer for days.",
    ResourceReference "resource_reference" "A resource, where only its id is known.",
    SandboxClock "sandbox_clock" "The clock of a sandbox merchant.",
    SensitiveTicket "sensitive_ticket" "A request for help that only trusted people see.",
    Session "session" "A time in which a person acts.",
    ShopCategory "shop_category" "A category of products of the shop.",
    ShopOption "shop_option" "A variant of a product, with a price and a stock of its own.",
    ShopOrder "shop_order" "A customer's order of products.",
    ShopOrderItem "shop_order_item" "What is ordered of one product in an order.",
    ShopProduct "shop_product" "A product of the shop.",
    ShopStock "shop_stock" "What there is of a product, by option.",
    SignIn "sign_in" "A code that somebody asked for to sign in.",
    StockMovement "stock_movement" "A change of what is on hand of a product.",
    Subscription "subscription" "A customer's agreement on a membership plan.",
    SubscriptionItem "subscription_item" "What a subscription charges besides its plan.",
    SubscriptionReference "subscription_reference" "A subscription, where only its id is known.",
    SuppressedAddress "suppressed_address" "An address that nothing is sent to any more.",
    TaxRate "tax_rate" "A rate of tax with what it is from which day on.",
    Ticket "ticket" "A request for help.",
    TicketActivity "ticket_activity" "What happened to a request for help.",
    TicketComment "ticket_comment" "What somebody said about a request for help.",
    Upload "upload" "A file of the merchant.",
    VisitorContact "visitor_contact" "A person who visits.",
    VisitorRequest "visitor_request" "A visitor who asks for a host.",
    VisitorVisit "visitor_visit" "A visit.",
    WaitingList "waiting_list" "The order of those who wait at one location.",
    WaitlistEntry "waitlist_entry" "A customer's entry in a waiting list.",
    Wallet "wallet" "What a customer has of credits, day passes and money.",
    WalletBucket "wallet_bucket" "Credits or day passes of one origin in a customer's wallet.",
    WebhookDelivery "webhook_delivery" "One event for one endpoint.",
    WebhookEndpoint "webhook_endpoint" "Where events are told.",
    WebhookEndpointState "webhook_endpoint_state" "How the deliveries to an endpoint go.",
    WebhookPlace "webhook_place" "A place for an attempt among those of a merchant's webhooks.",
    #[cfg(any(test, feature = "testing"))]
    Note "note" "A record of tests.",
    #[cfg(any(test, feature = "testing"))]
    ListedNote "listed_note" "A record of tests that is listed by its fields.",
    #[cfg(any(test, feature = "testing"))]
    Passing "passing" "A record of tests that time deletes.",
    #[cfg(any(test, feature = "testing"))]
    Timer "timer" "A record of tests that falls due.",
);

/// What an identifier identifies. Entities are kinds; so are the few markers that are not stored.
pub trait Kind: 'static {
    /// The kind's name in keys, `Debug` output and messages; no other type has the same.
    const KIND: KindName;
}

impl fmt::Display for KindName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// For checking an identifier's form alone.
impl Kind for () {
    const KIND: KindName = KindName::Record;
}

/// Identifier of a `K`: UUID version 7, so that identifiers sort by creation.
pub struct Id<K> {
    uuid: Uuid,
    kind: PhantomData<fn() -> K>,
}

impl<K> Id<K> {
    /// The identifier with this UUID.
    #[must_use]
    pub const fn new(uuid: Uuid) -> Self {
        Self { uuid, kind: PhantomData }
    }

    /// The id that follows from this one and a name, and is dated as this one is: the same whoever makes it, so that there
    /// is one record.
    #[must_use]
    pub fn derived<E>(self, name: &str) -> Id<E> {
        let digest = Sha256::digest(name.as_bytes());
        let mut bytes = *self.uuid.as_bytes();
        bytes[6..].copy_from_slice(&digest[..10]);
        Id::new(uuid::Builder::from_bytes(bytes).with_version(uuid::Version::SortRand).into_uuid())
    }

    /// The UUID without its kind.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }

    /// The same UUID as an identifier of another kind, for `customer_id`, which is a member's or a company's.
    #[must_use]
    pub const fn cast<Other>(self) -> Id<Other> {
        Id::new(self.uuid)
    }

    /// Reads the hyphenated form in any case; braces, URNs and bare hex are refused.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 36 {
            return None;
        }
        Uuid::try_parse(text).ok().map(Self::new)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uuid.as_hyphenated(), formatter)
    }
}

impl<K: Kind> fmt::Debug for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", K::KIND, self.uuid)
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Id<K> {}

impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}

impl<K> Eq for Id<K> {}

impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}

impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}

impl<K> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.uuid.as_hyphenated())
    }
}

impl<'de, K> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not a hyphenated UUID"))
    }
}

impl<K> JsonSchema for Id<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uuid"})
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::KindName;

    #[test]
    fn no_two_kinds_have_the_same_name_in_keys() {
        let names: HashSet<&str> = KindName::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(names.len(), KindName::ALL.len());
        // A name is a part of keys whose parts '#' separates.
        assert!(names.iter().all(|name| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')));
    }
}
