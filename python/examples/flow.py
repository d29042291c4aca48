"""Lines that a flow without sources carries: the curl of a noise, traced. python flow.py"""

# %% Lines start every 8 pixels.
import matplotlib.pyplot as plt
import numpy as np

import perlane

HEIGHT, WIDTH, STEPS = 405, 720, 160

noise = perlane.Noise("perlin", seed=4, frequency=1 / 140, fractal="fbm", octaves=3)
ys, xs = (axis.ravel() + 0.5 for axis in np.mgrid[0:HEIGHT:8, 0:WIDTH:8])
ink = np.zeros((HEIGHT, WIDTH))

# %% All lines go on together, half a pixel a step: one call for all of their ends.
for step in range(STEPS):
    dx, dy = noise.field_points("curl", ys, xs).astype(float)
    speed = np.hypot(dx, dy) + 1e-4
    xs, ys = xs + 0.5 * dx / speed, ys + 0.5 * dy / speed
    inside = (xs >= 0) & (ys >= 0) & (xs < WIDTH) & (ys < HEIGHT)
    np.add.at(ink, (ys[inside].astype(int), xs[inside].astype(int)), 0.35 * (1 - step / STEPS))

# %% The picture: dark lines on white paper.
plt.imsave("flow.png", np.exp(-ink), cmap="gray", vmin=0, vmax=1)
