//! The page, and what it asks beside tiles.

use crate::common::{Folder, text};
use crate::{Server, place, recipe};
use serde_json::json;

#[test]
fn the_page_and_its_description_are_served_and_no_other_files() {
    let folder = Folder::new();
    let server = Server::start(&folder, "--seed 77 --size 640x480x9");
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(text(&page.body).contains("./app.js"));
    assert_eq!(server.get("/app.js").header("content-type"), Some("text/javascript; charset=utf-8"));
    let description = server.get("/api/describe").json();
    assert_eq!(description["start"]["noise"]["seed"], "77");
    assert_eq!(description["start"]["grid"]["size"], json!({ "x": 640, "y": 480, "z": 9 }));
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/api/describe/",
        "/api/tiles/1",
        "/tiles/1/2.png",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn checks_tell_bounds_or_what_is_wrong() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let checked = server.post("/api/check", &json!({ "recipe": recipe() })).json();
    assert_eq!(checked["bounds"], json!([-1.0, 1.0]));
    let mut wrong = recipe();
    wrong["noise"]["fractal"]["octaves"] = json!(33);
    let reply = server.post("/api/check", &json!({ "recipe": wrong }));
    let want = json!({ "error": { "message": "octaves is 33; allowed: 1 to 32", "parameter": "octaves" } });
    assert_eq!((reply.status, reply.json()), (422, want));
    let mut misspelt = recipe();
    misspelt["noise"]["sede"] = json!(3);
    let reply = server.post("/api/check", &json!({ "recipe": misspelt })).json();
    let message = reply["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("unknown key `sede`; did you mean `seed`? expected one of `"), "{message}");
    let many = vec![json!({ "z": 0, "x": 0, "y": 0 }); 257];
    let reply = server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": many }));
    assert_eq!(reply.status, 422);
    assert!(text(&reply.body).contains("the number of tiles is 257; allowed: 1 to 256"));
    let report = server.post(
        "/api/seams",
        &json!({ "recipe": recipe(), "place": place([300, 200], ["-5", "1099511627776"], 0) }),
    );
    assert_eq!(report.json()["identical"], true);
}

/// Downloads are byte for byte the files of `generate`, and `reproduce` takes them.
#[test]
fn downloads_are_files_of_generate() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5 --size 300x200 --start -40,1099511627776 --spacing 2";
    let place = place([300, 200], ["-40", "1099511627776"], 1);
    let value = || json!({ "quantity": "value" });
    let colours = |levels: [f64; 2]| json!({ "colormap": "viridis", "levels": levels });
    for (number, (format, dtype, options, field, more)) in [
        ("npy", "f32", "", value(), json!({})),
        ("npy", "u16", "", value(), json!({})),
        ("tiff", "f32", "", value(), json!({})),
        ("png", "u16", "", value(), json!({})),
        ("png", "u8", "--colormap viridis --levels -0.5..0.5", value(), colours([-0.5, 0.5])),
        ("npy", "f32", "--quantity gradient", json!({ "quantity": "gradient" }), json!({})),
        ("tiff", "f32", "--quantity curl", json!({ "quantity": "curl" }), json!({})),
        (
            "png",
            "u8",
            "--quantity normal --relief 9",
            json!({ "quantity": "normal", "relief": 9 }),
            json!({}),
        ),
        ("png", "u16", "--quantity hillshade", json!({ "quantity": "hillshade" }), json!({})),
        (
            "png",
            "u8",
            "--quantity slope --colormap viridis --levels 0..0.2",
            json!({ "quantity": "slope" }),
            colours([0.0, 0.2]),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let mut recipe = recipe();
        recipe["field"] = field;
        let mut request = json!({ "recipe": recipe, "place": place, "format": format, "dtype": dtype });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = server.post("/api/export", &request);
        assert_eq!(reply.status, 200, "{}", text(&reply.body));
        assert_eq!(reply.header("content-length"), Some(&*reply.body.len().to_string()));
        let name = format!("download-{number}.{format}");
        let recipe = reply.header("perlane-recipe-bytes").map_or(0, |bytes| bytes.parse().unwrap());
        let (file, recipe) = reply.body.split_at(reply.body.len() - recipe);
        folder.write(&name, file);
        if !recipe.is_empty() {
            folder.write(&format!("{name}.perlane.json"), recipe);
        }
        folder.done(&format!("reproduce {name}"));
        folder.done(&format!("generate -o same-{name} {noise} --dtype {dtype} {options} -q"));
        assert!(folder.read(&format!("same-{name}")) == file, "{name}");
    }
    let mut gradient = recipe();
    gradient["field"] = json!({ "quantity": "gradient" });
    let wrong = json!({ "recipe": gradient, "place": place, "format": "png", "dtype": "u8" });
    let reply = server.post("/api/export", &wrong);
    assert_eq!((reply.status, &reply.json()["error"]["parameter"]), (422, &json!("quantity")));
    // The error names no option of the command line.
    let wrong = json!({ "recipe": gradient, "place": place, "format": "npy", "dtype": "u8" });
    let error = server.post("/api/export", &wrong).json();
    let want = "levels is missing; allowed: lists of 2 numbers, with the quantity gradient and dtype u8";
    assert_eq!(error["error"]["message"], want);
    let wrong = json!({ "recipe": recipe(), "place": place, "format": "npy", "dtype": "f64" });
    let error = server.post("/api/export", &wrong).json();
    let want = json!({ "message": "dtype is f64; allowed: f32, u16, u8", "parameter": "dtype" });
    assert_eq!(error["error"], want);
    let wrong = json!({ "recipe": recipe(), "place": place, "format": "zarr", "dtype": "f32" });
    let reply = server.post("/api/export", &wrong);
    assert!(
        reply.status == 422 && text(&reply.body).contains("formats that are one file"),
        "{}",
        text(&reply.body)
    );
}

/// The page says of each parameter what `--help` says of its option, and every option of noises has a parameter.
#[test]
fn parameters_are_those_of_the_options() {
    let folder = Folder::new();
    let help = text(&folder.command(["generate", "--help"]).env("COLUMNS", "100").output().unwrap().stdout);
    let (_, rest) = help.split_once("\nNoise:\n").unwrap();
    let (section, output) = rest.split_once("\nOutput:\n").unwrap();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut options: Vec<&str> = section.lines().filter_map(|line| line.trim().strip_prefix("--")).collect();
    for parameter in perlane_view::parameters::PARAMETERS {
        let inverse = match &parameter.control {
            perlane_view::parameters::Control::Number { inverse: Some(inverse), .. } => {
                vec![(inverse.option, inverse.help)]
            }
            _ => Vec::new(),
        };
        for (option, help) in [(parameter.option, parameter.help)].into_iter().chain(inverse) {
            let at = options.iter().position(|line| line.split([' ', '<']).next() == Some(option));
            options.remove(at.unwrap_or_else(|| panic!("there is no option --{option}")));
            assert!(one_line(section).contains(&one_line(help)), "--{option}: {help}");
        }
    }
    // --normalize takes back --no-normalize, whose parameter does both.
    options.retain(|line| *line != "normalize");
    assert!(options.is_empty(), "options without a parameter: {options:?}");
    for parameter in perlane_view::parameters::FIELD {
        assert!(
            output.contains(&format!("--{} <", parameter.option)),
            "there is no option --{}",
            parameter.option
        );
        assert!(
            one_line(output).contains(&one_line(parameter.help)),
            "--{}: {}",
            parameter.option,
            parameter.help
        );
    }
}
