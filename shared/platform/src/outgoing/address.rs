//! Which addresses requests are sent to, as far as the text tells: `https`, a name and no number, port 443 or above 1024.
//! Where the name leads is looked at when the connection is made, by the connector itself: it may lead elsewhere by
//! then.

use url::{Host, Url};

/// Highest port that only the system may listen on, but for 443.
const SYSTEM_PORT_MAX: u16 = 1_024;
const HTTPS_PORT: u16 = 443;
/// Endings of names that lead into a network and not out of it (RFC 6761, RFC 6762, RFC 8375, and what providers use).
const INNER_ENDINGS: [&str; 9] =
    ["localhost", "local", "localdomain", "internal", "intranet", "lan", "home.arpa", "onion", "in-addr.arpa"];

/// Whether receivers on this machine are allowed, as on a developer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalReceivers {
    /// Receivers on this machine, such as `http://127.0.0.1:4000/hook`, are allowed.
    Allowed,
    /// Receivers on this machine are refused.
    Refused,
}

impl From<bool> for LocalReceivers {
    fn from(is_allowed: bool) -> Self {
        if is_allowed { Self::Allowed } else { Self::Refused }
    }
}

/// Where a request goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Name, or the address of this machine.
    pub host: String,
    /// Port of the receiver; the scheme's own when the address names none.
    pub port: u16,
    /// Path of the address with its query.
    pub path: String,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Whether it is on this machine, and allowed to be.
    pub is_local: bool,
}

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// It cannot be read.
    Malformed,
    /// Its scheme is not `https`.
    NotEncrypted,
    /// It has a user name or a password.
    HasCredentials,
    /// A port of the system.
    Port,
    /// A number in place of a name.
    Literal,
    /// A name of some network's own.
    InnerName,
}

impl AddressFault {
    /// Reason and sentence of the refusal.
    #[must_use]
    pub const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Malformed => ("url_malformed", "the address cannot be read"),
            Self::NotEncrypted => ("url_not_https", "events are sent by https alone"),
            Self::HasCredentials => ("url_with_credentials", "an address has no user name and no password"),
            Self::Port => ("url_port", "events are sent to port 443 or one above 1024"),
            Self::Literal => ("url_without_name", "events are sent to a name, not to a numeric address"),
            Self::InnerName => ("url_inner_name", "the name is none of the public Internet"),
        }
    }
}

/// Where a request to this address goes.
///
/// # Errors
/// Why events are not sent there.
pub fn target(text: &str, local: LocalReceivers) -> Result<Target, AddressFault> {
    let url = Url::parse(text).map_err(|_| AddressFault::Malformed)?;
    let is_encrypted = match url.scheme() {
        "https" => true,
        "http" => false,
        _ => return Err(AddressFault::NotEncrypted),
    };
    if !url.username().is_empty() || url.password().is_some() || text.contains('@') && has_user_part(text) {
        return Err(AddressFault::HasCredentials);
    }
    let host = url.host().ok_or(AddressFault::Malformed)?;
    let port = url.port_or_known_default().ok_or(AddressFault::Port)?;
    let is_local = local == LocalReceivers::Allowed && is_this_machine(&host);
    if !is_local {
        check_public(&host, port, is_encrypted)?;
    }
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let host = match host {
        Host::Domain(name) => name.to_owned(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    };
    Ok(Target { host, port, path: format!("{}{query}", url.path()), is_encrypted, is_local })
}

/// An empty user part, as in `https://@name/`, is none to the parser.
fn has_user_part(text: &str) -> bool {
    let after_scheme = text.split_once("//").map_or(text, |(_, after)| after);
    after_scheme.split(['/', '?', '#']).next().is_some_and(|authority| authority.contains('@'))
}

fn check_public(host: &Host<&str>, port: u16, is_encrypted: bool) -> Result<(), AddressFault> {
    if !is_encrypted {
        return Err(AddressFault::NotEncrypted);
    }
    match host {
        Host::Ipv4(_) | Host::Ipv6(_) => return Err(AddressFault::Literal),
        Host::Domain(name) if is_inner(name) => return Err(AddressFault::InnerName),
        Host::Domain(_) => {}
    }
    if port != HTTPS_PORT && port <= SYSTEM_PORT_MAX {
        return Err(AddressFault::Port);
    }
    Ok(())
}

fn is_inner(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let ends = |ending: &str| name == ending || name.ends_with(&format!(".{ending}"));
    !name.contains('.') || INNER_ENDINGS.iter().any(|ending| ends(ending))
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressFault, LocalReceivers, target};

    #[test]
    fn a_name_on_an_allowed_port_is_taken_with_its_path_and_query() {
        let read = target("https://hooks.example.com:8443/a/b?c=d#e", LocalReceivers::Refused).expect("an address");
        assert_eq!((read.host.as_str(), read.port, read.path.as_str()), ("hooks.example.com", 8_443, "/a/b?c=d"));
        assert!(read.is_encrypted && !read.is_local);
        assert_eq!(target("https://example.com", LocalReceivers::Refused).expect("an address").path, "/");
    }

    #[test]
    fn numbers_in_any_spelling_inner_names_credentials_and_system_ports_are_refused() {
        use AddressFault::{HasCredentials, InnerName, Literal, NotEncrypted, Port};
        for (text, fault) in [
            ("http://example.com/", NotEncrypted),
            ("ftp://example.com/", NotEncrypted),
            ("https://127.0.0.1/", Literal),
            ("https://127.1/", Literal),
            ("https://2130706433/", Literal),
            ("https://0x7f000001/", Literal),
            ("https://0177.0.0.1/", Literal),
            ("https://0x7f.1/", Literal),
            ("https://127.0.0.1./", Literal),
            ("https://%31%32%37.0.0.1/", Literal),
            ("https://169.254.169.254/latest/meta-data", Literal),
            ("https://8.8.8.8/", Literal),
            ("https://[::1]/", Literal),
            ("https://[::ffff:169.254.169.254]/", Literal),
            ("https://[fd00:ec2::254]/", Literal),
            ("https://localhost/", InnerName),
            ("https://LOCALHOST/", InnerName),
            ("https://printer/", InnerName),
            ("https://a.localhost/", InnerName),
            ("https://db.internal/", InnerName),
            ("https://metadata.google.internal./", InnerName),
            ("https://nas.local/", InnerName),
            ("https://user@example.com/", HasCredentials),
            ("https://user:secret@example.com/", HasCredentials),
            ("https://@example.com/", HasCredentials),
            ("https://example.com@127.0.0.1/", HasCredentials),
            ("https://example.com:22/", Port),
            ("https://example.com:80/", Port),
            ("https://example.com:1024/", Port),
        ] {
            assert_eq!(target(text, LocalReceivers::Refused), Err(fault), "{text}");
        }
        assert!(target("https://", LocalReceivers::Refused).is_err());
        assert!(target("https://example.com:99999/", LocalReceivers::Refused).is_err());
    }

    #[test]
    fn a_receiver_on_this_machine_is_taken_where_it_is_allowed_and_nothing_else_is() {
        for text in ["http://127.0.0.1:4000/hook", "http://localhost:4000/hook", "http://[::1]:80/"] {
            assert!(target(text, LocalReceivers::Allowed).expect("an address").is_local, "{text}");
            assert!(target(text, LocalReceivers::Refused).is_err(), "{text}");
        }
        for text in ["http://example.com/", "https://10.0.0.1/", "http://169.254.169.254/"] {
            assert!(target(text, LocalReceivers::Allowed).is_err(), "{text}");
        }
    }
}
