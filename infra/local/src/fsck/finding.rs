use std::fmt;

/// Something stored that disagrees with something else that is stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// What was checked, such as `reservation` or `shop_order`.
    pub kind: &'static str,
    /// What it is about: the id of a record or a resource, or the name of a counter or a list.
    pub id: String,
    /// What disagrees with what.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", self.kind, self.id, self.what)
    }
}
