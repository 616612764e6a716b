//! No circles of imports: of two files of a package, one may use the other, but never both each other, not even through
//! other files. What two files need of each other is in a third file that both use.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    in_repository,
    layers::sources,
    none_of,
    tokens::{Path, Token, tokens},
};

/// Folders below which every package is looked at.
const LOOKED_AT: [&str; 3] = ["functions", "infra/local", "shared"];

/// Folders of all packages: those with a `Cargo.toml`, wherever they stand.
fn packages() -> Vec<String> {
    let mut found = Vec::new();
    let mut left: Vec<String> = LOOKED_AT.map(str::to_owned).into();
    while let Some(folder) = left.pop() {
        if in_repository(&folder).join("Cargo.toml").exists() {
            found.push(folder.clone());
        }
        for entry in std::fs::read_dir(in_repository(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().display().to_string();
            if entry.file_type().expect("a type").is_dir() && name != "src" {
                left.push(format!("{folder}/{name}"));
            }
        }
    }
    found.sort();
    found
}

/// What one file imports and uses.
#[derive(Default)]
struct File {
    path: String,
    /// Names that it imports, by what they are called in it, with the path behind each.
    imports: BTreeMap<String, Path>,
    /// Paths that it uses. A re-export alone is none: it says where something is found, and needs nothing of it.
    uses: Vec<Path>,
}

/// Files of a package, by the path of their module.
type Modules = BTreeMap<Path, File>;

/// `store/mod.rs` and `store.rs` are the module `store`, `lib.rs` and `main.rs` the root.
fn module_of(file: &str) -> Path {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').filter(|segment| !matches!(*segment, "lib" | "main")).map(str::to_owned).collect()
}

/// The modules of files below a folder, each with its code.
fn modules(folder: &str, files: Vec<(String, String)>) -> Modules {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/bin/");
    let mut modules = Modules::new();
    for (path, code) in files.into_iter().filter(|(path, _)| !is_test(path)) {
        // Tests stand at the end of a file, in a module of their own.
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let module = module_of(path.trim_start_matches(folder).trim_start_matches('/'));
        let file = read(path, &module, &tokens(code));
        // A package may have both a library and a binary, of which the second only starts the first.
        modules.entry(module).or_insert(file);
    }
    modules
}

fn read(path: String, module: &[String], tokens: &[Token]) -> File {
    let children: BTreeSet<&str> = tokens
        .windows(3)
        .filter(|three| three[0].is("mod") && three[2].is(";"))
        .map(|three| three[1].text.as_str())
        .collect();
    let mut file = File { path, ..File::default() };
    let mut position = 0;
    while let Some(token) = tokens.get(position) {
        let before = position.checked_sub(1).map(|before| &tokens[before]);
        if token.is("use") {
            let is_public = before.is_some_and(|before| before.is("pub") || before.is(")"));
            let (names, next) = super::tokens::tree(tokens, position + 1);
            for (name, path) in names {
                let Some(path) = absolute(module, &children, &path) else { continue };
                if !is_public {
                    file.uses.push(path.clone());
                }
                file.imports.insert(name, path);
            }
            position = next;
            continue;
        }
        let begins = !before.is_some_and(|before| before.is("::"));
        let (path, next) = super::tokens::path(tokens, position);
        if begins && path.len() > 1 {
            file.uses.extend(absolute(module, &children, &path));
        }
        position = next.max(position + 1);
    }
    file
}

/// The path from the root of the package; `None` for other packages and for types.
fn absolute(module: &[String], children: &BTreeSet<&str>, path: &[String]) -> Option<Path> {
    let first = path.first()?.as_str();
    let ups = path.iter().take_while(|segment| *segment == "super").count();
    let (base, rest) = match first {
        "crate" => (&[][..], &path[1..]),
        "self" => (module, &path[1..]),
        "super" => (module.get(..module.len().checked_sub(ups)?)?, &path[ups..]),
        child if children.contains(child) => (module, path),
        _ => return None,
    };
    Some(base.iter().chain(rest).cloned().collect())
}

/// The module of the file that defines what a path names, behind every re-export.
fn defining(modules: &Modules, path: &[String], depth: usize) -> Path {
    let deepest = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length])).unwrap_or(0);
    let module = &path[..deepest];
    let imported = path.get(deepest).and_then(|name| modules.get(module)?.imports.get(name));
    match imported {
        Some(real) if depth < 10 => {
            let whole: Path = real.iter().chain(&path[deepest + 1..]).cloned().collect();
            defining(modules, &whole, depth + 1)
        }
        _ => module.to_vec(),
    }
}

