//! The model: what is shown, and what keys do to it.

use perlane::{FieldParameters, Fractal, Layers, Noise, PerAxis, Quantity, Recipe, Window};
use perlane_view::Scene;
use perlane_view::export::{self, Picture};
use perlane_view::idle::idle;

use crate::error::Result;
use crate::format::colormap::Colormap;
use crate::format::levels;
use crate::show::camera::Camera;
use crate::show::keys::Key;
use crate::show::picture::{self, Pixels};
use crate::values::{Size, Span};

/// The default colour map.
const COLORMAP: &str = "terrain";

pub(crate) struct Model {
    layers: Layers,
    field: FieldParameters,
    /// The name of the plane that is shown; `None` if the quantity has only one plane.
    plane: Option<String>,
    /// The recipe's window. Its size is the size in the printed command.
    window: Window,
    camera: Camera,
    colormap: String,
    levels: Option<Span>,
}

/// The effect of a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Changed,
    Nothing,
    /// The key changes nothing, for this reason.
    Refused(String),
    Quit,
}

impl Model {
    pub(crate) fn new(
        recipe: Recipe,
        plane: Option<String>,
        colormap: Option<String>,
        levels: Option<Span>,
    ) -> Result<Self> {
        let colormap = colormap.unwrap_or_else(|| COLORMAP.to_owned());
        Colormap::from_name(&colormap)?;
        let scene = Scene::new(recipe)?.with_plane(plane.as_deref())?;
        let plane = match &scene.plane_names()[..] {
            [_] => None,
            [first, ..] => plane.or_else(|| Some((*first).to_owned())),
            [] => None,
        };
        let Scene { layers, field, grid: window, .. } = scene;
        Ok(Model { layers, field, plane, window, camera: Camera::new(&window), colormap, levels })
    }

    /// Does what a key stands for, if a picture of this size can be drawn then. After an error, everything is as it was before.
    pub(crate) fn press(&mut self, key: Key, pixels: [usize; 2]) -> Result<Step> {
        let before = (self.layers.clone(), self.camera);
        let step = self.change(key);
        if let Err(e) = self.check(pixels) {
            (self.layers, self.camera) = before;
            return Err(e);
        }
        Ok(step)
    }

    /// Moves the picture, if one of this size would have samples whose indices are beyond those that a grid may have.
    pub(crate) fn keep_within(&mut self, pixels: [usize; 2]) {
        self.camera.keep_within(pixels);
    }

    /// Refuses what has no picture, or no command: its samples may be closer together than those of the picture, and then have greater indices.
    fn check(&self, [width, height]: [usize; 2]) -> Result<()> {
        let scene = self.scene()?;
        scene.window(&self.camera.place(width, height))?;
        self.command_window(&scene)?;
        Ok(())
    }

    fn change(&mut self, key: Key) -> Step {
        match key {
            Key::Left => self.camera.shift(-1, 0),
            Key::Right => self.camera.shift(1, 0),
            Key::Up => self.camera.shift(0, -1),
            Key::Down => self.camera.shift(0, 1),
            Key::Character('+' | '=') => return self.zoom(-1),
            Key::Character('-') => return self.zoom(1),
            Key::Character('s') => return self.next_seed(),
            Key::Character('o') => self.each(|noise| set_octaves(noise, noise.octaves + 1)),
            Key::Character('O') => self.each(|noise| set_octaves(noise, noise.octaves - 1)),
            Key::Character('f') => self.next_fractal(),
            Key::Character('[') => self.each(|noise| noise.frequency /= 1.25),
            Key::Character(']') => self.each(|noise| noise.frequency *= 1.25),
            Key::Character('m') => self.next_colormap(),
            Key::Character('p') => self.next_plane(),
            Key::Character('q') | Key::End => return Step::Quit,
            Key::Character(_) | Key::Unknown | Key::Resized => return Step::Nothing,
        }
        Step::Changed
    }

    fn zoom(&mut self, by: i32) -> Step {
        if self.camera.zoom(by) {
            return Step::Changed;
        }
        let way = if by < 0 { "in" } else { "out" };
        Step::Refused(format!("zooming {way} ends here"))
    }

    fn each(&mut self, change: impl FnMut(&mut Noise)) {
        let mut noises = self.layers.as_slice().to_vec();
        noises.iter_mut().for_each(change);
        self.layers = noises.into_iter().collect();
    }

    fn next_seed(&mut self) -> Step {
        if let Some(why) = self.idle_seed() {
            return Step::Refused(why);
        }
        self.each(|noise| noise.seed = next_seed(noise.seed));
        Step::Changed
    }

