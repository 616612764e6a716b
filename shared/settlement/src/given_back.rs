//! What is given back of items that were issued, before it is paid into balances and set off.

use money_documents::set_off::ChangedInvoice;
use values::{Customer, Id, Money};

/// What goes to a customer's balance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToBalance {
    /// Whose it is.
    pub customer_id: Id<Customer>,
    /// How much.
    pub money: Money,
}

/// What is given back of items that were issued.
#[derive(Debug)]
pub(crate) struct GivenBack {
    /// What goes to customers' balances.
    pub to_balance: Vec<ToBalance>,
    /// Invoices of which something is given back, which are still to be written.
    pub changed: Vec<ChangedInvoice>,
}
