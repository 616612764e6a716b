//! No way into our network: hostile addresses, and names that lead inside.

use std::{
    io,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use deliver::{Courier as _, CourierLimits, HttpCourier, Outgoing};
use futures_util::future::BoxFuture;
use platform::outgoing::{LocalReceivers, Resolver};
use tokio::net::TcpListener;
use webhooks::records::delivery::AttemptError;

/// Hosts that nothing is sent to: numbers in every spelling, names of inner networks, and numbers behind a user part.
const HOSTILE: &str = "127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 017700000001 0177.0.0.1 0177.1 0 0.0.0.0 \
    127.0.0.1. %31%32%37.0.0.1 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166 \
    0251.0376.0251.0376 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [fe80::1] \
    [fd00:ec2::254] [2002:7f00:1::] [64:ff9b::7f00:1] localhost LocalHost localhost. a.localhost \
    localhost.localdomain printer metadata.google.internal instance-data.ec2.internal nas.local router.lan \
    user@127.0.0.1 example.com@127.0.0.1 @127.0.0.1";

/// Answers these addresses, another line at each look-up, and counts the look-ups.
struct Answers {
    lines: Vec<Vec<IpAddr>>,
    asked: AtomicUsize,
}

impl Answers {
    fn of(lines: &[&[&str]]) -> Arc<Self> {
        let address = |text: &&str| text.parse().expect("an address");
        let lines = lines.iter().map(|line| line.iter().map(address).collect()).collect();
        Arc::new(Self { lines, asked: AtomicUsize::new(0) })
    }
}

impl Resolver for Answers {
    fn addresses<'a>(&'a self, _name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        let line = self.lines[asked.min(self.lines.len() - 1)].clone();
        Box::pin(async move { Ok(line) })
    }
}

async fn error_of(url: &str, resolver: Arc<Answers>) -> Option<AttemptError> {
    // Nothing here waits for an answer; who connects after all waits in vain.
    let limits = CourierLimits { total: Duration::from_secs(2), connect: Duration::from_millis(50) };
    let courier = HttpCourier::new(resolver, limits, LocalReceivers::Refused);
    let outgoing = Outgoing { url: url.to_owned(), headers: Vec::new(), body: String::new() };
    courier.send(outgoing).await.error
}

/// Whether anybody has connected.
async fn connections(listener: &TcpListener) -> bool {
    tokio::time::timeout(Duration::from_millis(1), listener.accept()).await.is_ok()
}

#[tokio::test]
async fn a_hostile_address_is_never_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let hosts: Vec<&str> = HOSTILE.split_whitespace().collect();
    assert!(hosts.len() >= 40);
    for host in hosts {
        for scheme in ["https", "http"] {
            let url = format!("{scheme}://{host}:{port}/");
            let inside = Answers::of(&[&["127.0.0.1"]]);
            assert_eq!(error_of(&url, Arc::clone(&inside)).await, Some(AttemptError::UrlNotAllowed), "{url}");
            assert_eq!(inside.asked.load(Ordering::SeqCst), 0, "{url} was looked up");
        }
    }
    assert!(!connections(&listener).await);
}

#[tokio::test]
async fn a_name_that_leads_inside_is_never_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("https://hooks.example.com:{}/", listener.local_addr().expect("an address").port());
    for addresses in [
        &["127.0.0.1"][..],
        &["::1"],
        &["0.0.0.0"],
        &["10.1.2.3"],
        &["169.254.169.254"],
        &["169.254.170.2"],
        &["100.64.0.1"],
        &["::ffff:127.0.0.1"],
        &["::ffff:169.254.169.254"],
        &["::127.0.0.1"],
        &["64:ff9b::7f00:1"],
        &["2002:7f00:1::"],
        &["fd00:ec2::254"],
        &["fe80::1"],
        &["224.0.0.1"],
        &["255.255.255.255"],
        &["192.0.2.1"],
        &["2001:db8::1"],
        // One public address does not make the others public.
        &["1.1.1.1", "127.0.0.1"],
        &["2606:4700:4700::1111", "::1"],
    ] {
        let error = error_of(&url, Answers::of(&[addresses])).await;
        assert_eq!(error, Some(AttemptError::AddressNotAllowed), "{addresses:?}");
    }
    assert_eq!(error_of(&url, Answers::of(&[&[]])).await, Some(AttemptError::NameNotFound));
    assert!(!connections(&listener).await);
}

#[tokio::test]
async fn a_name_that_is_bound_to_another_address_between_look_and_connection_leads_nowhere() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("https://hooks.example.com:{}/", listener.local_addr().expect("an address").port());
    // Whoever looked once to judge and once more to connect would be told a public address first and this machine then.
    // It is one at which nobody answers.
    let rebinding = Answers::of(&[&["11.0.0.1"], &["127.0.0.1"]]);
    assert_eq!(error_of(&url, Arc::clone(&rebinding)).await, Some(AttemptError::Connection));
    assert_eq!(rebinding.asked.load(Ordering::SeqCst), 1, "the name was looked up more than once");
    let rebinding = Answers::of(&[&["127.0.0.1"], &["11.0.0.1"]]);
    assert_eq!(error_of(&url, rebinding).await, Some(AttemptError::AddressNotAllowed));
    assert!(!connections(&listener).await);
}
