//! The HTTP edge: route tables, typed input, envelopes, errors. The only module that names axum.

mod accepted;
mod answer_cipher;
mod asked_of_list;
mod asked_query;
mod by_ids;
pub mod calendar_list;
pub mod call;
mod committed_answer;
pub mod cross_origin;
pub mod csv;
pub mod csv_lines;
pub mod cursor;
pub mod dispatch;
pub mod error_response;
pub mod expand;
pub mod extract;
pub mod file_page;
pub mod get;
pub mod icalendar;
pub mod idempotency;
pub mod incoming;
pub mod json;
#[cfg(feature = "document")]
pub mod openapi;
pub mod operation;
pub mod outside;
mod own_records;
pub mod own_request;
mod page_of_list;
mod page_of_numbers;
pub mod paging;
pub mod pdf;
pub mod people;
pub mod people_access;
pub mod people_view;
pub mod reply;
mod request_log;
pub mod requester;
mod response;
pub mod route;
mod route_people;
mod router;
pub mod schema;
pub mod signature;
mod sorted_page;
mod sorting;
mod standing;
pub mod svg;
pub mod update;
pub mod validate;
mod wording;
pub mod writable;
pub mod xml;

pub use self::{
    accepted::{OrAccepted, UNITS_MAX},
    calendar_list::UncountedFilter,
    call::Call,
    csv::Csv,
    expand::{Expandable, Expansion, Named},
    extract::{Body, Listing, NoFilter, Path, PathId, Query},
    file_page::{FilePage, PageQuery, PartOfList},
    get::get,
    icalendar::ICalendar,
    outside::{OutsideAnswer, OutsideRequest, OutsideRoute},
    own_request::OwnRequest,
    page_of_numbers::Numbers,
    pdf::Pdf,
    people_access::{Managed, PAYMENT_SOURCES, People, PeopleAccess},
    reply::{Committed, Created, Data, Ensured, Page, Plain, Reply, Shown},
    requester::Requester,
    route::{Method, Route, Routes},
    schema::{Nullable, set},
    standing::Standing,
    svg::Svg,
    update::Update,
    writable::{New, Patch},
    xml::Xml,
};
use store::Record;
use values::ApiError;
pub use work::{on_heap, unit_of_work::retry};

/// What a create of an `E` returns.
pub type Creates<E> = Result<Committed<Created<Record<E>>>, ApiError>;
/// What an update or action on an `E` returns.
pub type Changes<E> = Result<Committed<Data<Record<E>>>, ApiError>;
/// What a create of an `E` returns that may be too much for one request.
pub type CreatesOrAccepts<E> = Result<Committed<OrAccepted<Created<Record<E>>, Record<E>>>, ApiError>;
/// What an update or action on an `E` returns that may be too much for one request.
pub type ChangesOrAccepts<E> = Result<Committed<OrAccepted<Data<Record<E>>, Record<E>>>, ApiError>;
/// What a get of an `E` returns.
pub type Shows<E> = Result<Data<Record<E>>, ApiError>;
/// What a list of `E` returns.
pub type Lists<E> = Result<Page<Record<E>>, ApiError>;
