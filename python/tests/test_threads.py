"""Python's threads run while samples are computed, and forked processes have threads of their own."""

import itertools
import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import perlane
from conftest import same_bits
from perlane import _arrays, _uses

SLOW = perlane.Noise("perlin", seed=1, frequency=0.3, fractal="fbm", octaves=16)


def half_done(out):
    """Whether the first samples are there, and the last are not."""
    return not np.isnan(out[0, 0]) and np.isnan(out[-1, -1])


def test_python_threads_overlap():
    # Seen from here, both calls are under way at once. A call that held the lock would be seen before it, or after it.
    outs = [np.full((6000, 2000), np.nan, np.float32) for _ in range(2)]
    threads = [
        threading.Thread(target=SLOW.grid, args=(out.shape,), kwargs=dict(out=out, threads=1, backend="portable"))
        for out in outs
    ]
    for thread in threads:
        thread.start()
    overlapped = False
    while any(thread.is_alive() for thread in threads):
        overlapped |= all(half_done(out) for out in outs)
    assert overlapped
    assert same_bits(outs[0], outs[1]) and not np.isnan(outs[0]).any()


@pytest.mark.parametrize("call", ["points", "axes", "batch", "grid"])
def test_each_call_lets_others_run(call):
    out = np.full((6000, 1000), np.nan, np.float32)
    y, x = np.arange(6000.0), np.arange(1000.0)
    work = {
        "grid": lambda: SLOW.grid(out.shape, out=out, threads=2, backend="portable"),
        "points": lambda: SLOW.points(y[:, None], x, out=out, threads=1),
        "axes": lambda: SLOW.axes(y, x, out=out, threads=1),
        "batch": lambda: SLOW.batch((1000,), range(6000), out=out, threads=1, backend="portable"),
    }[call]
    thread = threading.Thread(target=work)
    thread.start()
    seen = False
    while thread.is_alive():
        filled = np.isnan(out[::100, ::100])
        seen |= bool(filled.any() and not filled.all())
    thread.join()
    assert seen and not np.isnan(out).any()


def test_many_threads_get_the_same_bits():
    want = SLOW.grid((200, 300))
    with ThreadPoolExecutor(8) as pool:
        for got in pool.map(lambda n: SLOW.grid((200, 300), threads=n % 4 + 1), range(40)):
            assert same_bits(got, want)


def test_many_threads_make_pools_at_once():
    barrier = threading.Barrier(8)

    def work(n):
        barrier.wait()
        *_, last = (SLOW.grid((200, 200), threads=count).tobytes() for count in range(40 + n % 2, 60))
        return last

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(work, range(8))) == {SLOW.grid((200, 200), threads=1).tobytes()}


def test_the_interpreter_without_a_lock_stays_without():
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()


def test_one_buffer_is_one_callers():
    out = np.full((6000, 2000), np.nan, np.float32)
    thread = threading.Thread(target=SLOW.grid, args=(out.shape,), kwargs=dict(out=out, threads=1, backend="portable"))
    thread.start()
    refused = False
    while thread.is_alive() and not refused:
        if half_done(out):
            with pytest.raises(ValueError, match="out is in use by another call"):
                SLOW.grid(out.shape, out=out)
            refused = True
    thread.join()
    assert refused


OUTS = {
    "contiguous": lambda: np.zeros((3000, 2000), np.float32),
    "transposed": lambda: np.zeros((2000, 3000), np.float32).T,
    "strided": lambda: np.zeros((3000, 4000), np.float32)[:, ::2],
    "backwards": lambda: np.zeros((3000, 2000), np.float32)[::-1],
}


@pytest.mark.parametrize("kind", OUTS)
def test_every_kind_of_buffer_is_one_callers(kind):
    out, begun, refused = OUTS[kind](), threading.Barrier(3), []

    def work():
        begun.wait()
        try:
            SLOW.grid(out.shape, out=out, threads=1)
        except ValueError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 2 and all(text.startswith("out is in use by another call") for text in refused)
    assert same_bits(np.ascontiguousarray(out), SLOW.grid(out.shape))
    SLOW.grid((3, 2), out=out[:3, :2])  # the buffer is free again
    with pytest.raises(ValueError, match="x coordinate of sample 0 is 1e300"):
        SLOW.grid(out.shape, out=out, origin=1e300)
    SLOW.grid((3, 2), out=out[:3, :2])


