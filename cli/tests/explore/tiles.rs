//! Tiles of the page, and tiles for maps, have the samples of the command line.

use crate::common::{Folder, bits, read, text};
use crate::{Server, frames, place, recipe};
use serde_json::json;

/// The samples of tiles are those that `generate` writes, also far away and on coarse levels.
#[test]
fn tiles_have_the_samples_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let tiles = json!([
        { "z": 0, "x": "0", "y": "-1" },
        { "z": 0, "x": "4294967296", "y": "3" },
        { "z": 3, "x": "-2", "y": "1" },
        { "z": 40, "x": "1099511627776", "y": "0" },
    ]);
    let reply = server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": tiles }));
    assert_eq!(reply.status, 200, "{}", text(&reply.body));
    let mut got = frames(&reply.body);
    got.sort_by_key(|(number, _)| *number);
    assert_eq!(got.len(), 4);
    let message = got.pop().unwrap().1.unwrap_err();
    assert!(message.contains("2^52 cells"), "{message}");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5";
    for ((_, samples), window) in
        got.into_iter().zip(["--start -1,-257", "--start 1099511627775,767", "--start -513,255 --spacing 8"])
    {
        let want = folder.done(&format!("generate -o - --size 258x258 {noise} {window}"));
        assert!(samples.unwrap() == bits(&want), "{window}");
    }
}

/// Tiles of a quantity are planes of what `generate` writes, by world unit on every level.
#[test]
fn tiles_of_quantities_have_the_samples_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5";
    for (field, options, plane, number) in [
        (json!({ "quantity": "hillshade", "relief": 9.0 }), "hillshade --relief 9", None, 0),
        (json!({ "quantity": "slope", "relief": 3.0 }), "slope --relief 3", Some("slope"), 0),
        (json!({ "quantity": "gradient" }), "gradient", Some("dx"), 2),
        (json!({ "quantity": "normal", "relief": -50.0 }), "normal --relief -50", Some("y"), 1),
        (json!({ "quantity": "curl" }), "curl", None, 0),
    ] {
        let mut recipe = recipe();
        recipe["field"] = field;
        let tiles = json!([{ "z": 0, "x": "4294967296", "y": "-1" }, { "z": 3, "x": "-2", "y": "1" }]);
        let reply = server.post("/api/tiles", &json!({ "recipe": recipe, "plane": plane, "tiles": tiles }));
        assert_eq!(reply.status, 200, "{}", text(&reply.body));
        let mut got = frames(&reply.body);
        got.sort_by_key(|(number, _)| *number);
        for ((_, samples), window) in
            got.into_iter().zip(["--start 1099511627775,-257", "--start -513,255 --spacing 8"])
        {
            let want =
                folder.done(&format!("generate -o - --size 258x258 {noise} {window} --quantity {options}"));
            let want = &bits(&want)[number * 258 * 258..][..258 * 258];
            assert!(samples.unwrap() == want, "{options}, {window}");
        }
    }
    let mut cells = recipe();
    cells["noise"] = json!({ "kind": "cell" });
    cells["field"] = json!({ "quantity": "slope" });
    let reply = server.post("/api/check", &json!({ "recipe": cells }));
    let error = reply.json();
    assert_eq!((reply.status, &error["error"]["parameter"]), (422, &json!("quantity")), "{error}");
    assert!(
        error["error"]["message"].as_str().unwrap().starts_with("quantity is slope of cell noise"),
        "{error}"
    );
    let mut curl = recipe();
    curl["field"] = json!({ "quantity": "curl" });
    let tile = json!([{ "z": 0, "x": 0, "y": 0 }]);
    let reply = server.post("/api/tiles", &json!({ "recipe": curl, "plane": "z", "tiles": tile }));
    assert_eq!(reply.json()["error"]["message"], "plane is z, of curl; allowed: x, y");
    let report = server
        .post("/api/seams", &json!({ "recipe": curl, "place": place([100, 80], ["-5", "1099511627776"], 0) }))
        .json();
    assert_eq!((&report["identical"], &report["samples"]), (&json!(true), &json!(2 * 100 * 80)));
}

