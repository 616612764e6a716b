//! The letters that there are.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Who may decide that a letter is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Nobody: without it something cannot be done, or the law asks for it.
    Always,
    /// The merchant alone: it belongs to what its reader agreed on.
    Merchant,
    /// The merchant, and whoever reads it; it can be unsubscribed from.
    Reader,
}

macro_rules! letters {
    ($($variant:ident $name:literal $switch:ident $about:literal),+ $(,)?) => {
        /// What a letter is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum LetterType {
            $(#[doc = $about] $variant,)+
        }

        impl LetterType {
            /// Every letter there is, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// What it says.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about),+ }
            }

            /// Who may decide that it is not sent.
            #[must_use]
            pub const fn switch(self) -> Switch {
                match self { $(Self::$variant => Switch::$switch),+ }
            }
        }
    };
}

letters!(
    SignInCode "sign_in_code" Always "The code, and the link, by which somebody signs in.",
    BookingConfirmed "booking_confirmed" Merchant "A booking is made, or was approved; with an invitation for calendars.",
    BookingRequested "booking_requested" Merchant "A booking was asked for and waits for approval.",
    BookingChanged "booking_changed" Merchant "A booking has another time or place.",
    BookingCancelled "booking_cancelled" Merchant "A booking was cancelled, declined, or not approved in time.",
    BookingReminder "booking_reminder" Reader "A booking begins soon.",
    BookingOffered "booking_offered" Merchant "Time that somebody waits for came free.",
    ApprovalWaiting "approval_waiting" Reader "To staff: a booking waits for approval.",
    RegistrationInvited "registration_invited" Merchant "Somebody is invited to become a member.",
    RegistrationApproved "registration_approved" Merchant "A registration was approved: welcome.",
    RegistrationDeclined "registration_declined" Merchant "A registration was rejected.",
    RegistrationWaiting "registration_waiting" Reader "To staff: somebody wants to become a member.",
    InvoiceIssued "invoice_issued" Merchant "An invoice, with its PDF and UBL.",
    InvoiceReminder "invoice_reminder" Merchant "An invoice is to be paid, or is overdue.",
    PaymentReceived "payment_received" Merchant "A payment came in.",
    PaymentFailed "payment_failed" Merchant "A payment failed.",
    PaymentRefunded "payment_refunded" Merchant "Money was paid back.",
    CreditNoteIssued "credit_note_issued" Merchant "A credit note was issued.",
    SubscriptionBegun "subscription_begun" Merchant "A subscription was made.",
    SubscriptionChanged "subscription_changed" Merchant "Another plan is to begin.",
    SubscriptionEnding "subscription_ending" Merchant "Notice was given: when the subscription ends.",
    SubscriptionEnded "subscription_ended" Merchant "A subscription has ended.",
    ContractToSign "contract_to_sign" Merchant "A contract is to be signed, with the link to it.",
    ContractSigned "contract_signed" Merchant "Everybody has signed a contract.",
    ContractUpForRenewal "contract_up_for_renewal" Reader "To staff: it is time to decide about a contract's renewal.",
    EventTicket "event_ticket" Merchant "Seats of an event, with the code that is shown at the door.",
    EventMoved "event_moved" Merchant "An event has another time.",
    EventCancelled "event_cancelled" Merchant "An event, or somebody's seats, were cancelled.",
    EventSeatOffered "event_seat_offered" Merchant "Seats that somebody waits for are kept for them.",
    OrderReady "order_ready" Merchant "An order was accepted and is being prepared, or handed over.",
    VisitorInvited "visitor_invited" Merchant "A visitor is expected, with the code for the entrance.",
    VisitMoved "visit_moved" Merchant "A visitor is expected at another time, with the code for the entrance.",
    VisitCancelled "visit_cancelled" Merchant "To the visitor: a visit was cancelled, or a rule of visits.",
    VisitorArrived "visitor_arrived" Merchant "To the host: the visitor is here.",
    VisitRequested "visit_requested" Merchant "To the host: a visitor asks for them.",
    TicketAnswered "ticket_answered" Merchant "A request for help was answered.",
    TicketReceived "ticket_received" Reader "To staff: somebody asks for help.",
    BenefitApproved "benefit_approved" Merchant "An application for a benefit was approved, with its code.",
    ReportDecided "report_decided" Reader "What was reported in the feed was looked at.",
    OwnerMade "owner_made" Always "To owners: somebody became an owner.",
    SecondFactorChanged "second_factor_changed" Always "To the member and to owners: an authenticator was set up, or removed.",
    StaffDigest "staff_digest" Reader "To staff, each morning: what the day brings and what waits.",
);

impl LetterType {
    /// Whether it carries what lets its reader sign in or sign. Whoever words it could send that to a place of their own,
    /// so its wording is the owners'.
    #[must_use]
    pub const fn carries_credential(self) -> bool {
        matches!(self, Self::SignInCode | Self::ContractToSign)
    }

    /// Whether it tells its reader about somebody else, such as a visitor. Nothing of what it says is kept, so that it
    /// names nobody who was forgotten.
    #[must_use]
    pub const fn tells_about_others(self) -> bool {
        matches!(
            self,
            Self::ApprovalWaiting
                | Self::RegistrationWaiting
                | Self::ContractUpForRenewal
                | Self::VisitorInvited
                | Self::VisitMoved
                | Self::VisitCancelled
                | Self::VisitorArrived
                | Self::VisitRequested
                | Self::TicketReceived
                | Self::OwnerMade
                | Self::SecondFactorChanged
        )
    }
}

macro_rules! switchable {
    ($($(#[$about:meta])* $name:ident $($switch:ident)+),+ $(,)?) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(pub LetterType);

            impl $name {
                /// The same, if the letter is one of them.
                #[must_use]
                pub fn of(letter: LetterType) -> Option<Self> {
                    [$(Switch::$switch),+].contains(&letter.switch()).then_some(Self(letter))
                }
            }

            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    let letters = LetterType::ALL.iter().filter(|letter| Self::of(**letter).is_some());
                    let names: Vec<&str> = letters.map(|letter| letter.name()).collect();
                    json_schema!({"type": "string", "enum": names})
                }
            }
        )+
    };
}

switchable!(
    /// A letter that the merchant may switch off.
    SwitchableLetter Merchant Reader,
    /// A letter that its reader may switch off.
    OptionalLetter Reader,
);

#[cfg(test)]
mod tests {
    use super::{LetterType, OptionalLetter, SwitchableLetter};

    #[test]
    fn what_a_reader_may_switch_off_the_merchant_may() {
        for letter in LetterType::ALL {
            assert!(OptionalLetter::of(*letter).is_none() || SwitchableLetter::of(*letter).is_some());
        }
        assert!(SwitchableLetter::of(LetterType::SignInCode).is_none());
    }

    #[test]
    fn a_letter_has_the_same_name_everywhere() {
        for letter in LetterType::ALL {
            assert_eq!(serde_json::to_value(letter).expect("a name"), letter.name());
        }
    }
}