@pytest.mark.parametrize("dtype", ["f32", "u8"])
def test_tiles_of_an_array_have_a_caller_each(dtype):
    noise, whole = SLOW.replace(octaves=2), (400, 600)
    out = np.zeros(whole, np.uint8 if dtype == "u8" else np.float32)

    def fill(tile):
        y, x = tile
        noise.grid((50, 75), start=(y, x), out=out[y : y + 50, x : x + 75], threads=1, dtype=dtype)

    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            list(pool.map(fill, [(y, x) for y in range(0, 400, 50) for x in range(0, 600, 75)]))
    assert out.tobytes() == noise.grid(whole, dtype=dtype).tobytes()


def test_interleaved_columns_have_a_caller_each():
    out = np.zeros((3000, 400), np.float32)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda odd: SLOW.grid((3000, 200), spacing=(1, 2), origin=(0, odd), out=out[:, odd::2]), (0, 1)))
    assert same_bits(out, SLOW.grid(out.shape))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_long_lists_of_seeds_can_be_interrupted():
    seeds = [0] * 5_000_000 + [-1]  # reading them takes a second, and ends with an error
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(KeyboardInterrupt):
            SLOW.batch((1, 1), seeds)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_long_grids_can_be_interrupted():
    noise = SLOW.replace(octaves=32, lacunarity=1.1)
    out = np.full((8192, 4096), np.nan, np.float32)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    # What shells start in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            noise.grid(out.shape, out=out, threads=1, backend="portable")
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    # It takes seconds to fill: there are samples at its end only if nobody looked at the signal.
    assert np.isnan(out[-1, -1])
    out[:] = 0
    assert noise.grid((3, 4), out=out[:3, :4]).any()  # the buffer is free again


@pytest.mark.parametrize("quantity", ["value", "slope", "gradient"])
def test_a_buffer_is_one_callers_between_blocks(quantity):
    y, x = np.arange(1500.0)[:, None], np.arange(3000.0)
    out = np.full((3, 1500, 3000) if quantity == "gradient" else (1500, 3000), np.nan, np.float32)

    def work():
        if quantity == "value":
            SLOW.points(y, x, out=out, threads=1)
        else:
            SLOW.field_points(quantity, y, x, out=out, threads=1)

    thread = threading.Thread(target=work)
    thread.start()
    while np.isnan(out.reshape(-1)[2**20]):  # its first block is done
        pass
    with pytest.raises(ValueError, match="out is in use by another call"):
        SLOW.points(np.zeros(10), out=out.reshape(-1)[:10])
    thread.join()
    assert same_bits(out, SLOW.field(quantity, (1500, 3000)))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_copies_can_be_interrupted():
    out = np.zeros((8000, 8000), np.float32).T

    def compute(samples):
        samples[:] = 1
        signal.setitimer(signal.ITIMER_REAL, 0.003)  # within the copy, which takes at least ten times as long

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            _arrays.filled(compute, out, out.shape)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not out[-1, -1]
    SLOW.grid((3, 4), out=out[:3, :4])  # the buffer is free again


@pytest.mark.parametrize(
    "view",
    [lambda a: a, lambda a: a[:, ::2], lambda a: a[::-1], lambda a: a.T],
    ids=["", "strided", "backwards", "turned"],
)
def test_no_call_writes_what_another_one_reads_or_writes(view):
    """Also arrays that are converted or copied, of which the compiled half sees the copies only."""
    noise, array = perlane.Noise(frequency=0.1), view(np.linspace(0, 9, 128, dtype=np.float32).reshape(8, 16))
    others = [np.empty(array.shape, np.float32), np.empty(array.shape[::-1], np.float32).T]
    calls = [
        (True, lambda: noise.grid(array.shape, out=array)),
        (True, lambda: noise.points(*np.indices(array.shape), out=array)),
        (False, lambda: noise.points(array, 1)),
        *((False, lambda out=out: noise.points(array, 1, out=out)) for out in others),
        (False, lambda: noise.axes(array[0], [1.0])),
        (False, lambda: noise.field_points("slope", array, 1)),
        (False, lambda: noise.field_axes("slope", array[0], [1.0])),
    ]
    for (writes, call), (out, read) in itertools.product(calls, [(array, []), (None, [array])]):
        _uses.begin("another", out, read)
        try:
            if writes or out is not None:
                with pytest.raises(ValueError, match="^(out|coordinates) is in use by another call; allowed"):
                    call()
            else:
                call()
        finally:
            _uses.end("another")
        call()