    /// Why the seed changes nothing; `None` if it changes something.
    fn idle_seed(&self) -> Option<String> {
        let noises = self.layers.as_slice();
        let why = noises.first().and_then(|noise| idle("seed", noise))?;
        let all = noises.iter().all(|noise| idle("seed", noise).is_some());
        all.then(|| {
            format!("with --{} {}, the seed changes nothing; with seeded, it does", why.option, why.is)
        })
    }

    /// The next fractal. Fractals that lack the derivatives that are shown are skipped.
    fn next_fractal(&mut self) {
        for _ in Fractal::ALL {
            self.each(next_fractal);
            if self.scene().is_ok() {
                return;
            }
        }
    }

    fn next_colormap(&mut self) {
        self.colormap = next(&Colormap::all_names().collect::<Vec<_>>(), &self.colormap);
    }

    fn next_plane(&mut self) {
        let names = self.field.quantity.plane_names(self.window.dims());
        self.plane = self.plane.take().map(|plane| next(&names, &plane));
    }

    fn scene(&self) -> Result<Scene> {
        let recipe = Recipe::from(self.layers.clone()).field(self.field).grid(self.window);
        Ok(Scene::new(recipe)?.with_plane(self.plane.as_deref())?)
    }

    pub(crate) fn picture(&self, width: usize, height: usize) -> Result<Pixels> {
        let scene = self.scene()?;
        let window = scene.window(&self.camera.place(width, height))?;
        let samples = scene.of_plane(scene.sampled().generate(&window)?);
        let levels = levels::resolve(Some(self.levels()?), Span { low: 0.0, high: 1.0 }, u8::MAX.into())?;
        Ok(picture::draw(&samples, width, &Colormap::from_name(&self.colormap)?, &levels))
    }

    /// The values of the first and of the last colour.
    fn levels(&self) -> Result<Span> {
        if let Some(levels) = self.levels {
            return Ok(levels);
        }
        let [low, high] = self.scene()?.typical_levels()?;
        Ok(if high > low { Span { low, high } } else { Span { low: low - 1.0, high: high + 1.0 } })
    }

    /// The command for a picture of the window's size, around the same middle, of what fills the terminal.
    pub(crate) fn command(&self) -> Result<String> {
        let scene = self.scene()?;
        let window = self.command_window(&scene)?;
        let Span { low, high } = self.levels()?;
        let picture = Picture { colormap: Some(self.colormap.clone()), levels: Some([low, high]) };
        Ok(export::command(&scene.layers, scene.field, &window, &picture)?)
    }

    /// What the command generates.
    fn command_window(&self, scene: &Scene) -> Result<Window> {
        Ok(scene.window(&self.camera.place_of_command(self.window.size))?)
    }

    pub(crate) fn status(&self) -> String {
        let [x, y] = self.camera.sample();
        let first = self.layers.as_slice().first();
        let noise = first.map_or(String::new(), |n| format!("{} {}", n.fractal, n.octave_count()));
        let seed = first.filter(|_| self.idle_seed().is_none());
        let seed = seed.map_or(String::new(), |noise| format!("seed {}  ", noise.seed));
        let scale = self.camera.scale();
        // A picture is a slice of a volume.
        let mut slice = self.window;
        slice.size = PerAxis { z: 1, w: 1, ..slice.size };
        let size = Size::of(&slice);
        let shown = self.shown();
        let keys = if self.plane.is_some() { "p m" } else { "m" };
        format!("{x}, {y}  {scale}  {seed}{noise}  {shown}arrows + - s o f [ ] {keys}  q: command for {size}")
    }

    /// The quantity and its plane; empty for the value.
    fn shown(&self) -> String {
        match (self.field.quantity, &self.plane) {
            (Quantity::Value, _) => String::new(),
            (quantity, None) => format!("{quantity}  "),
            (quantity, Some(plane)) => format!("{quantity} {plane}  "),
        }
    }
}

/// The next seed of a series. Its seeds are far apart, so that each noise looks different from the one before.
fn next_seed(seed: u64) -> u64 {
    seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 40
}

/// The name after this one; after the last one, the first.
fn next(names: &[&str], now: &str) -> String {
    let now = names.iter().position(|name| *name == now).unwrap_or(0);
    names[(now + 1) % names.len()].to_owned()
}

/// Sets the octaves of a fractal, as near as is allowed.
fn set_octaves(noise: &mut Noise, octaves: u32) {
    if noise.fractal != Fractal::None {
        noise.octaves = octaves.clamp(1, Noise::MAX_OCTAVES);
    }
}

