//! Amazon SES: one operation, `SendEmail` of its API v2, with the letter as mail programs read it.

use std::sync::Arc;

use aws_credential_types::provider::SharedCredentialsProvider;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::{
    aws_json::{AwsJson, Protocol},
    observer,
};
use values::{ApiError, Clock};

const SES: Protocol =
    Protocol { service: "ses", target: None, media_type: "application/json", title: "the service for letters" };

/// Amazon SES in a region.
pub struct LetterService {
    service: AwsJson,
    configuration_set: Option<String>,
}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceAnswer {
    /// Status of the answer: 200 when it takes the letter.
    pub status: u16,
    /// The name of what is wrong, such as `MessageRejected`; empty when nothing is.
    pub error: String,
    /// What it says, in a line: the id that it gave the letter, or what is wrong.
    pub told: String,
}

impl LetterService {
    /// SES in this region; letters go under a configuration set, which says where what comes back is told.
    #[must_use]
    pub fn new(
        region: &str,
        configuration_set: Option<String>,
        credentials: SharedCredentialsProvider,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let endpoint = format!("https://email.{region}.amazonaws.com/v2/email/outbound-emails");
        Self { service: AwsJson::new(SES, (endpoint, region), credentials, clock), configuration_set }
    }

    /// Sends a letter. `tag` is what comes back is told with.
    ///
    /// # Errors
    /// 503 when the service did not answer: it may have taken the letter.
    pub async fn send(&self, to: &str, source: &[u8], tag: (&str, &str)) -> Result<ServiceAnswer, ApiError> {
        observer::tell("ses:SendEmail", "letters");
        let (status, told) = self.service.ask_any(&self.request(to, source, tag)).await?;
        let line = ["MessageId", "message", "Message"].iter().find_map(|name| told[name].as_str());
        // It stands in front of a colon, or behind a sign of its service.
        let error = told["__type"].as_str().and_then(|error| error.rsplit('#').next()?.split(':').next());
        let error = error.unwrap_or_default().to_owned();
        Ok(ServiceAnswer { status, error, told: line.unwrap_or_default().to_owned() })
    }

    fn request(&self, to: &str, source: &[u8], (name, value): (&str, &str)) -> Value {
        json!({
            "Destination": {"ToAddresses": [to]},
            "Content": {"Raw": {"Data": STANDARD.encode(source)}},
            "ConfigurationSetName": self.configuration_set,
            "EmailTags": [{"Name": name, "Value": value}],
        })
    }
}
