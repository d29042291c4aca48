//! Imports go one way: no file imports, through whatever others, a file that imports it. Other tests say where
//! threads, and the programs that tests run, may be started.
//!
//! `MODULES=FOLDER cargo test -p perlane-cli --test modules` checks the files below another folder. With `-- --nocapture`, the graph of
//! each crate is printed, each file after those that it imports.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module's path from the crate's root, such as `["output", "png"]`.
type Module = Vec<String>;

/// What each file imports. Files are known by their module's path.
struct Graph(BTreeMap<Module, BTreeSet<Module>>);

impl Graph {
    /// Reads all files below a folder. `main.rs` or `lib.rs` is the root.
    fn read(folder: &Path) -> Self {
        let files: BTreeMap<Module, PathBuf> =
            files(folder).into_iter().map(|f| (module(folder, &f), f)).collect();
        let imports = |(module, file): (&Module, &PathBuf)| {
            let tokens: TokenStream = fs::read_to_string(file).unwrap().parse().unwrap();
            let mut named = Vec::new();
            collect(tokens, module, &mut named);
            let uses = named.iter().filter_map(|name| Some((&*name.alias, name.resolve(&BTreeMap::new())?)));
            let imported = uses.filter(|(_, path)| files.contains_key(path)).collect();
            let paths = named.iter().filter_map(|name| name.resolve(&imported));
            let mut imports: BTreeSet<Module> = paths.filter_map(|path| file_of(&path, &files)).collect();
            imports.remove(module);
            (module.clone(), imports)
        };
        Graph(files.iter().map(imports).collect())
    }

    /// The shortest circle through each file that is in one.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let start_at_least = |mut circle: Vec<&Module>| {
            let least = (0..circle.len()).min_by_key(|&i| circle[i]).unwrap();
            circle.rotate_left(least);
            circle.into_iter().map(|module| name(module)).collect()
        };
        self.0.keys().filter_map(|file| self.circle(file)).map(start_at_least).collect()
    }

    /// The shortest way from a file back to itself.
    fn circle<'a>(&'a self, start: &'a Module) -> Option<Vec<&'a Module>> {
        let mut ways = VecDeque::from([vec![start]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for next in &self.0[way[way.len() - 1]] {
                if next == start {
                    return Some(way);
                }
                if seen.insert(next) {
                    ways.push_back([&way[..], &[next]].concat());
                }
            }
        }
        None
    }

    /// A line for each file, after those of the files that it imports.
    fn lines(&self) -> Vec<String> {
        let (mut lines, mut printed) = (Vec::new(), BTreeSet::new());
        while printed.len() < self.0.len() {
            let ready = |(module, imports): &(&Module, &BTreeSet<Module>)| {
                !printed.contains(*module) && imports.is_subset(&printed)
            };
            let level: Vec<_> = self.0.iter().filter(ready).collect();
            if level.is_empty() {
                lines.push("the others form circles".to_owned());
                break;
            }
            for (module, imports) in level {
                let imports: Vec<String> = imports.iter().map(|import| name(import)).collect();
                lines.push(format!("{} <- {}", name(module), imports.join(" ")));
                printed.insert(module.clone());
            }
        }
        lines
    }
}

fn name(module: &[String]) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.join("::") }
}

/// All Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false if path.extension().is_some_and(|extension| extension == "rs") => vec![path],
            false => Vec::new(),
        })
        .collect()
}

/// The module whose content a file is.
fn module(folder: &Path, file: &Path) -> Module {
    let relative = file.strip_prefix(folder).unwrap().with_extension("");
    let mut module: Module = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    let last = module.last().unwrap();
    if last == "mod" || (module.len() == 1 && (last == "main" || last == "lib")) {
        module.pop();
    }
    module
}

/// The file that has what a path names: the deepest along the path.
fn file_of(path: &[String], files: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    (0..=path.len())
        .rev()
        .map(|end| &path[..end])
        .find(|module| files.contains_key(*module))
        .map(<[_]>::to_vec)
}

/// A path that code names, and where.
struct Named {
    /// The module that the code is in.
    scope: Module,
    path: Vec<String>,
    /// The name under which a `use` makes it known.
    alias: String,
}

