//! Kinds whose records live in another area or crate and are known here only by their ids.

use super::{Kind, KindName};

/// A member's membership of a company, for the member, which it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompanyMemberReference;

impl Kind for CompanyMemberReference {
    const KIND: KindName = KindName::CompanyMemberReference;
}

/// A membership plan, for its plan, which it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MembershipPlanReference;

impl Kind for MembershipPlanReference {
    const KIND: KindName = KindName::MembershipPlanReference;
}

/// The merchant whose data a request touches, which every key begins with; the crate `records` has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MerchantReference;

impl Kind for MerchantReference {
    const KIND: KindName = KindName::MerchantReference;
}

/// A location, as rules of money name it; the crate `records` has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocationReference;

impl Kind for LocationReference {
    const KIND: KindName = KindName::LocationReference;
}

/// A resource; the crate `scheduling` has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceReference;

impl Kind for ResourceReference {
    const KIND: KindName = KindName::ResourceReference;
}
