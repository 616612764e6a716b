//! Out of which filter list a list is read: the one that tells most of its filters. Pure.

use std::collections::BTreeSet;
use values::listed_fields::FilterLists;

use super::rows::{MANY, part, text};
use crate::{
    expression::{Comparison, Expression},
    lists::list::{Equality, ItemList},
};

/// A filter list out of which a list can be read.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The fields by which it is a list.
    pub fields: String,
    /// Name of the filter list: fields with their values, such as `status=active`.
    pub name: String,
    /// What of the filters it does not tell.
    filter: Expression,
    /// The list of records with very many values of its fields, with what of the filters that one does not tell.
    many: Option<(String, Expression)>,
}

impl Choice {
    /// The lists that are read: `list` out of the filter list.
    pub fn of(&self, list: &ItemList) -> ItemList {
        list.through(self.name.clone(), self.filter.clone())
    }

    /// The same of records with very many values; nothing when the fields have one each.
    pub fn many_of(&self, list: &ItemList) -> Option<ItemList> {
        self.many.as_ref().map(|(name, filter)| list.through(name.clone(), filter.clone()))
    }
}

/// The filter lists that tell the most of what `list` asks for; none when it is read otherwise.
pub fn choices(list: &ItemList) -> Vec<Choice> {
    let lists = FilterLists::of(list.kind());
    if lists.by.is_empty() || !list.may_be_listed() || list.equalities().is_empty() || !is_told_by_rows(lists, list) {
        return Vec::new();
    }
    let told = |fields: &&&[&str]| fields.iter().all(|field| position(list.equalities(), field).is_some());
    let most = lists.by.iter().filter(told).map(|fields| fields.len()).max().unwrap_or_default();
    let narrowest = lists.by.iter().filter(told).filter(|fields| fields.len() == most);
    narrowest.map(|fields| choice(list, fields)).collect()
}

/// Whether rows have every field that the filters name.
fn is_told_by_rows(lists: FilterLists, list: &ItemList) -> bool {
    let known: BTreeSet<&str> = lists.paths().flat_map(|path| path.split('.')).chain(["body"]).collect();
    let equal = list.equalities().iter().flat_map(|equality| equality.path.split('.'));
    list.names_of_conditions().chain(equal).all(|name| known.contains(name))
}

fn choice(list: &ItemList, fields: &[&str]) -> Choice {
    let equalities = list.equalities();
    let told: Vec<usize> = fields.iter().filter_map(|field| position(equalities, field)).collect();
    let is_several = |equality: &Equality| equality.comparison == Comparison::Contains;
    let named = |number: &usize| {
        let equality = &equalities[*number];
        part(&equality.path, &text(&equality.value).unwrap_or_default())
    };
    let under_many = |number: &usize| match &equalities[*number] {
        equality if is_several(equality) => part(&equality.path, MANY),
        _ => named(number),
    };
    let filter = |is_told: &dyn Fn(usize) -> bool| {
        let left = equalities.iter().enumerate().filter(|(number, _)| !is_told(*number));
        left.fold(list.unequal().clone(), |filter, (_, equality)| {
            filter.and_body(&format!("body.{}", equality.path), equality.comparison, equality.value.clone())
        })
    };
    let joined = |name: &dyn Fn(&usize) -> String| told.iter().map(name).collect::<Vec<_>>().join("&");
    let many = told.iter().any(|number| is_several(&equalities[*number])).then(|| {
        let is_told = |number: usize| told.contains(&number) && !is_several(&equalities[number]);
        (joined(&under_many), filter(&is_told))
    });
    Choice { fields: fields.join("&"), name: joined(&named), filter: filter(&|number| told.contains(&number)), many }
}

/// The first filter that wants one value of a field.
fn position(equalities: &[Equality], field: &str) -> Option<usize> {
    equalities.iter().position(|equality| equality.path == field && text(&equality.value).is_some())
}
