//! Run a batch: its items one after the other, while there is time.

use http::{Response, StatusCode};
use shared::api::{Body, Call, Data, OwnRequest, Plain, Requester, reply::error_body};
use values::{
    ApiError,
    error::{FieldError, Reason},
};

use crate::{
    input::BatchRun,
    offered,
    result::{AnyJson, BatchItemResult, BatchResult},
};

/// Most bytes of `data` and `error` in an answer. It has 6 MB (a Lambda function's limit), in which the rest of a
/// hundred results takes a few kilobytes.
const ANSWERED_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Longest key of a batch: an item has its place behind it, and a key at most 255 characters.
const KEY_CHARACTERS_MAX: usize = 252;
/// Which part of its time a batch keeps for an item that it has begun.
const KEPT_PART: u32 = 3;

/// Sends a request for each item to one operation.
pub async fn run(call: Call, Body(input): Body<BatchRun>) -> Result<Data<Plain<BatchResult>>, ApiError> {
    let requester = call.requester.clone().ok_or_else(|| ApiError::internal("a batch of nobody"))?;
    let route = offered::find(input.operation.as_str())?;
    if requester.key().is_some_and(|key| key.len() > KEY_CHARACTERS_MAX) {
        return Err(ApiError::validation(vec![FieldError::new("Idempotency-Key", Reason::TooLong)]));
    }
    let requests = input.requests(&route, requester.key())?;
    let mut results = if input.dry_run {
        requests.iter().enumerate().map(|(index, request)| checked(index, request)).collect()
    } else {
        send_all(&call, &requester, requests, input.stop_on_failure).await
    };
    leave_out_what_is_too_much(&mut results);
    Ok(Data(Plain(BatchResult::of(input.operation, results))))
}

async fn send_all(
    call: &Call,
    requester: &Requester,
    requests: Vec<OwnRequest>,
    stop_on_failure: bool,
) -> Vec<BatchItemResult> {
    let mut results = Vec::with_capacity(requests.len());
    let mut is_stopped = false;
    for (index, request) in requests.into_iter().enumerate() {
        let time = call.time_for_more();
        if is_stopped || time < requester.deadline() / KEPT_PART {
            results.push(BatchItemResult::not_run(index));
            continue;
        }
        let result = match requester.send(request, index, time).await {
            Ok(answer) => told(index, &answer),
            Err(error) => refused(index, &error),
        };
        // Above the client's limit nothing was done: it is as if the batch had ended before.
        is_stopped = result.status.is_none() || stop_on_failure && result.is_refused();
        results.push(result);
    }
    results
}

fn told(index: usize, answer: &Response<String>) -> BatchItemResult {
    if answer.status() == StatusCode::TOO_MANY_REQUESTS {
        return BatchItemResult::not_run(index);
    }
    BatchItemResult::answered(index, answer.status().as_u16(), answer.body())
}

/// What the form of an item alone says.
fn checked(index: usize, request: &OwnRequest) -> BatchItemResult {
    match request.check() {
        Ok(()) => BatchItemResult { index, status: Some(200), ..BatchItemResult::default() },
        Err(error) => refused(index, &error),
    }
}

fn refused(index: usize, error: &ApiError) -> BatchItemResult {
    BatchItemResult::answered(index, error.status(), &error_body(error).to_string())
}

/// Leaves records out of an answer that has too many bytes of them: those of the last items.
fn leave_out_what_is_too_much(results: &mut [BatchItemResult]) {
    let answered = |json: &Option<AnyJson>| json.as_ref().map_or(0, AnyJson::answered_bytes);
    let mut bytes: usize = results.iter().map(|result| answered(&result.error)).sum();
    for result in results {
        bytes += answered(&result.data);
        if bytes > ANSWERED_BYTES_MAX {
            result.data = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{BatchItemResult, leave_out_what_is_too_much};

    /// A hundred results, each with a record that has so many quotes.
    fn results(quotes: usize) -> Vec<BatchItemResult> {
        let answer = json!({"data": {"text": "\"".repeat(quotes)}}).to_string();
        (0..100).map(|index| BatchItemResult::answered(index, 200, &answer)).collect()
    }

    #[test]
    fn an_answer_that_is_too_much_leaves_out_the_last_records_and_fits_a_functions_answer() {
        for (quotes, shown) in [(10_000, 100), (20_000, 65)] {
            let mut results = results(quotes);
            leave_out_what_is_too_much(&mut results);
            let body = json!(results).to_string();
            assert!(json!(body).to_string().len() < 6_000_000, "{quotes}");
            let is_shown: Vec<bool> = results.iter().map(|result| result.data.is_some()).collect();
            let expected: Vec<bool> = (0..100).map(|index| index < shown).collect();
            assert_eq!(is_shown, expected, "{quotes}");
        }
    }
}
