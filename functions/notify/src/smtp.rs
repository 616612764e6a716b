//! The courier of SMTP, for deployments outside AWS and for a developer's machine. It goes through the commands one by
//! one, so that it knows at which of them a connection ended: before the letter was sent nothing can have arrived.

use std::{net::IpAddr, time::Duration};

use futures_util::future::BoxFuture;
use lettre::{
    Address,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};

use crate::{
    courier::{Courier, Outgoing, Taken},
    smtp_answer::{Command, Said, judged, line},
};

/// The port at which connections begin with TLS.
const TLS_PORT: u16 = 465;
/// How long the server may take to each command.
const COMMAND_TIME: Duration = Duration::from_secs(20);
/// How long all of it may take: less than an attempt may be under way.
const TOTAL_TIME: Duration = Duration::from_secs(45);

/// A server for outgoing mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtpServer {
    /// Name or address of the server.
    pub host: String,
    /// Its port: 465 for TLS from the beginning; at others TLS is begun where the server offers it.
    pub port: u16,
    /// User name and password, if it asks for them. They leave this machine under TLS alone.
    pub credentials: Option<(String, String)>,
}

impl SmtpServer {
    /// Reads `host:port`, or `user:password@host:port`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (login, place) = text.rsplit_once('@').map_or((None, text), |(login, place)| (Some(login), place));
        let (host, port) = place.rsplit_once(':').ok_or("a server is HOST:PORT")?;
        let port = port.parse().map_err(|_| format!("{port} is no port"))?;
        let credentials = match login {
            Some(login) => {
                let (user, password) = login.split_once(':').ok_or("a login is USER:PASSWORD")?;
                Some((user.to_owned(), password.to_owned()))
            }
            None => None,
        };
        Ok(Self { host: host.to_owned(), port, credentials })
    }

    /// Whether it may be told the password over a connection that is, or is not, under TLS.
    fn may_be_told_password(&self, is_under_tls: bool) -> bool {
        let address = self.host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        is_under_tls || self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

/// Sends letters by SMTP, each by a connection of its own.
pub struct SmtpCourier {
    /// Where letters are taken.
    pub server: SmtpServer,
    /// Whether those of sandbox merchants are taken there, too: where whoever names the server has only such.
    pub sends_for_sandboxes: bool,
}

/// At which command an attempt ended, and why.
enum Ended {
    Answered(Command, Error),
    WithoutTls,
}

impl Ended {
    const fn at(command: Command) -> impl Fn(Error) -> Self {
        move |error| Self::Answered(command, error)
    }

    fn taken(&self) -> Taken {
        match self {
            Self::Answered(at, error) => {
                let never = error.status().filter(|_| error.is_permanent()).map(|status| Said::Never(status.into()));
                let not_now = error.is_transient().then_some(Said::NotNow);
                judged(*at, never.or(not_now).unwrap_or(Said::Nothing), &error.to_string())
            }
            Self::WithoutTls => {
                Taken::Deferred("the server offers no TLS, and the password is not sent without".to_owned())
            }
        }
    }
}

impl Courier for SmtpCourier {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        Box::pin(async move {
            let (Ok(from), Ok(to)) = (outgoing.from.parse(), outgoing.to.as_str().parse()) else {
                return Taken::Refused { response: "the address cannot be read".to_owned(), is_bounce: false };
            };
            match tokio::time::timeout(TOTAL_TIME, self.send((from, to), &outgoing.source)).await {
                Ok(Ok(response)) => Taken::Accepted(line(&response)),
                Ok(Err(ended)) => ended.taken(),
                Err(_) => Taken::Unknown("it took too long".to_owned()),
            }
        })
    }

    fn takes_of_sandboxes(&self) -> bool {
        self.sends_for_sandboxes
    }
}

