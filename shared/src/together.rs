//! Readings at the same time, of which each may refuse a field of the request. What is answered does not depend on
//! which of them ends first: `try_join!` gives up at the first refusal in time, so that it names another field from one
//! attempt to the next.

use futures_util::future::join_all;

use values::{ApiError, ErrorCode};

/// Waits for both.
///
/// # Errors
/// The refusal of the first, with the fields of the second when both refuse by a rule; otherwise that of the second.
pub async fn wait_for_both<A, B>(
    first: impl Future<Output = Result<A, ApiError>>,
    second: impl Future<Output = Result<B, ApiError>>,
) -> Result<(A, B), ApiError> {
    match tokio::join!(first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(first), Err(second)) => Err(joined(first, second)),
        (Err(refusal), Ok(_)) | (Ok(_), Err(refusal)) => Err(refusal),
    }
}

/// Waits for all, in the order of the request.
///
/// # Errors
/// As [`wait_for_both`].
pub async fn wait_for_all<T>(
    readings: impl IntoIterator<Item = impl Future<Output = Result<T, ApiError>>>,
) -> Result<Vec<T>, ApiError> {
    let (mut read, mut refusal) = (Vec::new(), None);
    for outcome in join_all(readings).await {
        match (outcome, refusal.take()) {
            (Ok(value), earlier) => {
                read.push(value);
                refusal = earlier;
            }
            (Err(error), None) => refusal = Some(error),
            (Err(error), Some(earlier)) => refusal = Some(joined(earlier, error)),
        }
    }
    refusal.map_or(Ok(read), Err)
}

/// The first refusal, which names the fields of the second too where both break a rule.
fn joined(mut first: ApiError, second: ApiError) -> ApiError {
    if (first.code, second.code) == (ErrorCode::RuleViolation, ErrorCode::RuleViolation) {
        let message = second.message;
        let fields = second.fields.into_iter();
        first.fields.extend(fields.map(|mut field| {
            field.message.get_or_insert_with(|| message.clone());
            field
        }));
    }
    first
}

#[cfg(test)]
mod tests {
    use super::{ApiError, wait_for_all, wait_for_both};

    async fn reading(field: &'static str, turns: usize, is_refused: bool) -> Result<&'static str, ApiError> {
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        if is_refused { Err(ApiError::rule(field, "wrong", format!("{field} is wrong"))) } else { Ok(field) }
    }

    fn named(error: &ApiError) -> Vec<&str> {
        error.fields.iter().map(|field| field.field.as_str()).collect()
    }

    #[tokio::test]
    async fn the_fields_of_a_refusal_stand_in_the_order_of_the_request_whichever_reading_ends_first() {
        for (left, right) in [(0, 0), (0, 3), (3, 0)] {
            let refusal =
                wait_for_both(reading("a", left, true), reading("b", right, true)).await.expect_err("a refusal");
            assert_eq!((named(&refusal), &*refusal.message), (vec!["a", "b"], "a is wrong"));
            let refusal =
                wait_for_both(reading("a", left, false), reading("b", right, true)).await.expect_err("a refusal");
            assert_eq!(named(&refusal), ["b"]);
            let three = [("a", left, true), ("b", 1, false), ("c", right, true)];
            let refusal = wait_for_all(three.map(|(field, turns, is_refused)| reading(field, turns, is_refused))).await;
            assert_eq!(named(&refusal.expect_err("a refusal")), ["a", "c"]);
        }
        assert_eq!(wait_for_all([reading("a", 2, false), reading("b", 0, false)]).await.expect("both"), ["a", "b"]);
    }

    #[tokio::test]
    async fn a_fault_and_a_broken_rule_are_not_told_as_one() {
        let fault = || async { Err::<(), _>(ApiError::unavailable("away")) };
        let refusal = wait_for_both(reading("a", 3, true), fault()).await.expect_err("a refusal");
        assert_eq!((refusal.status(), named(&refusal)), (422, vec!["a"]));
        assert_eq!(wait_for_both(fault(), reading("a", 0, true)).await.expect_err("a fault").status(), 503);
    }
}
