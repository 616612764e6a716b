//! Files and folders of the local service: they hold what the merchants' people wrote, so nobody but their owner reads
//! them.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use crate::fault::Fault;

/// Rights of a file: its owner reads and writes it.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
/// Rights of a folder: its owner uses it.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Makes a folder with those that it lies in, unless it is there: a folder that somebody else made keeps its rights.
///
/// # Errors
/// When it cannot be made.
pub fn folder(path: &Path) -> Result<(), Fault> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(path).map_err(|error| Fault::file(path, &error))
}

/// Opens a file to add to it, and makes it unless it is there. One that an earlier release made for everybody is its
/// owner's from now on.
///
/// # Errors
/// When it cannot be opened, or is somebody else's.
pub fn file(path: &Path) -> Result<File, Fault> {
    opened(path, fs::OpenOptions::new().create(true).append(true)).map_err(|error| Fault::file(path, &error))
}

/// Opens a file that is locked, emptied and written, with what it holds: to add is not enough for that everywhere.
///
/// # Errors
/// When it cannot be opened, or is somebody else's.
pub fn lock_file(path: &Path) -> Result<File, Fault> {
    opened(path, fs::OpenOptions::new().create(true).write(true).truncate(false))
        .map_err(|error| Fault::file(path, &error))
}

/// Makes a file in place of what it held before.
///
/// # Errors
/// When it cannot be made, or is somebody else's.
pub fn new_file(path: &Path) -> Result<File, Fault> {
    opened(path, fs::OpenOptions::new().create(true).write(true).truncate(true))
        .map_err(|error| Fault::file(path, &error))
}

fn opened(path: &Path, options: &mut fs::OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, FILE_MODE);
    let file = options.open(path)?;
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&file.metadata()?.permissions()) & 0o077 != 0 {
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(FILE_MODE))?;
    }
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

    use super::{file, folder, new_file};

    fn rights(path: &Path) -> Option<u32> {
        fs::metadata(path).ok().map(|metadata| metadata.permissions().mode() & 0o777)
    }

    #[test]
    fn what_the_local_service_makes_is_read_by_its_owner_alone() {
        let own = std::env::temp_dir().join(format!("colonnade-owner-{}", std::process::id()));
        folder(&own.join("inner")).expect("a folder");
        assert_eq!((rights(&own), rights(&own.join("inner"))), (Some(0o700), Some(0o700)));
        let path = own.join("colonnade.db");
        file(&path).expect("a file");
        assert_eq!(rights(&path), Some(0o600));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("rights");
        file(&path).expect("the file of an earlier release");
        assert_eq!(rights(&path), Some(0o600));
        new_file(&own.join("export")).expect("a file");
        assert_eq!(rights(&own.join("export")), Some(0o600));
        fs::remove_dir_all(&own).expect("the folder");
    }
}
