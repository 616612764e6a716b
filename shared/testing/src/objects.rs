//! The objects of the stand-in for the store of files: in memory, or in a folder.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// A file and what it is.
#[derive(Clone)]
pub(crate) struct Object {
    pub(crate) content_type: String,
    pub(crate) content: Arc<[u8]>,
}

/// Objects by key, in memory or in a folder.
#[derive(Clone)]
pub(crate) enum Objects {
    Memory(Arc<Mutex<HashMap<String, Object>>>),
    Folder(PathBuf),
}

impl Objects {
    pub(crate) fn get(&self, key: &str) -> Option<Object> {
        match self {
            Self::Memory(objects) => objects.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned(),
            Self::Folder(folder) => {
                let file = file(folder, key);
                let content_type = fs::read_to_string(file.with_extension("type")).ok()?;
                Some(Object { content_type, content: fs::read(file).ok()?.into() })
            }
        }
    }

    pub(crate) fn put(&self, key: &str, object: Object) -> Option<()> {
        match self {
            Self::Memory(objects) => {
                objects.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), object);
                Some(())
            }
            Self::Folder(folder) => {
                let file = file(folder, key);
                fs::create_dir_all(folder).ok()?;
                fs::write(file.with_extension("type"), &object.content_type).ok()?;
                fs::write(file, &object.content).ok()
            }
        }
    }

    pub(crate) fn remove(&self, key: &str) {
        match self {
            Self::Memory(objects) => drop(objects.lock().unwrap_or_else(PoisonError::into_inner).remove(key)),
            // What is not there need not be removed.
            Self::Folder(folder) => {
                let file = file(folder, key);
                drop((fs::remove_file(file.with_extension("type")), fs::remove_file(file)));
            }
        }
    }
}

/// One file for each key, whose name says nothing to the file system.
fn file(folder: &Path, key: &str) -> PathBuf {
    folder.join(values::text::digest(key))
}
