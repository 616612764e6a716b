//! The authorities that the system trusts, and among them those that issue the certificates of AWS. Reading all 140 of them takes longer
//! than everything else that a function does before its first request.

use std::path::PathBuf;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rustls::{RootCertStore, pki_types::CertificateDer};

/// Where the system's authorities stand: in Lambda, in Debian and its like.
const BUNDLES: [&str; 2] = ["/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/certs/ca-certificates.crt"];
/// How the names of the organisations begin whose authorities issue the certificates of AWS: Amazon, and Starfield Services
/// (amazontrust.com/repository).
const OPERATORS: [&[u8; 6]; 2] = [b"Amazon", b"Starfi"];
const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const END: &str = "-----END CERTIFICATE-----";

/// All authorities that the system trusts.
pub fn of_system() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

/// Those that issue the certificates of AWS; none when the system's are not where they usually are.
pub fn of_aws() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let bundle = bundles().into_iter().find_map(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    roots.add_parsable_certificates(operated(&bundle).map(CertificateDer::from));
    roots
}

#[expect(
    clippy::disallowed_methods,
    reason = "rustls_native_certs looks at the same variable, which every system knows"
)]
fn bundles() -> Vec<PathBuf> {
    let named = std::env::var("SSL_CERT_FILE").ok().map(PathBuf::from);
    named.into_iter().chain(BUNDLES.map(PathBuf::from)).collect()
}

/// The certificates of a bundle that name one of the operators.
fn operated(bundle: &str) -> impl Iterator<Item = Vec<u8>> {
    let certificates = bundle.split(BEGIN).skip(1).filter_map(|rest| decoded(rest.split_once(END)?.0));
    certificates.filter(|certificate| names_operator(certificate))
}

/// The bytes of a certificate that is written in lines.
fn decoded(lines: &str) -> Option<Vec<u8>> {
    let mut certificate = Vec::with_capacity(lines.len());
    for line in lines.lines().filter(|line| !line.is_empty()) {
        STANDARD.decode_vec(line, &mut certificate).ok()?;
    }
    Some(certificate)
}

fn names_operator(certificate: &[u8]) -> bool {
    certificate.windows(OPERATORS[0].len()).any(|window| OPERATORS.iter().any(|name| window == *name))
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::STANDARD};

    use super::{BEGIN, END, operated};

    #[test]
    fn only_what_names_an_operator_is_kept() {
        let one = |text: &str| {
            let encoded = STANDARD.encode(text);
            let lines: Vec<&str> = [&encoded[..4], &encoded[4..]].to_vec();
            format!("# {text}\n{BEGIN}\n{}\n{END}\n", lines.join("\n"))
        };
        let bundle = [one("of Amazon Root"), one("of somebody else"), one("by Starfield Services")].concat();
        let kept: Vec<Vec<u8>> = operated(&bundle).collect();
        assert_eq!(kept, [b"of Amazon Root".to_vec(), b"by Starfield Services".to_vec()]);
    }

    #[test]
    fn what_is_no_certificate_is_left_out() {
        assert_eq!(operated(&format!("{BEGIN}\n!!!\n{END}\n{BEGIN}\nQW1h")).count(), 0);
    }
}
