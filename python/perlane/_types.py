"""Types that arguments have."""

from collections.abc import Sequence
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float32]
IntArray: TypeAlias = NDArray[np.integer[Any]]

Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
PerAxisInt: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | IntArray
Number: TypeAlias = SupportsFloat | SupportsIndex
PerAxisFloat: TypeAlias = Number | Sequence[Number] | NDArray[Any]

Kind: TypeAlias = Literal["perlin", "value", "cell"]
Fade: TypeAlias = Literal["linear", "cubic", "quintic"]
Fractal: TypeAlias = Literal["none", "fbm", "billow", "ridged", "turbulence"]
Hash: TypeAlias = Literal["mix", "permutation"]
GradientSet: TypeAlias = Literal[
    "default", "signs", "directions16", "directions8", "diagonals", "axes", "knight-moves", "edges"
]
Gradients: TypeAlias = GradientSet | Sequence[Sequence[float]] | NDArray[Any]
Permutation: TypeAlias = Literal["perlin", "seeded"] | Sequence[int] | IntArray
Backend: TypeAlias = Literal["portable", "avx2", "avx512"] | str