/// Tiles for maps, of the recipe that the server was started with.
#[test]
fn map_tiles_have_the_samples_of_the_command_line() {
    let folder = Folder::new();
    folder.write("r.toml", "stream = 1\n[noise]\nseed = 3\nfrequency = 0.01\nfractal = { kind = \"billow\", octaves = 3 }\n[grid]\nsize = { x = 64, y = 64 }\n");
    let server = Server::start(&folder, "r.toml");
    let noise = "r.toml --size 256x256";
    for (tile, window) in [
        ("16/32768/32768", "--start 0,0"),
        ("16/32767/32769", "--start -256,256"),
        ("13/4096/4095", "--start 0,-256 --spacing 8"),
        ("18/131073/131072", "--start 256,0 --spacing 0.25"),
        ("0/0/0", "--start -128,-128 --spacing 65536"),
    ] {
        let reply = server.get(&format!("/tiles/{tile}.f32"));
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/octet-stream")));
        assert!(reply.body == folder.done(&format!("generate -o - {noise} {window}")), "{tile}");
        for (query, options) in [
            ("", ""),
            ("?colormap=viridis&levels=-0.8..0.2", "--colormap viridis --levels -0.8..0.2"),
            ("?colormap=grey", "--colormap grey"),
        ] {
            let reply = server.get(&format!("/tiles/{tile}.png{query}"));
            assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/png")));
            let want = folder.done(&format!("generate -o - --format png {noise} {window} {options}"));
            assert!(pixels(&reply.body) == pixels(&want), "{tile}{query}");
        }
    }
    let foreign = server.get("/tiles/16/0/0.png");
    assert_eq!(foreign.header("cross-origin-resource-policy"), Some("cross-origin"));
    for (wrong, message) in [
        ("31/0/0.png", "zoom is 31; allowed: 0 to 30"),
        ("a/0/0.png", "zoom is a; allowed: 0 to 30"),
        ("1/2/0.png", "x is 2; allowed: 0 to 1 at zoom 1"),
        ("1/0/0.jpg", "extension is jpg; allowed: png, f32"),
        ("1/0/0", "tile is 1/0/0; allowed: {z}/{x}/{y}.png, {z}/{x}/{y}.f32"),
    ] {
        let reply = server.get(&format!("/tiles/{wrong}"));
        assert_eq!((reply.status, &reply.json()["error"]["message"]), (404, &json!(message)), "{wrong}");
        let strange = server.raw(&format!("GET /tiles/{wrong}"), "Origin: http://evil.example\r\n", b"");
        assert_eq!(strange.status, 403, "{wrong}");
    }
    for wrong in ["colormap=rainbow", "levels=1..1", "levels=x", "size=9"] {
        assert_eq!(server.get(&format!("/tiles/1/0/0.png?{wrong}")).status, 422, "{wrong}");
    }
    let reply = server.get("/tiles/1/0/0.png?levels=x").json();
    let message = reply["error"]["message"].as_str().unwrap().to_owned();
    assert!(
        message.starts_with("levels is x; allowed: ") && message.matches("allowed").count() == 1,
        "{message}"
    );
    // Numbers have no colours.
    for wrong in ["colormap=terrain", "levels=0..1"] {
        let reply = server.get(&format!("/tiles/1/0/0.f32?{wrong}"));
        let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(message, format!("the query is {wrong}; allowed: plane=NAME for .f32"));
    }
}

/// Tiles for maps show what the recipe says: a plane of it.
#[test]
fn map_tiles_of_quantities_show_the_plane_that_was_asked_for() {
    let folder = Folder::new();
    folder.write("h.toml", "stream = 1\n[noise]\nseed = 3\nfrequency = 0.01\nfractal = { kind = \"billow\", octaves = 3 }\n[field]\nquantity = \"hillshade\"\nrelief = 30\n");
    let server = Server::start(&folder, "h.toml");
    let window = "--size 256x256 --start 0,-256 --spacing 8";
    let tile = server.get("/tiles/13/4096/4095.f32");
    assert!(tile.body == folder.done(&format!("generate -o - h.toml {window}")), "the samples differ");
    let tile = server.get("/tiles/13/4096/4095.png");
    assert!(
        pixels(&tile.body) == pixels(&folder.done(&format!("generate -o - --format png h.toml {window}"))),
        "the pixels differ"
    );
    assert_eq!(server.get("/tiles/13/4096/4095.png?plane=dx").status, 422);

    let server = Server::start(&folder, "h.toml --quantity gradient");
    let planes = folder.done(&format!("generate -o - h.toml {window} --quantity gradient"));
    for (query, number) in [("", 0), ("?plane=value", 0), ("?plane=dy", 1), ("?plane=dx", 2)] {
        let tile = server.get(&format!("/tiles/13/4096/4095.f32{query}"));
        assert!(tile.body == planes[number * 4 * 65536..][..4 * 65536], "{query}");
    }
    let [one, other] =
        ["dx", "dy"].map(|plane| server.get(&format!("/tiles/13/4096/4095.png?plane={plane}")).body);
    assert!(pixels(&one) != pixels(&other), "planes dx and dy look the same");
    let reply = server.get("/tiles/1/0/0.png?plane=z");
    assert!(text(&reply.body).contains("plane is z; allowed: value, dy, dx"), "{}", text(&reply.body));
}

/// GDAL, and so QGIS and rasterio, reads the tiles as a layer, on two zoom levels.
#[test]
fn gdal_reads_map_tiles() {
    let folder = Folder::new();
    let noise = "--cell-size 100 --seed 5";
    let server = Server::start(&folder, noise);
    let options = format!("{noise} --size 600x400 --start -300,-200 --dtype u8 --levels -0.5..0.5");
    folder.done(&format!("generate -q -o near.raw {options}"));
    let far = options.replace("--cell-size 100", "--frequency 0.01 --spacing 4");
    folder.done(&format!("generate -q -o far.raw {far}"));
    read(&folder, &["xyz", &format!("http://127.0.0.1:{}/", server.port)]);
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}
