//! `export` and `import`: the items of a table as lines of JSON, in DynamoDB's own notation, streamed in both
//! directions.
//!
//! The first line says what the file is and the last how many items it has, so that a file which ends early is noticed.
//! An export is no picture of one instant: what is written meanwhile may be in it or not, and of a transaction only a
//! part. `fsck` names those.

mod export;
mod import;
mod notation;

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};
use values::{Id, MerchantReference};

pub use self::{export::export, import::import};
use crate::{
    client,
    fault::Fault,
    options::{ExportOptions, ImportOptions},
    owner_only,
};

/// What the first line calls the file.
const FORMAT: &str = "colonnade-export-1";

/// The first line of an export: what the file is and whose items it has.
#[derive(Debug, Deserialize, Serialize)]
struct Head {
    /// Name of the form of the file: [`FORMAT`].
    format: String,
    /// Whose items these are; nothing for those of all merchants.
    merchant: Option<Id<MerchantReference>>,
}

/// The last line of an export, by which one that ends early is noticed.
#[derive(Debug, Deserialize, Serialize)]
struct Tail {
    /// Number of lines between the first and this one.
    items: u64,
}

/// Exports as the command line asks. A file gets its name when it is whole.
///
/// # Errors
/// Those of [`export`], or when the file cannot be written.
pub async fn write(options: &ExportOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(&options.table).await?;
    let merchant = options.merchant.as_deref();
    let Some(path) = &options.to else {
        export(&context.store, merchant, &mut BufWriter::new(out)).await?;
        return Ok(());
    };
    let mut unfinished = path.clone().into_os_string();
    unfinished.push(".part");
    let file = owner_only::new_file(Path::new(&unfinished))?;
    let mut writer = BufWriter::new(file);
    let items = export(&context.store, merchant, &mut writer).await?;
    writer.get_ref().sync_all()?;
    fs::rename(&unfinished, path).map_err(|error| Fault::file(path, &error))?;
    Ok(writeln!(out, "{items} items")?)
}

/// Imports as the command line asks.
///
/// # Errors
/// Those of [`import`], or when the file cannot be read.
pub async fn read(options: &ImportOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(&options.table).await?;
    let items = match &options.from {
        Some(path) => {
            let file = File::open(path).map_err(|error| Fault::file(path, &error))?;
            import(&context.store, &mut BufReader::new(file), options.resume).await?
        }
        None => import(&context.store, &mut BufReader::new(std::io::stdin()), options.resume).await?,
    };
    Ok(writeln!(out, "{items} items")?)
}

/// Whether an item is one of a merchant: its partition begins with the merchant, or it is the merchant's line in a list
/// of merchants, which stands in a partition of nobody.
fn belongs(partition: &str, sort: &str, merchant: &str) -> bool {
    let owner = partition.split('#').next().unwrap_or_default();
    owner == merchant || (owner == NOBODY && sort == merchant)
}

/// In the place of a merchant's id: the lists of all merchants.
const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

fn merchant_id(text: &str) -> Result<Id<MerchantReference>, Fault> {
    Id::parse(text).ok_or_else(|| Fault(format!("{text} is not a merchant's id")))
}

#[cfg(test)]
mod tests {
    use super::{NOBODY, belongs};

    #[test]
    fn a_merchants_items_are_those_of_its_partitions_and_its_line_in_the_lists_of_merchants() {
        let (ours, theirs) = ("0199a000-0000-7000-8000-000000000001", "0199a000-0000-7000-8000-000000000002");
        assert!(belongs(&format!("{ours}#plan"), "x", ours));
        assert!(belongs(&format!("{NOBODY}#merchant"), ours, ours));
        assert!(!belongs(&format!("{NOBODY}#merchant"), theirs, ours));
        assert!(!belongs(&format!("{theirs}#plan"), ours, ours));
    }
}
