//! Signatures of requests to the store of files (AWS Signature Version 4, in the query).

use std::time::{Duration, SystemTime};

use aws_credential_types::Credentials;
use aws_sigv4::{
    http_request::{
        PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation, SigningSettings,
        UriPathNormalizationMode, sign,
    },
    sign::v4,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use values::{ApiError, Timestamp};

/// What is written as `%` and two digits in a part of a query: all but what RFC 3986 leaves unreserved.
pub const UNSAFE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Of a developer's machine: they protect nothing.
pub(super) fn local() -> Credentials {
    Credentials::new("local", "local", None, None, "local")
}

/// Signs requests to the store.
#[derive(Clone, Debug)]
pub struct Signer {
    /// Credentials with which the requests are signed.
    pub credentials: Credentials,
    /// Where the bucket is.
    pub region: String,
}

impl Signer {
    /// A signer of a developer's machine.
    #[must_use]
    pub fn local(region: &str) -> Self {
        Self { credentials: local(), region: region.to_owned() }
    }

    /// The address of a request with its signature, good for some time. Its body is not signed: its digest is a header
    /// where it matters.
    ///
    /// # Errors
    /// 500 when the request cannot be written.
    pub fn signed(
        &self,
        good_for: Duration,
        method: &str,
        address: &str,
        headers: &[(&str, &str)],
        at: Timestamp,
    ) -> Result<String, ApiError> {
        let broken = |error: &dyn std::fmt::Display| ApiError::internal(format!("a link cannot be signed: {error}"));
        let identity = self.credentials.clone().into();
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name("s3")
            .time(instant(at))
            .settings(settings(good_for))
            .build()
            .map_err(|error| broken(&error))?
            .into();
        let request = SignableRequest::new(method, address, headers.iter().copied(), SignableBody::UnsignedPayload)
            .map_err(|error| broken(&error))?;
        let (instructions, _) = sign(request, &params).map_err(|error| broken(&error))?.into_parts();
        let mut url = address.to_owned();
        for (name, value) in instructions.params() {
            url.push(if url.contains('?') { '&' } else { '?' });
            url = format!("{url}{name}={}", utf8_percent_encode(value, UNSAFE));
        }
        Ok(url)
    }
}

fn settings(good_for: Duration) -> SigningSettings {
    let mut settings = SigningSettings::default();
    settings.signature_location = SignatureLocation::QueryParams;
    settings.expires_in = Some(good_for);
    // As S3 asks: keys are neither encoded twice nor shortened.
    settings.percent_encoding_mode = PercentEncodingMode::Single;
    settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
    settings
}

fn instant(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(at.millis().unsigned_abs())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Credentials, Signer};
    use values::Timestamp;

    /// The example of Amazon's documentation ("Authenticating Requests: Using Query Parameters (AWS Signature Version
    /// 4)").
    #[test]
    fn a_link_is_signed_as_amazon_signs_it() {
        let credentials =
            Credentials::new("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", None, None, "test");
        let signer = Signer { credentials, region: "us-east-1".to_owned() };
        let at = Timestamp::parse("2013-05-24T00:00:00Z").expect("an instant");
        let address = "https://examplebucket.s3.amazonaws.com/test.txt";
        let link = signer.signed(Duration::from_hours(24), "GET", address, &[], at).expect("a link");
        let signature = link.split("X-Amz-Signature=").nth(1);
        assert_eq!(signature, Some("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"), "{link}");
    }
}
