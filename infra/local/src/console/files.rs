//! The files of the console: those in the program, or for whoever works on them those of a folder.

use std::{
    borrow::Cow,
    fs,
    path::{Component, Path, PathBuf},
};

use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "../../console/"]
#[exclude = "types/*"]
struct Embedded;

/// Where files come from.
#[derive(Clone, Debug, Default)]
pub struct Files(Option<PathBuf>);

/// A file that a browser loads.
pub struct ConsoleFile {
    /// What is in it.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: &'static str,
}

impl Files {
    /// Those of this folder if there is one, which are read at every request.
    #[must_use]
    pub const fn of(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// The file at this path below `console/`; none where a browser has no use of it.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<ConsoleFile> {
        let media_type = media_type(path)?;
        let content = match &self.0 {
            Some(folder) => Cow::Owned(fs::read(folder.join(within(path)?)).ok()?),
            None => Embedded::get(path)?.data,
        };
        Some(ConsoleFile { content, media_type })
    }

    /// A digest of all files, 16 hexadecimal digits; `now` for those of a folder, which may change.
    #[must_use]
    pub fn version(&self) -> String {
        if self.0.is_some() {
            return "now".to_owned();
        }
        let mut names: Vec<_> = Embedded::iter().collect();
        names.sort_unstable();
        let mut digest = Sha256::new();
        for (name, file) in names.iter().filter_map(|name| Some((name, Embedded::get(name)?))) {
            digest.update(name.as_bytes());
            digest.update(file.metadata.sha256_hash());
        }
        digest.finalize().iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    }
}

/// A path that does not leave its folder.
fn within(path: &str) -> Option<&Path> {
    let path = Path::new(path);
    path.components().all(|component| matches!(component, Component::Normal(_))).then_some(path)
}

/// The type of a file that a browser loads; none of what only developers read.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Files, within};

    #[test]
    fn the_page_and_its_files_are_in_the_program_and_nothing_else() {
        let files = Files::default();
        let page = files.read("index.html").expect("the page");
        assert_eq!(page.media_type, "text/html; charset=utf-8");
        assert!(files.read("app/main.js").is_some() && files.read("vendor/LICENSES.txt").is_some());
        assert!(files.read("vendor/remake").is_none() && files.read("vendor/README.md").is_none());
        assert_eq!(files.version().len(), 16);
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        assert!(within("app/main.js").is_some());
        for path in ["../Cargo.toml", "/etc/passwd", "app/../../Cargo.toml"] {
            assert!(within(path).is_none(), "{path}");
        }
    }
}
