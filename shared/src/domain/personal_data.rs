//! What each kind of record has about a person. A new kind does not compile before it says so here, and one that has something of a
//! customer must be exported and emptied by the members area, whose test asks here.

use super::KindName;

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
    #[cfg(any(test, feature = "testing"))]
    OfTests,
}

impl KindName {
    /// What its records have about a person.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a line for each kind")]
    pub const fn personal_data(self) -> PersonalData {
        match self {
            Self::Booking
            | Self::BookingSeries
            | Self::BookingHold
            | Self::WaitlistEntry
            | Self::ResourceAssignment
            | Self::CheckIn
            | Self::ShopOrder
            // A guest's, who is no customer, go with the retention of visitors' data.
            | Self::EventRegistration
            | Self::EventWaitlistEntry
            | Self::BenefitApplication
            | Self::FeedComment
            | Self::FeedEdit
            | Self::FeedLike
            | Self::FeedPost
            | Self::FeedReport
            // What it says of the record that changed.
            | Self::LoggedEvent
            | Self::Ticket
            | Self::SensitiveTicket
            | Self::TicketComment
            // What was signed stays as it was signed.
            | Self::Contract
            | Self::ContractText
            | Self::ContractTrail
            // Of their host; what they have about the visitor goes with its retention.
            | Self::VisitorRequest
            | Self::VisitorVisit => PersonalData::OfCustomer,
            Self::VisitorContact => PersonalData::OfVisitor,
            Self::Member | Self::MemberRegistration | Self::MemberErasure | Self::CompanyMember => PersonalData::Person,
            Self::BookingQuote => PersonalData::Passing,
            Self::CreditNote
            | Self::CreditTransaction
            | Self::DayPassTransaction
            | Self::Invoice
            | Self::InvoiceItem
            | Self::JournalEntry
            | Self::PaymentTransaction
            | Self::Subscription
            | Self::SubscriptionItem
            | Self::Wallet => PersonalData::KeptByLaw,
            // Who waits stands there by id, until the entry ends.
            Self::WaitingList
            | Self::EventSeats
            | Self::Event
            | Self::ApiClient
            | Self::ResourceAssignments
            | Self::Benefit
            | Self::BenefitCategory
            | Self::BenefitCodes
            | Self::BenefitCodesReference
            | Self::BenefitReference
            | Self::BookingSeriesReference
            | Self::CalendarBlock
            | Self::Company
            | Self::CompanyMemberReference
            | Self::ContractReference
            | Self::ContractSigner
            | Self::ContractTemplate
            | Self::Customer
            | Self::EventErasure
            | Self::FeedCommentEntry
            | Self::FeedErasure
            | Self::FeedPostEntry
            | Self::FeedRemoval
            | Self::FileRemoval
            | Self::Floor
            | Self::HeldRecord
            | Self::InvoiceItemReference
            | Self::JournalSegment
            | Self::JournalTotals
            | Self::LateJournalSegment
            | Self::Location
            | Self::MembershipPlan
            | Self::LocationReference
            | Self::MembershipPlanReference
            | Self::MerchantReference
            | Self::Merchant
            | Self::Plan
            | Self::Record
            | Self::RegisteredMerchant
            | Self::RegisteredSandbox
            | Self::Resource
            | Self::ResourceReference
            | Self::SandboxClock
            | Self::ShopCategory
            | Self::ShopOption
            | Self::ShopOrderItem
            | Self::ShopProduct
            | Self::ShopStock
            | Self::StockMovement
            | Self::SubscriptionReference
            // It names people by id, and says nothing that anybody wrote.
            | Self::TicketActivity
            // A file of the merchant; the records that name it know whose it is.
            | Self::Upload
            | Self::WalletBucket
            // The beginnings of what receivers answered, which are theirs and are deleted after 30 days (decision 43).
            | Self::WebhookDelivery
            | Self::WebhookEndpoint
            | Self::WebhookEndpointState => PersonalData::None,
            #[cfg(any(test, feature = "testing"))]
            Self::ListedNote | Self::Note | Self::Passing | Self::Timer => PersonalData::OfTests,
        }
    }
}
