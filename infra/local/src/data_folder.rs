//! The folder in which the local service keeps its data: database, files, secrets, credentials and a lock.

use std::{
    fmt::Write as _,
    fs::{self, File, TryLockError},
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use platform::{ids::Ids, secrets::Purpose};
use work::context::SystemClock;

use crate::{fault::Fault, owner_only};

/// The database in its folder.
pub const FILE: &str = "colonnade.db";
/// The folder of uploaded files beside it.
pub const FILES: &str = "files";
/// The folder of secrets beside it.
pub const SECRETS: &str = "secrets";
/// The file of the demo clients' credentials beside it.
pub const CREDENTIALS: &str = "credentials";
/// With what a service on a developer's machine signed before it had secrets of its own.
const FORMER_SECRET: &str = "local";
/// Bytes of a new secret.
const SECRET_BYTES: usize = 24;

/// Whether a database was ever made in this folder.
#[must_use]
pub fn exists(folder: &Path) -> bool {
    folder.join(FILE).exists()
}

/// Deletes what this service keeps in its folder, and nothing else that somebody may have put there. Credentials go last:
/// without them an interrupted start begins again.
///
/// # Errors
/// When something of it cannot be deleted.
pub fn empty(folder: &Path) -> Result<(), Fault> {
    let gone = |removed: std::io::Result<()>, path: &Path| match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Fault::file(path, &error)),
        _ => Ok(()),
    };
    for name in [FILES, SECRETS] {
        let path = folder.join(name);
        gone(fs::remove_dir_all(&path), &path)?;
    }
    for path in database_files(&folder.join(FILE)).into_iter().chain([folder.join(CREDENTIALS)]) {
        gone(fs::remove_file(&path), &path)?;
    }
    Ok(())
}

/// The folder of secrets beside a database, with one for each purpose, which nobody else may read. A database that was
/// made before there were any has things that were signed by the former secret.
///
/// # Errors
/// When one cannot be made.
pub fn secrets_beside(database: &Path) -> Result<PathBuf, Fault> {
    let folder = database.with_file_name(SECRETS);
    owner_only::folder(&folder)?;
    let ids = Ids::new(Arc::new(SystemClock));
    for purpose in Purpose::ALL {
        // The published examples show codes that the former secret signed.
        let takes_former = database.exists() || purpose == Purpose::Codes;
        let former = if takes_former { format!(",{FORMER_SECRET}") } else { String::new() };
        let path = folder.join(purpose.name());
        if !path.exists() {
            let secret: [u8; SECRET_BYTES] = ids.random().map_err(|error| Fault(format!("no randomness: {error}")))?;
            let mut text = String::with_capacity(2 * SECRET_BYTES + former.len());
            for byte in secret {
                // Writing into a text cannot fail.
                let _ = write!(text, "{byte:02x}");
            }
            // A file that is there is whole, whenever the process dies.
            let new = path.with_extension("new");
            owner_only::new_file(&new)?.write_all((text + &former).as_bytes())?;
            fs::rename(&new, &path)?;
        }
    }
    Ok(folder)
}

/// The file of a database, and those that SQLite keeps beside it, as far as they are there: it makes them with the
/// rights of the first.
#[must_use]
pub fn database_files(file: &Path) -> Vec<PathBuf> {
    let beside = ["-wal", "-shm"].map(|end| PathBuf::from(format!("{}{end}", file.display())));
    std::iter::once(file.to_owned()).chain(beside.into_iter().filter(|beside| beside.exists())).collect()
}

/// The folder's lock; `None` when another process has it. It holds the endpoint of the database that is served.
///
/// # Errors
/// When it cannot be opened.
pub fn lock(folder: &Path) -> Result<Option<File>, Fault> {
    let path = lock_file(folder);
    let file = owner_only::lock_file(&path)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(Fault::file(&path, &error)),
    }
}

/// The file that is locked.
#[must_use]
pub fn lock_file(folder: &Path) -> PathBuf {
    folder.join("lock")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::empty;

    #[test]
    fn a_reset_deletes_what_the_service_keeps_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("colonnade-reset-{}", std::process::id()));
        for name in ["files", "secrets", "own"] {
            fs::create_dir_all(folder.join(name)).expect("a folder");
            fs::write(folder.join(name).join("a"), "").expect("a file");
        }
        for name in ["colonnade.db", "colonnade.db-wal", "colonnade.db-shm", "credentials", "lock", "notes.txt"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        empty(&folder).expect("a reset");
        empty(&folder).expect("a reset of nothing");
        let mut left: Vec<String> = fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(left, ["lock", "notes.txt", "own"]);
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
