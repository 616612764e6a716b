//! Where secrets are: in AWS Secrets Manager, in a folder of a developer's machine, or given by whoever builds the
//! process.

use std::{fmt, path::PathBuf, sync::Arc};

use aws_credential_types::provider::SharedCredentialsProvider;
use serde_json::json;

use crate::{
    aws_json::{AwsJson, Protocol},
    observer,
};
use platform::secrets::{Purpose, SecretArns};
use values::{ApiError, Clock, secret_versions::SecretVersions};

const SECRETS_MANAGER: Protocol = Protocol {
    service: "secretsmanager",
    target: Some("secretsmanager.GetSecretValue"),
    media_type: "application/x-amz-json-1.1",
    title: "the store of secrets",
};

/// Where the secrets of a process are.
#[derive(Clone)]
pub enum SecretSource {
    /// These, for every purpose alike: in tests, and where nothing is kept.
    Given(SecretVersions),
    /// A folder with a file for each purpose, in the form of [`SecretVersions::parse`].
    Folder(PathBuf),
    /// AWS Secrets Manager: the secrets with these ARNs.
    SecretsManager(Arc<AwsJson>, SecretArns),
    /// Nowhere: this process was told of none.
    Nowhere,
}

impl SecretSource {
    /// These secrets of AWS Secrets Manager, at an address that ends with a slash.
    #[must_use]
    pub fn secrets_manager(
        arns: SecretArns,
        place: (String, &str),
        credentials: SharedCredentialsProvider,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self::SecretsManager(Arc::new(AwsJson::new(SECRETS_MANAGER, place, credentials, clock)), arns)
    }

    /// Reads a secret.
    ///
    /// # Errors
    /// 503 when it cannot be read, 500 when there is none.
    pub(super) async fn read(&self, purpose: Purpose) -> Result<SecretVersions, ApiError> {
        observer::tell("secretsmanager:GetSecretValue", purpose.name());
        let none = || ApiError::internal(format!("there is no secret for {}", purpose.name()));
        let text = match self {
            Self::Given(versions) => return Ok(versions.clone()),
            Self::Nowhere => return Err(none()),
            Self::Folder(folder) => {
                let unreadable = |error| ApiError::unavailable(format!("no secret for {}: {error}", purpose.name()));
                std::fs::read_to_string(folder.join(purpose.name())).map_err(unreadable)?
            }
            Self::SecretsManager(service, arns) => {
                let arn = arns.of(purpose).ok_or_else(none)?;
                let answer = service.ask(&json!({"SecretId": arn})).await?;
                answer["SecretString"].as_str().unwrap_or_default().to_owned()
            }
        };
        SecretVersions::parse(&text).ok_or_else(none)
    }
}

impl fmt::Debug for SecretSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Given(_) => "given secrets",
            Self::Folder(_) => "secrets of a folder",
            Self::SecretsManager(..) => "secrets of AWS Secrets Manager",
            Self::Nowhere => "no secrets",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead as _, BufReader, Read as _, Write as _},
        net::TcpListener,
        sync::Arc,
        thread::{self, JoinHandle},
    };

    use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};

    use platform::secrets::{Purpose, SecretArns};

    use super::SecretSource;
    use platform::system_clock::SystemClock;

    /// A stand-in for the service that answers one request; the address, and what it received.
    fn service(status: &'static str, body: &'static str) -> (String, JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let serving = thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a connection");
            let mut reader = BufReader::new(stream);
            let (mut received, mut length) = (String::new(), 0);
            while !received.ends_with("\r\n\r\n") {
                let begin = received.len();
                reader.read_line(&mut received).expect("a line");
                let line = received[begin..].to_ascii_lowercase();
                length =
                    line.strip_prefix("content-length: ").map_or(length, |text| text.trim().parse().expect("a number"));
            }
            let mut content = vec![0; length];
            reader.read_exact(&mut content).expect("a body");
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            reader.get_mut().write_all(answer.as_bytes()).expect("written");
            received + &String::from_utf8(content).expect("text")
        });
        (address, serving)
    }

    fn source(address: String) -> SecretSource {
        let arns = SecretArns { codes: Some("arn:of-codes".to_owned()), ..SecretArns::default() };
        let credentials = SharedCredentialsProvider::new(Credentials::new("id", "secret", None, None, "test"));
        SecretSource::secrets_manager(arns, (address, "eu-west-1"), credentials, Arc::new(SystemClock))
    }

    #[tokio::test]
    async fn a_secret_of_secrets_manager_is_asked_for_by_its_arn_with_a_signature() {
        let (address, serving) = service("200 OK", r#"{"SecretString": "new,old"}"#);
        let versions = source(address).read(Purpose::Codes).await.expect("a secret");
        assert_eq!(versions.all().collect::<Vec<_>>(), ["new", "old"]);
        let received = serving.join().expect("a request");
        assert!(received.contains("secretsmanager.GetSecretValue") && received.contains("/eu-west-1/secretsmanager/"));
        assert!(received.ends_with(r#"{"SecretId":"arn:of-codes"}"#), "{received}");
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_unavailable_and_what_is_not_configured_a_fault() {
        let (address, serving) = service("400 Bad Request", r#"{"__type": "AccessDeniedException"}"#);
        let refused = source(address).read(Purpose::Codes).await.expect_err("a refusal");
        assert_eq!(refused.status(), 503);
        drop(serving.join());
        let none = source("http://127.0.0.1:1/".to_owned()).read(Purpose::Cursors).await.expect_err("no ARN");
        assert_eq!(none.status(), 500);
    }
}
