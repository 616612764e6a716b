//! Against a server that does exactly what it is told.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    thread::{self, JoinHandle},
    time::Duration,
};

use aws_smithy_runtime_api::client::{http::HttpConnector as _, orchestrator::HttpRequest, result::ConnectorError};
use aws_smithy_types::{body::SdkBody, retry::ErrorKind};
use http::Request;

use super::{
    PooledHttpClient,
    connection::{Connection, Failure},
};

/// Answers requests, connection by connection; what it received over each.
fn server(connections: Vec<Vec<&'static str>>) -> (SocketAddr, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = thread::spawn(move || {
        let serve = |answers: Vec<&str>| {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut received = String::new();
            for answer in answers {
                received += &head(&mut stream);
                stream.write_all(answer.as_bytes()).expect("written");
            }
            received
        };
        connections.into_iter().map(serve).collect()
    });
    (address, serving)
}

fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).expect("bytes") == 1 {
        head.push(byte[0]);
    }
    String::from_utf8(head).expect("text")
}

async fn get(client: &PooledHttpClient, address: SocketAddr) -> Result<(u16, String), ConnectorError> {
    let request = Request::get(format!("http://{address}/path?query=1")).body(SdkBody::empty()).expect("a request");
    let answer = client.call(HttpRequest::try_from(request).expect("a request")).await?;
    let body = answer.body().bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok((answer.status().as_u16(), body.unwrap_or_default()))
}

const ONE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\none";
const LAST: &str = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nlast";
const TROUBLE: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n";

#[tokio::test]
async fn requests_one_after_the_other_share_a_connection() {
    let (address, serving) = server(vec![vec![ONE, LAST]]);
    let client = PooledHttpClient::connecting_within(Duration::from_mins(1));
    assert_eq!(get(&client, address).await.expect("an answer"), (200, "one".to_owned()));
    assert_eq!(get(&client.clone(), address).await.expect("an answer"), (200, "last".to_owned()));
    let received = serving.join().expect("requests");
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].matches("GET /path?query=1 HTTP/1.1\r\n").count(), 2);
    assert_eq!(received[0].matches(&format!("host: {address}\r\n")).count(), 2);
}

#[tokio::test]
async fn a_connection_that_is_over_or_has_trouble_is_not_used_again() {
    for first in [LAST, TROUBLE] {
        let (address, serving) = server(vec![vec![first], vec![ONE]]);
        let client = PooledHttpClient::default();
        get(&client, address).await.expect("an answer");
        assert_eq!(get(&client, address).await.expect("an answer"), (200, "one".to_owned()));
        assert_eq!(serving.join().expect("requests").len(), 2);
    }
}

#[tokio::test]
async fn what_was_not_sent_over_a_closed_connection_can_be_sent_over_another() {
    let (address, serving) = server(vec![vec![LAST]]);
    let mut connection =
        Connection::open(Box::new(tokio::net::TcpStream::connect(address).await.expect("a connection")))
            .await
            .expect("a connection");
    let request = || Request::get("/").header("host", "localhost").body(SdkBody::empty()).expect("a request");
    assert!(connection.exchange(request()).await.is_ok());
    assert!(!connection.is_open());
    assert!(matches!(connection.exchange(request()).await, Err(Failure::Unsent(unsent)) if unsent.uri() == "/"));
    serving.join().expect("requests");
}

#[tokio::test]
async fn what_breaks_is_another_attempt_s() {
    let (address, serving) = server(vec![vec![""]]);
    let broken = get(&PooledHttpClient::default(), address).await.expect_err("no answer");
    assert!(broken.is_io() || broken.as_other() == Some(ErrorKind::TransientError), "{broken:?}");
    serving.join().expect("requests");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let nobody = listener.local_addr().expect("an address");
    drop(listener);
    assert!(get(&PooledHttpClient::default(), nobody).await.expect_err("nobody is there").is_io());
}

#[tokio::test]
async fn an_answer_that_is_none_is_not_sent_for_again() {
    let (address, serving) = server(vec![vec!["nonsense\r\n\r\n"]]);
    let broken = get(&PooledHttpClient::default(), address).await.expect_err("no answer");
    assert!(broken.is_other() && broken.as_other().is_none(), "{broken:?}");
    serving.join().expect("requests");
}
