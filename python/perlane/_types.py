"""Types of arguments."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float32]
IntArray: TypeAlias = NDArray[np.integer[Any]]


class Tensor(Protocol):
    """A PyTorch tensor in the processor's memory."""

    def numpy(self) -> NDArray[Any]: ...


Out: TypeAlias = NDArray[np.float32] | NDArray[np.uint8] | NDArray[np.uint16] | Tensor
OutOfMasks: TypeAlias = NDArray[np.bool_] | NDArray[np.uint8] | NDArray[np.float32] | Tensor
F32: TypeAlias = Literal["f32", "float32"] | type[np.float32] | np.dtype[np.float32]
U16: TypeAlias = Literal["u16", "uint16"] | type[np.uint16] | np.dtype[np.uint16]
U8: TypeAlias = Literal["u8", "uint8"] | type[np.uint8] | np.dtype[np.uint8]
Dtype: TypeAlias = F32 | U16 | U8
Bool: TypeAlias = Literal["bool"] | type[bool] | type[np.bool_] | np.dtype[np.bool_]

Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
PerAxisInt: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | IntArray
Number: TypeAlias = SupportsFloat | SupportsIndex
Span: TypeAlias = Sequence[Number] | NDArray[Any]
Levels: TypeAlias = Literal["typical"] | Span
PerAxisFloat: TypeAlias = Number | Sequence[Number] | NDArray[Any]

Kind: TypeAlias = Literal["perlin", "value", "cell", "cellular"]
Distance: TypeAlias = Literal["euclidean", "squared", "manhattan", "chebyshev"]
Returns: TypeAlias = Literal["f1", "f2", "f2-f1", "value"]
Fade: TypeAlias = Literal["linear", "cubic", "quintic"]
Fractal: TypeAlias = Literal[
    "none", "fbm", "billow", "ridged", "turbulence", "ping-pong", "ridged-multi", "hybrid-multi"
]
Hash: TypeAlias = Literal["mix", "permutation"]
GradientSet: TypeAlias = Literal[
    "default", "signs", "directions16", "directions8", "diagonals", "axes", "knight-moves", "value-gradient", "edges"
]
Gradients: TypeAlias = GradientSet | Sequence[Sequence[float]] | NDArray[Any]
Permutation: TypeAlias = Literal["perlin", "seeded"] | Sequence[int] | IntArray
Quantity: TypeAlias = Literal["value", "gradient", "normal", "slope", "hillshade", "curl"]
Backend: TypeAlias = Literal["portable", "avx2", "avx512", "neon", "simd128"]