impl SmtpCourier {
    async fn send(&self, (from, to): (Address, Address), source: &[u8]) -> Result<String, Ended> {
        let mut connection = self.begin(from.domain()).await?;
        let mut options = Vec::new();
        if !source.is_ascii() {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        if connection.server_info().supports_feature(Extension::SmtpUtfEight) && !to.to_string().is_ascii() {
            options.push(MailParameter::SmtpUtfEight);
        }
        let begun = async {
            let opened = connection.command(Mail::new(Some(from), options)).await;
            opened.map_err(Ended::at(Command::Opening))?;
            connection.command(Rcpt::new(to, Vec::new())).await.map_err(Ended::at(Command::Recipient))?;
            connection.command(Data).await.map_err(Ended::at(Command::Data))
        };
        if let Err(ended) = begun.await {
            connection.abort().await;
            return Err(ended);
        }
        let answer = connection.message(source).await.map_err(Ended::at(Command::Letter))?;
        // It is accepted, however the connection ends.
        drop(connection.quit().await);
        Ok(answer.message().collect::<Vec<_>>().join(" "))
    }

    async fn begin(&self, domain: &str) -> Result<AsyncSmtpConnection, Ended> {
        let SmtpServer { port, credentials, .. } = &self.server;
        let (mut connection, is_under_tls) = self.connect(domain).await.map_err(Ended::at(Command::Opening))?;
        if let Some((user, password)) = credentials {
            if !self.server.may_be_told_password(is_under_tls || *port == TLS_PORT) {
                connection.abort().await;
                return Err(Ended::WithoutTls);
            }
            let credentials = Credentials::new(user.clone(), password.clone());
            let known = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
            known.map_err(Ended::at(Command::Opening))?;
        }
        Ok(connection)
    }

    /// A connection, and whether TLS was begun in it.
    async fn connect(&self, domain: &str) -> Result<(AsyncSmtpConnection, bool), Error> {
        let SmtpServer { host, port, .. } = &self.server;
        let hello = ClientId::Domain(domain.to_owned());
        let tls = || TlsParameters::new(host.clone());
        let at_once = if *port == TLS_PORT { Some(tls()?) } else { None };
        let place = (host.as_str(), *port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(place, Some(COMMAND_TIME), &hello, at_once, None).await?;
        let begins_tls = connection.can_starttls();
        if begins_tls {
            connection.starttls(tls()?, &hello).await?;
        }
        Ok((connection, begins_tls))
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };
    use values::{EmailAddress, Timestamp};

    use super::{SmtpCourier, SmtpServer};
    use crate::courier::{Courier as _, Outgoing, Taken};

    #[test]
    fn a_server_is_read_with_and_without_a_login() {
        let plain = SmtpServer { host: "localhost".to_owned(), port: 2525, credentials: None };
        assert_eq!(SmtpServer::parse("localhost:2525"), Ok(plain.clone()));
        let credentials = Some(("a@b.example".to_owned(), "p:w".to_owned()));
        assert_eq!(SmtpServer::parse("a@b.example:p:w@localhost:2525"), Ok(SmtpServer { credentials, ..plain }));
        assert!(SmtpServer::parse("localhost").is_err() && SmtpServer::parse("localhost:x").is_err());
    }

    #[test]
    fn a_password_leaves_this_machine_under_tls_alone() {
        let at = |host: &str| SmtpServer { host: host.to_owned(), port: 587, credentials: None };
        for host in ["mail.example.com", "192.0.2.1"] {
            assert!(!at(host).may_be_told_password(false) && at(host).may_be_told_password(true), "{host}");
        }
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            assert!(at(host).may_be_told_password(false), "{host}");
        }
    }

    /// What becomes of a letter at a server that answers so to the command that begins with `refused`.
    async fn taken_by(refused: &'static str, answer: &'static str) -> Taken {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let serving = async {
            let (stream, _) = listener.accept().await.expect("a connection");
            let (reading, mut writing) = stream.into_split();
            writing.write_all(b"220 ready\r\n").await.expect("written");
            let (mut lines, mut is_letter) = (BufReader::new(reading).lines(), false);
            while let Ok(Some(line)) = lines.next_line().await {
                let command = if is_letter && line == "." { "." } else { line.as_str() };
                if is_letter && command != "." {
                    continue;
                }
                let said = match command {
                    command if command.starts_with(refused) => answer,
                    "DATA" => "354 go on",
                    _ => "250 ok",
                };
                is_letter = said.starts_with("354");
                if writing.write_all(format!("{said}\r\n").as_bytes()).await.is_err() {
                    break;
                }
            }
        };
        let server = SmtpServer { host: "127.0.0.1".to_owned(), port, credentials: None };
        let courier = SmtpCourier { server, sends_for_sandboxes: false };
        let (taken, ()) = tokio::join!(courier.take(outgoing()), serving);
        taken
    }

    fn outgoing() -> Outgoing {
        Outgoing {
            from: "letters@example.com".to_owned(),
            to: EmailAddress::new("ada@example.com"),
            tag: String::new(),
            subject: String::new(),
            text: String::new(),
            html: String::new(),
            source: b"Subject: Hello\r\n\r\nHello\r\n".to_vec(),
            at: Timestamp::EPOCH,
        }
    }

    #[tokio::test]
    async fn what_a_refusal_means_depends_on_the_command_that_was_refused() {
        let gone = "550 5.1.1 no such user";
        for command in ["EHLO", "MAIL", "DATA"] {
            assert!(matches!(taken_by(command, "550 5.7.1 not from you").await, Taken::Deferred(_)), "{command}");
        }
        assert!(matches!(taken_by("RCPT", gone).await, Taken::Refused { is_bounce: true, .. }));
        assert!(matches!(taken_by("RCPT", "550 5.7.1 no relay").await, Taken::Refused { is_bounce: false, .. }));
        assert!(matches!(taken_by(".", gone).await, Taken::Refused { is_bounce: false, .. }));
        assert!(matches!(taken_by("NOTHING", "").await, Taken::Accepted(_)));
    }
}