/// Groups of files that all reach each other.
fn circles(modules: &Modules) -> Vec<String> {
    let knows: BTreeMap<&Path, BTreeSet<Path>> = modules
        .iter()
        .map(|(module, file)| {
            let known = file.uses.iter().map(|path| defining(modules, path, 0));
            (module, known.filter(|known| known != module).collect())
        })
        .collect();
    let reached = |from: &Path| {
        let (mut reached, mut left) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = left.pop() {
            for next in knows.get(&module).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    left.push(next.clone());
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&Path, BTreeSet<Path>> = modules.keys().map(|module| (module, reached(module))).collect();
    let mut circles = BTreeSet::new();
    for (module, reachable) in &reached {
        if reachable.contains(*module) {
            let circle = reachable.iter().filter(|other| reached[other].contains(*module));
            circles.insert(circle.map(|other| modules[other].path.clone()).collect::<Vec<_>>().join(" "));
        }
    }
    circles.into_iter().collect()
}

#[test]
fn no_file_knows_one_that_knows_it() {
    let circles_of = |package: &String| {
        let folder = format!("{package}/src");
        let files = sources(&folder);
        circles(&modules(&folder, files))
    };
    let found: Vec<String> = packages().iter().flat_map(circles_of).collect();
    none_of(&found.iter().map(|circle| format!("a circle: {circle}")).collect::<Vec<_>>());
}

/// Every member of the workspace that is deployed or shared, however it is named there, is one that is looked at.
#[test]
fn every_package_is_looked_at_for_circles() {
    let packages = packages();
    let manifest = super::read(&in_repository("Cargo.toml"));
    let folders = manifest.lines().filter_map(|line| line.split("path = \"").nth(1)?.split('"').next());
    let mut missed: Vec<&str> = folders.filter(|folder| !packages.iter().any(|package| package == folder)).collect();
    missed.retain(|folder| LOOKED_AT.iter().any(|looked_at| folder.starts_with(looked_at)));
    none_of(&missed.iter().map(|folder| format!("{folder} is not looked at")).collect::<Vec<_>>());
    assert!(packages.len() > 20, "these are all packages: {packages:?}");
}

/// Circles of a package with these files.
fn planted(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, code)| (format!("planted/src/{path}"), (*code).to_owned())).collect();
    circles(&modules("planted/src", files))
}

#[test]
fn a_planted_circle_is_found() {
    let two = planted(&[
        ("lib.rs", "mod seats;\nmod storing;\n"),
        ("seats.rs", "use crate::storing::replace;\npub fn take() { replace() }\n"),
        ("storing.rs", "use super::seats;\npub fn replace() { seats::take() }\n"),
    ]);
    assert_eq!(two, ["planted/src/seats.rs planted/src/storing.rs"]);
    // Through a third file, a re-export and a path without an import.
    let three = planted(&[
        ("lib.rs", "mod record;\nmod view;\nmod line;\npub use self::record::Record;\n"),
        ("record.rs", "use crate::view::View;\npub struct Record(View);\n"),
        ("view/mod.rs", "pub struct View(crate::line::Line);\n"),
        ("line.rs", "use crate::Record;\npub struct Line(Option<Box<Record>>);\n"),
    ]);
    assert_eq!(three, ["planted/src/line.rs planted/src/record.rs planted/src/view/mod.rs"]);
}

#[test]
fn what_two_files_need_of_each_other_in_a_third_is_no_circle() {
    let none = planted(&[
        ("lib.rs", "mod seats;\nmod storing;\nmod counter;\npub use self::{seats::take, storing::replace};\n"),
        ("seats.rs", "use crate::counter::add;\npub fn take() { add() }\n"),
        ("storing.rs", "use crate::{counter::add, seats};\npub fn replace() { seats::take(); add() }\n"),
        ("counter.rs", "pub fn add() {}\n"),
    ]);
    assert!(none.is_empty(), "{none:?}");
}
