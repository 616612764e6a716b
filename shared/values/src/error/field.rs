//! What is wrong with a field of a request.

use std::borrow::Cow;

use serde::Serialize;

/// The reasons for which the published schema refuses a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It must be given.
    Required,
    /// It has another JSON type.
    InvalidType,
    /// Its type is right, its value is not one of those allowed.
    InvalidValue,
    /// It is not written as its format asks.
    InvalidFormat,
    /// The number is too small or too large.
    OutOfRange,
    /// The string has too many characters.
    TooLong,
    /// The array or object has too many members.
    TooMany,
    /// The body has no such field.
    UnknownField,
    /// The operation has no such query parameter.
    UnknownParameter,
    /// It is given twice.
    Repeated,
    /// The body is not JSON.
    MalformedJson,
}

impl Reason {
    /// Every reason for which the schema refuses a field.
    pub const ALL: [Self; 11] = [
        Self::Required,
        Self::InvalidType,
        Self::InvalidValue,
        Self::InvalidFormat,
        Self::OutOfRange,
        Self::TooLong,
        Self::TooMany,
        Self::UnknownField,
        Self::UnknownParameter,
        Self::Repeated,
        Self::MalformedJson,
    ];

    /// The reason on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::InvalidType => "invalid_type",
            Self::InvalidValue => "invalid_value",
            Self::InvalidFormat => "invalid_format",
            Self::OutOfRange => "out_of_range",
            Self::TooLong => "too_long",
            Self::TooMany => "too_many",
            Self::UnknownField => "unknown_field",
            Self::UnknownParameter => "unknown_parameter",
            Self::Repeated => "repeated",
            Self::MalformedJson => "malformed_json",
        }
    }

    /// What is said of a field where no schema says more.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Required => "is required",
            Self::InvalidType => "is of another type",
            Self::InvalidValue => "has a value that is not allowed",
            Self::InvalidFormat => "is not written as it must be",
            Self::OutOfRange => "is too small or too large",
            Self::TooLong => "is too long",
            Self::TooMany => "has too many members",
            Self::UnknownField => "is not a field of this request",
            Self::UnknownParameter => "is not a parameter of this operation",
            Self::Repeated => "is given more than once",
            Self::MalformedJson => "is not well-formed JSON",
        }
    }
}

/// An offending field: its path, such as `items[1].quantity`, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Path of the field, parameter or header.
    pub field: String,
    /// Machine-readable reason: a [`Reason`], or the name of the broken rule.
    pub reason: Cow<'static, str>,
    /// The sentence about this field, for people: `page must be between 1 and 100`. Where there is none, the error's
    /// own message says it.
    pub message: Option<Cow<'static, str>>,
}

impl FieldError {
    /// `field` was refused for `reason`.
    #[must_use]
    pub fn new(field: impl Into<String>, reason: Reason) -> Self {
        Self::because(field, reason, reason.in_words())
    }

    /// `field` was refused for `reason`, and must be what `rule` says.
    #[must_use]
    pub fn because(field: impl Into<String>, reason: Reason, rule: impl Into<Cow<'static, str>>) -> Self {
        let (field, rule) = (field.into(), rule.into());
        Self { message: Some(format!("{field} {rule}").into()), ..Self::named(field, reason.as_str()) }
    }

    /// `field` breaks the rule of this name.
    #[must_use]
    pub fn named(field: impl Into<String>, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { field: field.into(), reason: reason.into(), message: None }
    }
}
