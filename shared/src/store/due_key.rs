//! Keys in the index of what is due: a fixed number of partitions over all merchants, sorted by instant.

use sha2::{Digest as _, Sha256};

use super::key::Key;
use crate::domain::record::DUE;

/// Partitions of the index. Another number moves rows to other shards only when their records are written again.
pub const SHARDS: u8 = 8;

/// Partition and sort key, in the index, of the record with this key that is due at `instant`.
pub fn index_key(key: &Key, instant: &str) -> (String, String) {
    let sort = format!("{}#{}", key.partition, key.sort);
    let shard = Sha256::digest(&sort)[0] % SHARDS;
    (partition(shard), format!("{instant}#{sort}"))
}

/// Partition of a shard.
pub fn partition(shard: u8) -> String {
    format!("{DUE}#{shard}")
}
