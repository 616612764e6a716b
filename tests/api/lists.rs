//! What holds for every list: both pagination schemes, cursors, totals.