impl Named {
    /// The path from the crate's root. One that begins with a plain name is one below an imported module, one below a child module, or
    /// leads nowhere in this crate.
    fn resolve(&self, imported: &BTreeMap<&str, Module>) -> Option<Module> {
        let mut base = match self.path.first()?.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => self.scope.clone(),
            // A single name is a variable or a type more often than a module.
            _ if self.path.len() == 1 => return None,
            first => match imported.get(first) {
                Some(module) => return Some([&module[..], &self.path[1..]].concat()),
                None => self.scope.clone(),
            },
        };
        for part in &self.path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => {
                    base.pop()?;
                }
                part => base.push(part.to_owned()),
            }
        }
        Some(base)
    }
}

/// Collects the paths that code in a module names. Unit tests may import whatever they want.
fn collect(tokens: TokenStream, scope: &[String], named: &mut Vec<Named>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(punct) if punct.as_char() == '#' && is_test(tokens.get(at + 1)) => {
                at = end_of_item(&tokens, at + 2);
                continue;
            }
            // What stands in `pub(..)` is no import.
            TokenTree::Ident(ident) if ident == "pub" && is_parenthesis(tokens.get(at + 1)) => at += 1,
            TokenTree::Ident(ident) if ident == "mod" => {
                if let (Some(TokenTree::Ident(child)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    collect(body.stream(), &[scope, &[child.to_string()]].concat(), named);
                    at += 2;
                }
            }
            TokenTree::Ident(_) => at = collect_path(&tokens, at, Vec::new(), scope, named),
            TokenTree::Group(group) => collect(group.stream(), scope, named),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// Collects the path that begins at a token, or the paths where it ends in braces. Returns the index of its last token.
fn collect_path(
    tokens: &[TokenTree],
    start: usize,
    mut path: Vec<String>,
    scope: &[String],
    named: &mut Vec<Named>,
) -> usize {
    let is_colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
    let mut at = start;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(ident)) => path.push(ident.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                for part in tokens.split(is_comma).filter(|part| !part.is_empty()) {
                    collect_path(part, 0, path.clone(), scope, named);
                }
                return at;
            }
            // `use path::*`, or generic arguments.
            _ => at -= 1,
        }
        let goes_on = matches!(tokens[at], TokenTree::Ident(_)) && is_colon(at + 1) && is_colon(at + 2);
        if !goes_on {
            break;
        }
        at += 3;
    }
    let alias = match (tokens.get(at + 1), tokens.get(at + 2)) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(alias))) if word == "as" => alias.to_string(),
        _ => path.iter().rev().find(|part| *part != "self").cloned().unwrap_or_default(),
    };
    named.push(Named { scope: scope.to_vec(), path, alias });
    at
}

/// Whether an attribute is `cfg(test)`, or one with `test` among its conditions.
fn is_test(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = attribute else { return false };
    let text = group.stream().to_string();
    text.starts_with("cfg") && text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test")
}

fn is_parenthesis(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// The index behind the item that begins at a token: behind its braces or its semicolon.
fn end_of_item(tokens: &[TokenTree], start: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    tokens[start..].iter().position(ends).map_or(tokens.len(), |length| start + length + 1)
}

/// The crates of this repository that have more than a few files: their folders, seen from this crate's.
const CRATES: [&str; 5] = ["src", "../src", "../gallery/src", "../python/src", "../view/src"];

#[test]
fn imports_go_one_way() {
    let own = CRATES.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let folders = std::env::var_os("MODULES").map_or(own.to_vec(), |folder| vec![folder.into()]);
    for folder in folders {
        let graph = Graph::read(&folder);
        assert!(graph.0.len() > 5, "{} files below {}", graph.0.len(), folder.display());
        println!("{}:\n{}", folder.display(), graph.lines().join("\n"));
        let circles: Vec<String> = graph.circles().iter().map(|circle| circle.join(" <- ")).collect();
        assert!(
            circles.is_empty(),
            "files below {} import each other:\n{}",
            folder.display(),
            circles.join("\n")
        );
    }
}

/// Kernels that do the work get the memory that they need, and do not know what else a thread keeps.
#[test]
fn stages_and_schedules_do_not_know_all_memory() {
    let graph = Graph::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"));
    let scratch = ["kernel", "scratch"].map(str::to_owned).to_vec();
    assert!(graph.0[&scratch].len() > 8, "what a thread keeps: {:?}", graph.0[&scratch]);
    for folder in ["layout", "corners", "coefficients", "samples", "shaping", "copy", "schedules"] {
        let of_folder = |module: &Module| module.len() > 1 && module[0] == "kernel" && module[1] == folder;
        let files: Vec<_> = graph.0.iter().filter(|(module, _)| of_folder(module)).collect();
        assert!(!files.is_empty(), "{folder}");
        for (module, imports) in files {
            assert!(!imports.contains(&scratch), "{} imports kernel::scratch", name(module));
        }
    }
}

/// Kernels may store past the caches, and fence only when all is stored. Until then, other threads must not get the buffer (`src/simd/past_caches.rs`).
#[test]
fn kernels_know_no_threads() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    assert!(knows_threads(&source.join("fill/parallel.rs")), "threads are found where they are");
    for folder in ["kernel", "simd"] {
        for file in files(&source.join(folder)).into_iter().filter(|file| !file.ends_with("tests.rs")) {
            assert!(!knows_threads(&file), "{} knows other threads", file.display());
        }
    }
}