def test_slices_are_in_use_if_they_share_an_element():
    parts = [np.s_[:], np.s_[:5], np.s_[5:], np.s_[::2], np.s_[1::2], np.s_[2::3], np.s_[::-2]]
    room = np.zeros((12, 10, 14), np.float32)
    views = [room[part] for part in itertools.product(parts, repeat=3)][::5]
    for a, b in itertools.combinations(views, 2):
        _uses.begin("another", a, [])
        try:
            _uses.begin("this", b, [])
            refused = False
        except ValueError:
            refused = True
        _uses.end("this")
        _uses.end("another")
        assert refused == np.shares_memory(a, b)


def test_calls_decide_one_after_the_other():
    """Or two of them could begin to write one array."""
    thread = threading.Thread(target=SLOW.grid, args=((3, 4),), kwargs=dict(out=np.empty((3, 4), np.float32)))
    with _uses._lock:
        thread.start()
        thread.join(0.05)
        assert thread.is_alive()
    thread.join()


def test_arrays_of_which_it_is_hard_to_know_are_taken_for_sharing():
    room = np.zeros(192_163_377, np.int8)  # as in NumPy's documentation of shares_memory, which takes a minute
    a = np.lib.stride_tricks.as_strided(room, (1049, 1049, 1049), (36674, 61119, 85569))
    b = np.lib.stride_tricks.as_strided(room[64_023_025:], (1049, 1049, 1), (12223, 12224, 1))
    _uses.begin("another", a, [])
    try:
        with pytest.raises(ValueError, match="^coordinates is in use by another call"):
            _uses.begin("this", None, [b])
    finally:
        _uses.end("another")


USED_IN_THE_PARENT = """
import os, signal, threading, numpy, perlane
from perlane import _uses
signal.alarm(30)  # or whoever waits for a lock would wait for ever
out = numpy.zeros(10, numpy.float32)
with _uses._lock:
    perlane.Noise(frequency=0.1).grid((10,), out=out)  # as a signal handler does
_uses.begin(object(), out, ())
threading.Thread(target=_uses._lock.acquire).start()
child = os.fork()
if child == 0:
    signal.alarm(30)
    perlane.Noise(frequency=0.1).grid((10,), out=out)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forked_processes_forget_what_other_threads_use():
    subprocess.run([sys.executable, "-c", USED_IN_THE_PARENT], check=True, timeout=60)


FORKED = """
import multiprocessing, numpy, perlane
noise = perlane.Noise("perlin", seed=1, frequency=0.01, fractal="fbm", octaves=4)
want = noise.grid((1000, 1000), threads=2)

def work(n):
    same = noise.grid((1000, 1000), threads=2).tobytes() == want.tobytes()
    return same and noise.batch((500, 500), range(4), threads=2).shape

def ask():
    for count in range(3, 30):
        noise.grid((200, 200), threads=count)

