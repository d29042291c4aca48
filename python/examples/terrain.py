"""A terrain from noises, plotted. Each cell (`# %%`) runs by itself in editors that know notebooks; or: python terrain.py"""

# %% What the terrain is made of: hills everywhere, ridges where it is high, a continent's outline.
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LightSource

import perlane

SHAPE = (540, 960)
METRES = 50.0  # from sample to sample

continent = perlane.Noise("perlin", seed=11, frequency=1 / 24_000, fractal="fbm", octaves=3, scale=900)
hills = perlane.Noise("perlin", seed=12, frequency=1 / 6_000, fractal="fbm", octaves=7, scale=700)
ridges = perlane.Noise("perlin", seed=13, frequency=1 / 9_000, fractal="ridged", octaves=7)

# %% Sums of noises are one noise: heights are in metres, coordinates too.
lowlands = (continent + hills).grid(SHAPE, spacing=METRES)
mask = np.clip((lowlands + 150) / 600, 0, 1)
heights = lowlands + 1400 * mask * np.clip(ridges.grid(SHAPE, spacing=METRES), 0, None)

# %% The part of it that a hiker sees, ten times finer: other samples of the same noises.
fine = (continent + hills).grid(SHAPE, start=(4000, 3000), spacing=METRES / 10)
print(f"heights from {heights.min():.0f} m to {heights.max():.0f} m; the detail is {np.ptp(fine):.0f} m high")

# %% A shaded map.
low, high = -1200, 2400
sea = plt.get_cmap("Blues_r")(np.linspace(0.1, 0.7, 128))
land = plt.get_cmap("terrain")(np.linspace(0.28, 1.0, 256))
colours = plt.matplotlib.colors.LinearSegmentedColormap.from_list("map", np.concatenate([sea, land]))
light = LightSource(azdeg=315, altdeg=45)
shaded = light.shade(heights, colours, vert_exag=3, dx=METRES, dy=METRES, blend_mode="soft", vmin=low, vmax=high)
height, width = SHAPE
figure, axes = plt.subplots(figsize=(9.6, 5.8), layout="constrained")
axes.imshow(shaded, extent=(0, width * METRES / 1000, height * METRES / 1000, 0))
axes.contour(
    np.arange(width) * METRES / 1000,
    np.arange(height) * METRES / 1000,
    heights,
    levels=[0],
    colors="black",
    linewidths=0.6,
)
axes.set(xlabel="km", ylabel="km", title="Continent + hills + ridges")
figure.savefig("terrain_map.png", dpi=60)
plt.show()
