//! The axum router of a route table. Each path is one axum route, whose method is told apart here, so that a 405 can
//! name all methods of the path in our error form.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::Body,
    extract::{FromRequestParts as _, RawPathParams, Request},
    routing::any,
};
use http::{Response, request::Parts};
use http_body_util::BodyExt as _;

use super::{
    dispatch::dispatch,
    incoming::{Incoming, Invocation},
    outside::{OutsideRoute, answer_outside},
    route::{Route, Routes},
};
use work::context::Context;

impl Routes {
    /// The router of these routes under `/v1`, and of what stands outside. Everything else is a 404 in our error form.
    pub fn into_router(self, outside: &[OutsideRoute], context: &Context) -> axum::Router {
        let mut paths: BTreeMap<&'static str, Vec<Arc<Route>>> = BTreeMap::new();
        for route in self.0 {
            paths.entry(route.path).or_default().push(route);
        }
        let handler = |routes: Vec<Arc<Route>>| {
            let (context, routes): (Context, Arc<[Arc<Route>]>) = (context.clone(), routes.into());
            any(move |request: Request| answer(context, routes, request))
        };
        let router = paths
            .into_iter()
            .fold(axum::Router::new(), |router, (path, routes)| router.route(&format!("/v1{path}"), handler(routes)));
        let mut outside_paths: BTreeMap<&'static str, Vec<OutsideRoute>> = BTreeMap::new();
        for route in outside {
            outside_paths.entry(route.path).or_default().push(route.clone());
        }
        let router = outside_paths.into_iter().fold(router, |router, (path, routes)| {
            let (context, routes) = (context.clone(), Arc::from(routes));
            router.route(path, any(move |request: Request| ask_outside(context, routes, request)))
        });
        router.fallback_service(handler(Vec::new()))
    }
}

async fn ask_outside(context: Context, routes: Arc<[OutsideRoute]>, request: Request) -> Response<Body> {
    let (parts, body, invocation) = whole(request).await;
    answer_outside(context, &routes, (parts, body, invocation)).await.map(Body::from)
}

async fn answer(context: Context, routes: Arc<[Arc<Route>]>, request: Request) -> Response<Body> {
    let (mut parts, body, invocation) = whole(request).await;
    let path = RawPathParams::from_request_parts(&mut parts, &()).await;
    let path = path.map(|path| path.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
    let incoming = Incoming { parts, body, path: path.unwrap_or_default(), invocation, standing: None };
    dispatch(context, &routes, incoming).await.map(Body::from)
}

/// The whole request, which is in memory already: the gateway delivers it as one event.
async fn whole(request: Request) -> (Parts, Vec<u8>, Invocation) {
    let (parts, body) = request.into_parts();
    let mut invocation = parts.extensions.get::<Invocation>().cloned().unwrap_or_default();
    let body = body.collect().await.map_or_else(
        |_| {
            invocation.bad_body = true;
            Vec::new()
        },
        |body| body.to_bytes().to_vec(),
    );
    (parts, body, invocation)
}
