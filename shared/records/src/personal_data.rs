//! What each kind of record has about a person. A new kind does not compile before it says so here, and one that has something of a
//! customer must be exported and emptied by the members area, whose test asks here.

use values::KindName;

/// What the records of a kind have about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonalData {
    /// Nothing about a customer of the merchant.
    None,
    /// They belong to a customer and name it: what people wrote in them is exported and emptied, kind by kind.
    OfCustomer,
    /// They are the person: the members area has its own way with each of them.
    Person,
    /// They are about a visitor, who is no customer: they are purged when their retention is over.
    OfVisitor,
    /// They name a person beside what people wrote, and are deleted by time within a day.
    Passing,
    /// They are what accounting must keep as it was written: documents, payments and the transactions behind them. Tax law asks for seven
    /// to ten years of them, and anonymising leaves them (GDPR, article 17 (3) b).
    KeptByLaw,
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
            KindName::Booking
            | KindName::BookingSeries
            | KindName::BookingHold
            | KindName::WaitlistEntry
            | KindName::ResourceAssignment
            | KindName::CheckIn
            | KindName::ShopOrder
            // A guest's, who is no customer, go with the retention of visitors' data.
            | KindName::EventRegistration
            | KindName::EventWaitlistEntry
            | KindName::BenefitApplication
            | KindName::FeedComment
            | KindName::FeedEdit
            | KindName::FeedLike
            | KindName::FeedPost
            | KindName::FeedReport
            // What it says of the record that changed.
            | KindName::LoggedEvent
            | KindName::Ticket
            | KindName::SensitiveTicket
            | KindName::TicketComment
            // What was signed stays as it was signed.
            | KindName::Contract
            | KindName::ContractText
            | KindName::ContractTrail
            // Of their host; what they have about the visitor goes with its retention.
            | KindName::VisitorRequest
            | KindName::VisitorVisit => Self::OfCustomer,
            KindName::VisitorContact => Self::OfVisitor,
            KindName::Member | KindName::MemberRegistration | KindName::MemberErasure | KindName::CompanyMember => Self::Person,
            KindName::BookingQuote => Self::Passing,
            KindName::CreditNote
            | KindName::CreditTransaction
            | KindName::DayPassTransaction
            | KindName::Invoice
            | KindName::InvoiceItem
            | KindName::JournalEntry
            | KindName::PaymentTransaction
            | KindName::Subscription
            | KindName::SubscriptionItem
            | KindName::Wallet => Self::KeptByLaw,
            // Who waits stands there by id, until the entry ends.
            KindName::WaitingList
            | KindName::EventSeats
            | KindName::Event
            | KindName::ApiClient
            | KindName::ResourceAssignments
            | KindName::Benefit
            | KindName::BenefitCategory
            | KindName::BenefitCodes
            | KindName::BenefitCodesReference
            | KindName::BenefitReference
            | KindName::BookingSeriesReference
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
            | KindName::Floor
            | KindName::HeldRecord
            | KindName::InvoiceItemReference
            | KindName::JournalSegment
            | KindName::JournalTotals
            | KindName::LateJournalSegment
            | KindName::Location
            | KindName::MembershipPlan
            | KindName::LocationReference
            | KindName::MembershipPlanReference
            | KindName::MerchantReference
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