fn next_fractal(noise: &mut Noise) {
    let now = Fractal::ALL.iter().position(|fractal| *fractal == noise.fractal).unwrap_or(0);
    noise.fractal = Fractal::ALL[(now + 1) % Fractal::ALL.len()];
    noise.octaves = match (noise.fractal, noise.octaves) {
        (Fractal::None, _) => 1,
        (_, 1) => 6,
        (_, octaves) => octaves,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use perlane::Permutation;

    /// As on a terminal of 80 × 24 characters.
    const USUAL: [usize; 2] = [80, 46];

    fn press(model: &mut Model, key: Key) -> Result<Step> {
        model.press(key, USUAL)
    }

    fn model() -> Model {
        of_quantity(Quantity::Value)
    }

    fn of_quantity(quantity: Quantity) -> Model {
        let noise = Noise::perlin(4).cell_size(64.0).fbm(5);
        let window = Window::from_xyzw(&[640, 480]).unwrap();
        let recipe = Recipe::from(noise).field(quantity).grid(window);
        Model::new(recipe, None, None, None).unwrap()
    }

    #[test]
    fn planes_and_fractals_of_quantities() {
        let mut model = of_quantity(Quantity::Gradient);
        assert!(
            model.status().contains("fbm 5  gradient value  arrows + - s o f [ ] p m  q:"),
            "{}",
            model.status()
        );
        let mut seen = Vec::new();
        for _ in 0..3 {
            let picture = model.picture(40, 30).unwrap();
            assert!(!seen.contains(&picture.colors), "each plane has a picture of its own");
            seen.push(picture.colors);
            press(&mut model, Key::Character('p')).unwrap();
        }
        assert!(model.status().contains("gradient value"), "{}", model.status());
        assert!(
            model.command().unwrap().contains("-o noise.npy")
                && model.command().unwrap().contains("--quantity gradient")
        );

        let mut model = of_quantity(Quantity::Slope);
        for want in ["billow", "ridged", "turbulence", "none", "fbm"] {
            press(&mut model, Key::Character('f')).unwrap();
            assert_eq!(model.layers.as_slice()[0].fractal.name(), want);
        }
        assert!(model.status().contains("slope  arrows + - s o f [ ] m"), "{}", model.status());
        press(&mut model, Key::Character('p')).unwrap();
        assert!(model.command().unwrap().contains("--quantity slope"));
        let noise = Recipe::from(Noise::perlin(1)).field(Quantity::Curl);
        let refused = Model::new(noise, Some("z".to_owned()), None, None).err().unwrap().to_string();
        assert_eq!(refused, "plane is z, of curl; allowed: x, y");
    }

    /// With a fixed permutation, the seed is not shown, and its key says why nothing changes.
    #[test]
    fn seeds_without_effect_are_not_shown() {
        let of_permutation = |permutation| {
            let noise = Noise::perlin(4).cell_size(64.0).permutation(permutation);
            Model::new(noise.into(), None, None, None).unwrap()
        };
        let mut model = of_permutation(Permutation::PERLIN);
        let before = model.command().unwrap();
        assert!(!model.status().contains("seed"), "{}", model.status());
        let Step::Refused(why) = press(&mut model, Key::Character('s')).unwrap() else {
            panic!("it is done")
        };
        assert_eq!(why, "with --permutation perlin, the seed changes nothing; with seeded, it does");
        assert!(why.chars().count() < 80, "the status has one line");
        assert_eq!(model.command().unwrap(), before);
        let mut model = of_permutation(Permutation::SEEDED);
        assert!(model.status().contains("  seed 4  "), "{}", model.status());
        assert_eq!(press(&mut model, Key::Character('s')).unwrap(), Step::Changed);
        // One noise of a sum suffices.
        let sum: Layers =
            [Noise::perlin(4).permutation(Permutation::PERLIN), Noise::value(2)].into_iter().collect();
        let mut model = Model::new(sum.into(), None, None, None).unwrap();
        assert!(model.status().contains("  seed 4  "), "{}", model.status());
        assert_eq!(press(&mut model, Key::Character('s')).unwrap(), Step::Changed);
    }

    #[test]
    fn octaves_end_where_they_are_allowed() {
        for (octaves, key, want) in [(12, 'o', 13), (31, 'o', 32), (32, 'o', 32), (2, 'O', 1), (1, 'O', 1)] {
            let noise = Noise::perlin(4).cell_size(64.0).fbm(octaves).lacunarity(1.1);
            let mut model = Model::new(noise.into(), None, None, None).unwrap();
            press(&mut model, Key::Character(key)).unwrap();
            assert_eq!(model.layers.as_slice()[0].octaves, want, "{octaves} {key}");
        }
    }

    #[test]
    fn pictures_of_volumes_are_slices() {
        let mut window = Window::from_xyzw(&[100, 90, 10]).unwrap();
        window.start.z = 100;
        let recipe = Recipe::from(Noise::perlin(4).cell_size(64.0)).grid(window);
        let model = Model::new(recipe, None, None, None).unwrap();
        let command = model.command().unwrap();
        assert!(command.contains("--size 100x90x1 --start 0,0,100"), "{command}");
        assert!(model.status().ends_with("q: command for 100x90x1"), "{}", model.status());
    }

    #[test]
    fn keys_change_the_command() {
        let mut model = model();
        let command = |model: &Model| model.command().unwrap();
        let start = command(&model);
        assert!(start.contains("--size 640x480") && start.contains("--seed 4"), "{start}");
        assert!(!start.contains("--start") && !start.contains("--spacing"), "the window itself: {start}");
        press(&mut model, Key::Character('-')).unwrap();
        assert!(command(&model).contains("--start -160,-120 --spacing 2"), "{}", command(&model));
        press(&mut model, Key::Character('+')).unwrap();
        assert_eq!(press(&mut model, Key::Right).unwrap(), Step::Changed);
        assert_ne!(command(&model), start);
        press(&mut model, Key::Left).unwrap();
        assert_eq!(command(&model), start);
        press(&mut model, Key::Character('o')).unwrap();
        assert!(command(&model).contains("--octaves 6"));
        press(&mut model, Key::Character('O')).unwrap();
        press(&mut model, Key::Character('-')).unwrap();
        press(&mut model, Key::Character('+')).unwrap();
        assert_eq!(command(&model), start);
        press(&mut model, Key::Character('s')).unwrap();
        assert!(!command(&model).contains("--seed 4 "));
        assert_eq!(press(&mut model, Key::Character('q')).unwrap(), Step::Quit);
        assert_eq!(press(&mut model, Key::Character('z')).unwrap(), Step::Nothing);
    }

    /// Presses keys, and returns the command then.
    fn after(mut model: Model, keys: &str) -> String {
        for key in keys.chars() {
            press(&mut model, Key::Character(key)).unwrap();
        }
        model.command().unwrap()
    }

    #[test]
    fn keys_change_what_they_stand_for() {
        assert!(after(model(), "[").contains("--cell-size 80 "), "{}", after(model(), "["));
        assert!(after(model(), "]").contains("--cell-size 51.2 "), "{}", after(model(), "]"));
        assert_eq!(after(model(), "="), after(model(), "+"));
        assert!(after(model(), "m").contains("--colormap viridis "), "{}", after(model(), "m"));
        let all = Colormap::all_names().map(|_| 'm').collect::<String>();
        assert_eq!(after(model(), &all), after(model(), ""), "colour maps go round");
        for (key, start) in
            [(Key::Left, "-80,0"), (Key::Right, "80,0"), (Key::Up, "0,-80"), (Key::Down, "0,80")]
        {
            let mut model = model();
            press(&mut model, key).unwrap();
            assert!(after(model, "").contains(&format!("--start {start} ")), "{key:?}");
        }
    }

    /// However often they are pressed, keys leave a picture and a command.
    #[test]
    fn zooming_ends() {
        let of = |size: usize, key: char| {
            let recipe = Recipe::from(Noise::perlin(4).cell_size(64.0));
            let recipe = recipe.grid(Window::from_xyzw(&[size, size]).unwrap());
            let mut model = Model::new(recipe, None, None, None).unwrap();
            let refused = (0..100).filter_map(|_| press(&mut model, Key::Character(key)).err()).last();
            model.picture(USUAL[0], USUAL[1]).unwrap();
            model.command().unwrap();
            (model.status(), refused.map_or(String::new(), |e| e.to_string()))
        };
        for (size, key, scale, why) in [
            (480, '+', "  1 sample = 256 px  ", ""),
            (480, '-', "  1 px = 1099511627776 samples  ", ""),
            // The command would have the same picture with 2^30 samples along each side.
            (1 << 30, '+', "  1 px = 2 samples  ", "start.x is "),
            (1 << 30, '-', "  1 px = 1099511627776 samples  ", ""),
        ] {
            let (status, refused) = of(size, key);
            assert!(status.contains(scale) && refused.starts_with(why), "{size} {key}: {status} {refused}");
            assert_eq!(refused.is_empty(), why.is_empty(), "{refused}");
        }
    }

    /// A large window around 0 begins at a coarse level. Zooming goes on from there, one level after the other, and says where it ends.
    #[test]
    fn zooming_goes_on_from_any_level() {
        for (bits, key, levels) in [(30, '+', 30), (30, '-', 16), (20, '+', 22), (20, '-', 26)] {
            let mut window = Window::from_xyzw(&[1 << bits, 1 << bits]).unwrap();
            (window.start.x, window.start.y) = (-1 << (bits - 1), -1 << (bits - 1));
            window.spacing = PerAxis { x: 1e-12, y: 1e-12, ..window.spacing };
            let mut model =
                Model::new(Recipe::from(Noise::perlin(4)).grid(window), None, None, None).unwrap();
            let first = model.camera.level;
            let steps: Vec<Step> = (0..80).map(|_| press(&mut model, Key::Character(key)).unwrap()).collect();
            let changed = steps.iter().take_while(|step| **step == Step::Changed).count();
            let way = if key == '+' { "in" } else { "out" };
            let refused = Step::Refused(format!("zooming {way} ends here"));
            assert!(steps[changed..].iter().all(|step| *step == refused), "{bits} {key}: {steps:?}");
            let last = if key == '+' { first - changed as i32 } else { first + changed as i32 };
            assert_eq!((changed, model.camera.level), (levels, last), "{bits} {key}");
            model.picture(USUAL[0], USUAL[1]).unwrap();
            model.command().unwrap();
        }
    }

    /// Flat noise has one value, which becomes the colour in the middle.
    #[test]
    fn flat_noise_has_levels() {
        let flat = Recipe::from(Noise::perlin(4).scale(0.0).bias(3.0));
        let command = Model::new(flat, None, None, None).unwrap().command().unwrap();
        assert!(command.contains("--levels 2..4"), "{command}");
    }

    /// The octaves of noise without a fractal are ignored, also those that a recipe states.
    #[test]
    fn noise_without_a_fractal_has_one_octave() {
        let mut noise = Noise::perlin(4).cell_size(64.0);
        noise.octaves = 5;
        let mut model = Model::new(noise.into(), None, None, None).unwrap();
        assert!(model.status().contains("none 1  "), "{}", model.status());
        press(&mut model, Key::Character('O')).unwrap();
        press(&mut model, Key::Character('f')).unwrap();
        assert!(model.status().contains("fbm 5  "), "{}", model.status());
    }

    #[test]
    fn fractals_go_round() {
        let mut model = model();
        for _ in 0..Fractal::ALL.len() {
            press(&mut model, Key::Character('f')).unwrap();
        }
        assert_eq!(model.layers.as_slice()[0].fractal, Fractal::Fbm);
        assert_eq!(model.layers.as_slice()[0].octaves, 6, "none has one octave, and the next fractal six");
    }

    /// At the end of the world, keys give a message, and the picture stays.
    #[test]
    fn the_world_ends_with_a_message() {
        let noise = Noise::perlin(4).cell_size(1.0);
        let mut window = Window::from_xyzw(&[64, 64]).unwrap();
        window.start.x = (1 << 52) - 100;
        let recipe = Recipe::from(noise).grid(window);
        let mut model = Model::new(recipe, None, None, None).unwrap();
        let errors: Vec<String> =
            (0..20).filter_map(|_| press(&mut model, Key::Right).err()).map(|e| e.to_string()).collect();
        assert!(errors.iter().any(|e| e.contains("2^52 cells")), "{errors:?}");
        assert!(model.picture(USUAL[0], USUAL[1]).is_ok());
    }

    /// The first picture may be larger than the command's, and a terminal may grow: neither ends the program.
    #[test]
    fn pictures_stay_within_the_world() {
        for (start, inwards, outwards) in
            [((1_i64 << 53) - 64, Key::Left, Key::Right), (-1 << 53, Key::Right, Key::Left)]
        {
            let mut window = Window::from_xyzw(&[64, 64]).unwrap();
            window.start.x = start;
            window.spacing.x = 1e-9;
            let mut model =
                Model::new(Recipe::from(Noise::perlin(4)).grid(window), None, None, None).unwrap();
            for pixels in [USUAL, [1000, 500], USUAL] {
                model.keep_within(pixels);
                model.picture(pixels[0], pixels[1]).unwrap();
                let steps: Vec<_> = (0..99).map(|_| model.press(outwards, pixels)).collect();
                assert!(steps.iter().any(Result::is_err), "{start} {pixels:?}");
                model.picture(pixels[0], pixels[1]).unwrap();
                assert_eq!(model.press(inwards, pixels).unwrap(), Step::Changed);
                model.picture(pixels[0], pixels[1]).unwrap();
            }
        }
    }
}
