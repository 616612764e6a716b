//! How many attempts one merchant, and one endpoint of it, may have under way: a receiver that hangs holds its attempt
//! for ten seconds.

/// How many of all attempts at once are one merchant's at most, in percent.
const SHARE_PERCENT: usize = 40;

/// Most attempts of one merchant at once, where `at_once` are made of all merchants together.
#[must_use]
pub const fn of_merchant_max(at_once: usize) -> usize {
    let share = at_once * SHARE_PERCENT / 100;
    if share < 2 { 2 } else { share }
}

/// Whether another attempt may begin beside those that are under way: within the merchant's share, and an endpoint
/// within half of that, so that the merchant's other endpoints find a place beside one that hangs.
#[must_use]
pub const fn has_place(share: usize, of_merchant: usize, of_endpoint: usize) -> bool {
    of_merchant < share && of_endpoint < share.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::{has_place, of_merchant_max};

    #[test]
    fn a_merchant_has_two_fifths_of_the_attempts_and_an_endpoint_half_of_that() {
        assert_eq!([2, 5, 10, 50, 100].map(of_merchant_max), [2, 2, 4, 20, 40]);
        assert!(has_place(20, 19, 9) && !has_place(20, 20, 0) && !has_place(20, 10, 10));
        assert!(has_place(2, 1, 0) && !has_place(2, 1, 1));
    }
}
