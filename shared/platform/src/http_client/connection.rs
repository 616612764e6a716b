//! One connection, over which one request after the other is exchanged.

use std::{future::poll_fn, pin::Pin, task::Poll};

use aws_smithy_types::body::SdkBody;
use bytes::Bytes;
use futures_util::future::{Either, select};
use http::{Request, Response};
use http_body_util::BodyExt as _;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};

/// Bytes in both directions.
pub trait Transport: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Transport for T {}

type Driver = http1::Connection<TokioIo<Box<dyn Transport>>, SdkBody>;

/// A connection: where requests are put in, and what carries them as long as it is polled; nothing carries them once it
/// has ended.
pub struct Connection {
    sender: SendRequest<SdkBody>,
    driver: Option<Pin<Box<Driver>>>,
}

/// Why there is no answer.
pub enum Failure {
    /// Nothing of the request was sent.
    Unsent(Box<Request<SdkBody>>),
    /// The exchange broke; the other side may have the request.
    Broken(hyper::Error),
}

impl Connection {
    /// HTTP over a transport.
    pub async fn open(transport: Box<dyn Transport>) -> hyper::Result<Self> {
        let (sender, driver) = http1::handshake(TokioIo::new(transport)).await?;
        Ok(Self { sender, driver: Some(Box::pin(driver)) })
    }

    /// Whether another request can be exchanged, as far as is known here.
    pub fn is_open(&self) -> bool {
        self.driver.is_some()
    }

    /// Sends a request and reads the whole answer.
    pub async fn exchange(&mut self, request: Request<SdkBody>) -> Result<Response<Bytes>, Failure> {
        self.take_notice().await;
        let Self { sender, driver: Some(driver) } = self else { return Err(Failure::Unsent(Box::new(request))) };
        let exchange = async {
            let answer = sender.try_send_request(request).await.map_err(|mut failed| match failed.take_message() {
                Some(unsent) => Failure::Unsent(Box::new(unsent)),
                None => Failure::Broken(failed.into_error()),
            })?;
            let (head, body) = answer.into_parts();
            let body = body.collect().await.map_err(Failure::Broken)?;
            Ok(Response::from_parts(head, body.to_bytes()))
        };
        match select(Box::pin(exchange), driver.as_mut()).await {
            Either::Left((answer, _)) => answer,
            Either::Right((_, exchange)) => {
                let answer = exchange.await;
                self.driver = None;
                answer
            }
        }
    }

    /// Takes notice of what happened while nobody looked: the other side may have closed the connection.
    async fn take_notice(&mut self) {
        let Some(driver) = &mut self.driver else { return };
        if poll_fn(|waker| Poll::Ready(driver.as_mut().poll(waker).is_ready())).await {
            self.driver = None;
        }
    }
}
