//! The courier of the Internet against receivers on this machine, honest and hostile.

use std::{io, net::IpAddr, sync::Arc, time::Duration};

use deliver::{Courier as _, CourierLimits, HttpCourier, Outgoing, Returned};
use futures_util::future::BoxFuture;
use platform::outgoing::{LocalReceivers, Resolver};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use webhooks::records::delivery::AttemptError;

struct NoNames;

impl Resolver for NoNames {
    fn addresses<'a>(&'a self, _name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

fn courier(total: Duration) -> HttpCourier {
    let limits = CourierLimits { total, connect: total };
    HttpCourier::new(Arc::new(NoNames), limits, LocalReceivers::Allowed)
}

fn outgoing(url: String) -> Outgoing {
    Outgoing { url, headers: vec![("webhook-id", "event-1".to_owned())], body: r#"{"type":"a.b"}"#.to_owned() }
}

/// Reads a request's head and its body, which has 14 bytes.
async fn request(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    let mut buffer = [0_u8; 4_096];
    while !String::from_utf8_lossy(&read).ends_with(r#"{"type":"a.b"}"#) {
        let count = stream.read(&mut buffer).await.expect("a request");
        assert!(count > 0, "the connection ended");
        read.extend_from_slice(&buffer[..count]);
    }
    String::from_utf8(read).expect("text")
}

/// What comes back from a receiver that reads the request and then answers these bytes, and the request.
async fn answered(answer: Vec<u8>) -> (Returned, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/hook?a=b", listener.local_addr().expect("an address"));
    let receiver = async {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let request = request(&mut stream).await;
        // Whoever sent it may have gone by now.
        drop(stream.write_all(&answer).await);
        request
    };
    let courier = courier(Duration::from_mins(10));
    tokio::join!(courier.send(outgoing(url)), receiver)
}

#[tokio::test]
async fn a_request_has_the_headers_and_the_body_and_its_answer_is_told() {
    let (returned, request) = answered(b"HTTP/1.1 202 Accepted\r\ncontent-length: 5\r\n\r\nfine\x07".to_vec()).await;
    assert_eq!((returned.status, returned.error, returned.body.as_str()), (Some(202), None, "fine "));
    assert!(request.starts_with("POST /hook?a=b HTTP/1.1\r\n"), "{request}");
    let lower = request.to_lowercase();
    for header in [
        "webhook-id: event-1",
        "content-type: application/json",
        "user-agent: colonnade-webhooks/1",
        "host: 127.0.0.1:",
    ] {
        assert!(lower.contains(header), "{header}: {request}");
    }
}

#[tokio::test]
async fn any_status_but_2xx_fails_and_a_redirect_is_not_followed() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let target = elsewhere.local_addr().expect("an address");
    for status in [302, 307, 400, 410, 500] {
        let head = format!("HTTP/1.1 {status} X\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n");
        let (returned, _) = answered(head.into_bytes()).await;
        assert_eq!((returned.status, returned.error), (Some(status), Some(AttemptError::Status)));
    }
    let visited = tokio::time::timeout(Duration::from_millis(1), elsewhere.accept()).await;
    assert!(visited.is_err(), "the redirect was followed");
}

#[tokio::test]
async fn an_answer_of_http_1_0_is_an_answer() {
    let (returned, _) = answered(b"HTTP/1.0 200 OK\r\n\r\nold".to_vec()).await;
    assert_eq!((returned.status, returned.error), (Some(200), None));
}

#[tokio::test]
async fn an_answer_without_sense_or_with_a_huge_head_is_none() {
    let (returned, _) = answered(b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec()).await;
    assert_eq!((returned.status, returned.error), (None, Some(AttemptError::InvalidAnswer)));
    let huge = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(1_000_000));
    assert_eq!(answered(huge.into_bytes()).await.0.error, Some(AttemptError::InvalidAnswer));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "x: y\r\n".repeat(1_000));
    assert_eq!(answered(many.into_bytes()).await.0.error, Some(AttemptError::InvalidAnswer));
    assert_eq!(answered(Vec::new()).await.0.error, Some(AttemptError::Connection));
}

#[tokio::test]
async fn of_an_answer_without_end_a_kilobyte_is_read() {
    let mut answer = b"HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n".to_vec();
    answer.extend(vec![b'z'; 4 * 1_024 * 1_024]);
    let (returned, _) = answered(answer).await;
    assert_eq!((returned.status, returned.error, returned.body.len()), (Some(200), None, 1_024));
}

/// A receiver that takes the request, says `beginning` and then nothing, ever.
async fn silent_after(beginning: &'static [u8]) -> Returned {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let receiver = async {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        request(&mut stream).await;
        stream.write_all(beginning).await.expect("a beginning");
        let mut rest = Vec::new();
        // Until the courier goes.
        drop(stream.read_to_end(&mut rest).await);
    };
    let courier = courier(Duration::from_millis(300));
    tokio::join!(courier.send(outgoing(url)), receiver).0
}

#[tokio::test]
async fn a_receiver_that_is_silent_fails_in_time_and_one_that_only_leaves_out_the_rest_does_not() {
    assert_eq!(silent_after(b"").await.error, Some(AttemptError::Timeout));
    assert_eq!(silent_after(b"HTTP/1.1 200 OK\r\nx: ").await.error, Some(AttemptError::Timeout));
    let returned = silent_after(b"HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\nslow").await;
    assert_eq!((returned.status, returned.error, returned.body.as_str()), (Some(200), None, "slow"));
}

#[tokio::test]
async fn a_receiver_that_does_not_speak_tls_fails() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("https://{}/", listener.local_addr().expect("an address"));
    let receiver = async {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut hello = [0_u8; 16];
        stream.read_exact(&mut hello).await.expect("a beginning");
        drop(stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await);
    };
    let courier = courier(Duration::from_mins(10));
    let (returned, ()) = tokio::join!(courier.send(outgoing(url)), receiver);
    assert_eq!((returned.status, returned.error), (None, Some(AttemptError::Tls)));
}

#[tokio::test]
async fn nobody_there_is_a_failed_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    drop(listener);
    let returned = courier(Duration::from_mins(10)).send(outgoing(url)).await;
    assert_eq!((returned.status, returned.error), (None, Some(AttemptError::Connection)));
}