if __name__ == "__main__":
    import threading
    threading.Thread(target=ask).start()  # pools are being made while processes fork
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(work, range(6)) == [(4, 500, 500)] * 6
    print("forked")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_forked_processes(tmp_path):
    script = tmp_path / "forked.py"
    script.write_text(FORKED)
    ran = subprocess.run([sys.executable, script], timeout=120, capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout == "forked\n", ran.stderr


CALLS_WITH = {
    "points": lambda noise, y: noise.points(y, y.copy()),
    "many points": lambda noise, y: noise.points(y, np.zeros_like(y)),
    "points of float64": lambda noise, y: noise.points(y.view(np.float64), y.view(np.float64)),
    "rows of points": lambda noise, y: noise.points(*y.reshape(-1, 2).T),
    "axes": lambda noise, y: noise.axes(y[:10].view(np.float64)),
    "points of a field": lambda noise, y: noise.field_points("slope", y[:10], y[:10]),
    "axes of a field": lambda noise, y: noise.field_axes("slope", *[y[:10].view(np.float64)] * 2),
    "out": lambda noise, y: noise.points(np.zeros(len(y)), out=y),
    "planes": lambda noise, y: noise.gradient(10, out=y[:20].reshape(2, 10)),
}
VIEWS = {
    "itself": lambda a: a,
    "strided": lambda a: np.lib.stride_tricks.as_strided(a, a.shape, a.strides),
    "a part of a strided one": lambda a: np.lib.stride_tricks.as_strided(a, a.shape, a.strides)[2:],
    "of a memoryview": lambda a: np.frombuffer(memoryview(a), np.float32),
}


@pytest.fixture(scope="module")
def written():
    """An array that another call writes for some seconds."""
    out = np.zeros(1_200_000, np.float32)
    slow = perlane.Layers([SLOW.replace(octaves=32, lacunarity=1.05)] * 6)
    thread = threading.Thread(target=slow.grid, args=(out.shape,), kwargs=dict(out=out, threads=1, backend="portable"))
    thread.start()
    while not out[3]:  # the first sample lies at a corner of the lattice, and is 0
        pass
    yield out, thread
    thread.join()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("call", CALLS_WITH)
def test_arrays_that_another_call_writes_are_refused(written, call, view):
    out, thread = written
    noise = perlane.Noise(seed=1, frequency=0.1)
    with pytest.raises(ValueError, match=r"^(y|x|out|coordinates) is in use by another call; allowed: .*no other call"):
        CALLS_WITH[call](noise, VIEWS[view](out))
    assert thread.is_alive()


@pytest.mark.parametrize("view", VIEWS)
def test_views_lead_to_the_array_that_has_their_memory(view):
    """It is by this array that other packages of compiled Rust, and the compiled half, know who writes."""
    array = np.arange(40, dtype=np.float32)
    part = VIEWS[view](array)[4:20:2]
    assert _arrays.rooted(part).base is array and same_bits(_arrays.rooted(part), part)


def test_a_view_stays_writable_when_its_array_does_not():
    noise = perlane.Noise(seed=1, frequency=0.1)
    for view in (np.lib.stride_tricks.as_strided, lambda array: np.asarray(memoryview(array)), lambda array: array[:]):
        whole = np.zeros((5, 6), np.float32)
        out = view(whole)
        whole.flags.writeable = False
        assert noise.grid((5, 6), out=out) is out and same_bits(whole, noise.grid((5, 6)))


def test_views_have_the_samples_of_copies():
    noise = perlane.Noise(seed=1, frequency=0.1)
    rows = np.random.default_rng(0).random((2000, 4)).astype(np.float32) * 9
    for view in VIEWS.values():
        part = view(rows.reshape(-1)).reshape(-1, 2)[3:-2]
        for given in (part, part[::-1], part[::2], np.asfortranarray(part)):
            want = noise.points(*given.copy().T)
            assert same_bits(noise.points(*given.T), want)
            out = view(np.zeros(2 * len(given), np.float32))
            out = out[len(out) - len(given) :]
            assert noise.points(*given.T, out=out) is out and same_bits(out, want)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="Linux counts threads of processes")
def test_threads_of_pools_end():
    noise = perlane.Noise(seed=1, frequency=0.1)

    def count():
        return len(os.listdir("/proc/self/task"))

    want = noise.grid((400, 500))
    noise.grid((400, 500), threads=3)
    before = count()
    for threads in [*range(2, 25), 3]:
        assert same_bits(noise.grid((400, 500), threads=threads), want)
    for _ in range(100):
        if count() <= before:
            break
        time.sleep(0.05)
    assert count() <= before
