//! The courier of SMTP, for deployments outside AWS and for a developer's machine. It goes through the commands one by
//! one, so that it knows at which of them a connection ended: before the letter was sent nothing can have arrived.

use std::time::Duration;

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

use crate::courier::{Courier, Outgoing, Taken};

/// How long the server may take to each command.
const COMMAND_TIME: Duration = Duration::from_secs(20);
/// How long all of it may take: less than an attempt may be under way.
const TOTAL_TIME: Duration = Duration::from_secs(45);
/// Longest answer that is kept, in characters.
const RESPONSE_LETTERS_MAX: usize = 300;

/// A server for outgoing mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtpServer {
    /// Name or address of the server.
    pub host: String,
    /// Its port: 465 for TLS from the beginning; at others TLS is begun where the server offers it.
    pub port: u16,
    /// User name and password, if it asks for them.
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
}

/// Sends letters by SMTP, each by a connection of its own.
pub struct SmtpCourier {
    /// Where letters are taken.
    pub server: SmtpServer,
    /// Whether those of sandbox merchants are taken there, too: where whoever names the server has only such.
    pub sends_for_sandboxes: bool,
}

/// How an attempt ended that did not end with an answer to the letter itself.
enum Ended {
    Before(Error),
    Within(Error),
}

impl Courier for SmtpCourier {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        Box::pin(async move {
            let (Ok(from), Ok(to)) = (outgoing.from.parse(), outgoing.to.as_str().parse()) else {
                return Taken::Refused { response: "the address cannot be read".to_owned(), is_bounce: false };
            };
            match tokio::time::timeout(TOTAL_TIME, self.send((from, to), &outgoing.source)).await {
                Ok(Ok(response)) => Taken::Accepted(line(&response)),
                Ok(Err(Ended::Before(error))) => {
                    refused(&error).unwrap_or_else(|| Taken::Deferred(line(&error.to_string())))
                }
                Ok(Err(Ended::Within(error))) => {
                    refused(&error).unwrap_or_else(|| Taken::Unknown(line(&error.to_string())))
                }
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
        let mut connection = self.begin(from.domain()).await.map_err(Ended::Before)?;
        let mut options = Vec::new();
        if !source.is_ascii() {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        if connection.server_info().supports_feature(Extension::SmtpUtfEight) && !to.to_string().is_ascii() {
            options.push(MailParameter::SmtpUtfEight);
        }
        let begun = async {
            connection.command(Mail::new(Some(from), options)).await?;
            connection.command(Rcpt::new(to, Vec::new())).await?;
            connection.command(Data).await
        };
        if let Err(error) = begun.await {
            connection.abort().await;
            return Err(Ended::Before(error));
        }
        let answer = connection.message(source).await.map_err(Ended::Within)?;
        // It is accepted, however the connection ends.
        drop(connection.quit().await);
        Ok(answer.message().collect::<Vec<_>>().join(" "))
    }

    async fn begin(&self, domain: &str) -> Result<AsyncSmtpConnection, Error> {
        let SmtpServer { host, port, credentials } = &self.server;
        let hello = ClientId::Domain(domain.to_owned());
        let tls = || TlsParameters::new(host.clone());
        let at_once = if *port == 465 { Some(tls()?) } else { None };
        let place = (host.as_str(), *port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(place, Some(COMMAND_TIME), &hello, at_once, None).await?;
        if connection.can_starttls() {
            connection.starttls(tls()?, &hello).await?;
        }
        if let Some((user, password)) = credentials {
            connection.auth(DEFAULT_MECHANISMS, &Credentials::new(user.clone(), password.clone())).await?;
        }
        Ok(connection)
    }
}

/// What the server refused, for now or for good; none when it said nothing.
fn refused(error: &Error) -> Option<Taken> {
    let response = line(&error.to_string());
    if error.is_transient() {
        return Some(Taken::Deferred(response));
    }
    if !error.is_permanent() {
        return None;
    }
    let is_bounce = response.contains("5.1.") || error.status().is_some_and(|code| u16::from(code) == 550);
    Some(Taken::Refused { response, is_bounce })
}

/// A text in a line.
fn line(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    line.chars().take(RESPONSE_LETTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::SmtpServer;

    #[test]
    fn a_server_is_read_with_and_without_a_login() {
        let plain = SmtpServer { host: "localhost".to_owned(), port: 2525, credentials: None };
        assert_eq!(SmtpServer::parse("localhost:2525"), Ok(plain.clone()));
        let credentials = Some(("a@b.example".to_owned(), "p:w".to_owned()));
        assert_eq!(SmtpServer::parse("a@b.example:p:w@localhost:2525"), Ok(SmtpServer { credentials, ..plain }));
        assert!(SmtpServer::parse("localhost").is_err() && SmtpServer::parse("localhost:x").is_err());
    }
}
