"""Arguments that are far too long, and systems that have too little left: an error says so, and the process goes on."""

import itertools
import pickle
import subprocess
import sys

import numpy as np
import pytest

import perlane
import perlane.ml
from perlane import Noise

N = Noise("perlin", frequency=0.1)
MILLIONS = 50_000_000


class Counted:
    """A sequence that says how many elements it has. It has no end, but nobody may read much of it."""

    def __init__(self, length, most=1000):
        self.length, self.most = length, most

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        assert index < self.most, f"{index} elements are read"
        return 1


TAKES_NUMBERS = {
    "shape": (lambda numbers: N.grid(numbers), f"of {MILLIONS} axes; allowed: 1 to 4 axes"),
    "start": (lambda numbers: N.grid((3, 3), start=numbers), f"a sequence of {MILLIONS}; allowed: a number, or 2"),
    "origin": (lambda numbers: N.lazy((3, 3), origin=numbers), f"a sequence of {MILLIONS}; allowed: a number, or 2"),
    "spacing": (lambda numbers: N.grid((3, 3), spacing=numbers), f"a sequence of {MILLIONS}; allowed: a number, or 2"),
    "period": (lambda numbers: Noise(period=numbers), f"a sequence of {MILLIONS}; allowed: None, or 1 to 4 numbers"),
    "offset": (lambda numbers: Noise(offset=numbers), f"a sequence of {MILLIONS}; allowed: None, or 1 to 4 numbers"),
    "range": (lambda numbers: Noise(range=numbers), f"a sequence of {MILLIONS}; allowed: None, or two numbers"),
    "permutation": (lambda numbers: Noise(permutation=numbers), f"{MILLIONS} integers; allowed: 256 integers"),
    "gradients": (lambda numbers: Noise(gradients=[numbers]), f"a vector of {MILLIONS} components; allowed: 1 to 4"),
    "light": (
        lambda numbers: N.field("hillshade", (3, 3), light=numbers),
        f"a sequence of {MILLIONS}; allowed: three numbers",
    ),
}


@pytest.mark.parametrize("name", TAKES_NUMBERS)
def test_lists_that_are_too_long_are_not_read(name):
    call, text = TAKES_NUMBERS[name]
    with pytest.raises(ValueError) as caught:
        call(Counted(MILLIONS, most=0))
    assert str(caught.value).startswith(f"{name} is {text}")


def test_no_more_vectors_are_read_than_a_gradient_set_has():
    class Vectors(Counted):
        def __getitem__(self, index):
            return (super().__getitem__(index), 1.0)

    with pytest.raises(ValueError, match=f"^gradients is a list of {MILLIONS}; allowed: 1 to 256 vectors"):
        Noise(gradients=Vectors(MILLIONS))
    with pytest.raises(ValueError, match="^gradients is a list of more than 256; allowed: 1 to 256 vectors"):
        Noise(gradients=((1.0, n) for n in range(10**9)))


@pytest.mark.parametrize("call", [N.grid, lambda three: N.grid((3, 3, 3), start=three), lambda _: N.batch(3, _)])
def test_sequences_that_go_on_after_their_length(call):
    with pytest.raises(
        ValueError, match="^(shape|start|seeds) is a sequence of length 3 that has more elements; allowed"
    ):
        call(Counted(3))


def test_sequences_that_end_before_their_length():
    class Ends(Counted):
        def __iter__(self):
            return iter([1])

    with pytest.raises(
        ValueError, match="^shape is a sequence of length 3 that has fewer elements; allowed: sequences"
    ):
        N.grid(Ends(3))


def test_no_more_noises_are_read_than_there_can_be():
    class Unread(Counted):
        def __iter__(self):
            raise AssertionError("elements are read")

    for call, name, most in ((perlane.Layers, "layers", 1024), (lambda noises: Noise(warp=noises), "warp", 4)):
        with pytest.raises(
            ValueError, match=f"^{name} is a sequence of {MILLIONS}; allowed: sequences of .*{most} noises"
        ):
            call(Unread(MILLIONS))
        with pytest.raises(ValueError, match=f"^{name} is a sequence of more than {most}; allowed: sequences of "):
            call(itertools.repeat(N))
    assert len(perlane.Layers([N] * 1024).layers) == len(perlane.Layers(iter([N] * 1024)).layers) == 1024
    with pytest.raises(ValueError, match="^layers is 2048 octaves; allowed: 1024 octaves or fewer"):
        perlane.Layers([N.replace(octaves=2)] * 1024)


def test_errors_do_not_write_long_values():
    for call, name in (
        (lambda numbers: Noise(seed=numbers), "seed"),
        (lambda numbers: Noise(frequency=numbers), "frequency"),
        (lambda numbers: N.grid(3, levels=numbers), "levels"),
        (lambda numbers: N.grid(3, dtype="u8", levels=numbers), "levels"),
        (lambda numbers: perlane.ml.perlin_masks(3, numbers), "shape"),
    ):
        with pytest.raises((TypeError, ValueError), match=f"^{name} is of type list and length 100000; allowed: "):
            call([1] * 100_000)
    numbers = range(100_000)
    for long in (
        tuple(numbers),
        set(numbers),
        dict.fromkeys(numbers),
        "1" * 100_000,
        bytes(100_000),
        bytearray(100_000),
    ):
        name = type(long).__name__
        with pytest.raises((TypeError, ValueError), match=f"^shape is of type {name} and length 100000; allowed: two"):
            perlane.ml.perlin_masks(3, long)


