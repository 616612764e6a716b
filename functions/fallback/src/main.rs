//! The catch-all function: every path that no area has is a 404 in our error form.

fn main() -> Result<(), shared::lambda::Error> {
    shared::lambda::run(shared::api::Routes::default())
}
