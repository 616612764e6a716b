//! Future bookings: what becomes of what is booked when what it rests on goes. A customer is archived, deleted or
//! anonymised; a resource or a location becomes inactive. Bookings are then cancelled as the operator cancels, at no
//! fee: by the request, or, when that is more than one request may do, in steps that carry on an operation in the
//! record that goes (decision 52).

pub mod batches;
pub mod carry_on;
pub mod customer_leaving;
pub mod of_customer;
pub mod operator_cancellation;
pub mod units;
mod waiting_lists;
