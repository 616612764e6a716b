//! Sign in by OpenID Connect: authorization code, PKCE, `state` and nonce (decision 54).
//!
//! A page **begins** a sign-in and sends its browser to the issuer. The issuer sends the browser to the **callback**,
//! which exchanges the code for an identity token, finds the member by verified e-mail address, and sends the browser
//! back to the page with a code of its own. The page completes the sign-in with that code and with the secret that it
//! got at the beginning: a callback that was opened in another browser completes nothing there.
//!
//! `claims`, `refusal`, `request` and `state` are rules; `issuer` asks the issuer; `begin` and `callback` stand on all.

mod begin;
mod callback;
mod claims;
mod issuer;
mod page;
mod refusal;
mod request;
mod signature;
mod state;

pub use self::{
    begin::begin,
    callback::{PATH, call_back},
};
