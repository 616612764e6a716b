//! Letters: what is written to whom about which event (`docs/areas/letters.md`).
//!
//! An **event** about which an area has something to say is noted when it is stored (`LetterNotice`). The function
//! `notify` asks the area's **source** for **drafts**, stores a **letter** for each reader, words it and sends it.

mod code_letter;
mod digest;
mod draft;
mod facts;
mod handing_over;
mod letter;
mod notice;
mod qr_picture;
pub mod recipients;
mod suppressed_address;
mod template;
mod told;
mod unsubscribing;

pub use records::LetterType;

pub use self::{
    code_letter::{SealedFacts, letter_sealed, open},
    digest::{DIGEST_COUNT_MAX, DigestCount, DigestDay},
    draft::{Attachment, Draft, Drafting, LetterSource, LetterSources, Place, Recipient},
    facts::{Fact, Facts, SealedLink, text},
    handing_over::{hand_over, letter_message, names_letter, notice_message},
    letter::{
        ATTEMPT_SECONDS_MAX, AttemptOutcome, Feedback, FeedbackType, Kept, Letter, LetterAttempt, LetterStatus,
        NotSentReason,
    },
    notice::LetterNotice,
    qr_picture::{qr_attachment, qr_png},
    suppressed_address::{SuppressedAddress, SuppressionReason},
    template::{LetterTemplate, LetterTemplateFields},
    told::{is_told, told_events},
    unsubscribing::{UNSUBSCRIBE_PATH, Unsubscription},
};
