//! What is shown of an authenticator once: its key, and its recovery codes.

use records::{Authenticator, authenticator::AuthenticatorView};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Shown, svg::QrPicture};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, Secret, Timestamp};

/// How large a module of the QR code is, in pixels.
const MODULE_PIXELS: i32 = 6;

/// How much of the merchant's name and of the address an app is told, in characters: at most 27 bytes each in the
/// address, and 2,331 bytes fit a QR code of this kind.
const LABEL_CHARACTERS_MAX: usize = 25;

/// An authenticator with the key that was just made for it.
#[derive(Clone, Debug)]
pub struct KeyShown {
    /// The authenticator.
    pub authenticator: Record<Authenticator>,
    /// The key in base32.
    pub key: String,
    /// The address that apps open.
    pub uri: String,
    /// It as a QR code: width and height in modules, and the dark ones as the path of a drawing.
    pub picture: QrPicture,
}

/// Authenticator with its new key.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AuthenticatorWithKey")]
pub struct KeyView {
    /// The key in base32, for apps that take it typed. It is shown once.
    pub key: String,
    /// The address `otpauth://…` with the key, which authenticator apps open.
    pub uri: String,
    /// The address as a QR code, a picture (SVG 1.1), for apps that read it by a camera.
    pub qr_code: String,
    /// Authenticator that the key is of.
    #[serde(flatten)]
    pub authenticator: AuthenticatorView,
}

/// An authenticator with its new recovery codes.
#[derive(Clone, Debug)]
pub struct CodesShown {
    /// The authenticator.
    pub authenticator: Record<Authenticator>,
    /// The codes as people write them down.
    pub codes: Vec<String>,
}

/// Authenticator with new recovery codes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AuthenticatorWithCodes")]
pub struct CodesView {
    /// Codes that work once each instead of one of the app, for who has lost it. They are shown once.
    pub recovery_codes: Vec<String>,
    /// Authenticator that the codes are of.
    #[serde(flatten)]
    pub authenticator: AuthenticatorView,
}

impl KeyShown {
    /// Of an authenticator with this key; `issuer` and `account` are what the app writes beside its codes.
    ///
    /// # Errors
    /// 500 when the address is too long for a QR code.
    pub fn new(
        authenticator: Record<Authenticator>,
        key: String,
        (issuer, account): (&str, &str),
    ) -> Result<Self, ApiError> {
        let encoded = |text: &str| {
            let short: String = text.chars().take(LABEL_CHARACTERS_MAX).collect();
            let pairs: String = form_urlencoded::byte_serialize(short.as_bytes()).collect();
            // In the path of an address a space is %20 and never a plus sign.
            pairs.replace('+', "%20")
        };
        let (issuer, account) = (encoded(issuer), encoded(account));
        let uri = format!("otpauth://totp/{issuer}:{account}?secret={key}&issuer={issuer}");
        let picture = QrPicture::of(&uri)?;
        Ok(Self { authenticator, key, uri, picture })
    }

    fn drawn(&self) -> String {
        let QrPicture { modules, path } = &self.picture;
        let pixels = modules * MODULE_PIXELS;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels}\" viewBox=\"0 0 {modules} \
             {modules}\"><path fill=\"#fff\" d=\"M0 0h{modules}v{modules}H0z\"/><path d=\"{path}\"/></svg>"
        )
    }
}

impl Shown for KeyShown {
    type View = RecordView<KeyView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let (key, uri, qr_code) = (self.key.clone(), self.uri.clone(), self.drawn());
        shown(&self.authenticator, now, |authenticator| KeyView { key, uri, qr_code, authenticator })
    }

    fn version(&self) -> Option<i64> {
        Some(self.authenticator.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("{}/{}", Authenticator::PATH, self.authenticator.id))
    }

    /// They are in no stored answer, not even encrypted: a repeat shows none.
    fn secrets(&self) -> Vec<Secret> {
        [&self.picture.path, &self.uri, &self.key].map(|text| Secret::received(text)).into()
    }
}

impl Shown for CodesShown {
    type View = RecordView<CodesView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let recovery_codes = self.codes.clone();
        shown(&self.authenticator, now, |authenticator| CodesView { recovery_codes, authenticator })
    }

    fn version(&self) -> Option<i64> {
        Some(self.authenticator.version)
    }

    /// As those of a key.
    fn secrets(&self) -> Vec<Secret> {
        self.codes.iter().map(|code| Secret::received(code)).collect()
    }
}

fn shown<V>(
    record: &Record<Authenticator>,
    now: Timestamp,
    with: impl FnOnce(AuthenticatorView) -> V,
) -> RecordView<V> {
    let RecordView { id, body, metadata, version, created_at, updated_at } = record.view(now);
    RecordView { id, body: with(body), metadata, version, created_at, updated_at }
}
