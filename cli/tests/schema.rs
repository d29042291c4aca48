//! `perlane schema` and docs/recipes.md name the keys that recipes have: all of them, and no others.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::collections::BTreeSet;

use common::{Folder, json, text};
use serde_json::Value;

const REFERENCE: &str = include_str!("../../docs/recipes.md");

fn keys(schema: &Value) -> BTreeSet<String> {
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

/// The keys that the program names when it refuses one that is not there.
fn known(folder: &Folder, recipe: &str) -> BTreeSet<String> {
    folder.write("r.json", recipe.replace("KEY", "\"unheard-of\": 1"));
    let output = folder.perlane("info r.json");
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    let known = message.split_once("expected ").unwrap().1;
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn keys_are_those_that_recipes_have() {
    let folder = Folder::new();
    let schema = json(&folder.done("schema"));
    let properties = &schema["properties"];
    let axes = &properties["grid"]["properties"]["size"]["oneOf"][0];
    let noise = |inside: &str| format!(r#"{{"stream": 1, "noise": {inside}}}"#);
    let mut layer = keys(&properties["noise"]);
    // The program knows the weight in both places, and refuses it in one with a reason.
    layer.insert("weight".to_owned());
    let cases = [
        (r#"{"stream": 1, KEY}"#.to_owned(), keys(&schema)),
        (noise("{KEY}"), layer.clone()),
        (r#"{"stream": 1, "layers": [{KEY}]}"#.to_owned(), keys(&properties["layers"]["items"])),
        (noise(r#"{"fractal": {KEY}}"#), keys(&properties["noise"]["properties"]["fractal"]["oneOf"][1])),
        (noise(r#"{"output": {KEY}}"#), keys(&properties["noise"]["properties"]["output"])),
        (noise(r#"{"offset": {KEY}}"#), keys(axes)),
        (noise(r#"{"warp": {KEY}}"#), keys(&properties["noise"]["properties"]["warp"]["oneOf"][0])),
        (r#"{"stream": 1, "noise": {}, "grid": {KEY}}"#.to_owned(), keys(&properties["grid"])),
        (r#"{"stream": 1, "noise": {}, "grid": {"size": {KEY}}}"#.to_owned(), keys(axes)),
        (r#"{"stream": 1, "noise": {}, "field": {KEY}}"#.to_owned(), keys(&properties["field"])),
        (r#"{"stream": 1, "noise": {}, "samples": {KEY}}"#.to_owned(), keys(&properties["samples"])),
        (r#"{"stream": 1, "noise": {}, "numbers": {KEY}}"#.to_owned(), keys(&properties["numbers"])),
    ];
    for (recipe, keys) in cases {
        assert_eq!(known(&folder, &recipe), keys, "{recipe}");
        for key in keys.iter().filter(|key| key.len() > 1) {
            assert!(REFERENCE.contains(&format!("`{key}`")), "docs/recipes.md has no {key}");
        }
    }
}

/// The keys of a table that have a default, and these.
fn defaults(table: &Value) -> Vec<(String, Value)> {
    let properties = table["properties"].as_object().unwrap().iter();
    properties.filter_map(|(key, of)| Some((key.clone(), of.get("default")?.clone()))).collect()
}

/// A default as the tables of docs/recipes.md state it.
fn stated(default: &Value) -> String {
    default
        .as_f64()
        .map_or_else(|| default.to_string().trim_matches('"').to_owned(), |number| number.to_string())
}

/// The last cell of the first row of a key in a part of docs/recipes.md.
fn missing<'a>(part: &'a str, key: &str) -> &'a str {
    let row = part.lines().find(|line| line.starts_with(&format!("| `{key}` |"))).unwrap();
    row.trim_end_matches('|').rsplit('|').next().unwrap().trim()
}

#[test]
fn defaults_are_those_of_the_page() {
    let schema = json(&Folder::new().done("schema"));
    let layer = &schema["properties"]["layers"]["items"];
    let (warp, fractal) =
        (&layer["properties"]["warp"]["oneOf"][0], &layer["properties"]["fractal"]["oneOf"][1]);
    let (_, of_warp) = REFERENCE.split_once("| key of `warp` |").unwrap();
    let mut count = 0;
    for (part, table) in [(REFERENCE, layer), (REFERENCE, &schema["properties"]["field"]), (of_warp, warp)] {
        // Octaves have no default beside a fractal's name.
        for (key, default) in
            defaults(table).into_iter().filter(|(key, _)| part == of_warp || key != "octaves")
        {
            assert_eq!(missing(part, &key), stated(&default), "{key}");
            count += 1;
        }
    }
    assert_eq!(count, 17);
    assert_eq!(missing(REFERENCE, "octaves"), "an error beside a fractal's name; 1 in the table `fractal`");
    assert_eq!(fractal["properties"]["octaves"]["default"], 1);
    for (key, default) in defaults(&layer["properties"]["output"]) {
        assert!(REFERENCE.contains(&format!("`{key}` ({})", stated(&default))), "{key}");
        count += 1;
    }
    assert_eq!(count, 20);
}

/// A recipe with all defaults is the recipe without them.
#[test]
fn defaults_change_nothing() {
    let folder = Folder::new();
    let schema = json(&folder.done("schema"));
    let info = |noise: Value, field: Value| {
        folder.write("r.json", serde_json::json!({"stream": 1, "noise": noise, "field": field}).to_string());
        json(&folder.done("info --json r.json"))
    };
    let (properties, mut count) = (&schema["properties"]["noise"]["properties"], 0);
    let mut all = |table: &Value, but: &[&str]| -> Value {
        let of = defaults(table).into_iter().filter(|(key, _)| !but.contains(&key.as_str()));
        of.inspect(|_| count += 1).collect::<serde_json::Map<_, _>>().into()
    };
    let of_fractal = &properties["fractal"]["oneOf"][1];
    let inside: Vec<&str> =
        of_fractal["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let mut with = all(&schema["properties"]["noise"], &[&inside[..], &["fractal"]].concat());
    with["output"] = all(&properties["output"], &[]);
    with["warp"] = all(&properties["warp"]["oneOf"][0], &[]);
    with["fractal"] = all(of_fractal, &["kind"]);
    let field = all(&schema["properties"]["field"], &[]);
    assert_eq!(count, 6 + 3 + 2 + 6 + 1);
    for kind in ["perlin", "cellular"] {
        with["kind"] = kind.into();
        for (fractal, quantity) in
            [("none", "value"), ("ping-pong", "value"), ("ridged-multi", "value"), ("fbm", "slope")]
        {
            with["fractal"]["kind"] = fractal.into();
            let without = serde_json::json!({"kind": kind, "fractal": {"kind": fractal}});
            let mut of_field = field.clone();
            of_field["quantity"] = quantity.into();
            let with = info(with.clone(), of_field);
            assert_eq!(with, info(without, serde_json::json!({"quantity": quantity})), "{fractal}");
        }
    }
    let none = || serde_json::json!({"quantity": "value"});
    let first = serde_json::json!({"kind": properties["kind"]["default"], "fractal": properties["fractal"]["default"]});
    assert_eq!(info(first, none()), info(serde_json::json!({}), none()));
}

/// What an independent validator says: recipes that the program writes are valid, wrong ones are not.
#[test]
fn recipes_are_valid_by_the_schema() {
    let folder = Folder::new();
    let schema = folder.done("schema");
    folder.write("schema.json", &schema);
    let mut good = Vec::new();
    for options in [
        "-o x.png --colormap terrain --period 4,4",
        "-o x.npy --hash permutation --range 0..9",
        "-o w.npy --warp 3 --warp-octaves 2 --warp-seed 5",
        "-o x.tiff --size 9x9x3 --dtype u16 --origin 3,4,5",
        "-o x.zarr --seed 18446744073709551615 --no-normalize",
    ] {
        folder.done(&format!("generate -q --overwrite {options}"));
        good.push(json(&folder.done(&format!("info --json {}", options.split_whitespace().nth(1).unwrap()))));
    }
    good.push(serde_json::json!({"stream": 1, "layers": [{"weight": 0.5}, {"fractal": "fbm", "octaves": 3}], "grid": {"size": [4, 4]}}));
    good.push(serde_json::json!({"stream": 1, "noise": {"warp": [{"frequency": 0.5}, [{"weight": 0.5}, {"kind": "value"}]]}}));
    let valid = serde_json::json!([
        {"stream": 1, "noise": {"kind": "worley", "distance": "taxicab", "fade": "smoothstep"}},
        {"stream": 1, "noise": {"fractal": "none"}, "field": {"quantity": "normals", "light": [0, 0, 1]}},
        {"stream": 1, "noise": {"warp": []}},
        {"stream": 1, "noise": {"octaves": 1, "gain": 0.5}},
        {"stream": 1, "noise": {"permutation": "perlin", "fractal": {"octaves": 3, "kind": "fbm"}}}
    ]);
    for right in valid.as_array().unwrap() {
        folder.write("right.json", right.to_string());
        folder.done("info right.json");
        good.push(right.clone());
    }
    let bad = serde_json::json!([
        {"stream": 1, "noise": {"fractal": "fbm"}},
        {"stream": 1, "noise": {"octaves": 3}},
        {"stream": 1, "noise": {"gain": 0.3, "fractal": "none"}},
        {"stream": 1, "noise": {"fractal": {"kind": "fbm", "octaves": 3}, "gain": 0.3}},
        {"stream": 1, "noise": {"hash": "mix", "permutation": "perlin"}},
        {"stream": 1, "noise": {"output": {"range": [0, 1], "scale": 2}}},
        {"stream": 1, "noise": {}, "grid": {"size": {}}},
        {"stream": 1, "noise": {}, "grid": {"size": {"x": 3, "z": 3}}},
        {"stream": 1, "noise": {}, "field": {"quantity": "hillshade", "light": [0, 0, 0]}},
        {"stream": 1, "noise": {"warp": [{"warp": {"amplitude": 1.0}}]}},
        {"noise": {}},
        {"stream": 2, "noise": {}},
        {"stream": 1, "noise": {"kind": "simplex"}},
        {"stream": 1, "noise": {"octaves": 33}},
        {"stream": 1, "noise": {"frequncy": 1}},
        {"stream": 1, "noise": {}, "grid": {"size": [1, 2, 3, 4, 5]}},
        {"stream": 1, "noise": {"output": {"scale": 1e300}}}
    ]);
    for wrong in bad.as_array().unwrap() {
        folder.write("wrong.json", wrong.to_string());
        assert_eq!(folder.perlane("info wrong.json").status.code(), Some(2), "{wrong}");
    }
    let lists = serde_json::json!({"good": good, "bad": bad});
    folder.write("recipes.json", lists.to_string());
    let output = common::read(&folder, &["schema", "recipes.json"]);
    assert_eq!(text(&output), "12 valid, 17 invalid\n");
}
