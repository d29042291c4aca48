//! Windows: grids whose number of axes a recipe says, and values that have an axis each.

use crate::{json, refused};
use perlane::{Grid, Layers, Noise, PerAxis, Recipe, Window};

#[test]
fn windows_become_grids_of_their_dimension_only() {
    let window = Window::from_xyzw(&[5, 4, 3]).unwrap();
    assert_eq!(window.to_grid::<3>().unwrap(), Grid::new([3, 4, 5]));
    assert_eq!(Grid::<3>::try_from(window), window.to_grid());
    assert_eq!(Grid::<2>::try_from(window), window.to_grid());
    assert_eq!(window.to_grid::<2>().unwrap_err().to_string(), "grid is of 3 axes; allowed: 2 axes");
    assert_eq!(Window::from_shape(&[3, 4, 5]), Ok(window));
    // A window has values for axes that are not there: they are the same, wherever it comes from.
    let of_grid = Window::from(Grid::new([4, 5]));
    assert_eq!(format!("{of_grid:?}"), format!("{:?}", Window::from_shape(&[4, 5]).unwrap()));
    assert_eq!(window.shape(), [3, 4, 5]);
    assert_eq!(Window::from_shape(&[]).unwrap_err().to_string(), "shape is of 0 axes; allowed: 1 to 4 axes");
    assert_eq!(
        Window::from_xyzw(&[1; 5]).unwrap_err().to_string(),
        "size is of 5 axes; allowed: 1 to 4 axes"
    );
    assert_eq!(Window::from_shape(&[0, usize::MAX, usize::MAX]).unwrap().samples(), Ok(0));
}

/// Fields name their axes, and arrays are in array order: neither can be taken for the other.
#[test]
fn axes_have_names() {
    let noise = Noise::perlin(1).period([3, 8]).offset([0.5, 0.0, -1.0]);
    assert_eq!(noise.period, PerAxis { x: 8, y: 3, z: 0, w: 0 });
    assert_eq!(noise.offset, PerAxis { x: -1.0, y: 0.0, z: 0.5, w: 0.0 });
    assert_eq!(noise.clone().period(PerAxis { x: 8, y: 3, ..PerAxis::default() }), noise);
    assert_eq!(noise.offset.array_order(), [0.5, 0.0, -1.0]);
    let text = toml::to_string(&noise).unwrap();
    assert!(text.contains("[offset]\nx = -1.0\nz = 0.5\n"), "{text}");
    assert!(text.contains("[period]\nx = 8\ny = 3\n"), "{text}");
    let mut window = Window::from_shape(&[4, 5]).unwrap();
    window.start.y = -7;
    assert_eq!(window.to_grid(), Ok(Grid::new([4, 5]).start([-7, 0])));
    // The value of an axis that is not there does not count.
    window.origin.w = 3.0;
    assert_eq!(window, Grid::new([4, 5]).start([-7, 0]).into());
    assert_ne!(window, Window::from_shape(&[4, 5, 1]).unwrap());
}

/// A window is checked in the same way in a recipe, when it is written and when it is read. It may have more samples than a buffer.
#[test]
fn windows_larger_than_buffers_are_kept() {
    let noise = || Recipe::from(Noise::perlin(1).frequency(1e-9));
    let large = noise().grid(Grid::new([1 << 22, 1 << 22, 1 << 22]));
    assert_eq!(large.validate(), Ok(()));
    assert_eq!(json(&serde_json::to_string(&large).unwrap()).unwrap(), large);
    for (grid, part) in [
        (Grid::new([20, 20]).start([1 << 53, 0]), "start.y is 9007199254740992"),
        (Grid::new([1, 20]).start([-1 << 54, 0]), "start.y is -18014398509481984"),
        #[cfg(target_pointer_width = "64")]
        (Grid::new([1 << 55, 1]), "size is 1x36028797018963968; allowed: at most 2^54 + 1 samples"),
        (Grid::new([2, 2]).spacing([1.0, 0.0]), "spacing.x is 0"),
    ] {
        let recipe = noise().grid(grid);
        let refused = recipe.validate().unwrap_err().to_string();
        assert!(refused.contains(part), "{refused}");
        assert!(serde_json::to_string(&recipe).unwrap_err().to_string().contains(&refused));
    }
    // Nothing is sampled of an empty window, wherever it starts.
    let empty = noise().grid(Grid::new([0, 4]).start([1 << 54, 0]));
    assert_eq!(empty.validate(), Ok(()));
    assert_eq!(json(&serde_json::to_string(&empty).unwrap()).unwrap(), empty);
    let many: Layers = (0..1025).map(Noise::value).sum();
    let refused = Recipe::from(many.clone()).validate().unwrap_err().to_string();
    assert!(refused.starts_with("layers is 1025 octaves"), "{refused}");
    assert_eq!(many.validate(), Ok(()), "layers that are not written may have more");
}

/// Values for axes that the grid does not have are allowed where they are the defaults, as a noise's are.
#[test]
fn windows_have_defaults_beyond_their_axes() {
    let read = |keys: &str| {
        json(&format!(r#"{{"stream": 1, "noise": {{}}, "grid": {{"size": [64, 48], {keys}}}}}"#))
    };
    let all = read(r#""start": [2, -7, 0], "origin": [0.5, 0, 0, 0], "spacing": [2, 2, 1, 1]"#).unwrap();
    let grid = Grid::new([48, 64]).start([-7, 2]).origin([0.0, 0.5]).spacing([2.0, 2.0]);
    assert_eq!(all.grid, Some(grid.into()));
    for (keys, message) in [
        (r#""start": [2, -7, 3]"#, "grid.start.z is 3; allowed: 0, as there are 2 axes"),
        (r#""origin": {"w": 0.5}"#, "grid.origin.w is 0.5; allowed: 0, as there are 2 axes"),
        (r#""spacing": [2, 2, 0.5]"#, "grid.spacing.z is 0.5; allowed: 1, as there are 2 axes"),
    ] {
        refused(read(keys), &[message]);
    }
}

#[test]
fn windows_that_differ_in_one_number_are_not_equal() {
    let window = Window::from(Grid::new([4, 5]));
    for other in [
        Grid::new([4, 6]),
        Grid::new([3, 5]),
        Grid::new([4, 5]).start([0, 1]),
        Grid::new([4, 5]).start([1, 0]),
        Grid::new([4, 5]).origin([0.0, 0.5]),
        Grid::new([4, 5]).origin([0.5, 0.0]),
        Grid::new([4, 5]).spacing([1.0, -1.0]),
        Grid::new([4, 5]).spacing([2.0, 1.0]),
    ] {
        assert_ne!(window, other.into(), "{other:?}");
    }
}
