//! Outside calendars, whose busy times block a resource (`docs/areas/calendars.md`).

mod addresses;
mod blocks;
mod conflicts;
mod crashes;
mod ending;
mod failing;
mod pieces;
mod sources;
mod told;
