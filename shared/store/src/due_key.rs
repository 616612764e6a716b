//! Keys in the index of what is due: a fixed number of partitions over all live merchants, sorted by instant. A sandbox
//! merchant has a partition of its own, because what is due there is due by its own clock (decision 31); but when its
//! lists are counted is a matter of real time.

use sha2::{Digest as _, Sha256};

use super::key::Key;
use crate::record::DUE;
use values::{Id, KindName, MerchantReference, merchant_kind::MerchantKind};

/// Partitions of the index. Another number moves rows to other shards only when their records are written again.
pub const SHARDS: u8 = 8;

/// Partition and sort key, in the index, of the record with this key that is due at `instant`.
#[must_use]
pub fn index_key(key: &Key, instant: &str) -> (String, String) {
    let sort = format!("{}#{}", key.partition, key.sort);
    let (merchant, kind) = key.partition.split_once('#').unwrap_or_default();
    let sandbox = Id::<MerchantReference>::parse(merchant).filter(|merchant| merchant.kind() == MerchantKind::Sandbox);
    if let Some(sandbox) = sandbox
        && kind != KindName::CountingTask.as_str()
    {
        return (sandbox_partition(sandbox), format!("{instant}#{sort}"));
    }
    let shard = Sha256::digest(&sort)[0] % SHARDS;
    (partition(shard), format!("{instant}#{sort}"))
}

/// Partition of a sandbox merchant.
#[must_use]
pub fn sandbox_partition(merchant: Id<MerchantReference>) -> String {
    format!("{DUE}#{merchant}")
}

/// Partition of a shard.
#[must_use]
pub fn partition(shard: u8) -> String {
    format!("{DUE}#{shard}")
}