def test_masks_read_two_numbers_of_a_shape():
    class Two(list):
        def __iter__(self):
            return iter(Counted(MILLIONS, most=2))

    with pytest.raises(ValueError, match=r"^shape is \[1, 1, 1\]; allowed: two integers"):
        perlane.ml.perlin_masks(3, Two([1, 1, 1]))


def test_long_names_are_shortened():
    for call in (Noise, lambda name: Noise(fade=name), lambda name: N.grid(3, backend=name)):
        with pytest.raises(ValueError, match="^(kind|fade|backend) is x{60}…; allowed: "):
            call("x" * 1_000_000)


def test_recipes_of_more_than_4_mib():
    text = '{"stream": 1, "noise": {}}'
    longest = text + " " * (2**22 - len(text))
    assert Noise.from_json(longest) == Noise()
    readers = [each for of in (Noise, perlane.Layers, perlane.LazyGrid) for each in (of.from_json, of.from_toml)]
    for read in readers:
        with pytest.raises(ValueError, match="^text is of 4194305 characters; allowed: recipes of at most 4 MiB"):
            read(longest + " ")


def test_every_sum_can_be_pickled():
    vectors = np.random.default_rng(1).random((256, 4))
    long = perlane.Layers([Noise(gradients=vectors[n:]) for n in range(150)] * 2)
    assert len(long.to_json()) > 2**22
    for each in (long, Noise(warp=[long])):
        assert pickle.loads(pickle.dumps(each)) == each


# Sets a limit for the memory that the process may take from now on. Then it calls what it is told to.
LIMITED = """
import resource, sys
import numpy as np
import perlane
noise = perlane.Noise(seed=1, frequency=0.1)
out = np.zeros((1000, 1000), np.float32)
noise.grid((3, 3), threads=1)
{before}
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (30 << 20),) * 2)
try:
    {call}
except Exception as error:
    print(type(error).__name__, str(error)[:200])
"""

LITTLE_MEMORY = {
    "gradients": (
        "given = np.zeros((20_000_000, 2))",
        "perlane.Noise(gradients=given)",
        "ValueError gradients is a list of 20000000; allowed: 1 to 256 vectors",
    ),
    "a name": (
        "given = 'x' * 100_000_000",
        "perlane.Noise(given)",
        "ValueError kind is xxx",
    ),
    "a recipe": (
        'given = \'{"stream":1,"noise":{"kind":"\' + \'x\' * 100_000_000 + \'"}}\'',
        "perlane.Noise.from_json(given)",
        "ValueError text is of 100000032 characters; allowed: recipes of at most 4 MiB",
    ),
    "a recipe in TOML": (
        "given = 'a = \"' + 'x' * 100_000_000 + '\"'",
        "perlane.Layers.from_toml(given)",
        "ValueError text is of 100000006 characters; allowed: recipes of at most 4 MiB",
    ),
    "layers": (
        "given = [noise] * 30_000_000",
        "perlane.Layers(given)",
        "ValueError layers is a sequence of 30000000; allowed: sequences of 1024 noises or fewer, as a sum has no more",
    ),
    "seeds": (
        "given = range(50_000_000)",
        "noise.batch((0,), given)",
        "MemoryError seeds is a sequence of 50000000; allowed: as many as memory has room for",
    ),
    "threads": (
        "",
        "noise.grid((1000, 1000), out=out, threads=64)",
        "RuntimeError threads is 64; allowed: as many as the system gives (",
    ),
}


@pytest.mark.skipif(sys.platform != "linux", reason="Linux limits how much memory a process may take")
@pytest.mark.parametrize("case", LITTLE_MEMORY)
def test_little_memory(case, tmp_path):
    before, call, text = LITTLE_MEMORY[case]
    script = tmp_path / "limited.py"
    script.write_text(LIMITED.format(before=before, call=call))
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(text)


SMALL_STACK = """
import threading
import numpy as np
import perlane, perlane.ml

noise = perlane.Noise(frequency=0.1, octaves=6)
noises = [noise, noise.replace(warp=3.0), perlane.Noise("cellular", frequency=0.1, returns="f2", octaves=3)]

def work():
    for backend in perlane.backends():
        how = dict(threads=1, backend=backend)
        for each in [*noises, perlane.Layers(noises)]:
            for shape in ((300, 300), (60, 60, 60)):
                each.grid(shape, **how)
                each.grid(shape, **how, dtype="u8")
                each.points(*np.random.default_rng(0).random((len(shape), 50_000)), **how)
                each.axes(*[np.arange(50.0)] * len(shape), **how)
        noise.grid((20,) * 4, **how)
        noise.gradient((60, 60, 60), **how)
        noise.field("curl", (60, 60, 60), **how)
    perlane.ml.perlin_masks(3, (200, 200), threads=1)
    assert perlane.Layers.from_toml(perlane.Layers(noises).to_toml()) == perlane.Layers(noises)
    print("done")

threading.stack_size(512 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def test_half_a_mebibyte_of_stack_suffices(tmp_path):
    script = tmp_path / "stack.py"
    script.write_text(SMALL_STACK)
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr
