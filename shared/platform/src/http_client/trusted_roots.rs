//! The authorities that the system trusts, and among them those that issue the certificates of AWS. Reading all 140 of
//! them takes longer than everything else that a function does before its first request.

use std::{collections::BTreeSet, path::PathBuf};

use memchr::memmem;
use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};

/// Where the system's authorities stand: in Lambda, in Debian and its like.
const BUNDLES: [&str; 2] = ["/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/certs/ca-certificates.crt"];
/// How the names of the organisations begin whose authorities issue the certificates of AWS
/// (amazontrust.com/repository), Amazon and Starfield Services, as they stand in a bundle: each in base64 at the three
/// places that a byte can have.
const OPERATORS: [&str; 6] = ["QW1hem9u", "FtYXpvb", "BbWF6b2", "U3RhcmZp", "N0YXJma", "TdGFyZm"];
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";
const END: &[u8] = b"-----END CERTIFICATE-----";

/// All authorities that the system trusts.
pub fn of_system() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

/// Those that issue the certificates of AWS; none when the system's are not where they usually are.
pub fn of_aws() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let bundle = bundles().into_iter().find_map(|path| std::fs::read(path).ok()).unwrap_or_default();
    roots.add_parsable_certificates(
        operated(&bundle).into_iter().filter_map(|text| CertificateDer::from_pem_slice(text).ok()),
    );
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

/// The certificates of a bundle that name one of the operators, as texts. A name that a line's end divides is not seen;
/// an authority has its name several times.
fn operated(bundle: &[u8]) -> Vec<&[u8]> {
    let begin = |place: usize| memmem::rfind(&bundle[..place], BEGIN);
    let found = OPERATORS.iter().flat_map(|name| memmem::find_iter(bundle, name).filter_map(begin));
    let begins: BTreeSet<usize> = found.collect();
    let whole = |begin: usize| Some(&bundle[begin..begin + memmem::find(&bundle[begin..], END)? + END.len()]);
    begins.into_iter().filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::STANDARD};

    use super::operated;

    fn certificate(text: &str) -> String {
        format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----", STANDARD.encode(text))
    }

    #[test]
    fn only_what_names_an_operator_is_kept_wherever_the_name_stands() {
        for before in ["", "1", "22", "333"] {
            let [ours, others, older] =
                ["Amazon Root", "Somebody", "Starfield Services"].map(|name| certificate(&format!("{before}{name} 1")));
            let bundle = format!("# comment\n{ours}\n{others}\n{older}\n");
            assert_eq!(operated(bundle.as_bytes()), [ours.as_bytes(), older.as_bytes()], "{before}");
        }
    }

    #[test]
    fn what_has_no_end_is_no_certificate() {
        let whole = certificate("Amazon");
        let bundle = format!("QW1hem9u {whole} {}", &whole[..whole.len() - 1]);
        assert_eq!(operated(bundle.as_bytes()), [whole.as_bytes()]);
    }
}
