//! What an operation is: an async function from a call and typed inputs to a reply. What it takes and answers follows
//! from its types.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, LazyLock},
};

use serde_json::Value;

use super::{
    call::Call,
    extract::{self, Extract, InputSource, RawInput},
    reply::{Answer, Reply},
    validate::Validator,
};
use values::ApiError;
use work::on_heap;

/// An operation with its typed input, ready to be called.
pub type Prepared = Box<dyn FnOnce(Call) -> Running + Send>;

/// An operation at work: the future of its answer or its refusal.
pub type Running = Pin<Box<dyn Future<Output = Result<Answer, ApiError>> + Send>>;

/// An operation with its types forgotten.
pub trait Run: Send + Sync {
    /// Types the input; every offending field is in the refusal.
    ///
    /// # Errors
    /// 400, 413 or 415.
    fn prepare(&self, input: &RawInput, validator: Validator) -> Result<Prepared, ApiError>;
}

/// An operation beside its inputs and its answer.
pub(super) struct Bound<F, Args> {
    operation: F,
    shape: Arc<Shape>,
    args: std::marker::PhantomData<fn() -> Args>,
}

impl<F, Args> Bound<F, Args> {
    pub(super) fn new(operation: F, shape: Arc<Shape>) -> Self {
        Self { operation, shape, args: std::marker::PhantomData }
    }
}

impl<Args: 'static, F: Operation<Args>> Run for Bound<F, Args> {
    fn prepare(&self, input: &RawInput, validator: Validator) -> Result<Prepared, ApiError> {
        self.operation.prepare(&self.shape, input, validator)
    }
}

/// An async function from a [`Call`] and typed inputs to a reply.
pub trait Operation<Args>: Clone + Send + Sync + 'static {
    /// Schemas of its inputs and its answer, read from their types.
    fn shape() -> Shape;

    /// Types the input.
    ///
    /// # Errors
    /// 400, 413 or 415.
    fn prepare(&self, shape: &Shape, input: &RawInput, validator: Validator) -> Result<Prepared, ApiError>;
}

/// What is made of types at its first use: a process needs few of the schemas of its area, and the schemas of answers
/// only for the document.
pub type Lazy<T> = LazyLock<T, fn() -> T>;

/// Inputs and answer of an operation.
#[derive(Debug)]
pub struct Shape {
    /// Schema of the path parameters.
    pub path: Option<Lazy<Value>>,
    /// Schema of the query parameters.
    pub query: Option<Lazy<Value>>,
    /// Name and schema of the body.
    pub body: Option<Lazy<(String, Value)>>,
    /// Name and schema of `data`.
    #[cfg(feature = "document")]
    pub data: Lazy<(String, Value)>,
    /// Whether `data` is a list.
    pub is_list: bool,
    /// HTTP status of an answer that is no refusal.
    pub status: u16,
    /// Another status of success, with the same body.
    pub also: Option<u16>,
    /// The value of `Content-Type` of an answer that is no refusal.
    pub media_type: &'static str,
}

impl Shape {
    fn answering<R: Reply>() -> Self {
        Self {
            path: None,
            query: None,
            body: None,
            #[cfg(feature = "document")]
            data: Lazy::new(R::schema),
            is_list: R::is_list(),
            status: R::STATUS,
            also: R::ALSO,
            media_type: R::MEDIA_TYPE,
        }
    }

    /// With the input `A`.
    fn taking<A: Extract>(mut self) -> Self {
        match A::SOURCE {
            InputSource::Path => self.path = Some(Lazy::new(A::schema)),
            InputSource::Query => self.query = Some(Lazy::new(A::schema)),
            InputSource::Body => self.body = Some(Lazy::new(|| (A::type_name(), A::schema()))),
        }
        self
    }

    /// Extracts one input against the schema of its source.
    fn extract<A: Extract>(&self, input: &RawInput, validator: &mut Validator) -> Result<Option<A>, ApiError> {
        let schema = match A::SOURCE {
            InputSource::Path => self.path.as_deref(),
            InputSource::Query => self.query.as_deref(),
            InputSource::Body => self.body.as_deref().map(|(_, schema)| schema),
        };
        schema.map_or(Ok(None), |schema| A::extract(input, schema, validator))
    }

    /// Refuses a body or query where the operation takes none.
    fn refuse_rest(&self, input: &RawInput, validator: &mut Validator) -> Result<(), ApiError> {
        if self.query.is_none() {
            extract::no_query(input, validator);
        }
        if input.takes_body && self.body.is_none() {
            extract::no_body(input, validator)?;
        }
        Ok(())
    }
}

macro_rules! operation {
    ($($value:ident: $input:ident),*) => {
        impl<F, Fut, R, $($input,)*> Operation<(R, $($input,)*)> for F
        where
            F: Fn(Call, $($input),*) -> Fut + Clone + Send + Sync + 'static,
            Fut: Future<Output = Result<R, ApiError>> + Send + 'static,
            R: Reply + 'static,
            $($input: Extract + 'static,)*
        {
            fn shape() -> Shape {
                Shape::answering::<R>()$(.taking::<$input>())*
            }

            fn prepare(&self, shape: &Shape, input: &RawInput, mut validator: Validator) -> Result<Prepared, ApiError> {
                $(let $value = shape.extract::<$input>(input, &mut validator)?;)*
                shape.refuse_rest(input, &mut validator)?;
                match ($($value,)*) {
                    ($(Some($value),)*) if !validator.has_errors() => {
                        let operation = self.clone();
                        Ok(Box::new(move |call: Call| {
                            let meta = call.meta();
                            let running = on_heap(|| operation(call, $($value),*));
                            Box::pin(async move { running.await?.render(&meta) })
                        }))
                    }
                    _ => Err(ApiError::validation(validator.into_errors())),
                }
            }
        }
    };
}

operation!();
operation!(a: A);
operation!(a: A, b: B);
operation!(a: A, b: B, c: C);
