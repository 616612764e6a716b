//! What each kind of record has about a person. A new kind does not compile before it says so here, and one that has
//! something of a customer names its fields (`declared`): the export and the emptying are made from that.

pub mod declared;

use self::declared::HeldKind;
use values::KindName;

/// What the records of a kind have about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonalData {
    /// Nothing about a customer of the merchant.
    None,
    /// They belong to a customer and name it: they are exported, and what people wrote in them is emptied, but for what
    /// is kept. Documents, payments and the transactions behind them stay as they were written where tax law asks for
    /// them, for seven to ten years (GDPR, article 17 (3) b).
    OfCustomer(&'static HeldKind),
    /// They are the person: the members area has its own way with each of them.
    Person,
    /// They are about a visitor, who is no customer: they are purged when their retention is over.
    OfVisitor,
    /// They name a person beside what people wrote, and are deleted by time within a day.
    Passing,
    /// They are figures of a customer's account, in which nobody writes anything.
    Figures,
    /// They are records of tests.
    #[cfg(feature = "testing")]
    OfTests,
}

impl PersonalData {
    /// What the records of a kind have about a person.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a line for each kind")]
    pub const fn of(kind: KindName) -> Self {
        match kind {
            KindName::Booking => Self::OfCustomer(&declared::BOOKINGS),
            KindName::BookingSeries => Self::OfCustomer(&declared::BOOKING_SERIES),
            KindName::BookingHold => Self::OfCustomer(&declared::BOOKING_HOLDS),
            KindName::WaitlistEntry => Self::OfCustomer(&declared::WAITLIST_ENTRIES),
            KindName::ResourceAssignment => Self::OfCustomer(&declared::RESOURCE_ASSIGNMENTS),
            KindName::BenefitApplication => Self::OfCustomer(&declared::BENEFIT_APPLICATIONS),
            KindName::CheckIn => Self::OfCustomer(&declared::CHECK_INS),
            KindName::ShopOrder => Self::OfCustomer(&declared::SHOP_ORDERS),
            KindName::EventRegistration => Self::OfCustomer(&declared::EVENT_REGISTRATIONS),
            KindName::EventWaitlistEntry => Self::OfCustomer(&declared::EVENT_WAITLIST_ENTRIES),
            KindName::VisitorVisit => Self::OfCustomer(&declared::VISITOR_VISITS),
            KindName::VisitorRequest => Self::OfCustomer(&declared::VISITOR_REQUESTS),
            KindName::FeedPost => Self::OfCustomer(&declared::FEED_POSTS),
            KindName::FeedComment => Self::OfCustomer(&declared::FEED_COMMENTS),
            KindName::FeedEdit => Self::OfCustomer(&declared::FEED_EDITS),
            KindName::FeedLike => Self::OfCustomer(&declared::FEED_LIKES),
            KindName::FeedReport => Self::OfCustomer(&declared::FEED_REPORTS),
            KindName::Ticket => Self::OfCustomer(&declared::TICKETS),
            KindName::SensitiveTicket => Self::OfCustomer(&declared::SENSITIVE_TICKETS),
            KindName::TicketComment => Self::OfCustomer(&declared::TICKET_COMMENTS),
            KindName::Contract => Self::OfCustomer(&declared::CONTRACTS),
            KindName::ContractText => Self::OfCustomer(&declared::CONTRACT_TEXTS),
            KindName::ContractTrail => Self::OfCustomer(&declared::CONTRACT_TRAILS),
            KindName::Subscription => Self::OfCustomer(&declared::SUBSCRIPTIONS),
            KindName::Invoice => Self::OfCustomer(&declared::INVOICES),
            KindName::InvoiceItem => Self::OfCustomer(&declared::INVOICE_ITEMS),
            KindName::CreditNote => Self::OfCustomer(&declared::CREDIT_NOTES),
            KindName::PaymentTransaction => Self::OfCustomer(&declared::PAYMENT_TRANSACTIONS),
            KindName::BalanceClearing => Self::OfCustomer(&declared::BALANCE_CLEARINGS),
            KindName::CreditTransaction => Self::OfCustomer(&declared::CREDIT_TRANSACTIONS),
            KindName::DayPassTransaction => Self::OfCustomer(&declared::DAY_PASS_TRANSACTIONS),
            KindName::Session => Self::OfCustomer(&declared::SESSIONS),
            KindName::Letter => Self::OfCustomer(&declared::LETTERS),
            KindName::CalendarFeed => Self::OfCustomer(&declared::CALENDAR_FEEDS),
            KindName::LoggedEvent => Self::OfCustomer(&declared::LOGGED_EVENTS),
            KindName::VisitorContact => Self::OfVisitor,
            KindName::Authenticator | KindName::Lead | KindName::Member | KindName::MemberRegistration | KindName::MemberErasure | KindName::CompanyMember | KindName::SuppressedAddress => Self::Person,
            KindName::BookingQuote | KindName::ImportContent | KindName::SignIn => Self::Passing,
            KindName::BillingRunResult | KindName::JournalEntry | KindName::SubscriptionItem | KindName::Wallet => Self::Figures,
            // Who waits stands there by id, until the entry ends.
            KindName::WaitingList
            | KindName::EventSeats
            | KindName::Event
            | KindName::ApiClient
            | KindName::ClientOrigin
            | KindName::ResourceAssignments
            | KindName::Benefit
            | KindName::BenefitCategory
            | KindName::BenefitCodes
            | KindName::BenefitCodesReference
            | KindName::BenefitReference
            | KindName::BookingSeriesReference
            | KindName::ShopOrderReference
            | KindName::Books
            | KindName::CalendarBlock
            | KindName::Company
            | KindName::CompanyMemberReference
            | KindName::ContractReference
            | KindName::ContractSigner
            | KindName::ContractTemplate
            | KindName::CountingTask
            | KindName::Customer
            | KindName::EventErasure
            | KindName::FeedCommentEntry
            | KindName::FeedErasure
            | KindName::FeedPostEntry
            | KindName::FeedRemoval
            | KindName::FileRemoval
            | KindName::BillingRun
            | KindName::Import
            | KindName::ImportRows
            | KindName::Floor
            | KindName::HeldRecord
            | KindName::IdentityProvider
            | KindName::InvoiceItemReference
            | KindName::JournalSegment
            | KindName::JournalTotals
            | KindName::LateJournalSegment
            | KindName::LetterNotice
            | KindName::LetterTemplate
            | KindName::Location
            | KindName::MembershipPlan
            | KindName::LocationReference
            | KindName::MembershipPlanReference
            | KindName::MerchantReference
            // Of what happens elsewhere only the times are kept.
            | KindName::OutsideCalendar
            | KindName::OutsideCalendarState
            | KindName::Merchant
            | KindName::Plan
            | KindName::Record
            | KindName::RegisteredMerchant
            | KindName::RegisteredSandbox
            | KindName::Resource
            | KindName::ResourceReference
            | KindName::SandboxClock
            | KindName::ShopCategory
            | KindName::ShopOption
            | KindName::ShopOrderItem
            | KindName::ShopProduct
            | KindName::ShopStock
            | KindName::StockMovement
            | KindName::SubscriptionReference
            | KindName::TaxRate
            // It names people by id, and says nothing that anybody wrote.
            | KindName::TicketActivity
            // A file of the merchant; the records that name it know whose it is.
            | KindName::Upload
            | KindName::WalletBucket
            // The beginnings of what receivers answered, which are theirs and are deleted after 30 days (decision 43).
            | KindName::WebhookDelivery
            | KindName::WebhookEndpoint
            | KindName::WebhookEndpointState
            | KindName::WebhookPlace => Self::None,
            #[cfg(feature = "testing")]
            KindName::ListedNote | KindName::Note | KindName::Passing | KindName::Timer => Self::OfTests,
        }
    }
}