/// Whether the code of a file names what starts threads.
fn knows_threads(file: &Path) -> bool {
    fn names(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => names(group.stream()),
            TokenTree::Ident(ident) => ["spawn", "rayon", "rayon_core"].iter().any(|name| ident == name),
            _ => false,
        })
    }
    names(fs::read_to_string(file).unwrap().parse().unwrap())
}

/// A test that starts a program by itself passes or fails by the environment of whoever runs it.
#[test]
fn tests_start_programs_in_one_environment() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let common = folder.join("common/mod.rs");
    let start = ["Command", "::new("].concat();
    let starts = |file: &Path| fs::read_to_string(file).unwrap().matches(&start).count();
    assert_eq!(starts(&common), 1, "the function `program`");
    for file in files(&folder).into_iter().filter(|file| *file != common) {
        assert_eq!(starts(&file), 0, "{} starts programs by another way than `program`", file.display());
    }
}

/// The circles of files with this content.
fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    for (file, content) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    Graph::read(folder.path()).circles().into_iter().collect()
}

#[test]
fn circles_are_found() {
    let root = ("lib.rs", "mod a; mod b;");
    for (a, b) in [
        ("use crate::b::B;", "use crate::a::A;"),
        ("use crate::b;", "use super::a::{A, X};"),
        ("fn f() { crate::b::g(); }", "use crate::{a::{self}, c};"),
        ("use std::io; use super::{c, b::{X, Y}};", "mod inner { use super::super::a::A; }"),
        ("f!(crate::b::g());", "#[cfg(unix)] use crate::a;"),
        ("use crate::b::*;", "use crate::a as other;"),
    ] {
        assert_eq!(circles(&[root, ("a.rs", a), ("b.rs", b)]), [["a", "b"]], "{a} {b}");
    }
    let child = |parent: &str, child: &str| {
        circles(&[("main.rs", "mod a;"), ("a/mod.rs", parent), ("a/b.rs", child)])
    };
    assert_eq!(child("mod b; pub(crate) use b::B;", "use super::A;"), [["a", "a::b"]]);
    assert_eq!(child("mod b; fn f() { b::g(); }", "use crate::a::A;"), [["a", "a::b"]]);
    let deep = [("lib.rs", "mod a; mod c;"), ("a/mod.rs", "mod b;"), ("a/b.rs", "use crate::c;")];
    for c in ["use crate::a; fn f() { a::b::g() }", "use crate::a as z; fn f() { z::b::g() }"] {
        assert_eq!(circles(&[&deep[..], &[("c.rs", c)]].concat()), [["a::b", "c"]], "{c}");
    }
    let three = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c;"), ("c.rs", "use crate::X;")];
    assert_eq!(
        circles(&[&[("lib.rs", "mod a; pub use a::A;")], &three[..]].concat()),
        [["crate", "a", "b", "c"]]
    );
}

#[test]
fn what_is_no_circle() {
    for (parent, child) in [
        ("mod b;", "use super::A;"),
        ("mod b; pub use b::B;", "pub(super) struct B; pub(in crate::a) fn f() {}"),
        ("mod b; use b::B;", "// crate::a::A\n/// [`crate::a::A`]\nconst S: &str = \"crate::a::A\";"),
        ("mod b; use b::B;", "#[cfg(test)] mod tests { use crate::a::A; } fn f() {}"),
        ("mod b; use b::B;", "#[cfg(test)] use crate::a::A; use crate::Root;"),
        ("mod b; fn f(b: B) { g(b) }", "use super::A;"),
    ] {
        let files = [("lib.rs", "mod a;"), ("a/mod.rs", parent), ("a/b.rs", child)];
        assert_eq!(circles(&files), Vec::<Vec<String>>::new(), "{parent} {child}");
    }
}
