//! The page: files that are part of the program.

/// A file of the page.
pub(crate) struct Part {
    pub(crate) path: &'static str,
    /// Its content type.
    pub(crate) kind: &'static str,
    pub(crate) content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! parts {
    ($($path:literal $kind:ident $file:literal;)+) => {
        &[$(Part { path: $path, kind: $kind, content: include_str!(concat!("../../web/", $file)) }),+]
    };
}

const PARTS: &[Part] = parts! {
    "/" HTML "index.html";
    "/panel.js" SCRIPT "panel.js";
    "/style.css" CSS "style.css";
    "/icon.svg" SVG "icon.svg";
    "/app.js" SCRIPT "app.js";
    "/camera.js" SCRIPT "camera.js";
    "/controls.js" SCRIPT "controls.js";
    "/dialogs.js" SCRIPT "dialogs.js";
    "/dom.js" SCRIPT "dom.js";
    "/gestures.js" SCRIPT "gestures.js";
    "/hash.js" SCRIPT "hash.js";
    "/histogram.js" SCRIPT "histogram.js";
    "/look.js" SCRIPT "look.js";
    "/notes.js" SCRIPT "notes.js";
    "/numbers.js" SCRIPT "numbers.js";
    "/recipe.js" SCRIPT "recipe.js";
    "/renderer.js" SCRIPT "renderer.js";
    "/shaders.js" SCRIPT "shaders.js";
    "/shell.js" SCRIPT "shell.js";
    "/state.js" SCRIPT "state.js";
    "/steps.js" SCRIPT "steps.js";
    "/tiles.js" SCRIPT "tiles.js";
    "/view_keys.js" SCRIPT "view_keys.js";
};

pub(crate) fn part(path: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file that the page or a module names must exist.
    #[test]
    fn everything_that_is_named_is_served() {
        let mut named = 0;
        for Part { path, content, .. } in PARTS {
            let quoted = content.split(['"', '\'']).filter(|text| text.starts_with("./"));
            for name in quoted
                .filter(|text| text.ends_with(".js") || text.ends_with(".css") || text.ends_with(".svg"))
            {
                assert!(part(&name[1..]).is_some(), "{path} names {name}");
                named += 1;
            }
        }
        assert!(named > PARTS.len(), "{named}");
    }

    #[test]
    fn every_file_is_served() {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web")).unwrap();
        let scripts = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        for name in scripts.filter(|name| name.ends_with(".js")) {
            assert!(part(&format!("/{name}")).is_some(), "{name}");
        }
        assert!(part("/../Cargo.toml").is_none() && part("/index.html").is_none());
    }
}
