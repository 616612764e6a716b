//! What holds for the route tables as data.
