from collections.abc import Iterable
from typing import Any, TypeAlias, final

from numpy import float32, float64
from numpy.typing import NDArray

from perlane._types import Backend, Quantity

__all__ = [
    "MOST_OCTAVES",
    "Sampler",
    "Window",
    "__version__",
    "backends",
    "integers",
    "names",
    "perlin_masks",
    "plane_names",
    "read_recipe",
]
MOST_OCTAVES: int
__version__: str
_Levels: TypeAlias = tuple[float, float] | None
_Field: TypeAlias = tuple[Any, Any, Any]
# float32 or float64: one for each axis, or one of shape (points, axes).
_Points: TypeAlias = list[NDArray[Any]] | NDArray[Any]

def backends() -> list[Backend]: ...
def integers(samples: NDArray[float32], out: NDArray[Any], levels: tuple[float, float]) -> None: ...
def names() -> dict[str, list[str]]: ...
def plane_names(quantity: Any, dims: int) -> list[str]: ...
def read_recipe(
    text: str, format: str
) -> tuple[Sampler, Window | None, tuple[Quantity, float, tuple[float, float, float]] | None]: ...
def perlin_masks(
    out: NDArray[Any],
    seed: Any,
    first: Any,
    attempt: int,
    exponents: tuple[tuple[int, int], tuple[int, int]],
    threshold: float,
    threads: Any,
    backend: Any,
) -> None: ...

@final
class Window:
    def __new__(
        cls, shape: Any, start: Any = None, origin: Any = None, spacing: Any = None, lazy: bool = False
    ) -> Window: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def start(self) -> tuple[int, ...]: ...
    @property
    def origin(self) -> tuple[float, ...]: ...
    @property
    def spacing(self) -> tuple[float, ...]: ...

@final
class Sampler:
    @staticmethod
    def noise(
        *,
        kind: Any,
        seed: Any,
        frequency: Any,
        hash: Any,
        permutation: Any,
        gradients: Any,
        fade: Any,
        distance: Any,
        returns: Any,
        jitter: Any,
        offset: Any,
        period: Any,
        warp: Any,
        warp_frequency: Any,
        warp_octaves: Any,
        warp_seed: Any,
        fractal: Any,
        octaves: Any,
        lacunarity: Any,
        gain: Any,
        strength: Any,
        level: Any,
        feedback: Any,
        normalize: Any,
        scale: Any,
        bias: Any,
        range: Any,
    ) -> Sampler: ...
    @staticmethod
    def sum(samplers: list[Sampler]) -> Sampler: ...
    @staticmethod
    def from_text(text: Any, format: str) -> Sampler: ...
    def to_text(self, format: str, window: Window | None = None, field: _Field | None = None) -> str: ...
    def parameters(self) -> list[dict[str, Any]]: ...
    def bounds(self, dims: Any) -> tuple[float, float]: ...
    def typical(self, dims: int) -> tuple[float, float]: ...
    def reseeded(self, seed: Any) -> Sampler: ...
    def check(self, window: Window, threads: Any = None, backend: Any = None) -> None: ...
    def grid(self, window: Window, out: NDArray[Any], threads: Any, backend: Any, levels: _Levels = None) -> None: ...
    def batch(
        self, window: Window, seeds: Any, out: NDArray[Any], threads: Any, backend: Any, levels: _Levels = None
    ) -> None: ...
    def point(self, coordinates: tuple[Any, ...]) -> NDArray[float32] | None: ...
    def points(
        self, blocks: Iterable[_Points], out: NDArray[Any], threads: Any, backend: Any, levels: _Levels = None
    ) -> None: ...
    def field_grid(self, field: _Field, window: Window, out: NDArray[Any], threads: Any, backend: Any) -> None: ...
    def field_points(
        self, field: _Field, dims: int, blocks: Iterable[_Points], out: NDArray[Any], threads: Any, backend: Any
    ) -> None: ...
    def field_axes(
        self, field: _Field, coordinates: list[NDArray[float64]], out: NDArray[Any], threads: Any, backend: Any
    ) -> None: ...
    def check_field(self, field: _Field, window: Window, threads: Any = None) -> Quantity: ...
    def axes(
        self, coordinates: list[NDArray[float64]], out: NDArray[Any], threads: Any, backend: Any, levels: _Levels = None
    ) -> None: ...
