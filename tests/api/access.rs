//! Credentials, scopes and merchants: who may do what.
