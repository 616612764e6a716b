//! Which kinds of records tell nothing, and why. A new kind does not compile before it says so here, or has events: a
//! test compares this with the tables of the areas.

use values::KindName;

/// Why the records of a kind are told of by no event; none for a kind that has events.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a line for each kind")]
pub const fn untold(kind: KindName) -> Option<&'static str> {
    match kind {
        KindName::ApiClient
        | KindName::BalanceClearing
        | KindName::Benefit
        | KindName::BenefitApplication
        | KindName::BenefitCategory
        | KindName::Booking
        | KindName::BookingHold
        | KindName::Books
        | KindName::BookingSeries
        | KindName::CalendarBlock
        | KindName::CheckIn
        | KindName::Company
        | KindName::CompanyMember
        | KindName::Contract
        | KindName::ContractTemplate
        | KindName::CreditTransaction
        | KindName::CreditNote
        | KindName::DayPassTransaction
        | KindName::Event
        | KindName::EventRegistration
        | KindName::EventWaitlistEntry
        | KindName::FeedComment
        | KindName::FeedPost
        | KindName::FeedReport
        | KindName::Floor
        | KindName::Invoice
        | KindName::InvoiceItem
        | KindName::Lead
        | KindName::LetterTemplate
        | KindName::Location
        | KindName::Member
        | KindName::MemberRegistration
        | KindName::MembershipPlan
        | KindName::Merchant
        | KindName::OutsideCalendar
        | KindName::PaymentTransaction
        | KindName::Plan
        | KindName::Resource
        | KindName::ResourceAssignment
        | KindName::SensitiveTicket
        | KindName::ShopCategory
        | KindName::ShopOrder
        | KindName::ShopProduct
        | KindName::ShopStock
        | KindName::Subscription
        | KindName::SuppressedAddress
        | KindName::TaxRate
        | KindName::Ticket
        | KindName::TicketComment
        | KindName::BillingRun
        | KindName::Import
        | KindName::Upload
        | KindName::VisitorContact
        | KindName::VisitorRequest
        | KindName::VisitorVisit
        | KindName::WaitlistEntry
        | KindName::WebhookEndpoint => None,
        KindName::BenefitCodesReference
        | KindName::BenefitReference
        | KindName::BookingSeriesReference
        | KindName::ShopOrderReference
        | KindName::CompanyMemberReference
        | KindName::ContractReference
        | KindName::ContractSigner
        | KindName::Customer
        | KindName::HeldRecord
        | KindName::InvoiceItemReference
        | KindName::LocationReference
        | KindName::MembershipPlanReference
        | KindName::MerchantReference
        | KindName::Record
        | KindName::ResourceReference
        | KindName::ShopOption
        | KindName::ShopOrderItem
        | KindName::SubscriptionItem
        | KindName::SubscriptionReference
        | KindName::WalletBucket => Some("it is a kind of identifier without records"),
        KindName::ResourceAssignments
        | KindName::EventSeats
        | KindName::FeedCommentEntry
        | KindName::FeedPostEntry
        | KindName::WaitingList
        | KindName::Wallet => Some("it is what a decision is made on and no answer shows"),
        KindName::CountingTask
        | KindName::EventErasure
        | KindName::FeedErasure
        | KindName::FeedRemoval
        | KindName::FileRemoval
        | KindName::MemberErasure => Some("it is work that is left to do"),
        KindName::ContractText
        | KindName::ContractTrail
        | KindName::FeedEdit
        | KindName::JournalEntry
        | KindName::JournalSegment
        | KindName::JournalTotals
        | KindName::LateJournalSegment
        | KindName::StockMovement
        | KindName::TicketActivity => Some("it follows from a record that is told, in the same transaction"),
        KindName::BenefitCodes => Some("there is nothing in it but secrets"),
        KindName::BookingQuote => Some("it is gone within minutes and takes nothing"),
        KindName::FeedLike => Some("there are many, and nobody acts on one"),
        KindName::RegisteredMerchant | KindName::RegisteredSandbox => Some("it is the operator's and no merchant's"),
        KindName::SandboxClock => Some("it is told by whoever moves the clock"),
        KindName::LoggedEvent | KindName::WebhookDelivery | KindName::WebhookEndpointState | KindName::WebhookPlace => {
            Some("it is how events are told")
        }
        KindName::BillingRunResult => Some("its billing run is told, and so is its invoice"),
        KindName::ImportContent | KindName::ImportRows => Some("it is what an import is made of, which is told"),
        KindName::Letter => Some("it follows from an event, and what became of it stands in it"),
        KindName::CalendarFeed => Some("whoever has its address reads it, and nobody acts on one"),
        KindName::LetterNotice | KindName::OutsideCalendarState => Some("it is work that is left to do"),
        KindName::ClientOrigin => Some("it follows from its API client"),
        KindName::Authenticator => Some("its member tells whether there is one, and nothing else concerns anybody"),
        KindName::IdentityProvider => Some("its secret concerns nobody, and whoever may change it may list it"),
        KindName::Session | KindName::SignIn => Some("the list of sessions shows them while they matter"),
        #[cfg(feature = "testing")]
        KindName::ListedNote | KindName::Note | KindName::Passing | KindName::Timer => Some("it is a record of tests"),
    }
}
