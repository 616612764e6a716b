//! Bookkeeping: what is stored of money, and the verbs that change it. The rules are in `billing`; here its decisions are
//! carried out, each in one transaction.

pub mod subscription;
