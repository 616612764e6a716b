//! Makes connections: name, TCP, TLS.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

use aws_smithy_runtime_api::box_error::BoxError;
use http::{Uri, uri::Scheme};
use rustls::{CertificateError, ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::{
    connection::{Connection, Transport},
    trusted_roots,
};

/// Where a request goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    host: String,
    port: u16,
    is_encrypted: bool,
}

impl Target {
    /// The target of an absolute address; `None` of any other.
    pub fn of(uri: &Uri) -> Option<Self> {
        let is_encrypted = *uri.scheme()? == Scheme::HTTPS;
        let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        Some(Self { host: uri.host()?.to_owned(), port, is_encrypted })
    }

    /// As the header `Host` names it: the port stands there only when it is not the usual one.
    pub fn host_header(&self) -> String {
        let usual = if self.is_encrypted { 443 } else { 80 };
        if self.port == usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }
}

/// Makes connections, and remembers whom to trust.
#[derive(Default)]
pub struct Dialer {
    /// Trusts only the authorities that AWS has certificates of, which are read in a tenth of the time.
    of_aws: OnceLock<TlsConnector>,
    /// Trusts whom the system trusts.
    of_system: OnceLock<TlsConnector>,
    /// Whether a certificate of another authority was met.
    is_elsewhere: AtomicBool,
}

impl Dialer {
    /// A new connection to a target.
    pub async fn connect(&self, target: &Target) -> Result<Connection, BoxError> {
        if !target.is_encrypted {
            return Ok(Connection::open(Box::new(dial(target).await?)).await?);
        }
        if !self.is_elsewhere.load(Ordering::Relaxed) {
            let aws = self.of_aws.get_or_init(|| trusting(trusted_roots::of_aws()));
            match encrypt(aws, target).await {
                // Whoever is trusted by the system is, only later.
                Err(error) if is_unknown_issuer(&error) => self.is_elsewhere.store(true, Ordering::Relaxed),
                transport => return Ok(Connection::open(transport?).await?),
            }
        }
        let system = self.of_system.get_or_init(|| trusting(trusted_roots::of_system()));
        Ok(Connection::open(encrypt(system, target).await?).await?)
    }
}

async fn dial(target: &Target) -> std::io::Result<TcpStream> {
    let host = target.host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((host, target.port)).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn encrypt(connector: &TlsConnector, target: &Target) -> std::io::Result<Box<dyn Transport>> {
    let name = ServerName::try_from(target.host.trim_matches(['[', ']']).to_owned()).map_err(std::io::Error::other)?;
    Ok(Box::new(connector.connect(name, dial(target).await?).await?))
}

fn is_unknown_issuer(error: &std::io::Error) -> bool {
    let told = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    matches!(told, Some(rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer)))
}

fn trusting(roots: RootCertStore) -> TlsConnector {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    // The provider's own versions suit the provider.
    let builder = versions.unwrap_or_else(|_| ClientConfig::builder());
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    TlsConnector::from(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn the_host_is_named_with_its_port_only_when_that_is_unusual() {
        for (address, host) in [
            ("https://dynamodb.eu-west-1.amazonaws.com/", "dynamodb.eu-west-1.amazonaws.com"),
            ("https://localhost:443/", "localhost"),
            ("https://localhost:80/", "localhost:80"),
            ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
            ("http://[::1]/", "[::1]"),
        ] {
            let target = Target::of(&address.parse().expect("an address")).expect("a target");
            assert_eq!(target.host_header(), host);
        }
        assert_eq!(Target::of(&"/path".parse().expect("a path")), None);
    }
}
