//! The link in a letter by which its reader wants no more of its kind. It says whose wish it is and carries a signature,
//! so that it works as long as the secret is kept, whatever became of the letter.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use platform::secrets::Purpose;
use records::{LetterType, Member, letter_type::OptionalLetter};
use sha2::Sha256;
use values::{ApiError, Id, MerchantReference};
use work::secrets::Secrets;

/// Path of the page, outside `/v1`.
pub const UNSUBSCRIBE_PATH: &str = "/letters/unsubscribe";
/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 16;

/// Whose wish a link is, and about which letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsubscription {
    /// Whose letters they are.
    pub merchant: Id<MerchantReference>,
    /// Who does not want them.
    pub member: Id<Member>,
    /// Which letters.
    pub letter: OptionalLetter,
}

impl Unsubscription {
    /// The query of the link.
    ///
    /// # Errors
    /// 503 when the secret cannot be read.
    pub async fn query(self, secrets: &Secrets) -> Result<String, ApiError> {
        let versions = secrets.read_once(Purpose::Codes).await?;
        let mac = self.signed(versions.first()).ok_or_else(|| ApiError::internal("no key for signatures"))?;
        let whole = mac.finalize().into_bytes();
        let signature = URL_SAFE_NO_PAD.encode(whole.get(..SIGNATURE_BYTES).unwrap_or_default());
        let Self { merchant, member, letter } = self;
        Ok(format!("merchant={merchant}&member={member}&letter={}&signature={signature}", letter.0.name()))
    }

    /// What a link's query says; none when this service did not make it.
    ///
    /// # Errors
    /// 503 when the secret cannot be read.
    pub async fn read(secrets: &Secrets, query: &str) -> Result<Option<Self>, ApiError> {
        let Some((wish, signature)) = parse(query) else { return Ok(None) };
        let is_own =
            |secret: &str| wish.signed(secret).is_some_and(|mac| mac.verify_truncated_left(&signature).is_ok());
        let found = secrets.find_checked(Purpose::Codes, |versions| versions.all().any(is_own).then_some(wish)).await?;
        Ok(found)
    }

    fn signed(self, secret: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
        mac.update(b"unsubscription\0");
        mac.update(self.merchant.uuid().as_bytes());
        mac.update(self.member.uuid().as_bytes());
        mac.update(self.letter.0.name().as_bytes());
        Some(mac)
    }
}

fn parse(query: &str) -> Option<(Unsubscription, Vec<u8>)> {
    let value = |name: &str| query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let named = value("letter")?;
    let letter = LetterType::ALL.iter().find(|letter| letter.name() == named)?;
    let (merchant, member) = (Id::parse(value("merchant")?)?, Id::parse(value("member")?)?);
    let signature = URL_SAFE_NO_PAD.decode(value("signature")?).ok().filter(|bytes| bytes.len() == SIGNATURE_BYTES)?;
    Some((Unsubscription { merchant, member, letter: OptionalLetter::of(*letter)? }, signature))
}
