"""A planet: noise on a sphere, by points, lit by its exact derivatives. python planet.py"""

# %% Where the pixels of a globe lie on the sphere, seen from far away: x to the right, y down, z to the eye.
import matplotlib.pyplot as plt
import numpy as np

import perlane

SIDE = 480
SUN = np.array([-0.6, -0.48, 0.64])
RELIEF = 0.06  # height of the mountains, in radii

along = (np.arange(SIDE) + 0.5) / SIDE * 2.1 - 1.05
y, x = np.meshgrid(along, along, indexing="ij")
on_globe = x**2 + y**2 < 1
x, y = x[on_globe], y[on_globe]
z = np.sqrt(1 - x**2 - y**2)
points = np.stack([x, y, z])

# %% Heights and their derivatives by z, y, x, at these points.
noise = perlane.Noise("perlin", seed=8, frequency=1.3, fractal="fbm", octaves=9, scale=1.6)
height, *derivatives = noise.field_points("gradient", z, y, x)
gradient = np.stack(derivatives[::-1])

# %% The ground leans by the part of the gradient that lies along the sphere; seas are level.
tangential = gradient - (gradient * points).sum(0) * points
normal = points - np.where(height > 0, RELIEF, 0) * tangential
light = 0.05 + 0.95 * np.clip(SUN @ normal / np.linalg.norm(normal, axis=0), 0, None)
stops = [-0.5, 0, 0.02, 0.08, 0.3, 0.5]
table = [[10, 40, 200, 70, 120, 250], [30, 110, 190, 130, 100, 250], [90, 170, 140, 60, 80, 250]]
ground = np.stack([np.interp(height, stops, channel) for channel in table], axis=-1)

# %% The picture.
picture = np.full((SIDE, SIDE, 3), (6, 8, 16), np.uint8)
picture[on_globe] = np.round(ground * light[:, None])
plt.imsave("planet.png", picture)
