//! The records of this area, and what follows from one of them alone.

pub mod category;
pub mod extra;
pub mod movement;
pub mod option;
pub mod order;
pub mod order_fields;
pub mod order_item;
pub mod order_state;
pub mod order_view;
pub mod package;
pub mod product;
pub mod stock;
