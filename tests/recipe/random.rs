//! Random recipes read back as they were.

use crate::parameters::never_varied;
use crate::{json, toml};
use perlane::{
    Distance, Fade, FieldParameters, Fractal, Gradients, Hash, Kind, Layers, Noise, PerAxis, Permutation,
    Quantity, Recipe, Returns, Samples, Warp, Window,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn number(positive: bool) -> impl Strategy<Value = f64> {
    let sign =
        if positive { prop::num::f64::POSITIVE } else { prop::num::f64::POSITIVE | prop::num::f64::NEGATIVE };
    // Amplitudes must stay within f32: no huge ones.
    (sign | prop::num::f64::NORMAL).prop_map(move |v| {
        let v = if positive { v.abs() } else { v };
        if (1e-9..1e9).contains(&v.abs()) {
            v
        } else {
            v.signum() * (1.0 + v.to_bits() as f64 / 18_446_744_073_709_551_616.0)
        }
    })
}

fn gradients() -> impl Strategy<Value = Gradients> {
    let named = prop::sample::select(Gradients::ALL);
    let custom = (1..=4usize)
        .prop_flat_map(|dims| prop::collection::vec(prop::collection::vec(number(false), dims), 1..9))
        .prop_map(|vectors| Gradients::custom(&vectors).unwrap());
    prop_oneof![named, custom]
}

fn hash() -> impl Strategy<Value = Hash> {
    let table = Just((0..=255u8).collect::<Vec<_>>()).prop_shuffle();
    prop_oneof![
        Just(Hash::Mix),
        Just(Hash::Permutation(Permutation::PERLIN)),
        Just(Hash::Permutation(Permutation::SEEDED)),
        table.prop_map(|t| Hash::Permutation(Permutation::table(&t).unwrap())),
    ]
}

/// A strength, level or feedback: the default, or one of few or many that keep octaves within f32.
fn shaping(default: f64) -> impl Strategy<Value = f64> {
    prop_oneof![Just(default), Just(0.0), 0.0..=1000.0]
}

prop_compose! {
    fn any_noise()(
        kind in prop::sample::select(Kind::ALL),
        fade in prop::sample::select(Fade::ALL),
        fractal in prop::sample::select(Fractal::ALL),
        (seed, period) in (any::<u64>(), any::<[u32; 4]>()),
        (frequency, lacunarity) in (number(true), number(true)),
        (scale, bias) in (number(false), number(false)),
        // Small enough for 32 octaves' amplitudes.
        gain in -1.5..1.5f64,
        (octaves, normalize, ranged) in (1..=32u32, any::<bool>(), any::<bool>()),
        (hash, gradients) in (hash(), gradients()),
        distance in prop::sample::select(Distance::ALL),
        returns in prop::sample::select(Returns::ALL),
        jitter in prop_oneof![Just(1.0), 0.0..=1.0],
        offset in prop_oneof![Just([0.0; 4]), prop::array::uniform4(number(false))],
        (strength, level, feedback) in (shaping(2.0), shaping(1.0), shaping(2.0)),
    ) -> Noise {
        let hash = if kind == Kind::Cellular { Hash::Mix } else { hash };
        let noise = Noise::default().kind(kind).fade(fade).fractal(fractal).seed(seed).period(period).frequency(frequency)
            .lacunarity(lacunarity).scale(scale).bias(bias).gain(gain).octaves(octaves).normalize(normalize)
            .hash(hash).gradients(gradients).distance(distance).returns(returns).jitter(jitter)
            .offset(offset).strength(strength).level(level).feedback(feedback);
        if ranged { noise.range(scale, bias) } else { noise }
    }
}

/// A noise that is warped by numbers, or by noises; or not warped.
fn any_warped() -> impl Strategy<Value = Noise> {
    let by = (number(false), prop::option::of(number(true)), 1..=32u32, prop::option::of(any::<u64>()));
    let by =
        by.prop_map(|(amplitude, frequency, octaves, seed)| Warp::By { amplitude, frequency, octaves, seed });
    // A recipe has at most 1024 octaves.
    let few = any_noise().prop_map(|noise| Noise::octaves(noise, 4));
    let of = prop::collection::vec(prop::collection::vec(few, 0..3), 0..=4).prop_map(|axes| {
        let mut warp = PerAxis::<Layers>::default();
        for (to, noises) in warp.xyzw_mut().into_iter().zip(axes) {
            *to = noises.into_iter().collect();
        }
        if warp == PerAxis::default() { Warp::default() } else { Warp::Of(warp) }
    });
    (any_noise(), prop_oneof![Just(Warp::default()), by, of]).prop_map(|(mut noise, warp)| {
        noise.warp = warp;
        noise
    })
}

prop_compose! {
    fn any_window()(
        // The largest fit the smallest address space.
        size in prop::collection::vec(0..140usize, 1..=4),
        start in any::<[i32; 4]>(),
        origin in prop::array::uniform4(number(false)),
        spacing in prop::array::uniform4(number(false)),
    ) -> Window {
        let mut window = Window::from_xyzw(&size).unwrap();
        window.start = start.map(|start| i64::from(start) << 21).into();
        window.origin = origin.into();
        window.spacing = spacing.into();
        window
    }
}

prop_compose! {
    fn any_recipe()(
        noises in prop::collection::vec(any_warped(), 0..4),
        grid in prop::option::of(any_window()),
        count in prop::option::of(0..isize::MAX as u64),
        quantity in prop::sample::select(Quantity::ALL),
        relief in prop::sample::select(vec![1.0, 0.1, -30.0]),
        light in prop::sample::select(vec![[-1.0, -1.0, 2.0], [0.25, 0.1, 1e-3]]),
    ) -> Recipe {
        let mut field = FieldParameters::from(quantity);
        (field.relief, field.light) = (relief, light);
        let samples = count.map(|count| Samples { blake3: "0123".to_owned(), count });
        let mut recipe = Recipe::from(Layers::from_iter(noises)).field(field);
        (recipe.grid, recipe.samples) = (grid, samples);
        recipe
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recipes_survive_json_toml_and_ron(recipe in any_recipe()) {
        prop_assert_eq!(recipe.validate(), Ok(()));
        let text = serde_json::to_string(&recipe).unwrap();
        prop_assert_eq!(&json(&text).unwrap(), &recipe, "{}", text);
        let text = toml::to_string(&recipe).unwrap();
        prop_assert_eq!(&toml(&text).unwrap(), &recipe, "{}", text);
        // RON's code takes as long to compile as the rest of this suite, and the code for recipes is the same on every machine.
        #[cfg(not(target_family = "wasm"))]
        {
            let text = ron::to_string(&recipe).unwrap();
            prop_assert_eq!(&ron::from_str::<Recipe>(&text).unwrap(), &recipe, "{}", text);
            let named = ron::ser::PrettyConfig::new().struct_names(true);
            let text = ron::ser::to_string_pretty(&recipe, named).unwrap();
            prop_assert_eq!(&ron::from_str::<Recipe>(&text).unwrap(), &recipe, "{}", text);
        }
    }

    #[test]
    fn noises_layers_fields_and_windows_survive_by_themselves(recipe in any_recipe()) {
        let text = toml::to_string(&recipe.field).unwrap();
        prop_assert_eq!(toml::from_str::<FieldParameters>(&text).unwrap(), recipe.field);
        let text = serde_json::to_string(&recipe.layers).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Layers>(&text).unwrap(), &recipe.layers);
        for noise in recipe.layers.as_slice() {
            let text = toml::to_string(noise).unwrap();
            prop_assert_eq!(&toml::from_str::<Noise>(&text).unwrap(), noise);
        }
        if let Some(window) = recipe.grid {
            let text = serde_json::to_string(&window).unwrap();
            prop_assert_eq!(serde_json::from_str::<Window>(&text).unwrap(), window);
        }
    }
}

/// A parameter that no random recipe has would be read and written nowhere.
#[test]
fn random_recipes_vary_every_parameter() {
    let mut runner = TestRunner::deterministic();
    let noises: Vec<Noise> =
        (0..256).map(|_| any_warped().new_tree(&mut runner).unwrap().current()).collect();
    assert_eq!(never_varied(&noises), [""; 0], "missing in `any_noise`");
}
