//! A request as it comes in.

use std::sync::Arc;

use http::request::Parts;

use super::standing::Standing;

/// What the Lambda runtime says about an invocation.
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    /// The invocation's id, unique everywhere.
    pub id: String,
    /// The gateway's own request id; under `sam local` it never changes.
    pub gateway_request_id: String,
    /// Whether this is the process's first request.
    pub cold_start: bool,
    /// The network address of whoever sent the request, as the gateway saw it. What headers say of it is nobody's word.
    pub address: String,
    /// Whether the gateway sent a body that cannot be read.
    pub bad_body: bool,
    /// Whether it is no request but what a process does to be ready for one; the log does not name it.
    pub is_warm_up: bool,
}

/// A request on its way.
pub struct Incoming {
    /// Method, path, query and headers of the request.
    pub parts: Parts,
    /// The body as bytes; empty when there is none.
    pub body: Vec<u8>,
    /// Path parameters by name, percent-decoded, in order.
    pub path: Vec<(String, String)>,
    /// What is known of the invocation that brought the request.
    pub invocation: Invocation,
    /// Who asks in the background, verified before; none where the headers have credentials.
    pub standing: Option<Arc<Standing>>,
}
