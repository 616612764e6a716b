//! An event of the demo data. Behind the document's examples is no stream, whose numbers would make other ids at every
//! start: the consumer is handed the one change that the examples show.

use std::collections::HashMap;

use records::ClientId;
use serde_json::{Value, json};
use store::table;
use values::Timestamp;

use crate::{fault::Fault, seed::Api};

/// The booking whose event is shown.
const BOOKING: &str = "here booth";
/// The number of its change in the stream.
const NUMBER: &str = "100000000000000000000000001";
/// What the event is called among the demo data.
pub const NAME: &str = "event of a booking";

/// Has the consumer tell of the booking, and names the event.
///
/// # Errors
/// When there is no such booking, or nothing is told of it.
pub async fn tell(api: &Api) -> Result<(), Fault> {
    let context = api.context();
    let merchant = ClientId::parse(&api.client().client_id).map(ClientId::merchant);
    let partition = merchant.map(|merchant| format!("{merchant}#booking")).unwrap_or_default();
    let id = api.id(BOOKING).as_str().unwrap_or_default().to_owned();
    let (client, name) = context.store.client_and_table();
    let found = client
        .get_item()
        .table_name(name)
        .set_key(serde_dynamo::to_item(json!({table::PARTITION_KEY: partition, table::SORT_KEY: id})).ok())
        .send()
        .await
        .map_err(|error| Fault(format!("the booking of the example cannot be read: {error:?}")))?;
    let item: HashMap<_, _> = found.item.ok_or_else(|| Fault(format!("{BOOKING} is no booking")))?;
    let record: Value = serde_dynamo::from_item(item.clone()).map_err(|error| Fault(error.to_string()))?;
    let made = record["created_at"].as_str().and_then(Timestamp::parse).unwrap_or(Timestamp::EPOCH);
    let change = json!({"SequenceNumber": NUMBER, "ApproximateCreationDateTime": made.seconds(),
        "NewImage": serde_dynamo::Item::from(item)});
    outbox::consume(context, &json!({"Records": [{"eventName": "INSERT", "dynamodb": change}]})).await;
    let (_, answer) = api.send("GET", "/event-log", &Value::Null).await;
    let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
    let event = answer["data"][0]["id"].as_str().ok_or_else(|| Fault(format!("nothing is told of {BOOKING}")))?;
    api.name(NAME, event);
    Ok(())
}
