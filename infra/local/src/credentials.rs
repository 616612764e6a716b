//! The demo clients' credentials. The table holds only digests of secrets, so they are kept beside it and shown again.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::Path,
};

use work::provisioning::IssuedClient;

use crate::fault::Fault;

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// Id of the client, sent in the header `X-Client-ID`.
    pub client_id: String,
    /// Secret of the client, sent as the bearer token.
    pub secret: String,
}

/// Clients of the two merchants with which the local service starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoClients {
    /// Client of the merchant with the demo data.
    pub demo: Credentials,
    /// Client of another merchant, which has no data and whose clock can be advanced without harm to the demo.
    pub other: Credentials,
}

impl From<IssuedClient> for Credentials {
    fn from(issued: IssuedClient) -> Self {
        Self { client_id: issued.client_id.to_string(), secret: issued.secret.reveal().to_owned() }
    }
}

impl DemoClients {
    /// Lines that a shell and [`DemoClients::read`] understand.
    #[must_use]
    pub fn lines(&self, base_url: &str) -> String {
        let mut lines = String::new();
        for (name, value) in [
            ("BASE_URL", base_url),
            ("CLIENT_ID", &self.demo.client_id),
            ("CLIENT_SECRET", &self.demo.secret),
            ("OTHER_CLIENT_ID", &self.other.client_id),
            ("OTHER_CLIENT_SECRET", &self.other.secret),
        ] {
            let _ = writeln!(lines, "COLONNADE_{name}={value}");
        }
        lines
    }

    /// The clients in a file; `None` when there is no such file.
    ///
    /// # Errors
    /// When the file cannot be read, or lacks a line.
    pub fn read(file: &Path) -> Result<Option<Self>, Fault> {
        if !file.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(file).map_err(|error| Fault::file(file, &error))?;
        let value = |name: &str| {
            let line =
                text.lines().find_map(|line| line.strip_prefix("COLONNADE_")?.strip_prefix(name)?.strip_prefix('='));
            line.map(str::to_owned).ok_or_else(|| Fault(format!("{} lacks COLONNADE_{name}", file.display())))
        };
        let credentials = |prefix: &str| {
            Ok::<_, Fault>(Credentials {
                client_id: value(&format!("{prefix}CLIENT_ID"))?,
                secret: value(&format!("{prefix}CLIENT_SECRET"))?,
            })
        };
        Ok(Some(Self { demo: credentials("")?, other: credentials("OTHER_")? }))
    }

    /// Writes the lines into a new file that only its owner can read, in place of what was there: neither the rights of
    /// an earlier file count nor where a symbolic link led. Readers see all of it or nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path, base_url: &str) -> Result<(), Fault> {
        let unfinished = file.with_extension("unfinished");
        let written = || {
            match fs::remove_file(&unfinished) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut options = fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(&unfinished)?.write_all(self.lines(base_url).as_bytes())?;
            fs::rename(&unfinished, file)
        };
        written().map_err(|error| Fault::file(file, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::{Credentials, DemoClients};

    fn clients() -> DemoClients {
        let client = |name: &str| Credentials { client_id: format!("colc_{name}"), secret: format!("cols_{name}") };
        DemoClients { demo: client("demo"), other: client("other") }
    }

    /// A new folder of this test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("colonnade-{name}-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = folder("credentials");
        let file = folder.join("credentials");
        assert_eq!(DemoClients::read(&file).expect("no file"), None);
        clients().write(&file, "http://127.0.0.1:3000/v1").expect("a file");
        assert_eq!(DemoClients::read(&file).expect("the file"), Some(clients()));
        fs::remove_dir_all(&folder).expect("the folder");
    }

    #[cfg(unix)]
    #[test]
    fn credentials_are_written_for_their_owner_alone_whatever_was_there_before() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder("rights");
        let (file, unfinished, elsewhere) =
            (folder.join("credentials"), folder.join("credentials.unfinished"), folder.join("elsewhere"));
        let readable = |path: &PathBuf| {
            fs::write(path, "before").expect("a file");
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).expect("rights");
        };
        let check = |what: &str| {
            clients().write(&file, "").expect("a file");
            let metadata = fs::symlink_metadata(&file).expect("a file");
            assert!(metadata.is_file(), "{what}");
            assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{what}");
            assert!(!unfinished.exists(), "{what}");
            fs::remove_file(&file).expect("the file");
        };
        check("nothing");
        readable(&file);
        check("a file that everybody may read");
        readable(&unfinished);
        check("what an interrupted start left");
        readable(&elsewhere);
        for link in [&file, &unfinished] {
            symlink(&elsewhere, link).expect("a link");
            check("a link");
            assert_eq!(fs::read_to_string(&elsewhere).expect("the file"), "before");
        }
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
