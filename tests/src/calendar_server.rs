//! A server of calendars that does what a test says.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// What is at an address.
#[derive(Clone, Debug)]
pub enum Serves {
    /// A file, with a tag.
    File(String),
    /// A collection of `CalDAV` with these objects, whose token is this.
    Collection(String, Vec<String>),
    /// The same of a server without tokens: it has a tag.
    Tagged(String, Vec<String>),
    /// An answer with this status and nothing in it.
    Status(u16),
    /// An answer with this status and this in it, whatever is asked.
    Answer(u16, String),
    /// Nothing, and no answer.
    Silence,
    /// The beginning of a file, and then nothing more.
    Beginning(String),
    /// The beginning of a file, and then the connection breaks.
    Broken(String),
}

/// A request that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its method.
    pub method: String,
    /// Its path.
    pub path: String,
    /// Its headers, by lower-case name.
    pub headers: HashMap<String, String>,
    /// Its body.
    pub body: String,
}

/// The server. Clones are the same.
#[derive(Clone)]
pub struct CalendarServer {
    address: SocketAddr,
    served: Arc<Mutex<HashMap<String, Serves>>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl CalendarServer {
    /// A server on this machine, with nothing on it.
    ///
    /// # Panics
    /// When it has no port.
    #[expect(clippy::expect_used, reason = "a test without its server cannot go on")]
    #[expect(clippy::disallowed_methods, reason = "a server of others answers beside the test")]
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = Self { address, served: Arc::default(), received: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let server = serving.clone();
                tokio::spawn(async move { server.answer(connection).await });
            }
        });
        server
    }

    /// The address of a path.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// From now on this is at a path; elsewhere is nothing: 404.
    pub fn serve(&self, path: &str, serves: Serves) {
        lock(&self.served).insert(path.to_owned(), serves);
    }

    /// The requests since this was asked last.
    #[must_use]
    pub fn newly_received(&self) -> Vec<Received> {
        std::mem::take(&mut *lock(&self.received))
    }

    async fn answer(&self, mut connection: TcpStream) -> Option<()> {
        let received = read(&mut connection).await?;
        let serves = lock(&self.served).get(&received.path).cloned().unwrap_or(Serves::Status(404));
        lock(&self.received).push(received.clone());
        let answer = match serves {
            Serves::Silence => return std::future::pending().await,
            Serves::Beginning(text) => {
                connection.write_all(beginning(&text).as_bytes()).await.ok()?;
                return std::future::pending().await;
            }
            Serves::Broken(text) => beginning(&text),
            Serves::Status(status) => http(status, "", ""),
            Serves::Answer(status, text) => http(status, "", &text),
            Serves::File(text) => file(&text, &received),
            Serves::Collection(token, objects) => collection(&received, &token, "sync-token", &objects),
            Serves::Tagged(tag, objects) => collection(&received, &tag, "S:getctag", &objects),
        };
        connection.write_all(answer.as_bytes()).await.ok()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn read(connection: &mut TcpStream) -> Option<Received> {
    let (mut bytes, mut part) = (Vec::new(), [0; 4_096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let mut lines = head.lines();
            let mut first = lines.next()?.split(' ');
            let header =
                |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
            let headers: HashMap<String, String> = lines.filter_map(header).collect();
            let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
            if body.len() >= length {
                let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
                return Some(Received { method, path, headers, body: body.to_owned() });
            }
        }
        match connection.read(&mut part).await.ok()? {
            0 => return None,
            length => bytes.extend_from_slice(&part[..length]),
        }
    }
}

fn http(status: u16, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} Told\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}",
        body.len()
    )
}

fn beginning(text: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{text}", text.len() + 1)
}

fn file(text: &str, received: &Received) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let tag = format!("\"{:x}\"", hasher.finish());
    if received.headers.get("if-none-match") == Some(&tag) {
        return http(304, "", "");
    }
    http(200, &format!("etag: {tag}\r\n"), text)
}

fn collection(received: &Received, mark: &str, name: &str, objects: &[String]) -> String {
    let has_tokens = name == "sync-token";
    let inside = if received.method == "PROPFIND" {
        format!("<response><href>/</href><propstat><prop><{name}>{mark}</{name}></prop></propstat></response>")
    } else if received.body.contains("sync-collection") {
        if !has_tokens || received.body.contains("<sync-token>forgotten") {
            return http(403, "", "<error xmlns=\"DAV:\"><valid-sync-token/></error>");
        }
        let same = received.body.contains(&format!("<sync-token>{mark}</sync-token>"));
        let changed =
            if same { "" } else { "<response><href>/a.ics</href><status>HTTP/1.1 200 OK</status></response>" };
        format!("{changed}<sync-token>{mark}</sync-token>")
    } else {
        let member = |object: &String| {
            let object = object.replace('&', "&amp;").replace('<', "&lt;");
            ["<response><propstat><prop><C:calendar-data>", &object, "</C:calendar-data></prop></propstat></response>"]
                .concat()
        };
        objects.iter().map(member).collect::<Vec<_>>().concat()
    };
    let spaces = "xmlns=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\" xmlns:S=\"http://calendarserver.org/ns/\"";
    http(207, "content-type: application/xml\r\n", &format!("<multistatus {spaces}>{inside}</multistatus>"))
}
