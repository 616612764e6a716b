//! Letters: what is written to whom about which event (`docs/areas/letters.md`).
//!
//! An **event** about which an area has something to say is noted when it is stored (`LetterNotice`). The function
//! `notify` asks the area's **source** for **drafts**, stores a **letter** for each reader, words it and sends it.

mod code_letter;
mod digest;
mod draft;
mod facts;
mod forgetting;
mod handing_over;
mod letter;
mod letter_state;
mod letter_steps;
mod letter_view;
mod notice;
mod qr_picture;
pub mod recipients;
mod sources;
mod suppressed_address;
mod template;
mod told;
mod told_event;
mod unsubscribing;

pub use records::LetterType;

pub use self::{
    code_letter::{SealedFacts, letter_sealed, open},
    digest::{DIGEST_COUNT_MAX, DigestCount, DigestDay},
    draft::{Attachment, Draft, Place, Recipient},
    facts::{Fact, Facts, SealedLink, text},
    forgetting::forget_letters_about,
    handing_over::{hand_over, letter_message, names_letter, notice_message},
    letter::{ATTEMPT_SECONDS_MAX, Kept, Letter},
    letter_state::{AttemptOutcome, Feedback, FeedbackType, LetterAttempt, LetterStatus, NotSentReason},
    letter_view::LetterView,
    notice::LetterNotice,
    qr_picture::{qr_attachment, qr_png},
    sources::{Drafting, Drafts, LetterSource, LetterSources, Readers},
    suppressed_address::{SuppressedAddress, SuppressionReason},
    template::{LetterTemplate, LetterTemplateFields},
    told::{is_told, told_events},
    told_event::ToldEvent,
    unsubscribing::{UNSUBSCRIBE_PATH, Unsubscription},
};
