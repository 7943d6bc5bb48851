"""Removes Monte Carlo noise from demodulated light, guided by features and by a second, independent half render.

Dual-buffer non-local means (Rousselle et al., "Adaptive Rendering with Non-Local Means Filtering", 2012): the weights
that average half A come from half B and the other way round, so that no pixel judges itself by its own noise. Three
passes over ever wider, sparser neighborhoods (Dammertz et al., "Edge-Avoiding À-Trous Wavelet Transform", 2010) reach
the slow mottling that one small window leaves. Features (albedo, normal, depth) stop the average at edges.

All light groups go through the loop together (denoise.c): the weight of the features is the same for each.
"""

import ctypes
import os
import pathlib
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent

# For each pass: stride in px, radius in taps, patch radius in px, largest difference that counts as noise.
PASSES = ((1, 4, 3, 2.0), (2, 4, 3, 2.5), (5, 3, 2, 2.0))
STRIP_ROWS = 64
# Pixels on an edge resemble no others, so their nearest neighbors and they themselves get a minimum weight.
RELAXED, OWN_WEIGHT = 0.16, 0.25
LUMINANCE = np.array([0.3, 0.5, 0.2], np.float32)


def box(plane, radius):
    """Mean over a (2 radius + 1)² window, edges repeated; the same size as `plane`."""
    pad = [(radius, radius)] * 2 + [(0, 0)] * (plane.ndim - 2)
    return box_inner(np.pad(plane, pad, 'edge'), radius)


def box_inner(plane, radius):
    """Mean over a window wherever it fits: `radius` smaller on each side than `plane`."""
    size = 2 * radius + 1
    height, width = plane.shape[:2]
    rows = plane[: height - 2 * radius].copy()
    for k in range(1, size):
        rows += plane[k : height - 2 * radius + k]
    out = rows[:, : width - 2 * radius].copy()
    for k in range(1, size):
        out += rows[:, k : width - 2 * radius + k]
    out *= 1 / (size * size)
    return out


def _kernel():
    folder = pathlib.Path(tempfile.mkdtemp())
    library = folder / 'denoise.so'
    flags = ['-O3', '-march=native', '-ffast-math', '-shared', '-fPIC']
    subprocess.run(['cc', *flags, '-o', library, HERE / 'denoise.c', '-lm'], check=True)
    strip = ctypes.CDLL(str(library)).denoise_strip
    shutil.rmtree(folder)
    return strip


class _Pass(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ('rows', 'columns', 'margin', 'groups', 'features', 'stride', 'radius', 'patch')]
    _fields_ += [(name, ctypes.c_float) for name in ('tolerance', 'relaxed', 'own_weight')]


def _pass(strip, groups, features, stride, radius, patch, tolerance):
    """One pass over all groups; `groups` has, per group, two halves of (h, w, 3)."""
    height, width = features.shape[:2]
    margin = stride * radius + patch

    def padded(planes):
        around = [(margin, margin)] * 2 + [(0, 0)] * (planes[0].ndim - 2)
        return np.ascontiguousarray([np.pad(plane, around, 'reflect') for plane in planes], np.float32)

    # Compares cube roots, because their noise is about equal in shadow and light, but averages linear values.
    lights = [[np.cbrt(h @ LUMINANCE) for h in halves] for halves in groups]
    noises = padded([box((a - b) ** 2 / 2, 3 if stride == 1 else 5) + np.float32(1e-8) for a, b in lights])
    lights = padded([light for halves in lights for light in halves])
    colors = padded([half for halves in groups for half in halves])
    guide = padded(list(np.moveaxis(features, -1, 0)))
    result = np.empty((len(groups), 2, height, width, 3), np.float32)
    settings = _Pass(height, width, margin, len(groups), len(guide), stride, radius, patch, tolerance, RELAXED, OWN_WEIGHT)
    planes = [ctypes.c_void_p(plane.ctypes.data) for plane in (colors, lights, noises, guide, result)]

    def run(top):
        strip(ctypes.byref(settings), top, min(STRIP_ROWS, height - top), *planes)

    # ctypes releases Python's lock, so threads suffice.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(run, range(0, height, STRIP_ROWS)))
    return [list(halves) for halves in result]


def calm_spikes(half, other):
    """Pulls single bright pixels (fireflies) down to the brightest level that their neighborhoods support."""
    luminance = half @ LUMINANCE
    both = np.pad((luminance + other @ LUMINANCE) / 2, 1, 'edge')
    height, width = luminance.shape
    near = np.stack([both[y : y + height, x : x + width] for y in range(3) for x in range(3) if (y, x) != (1, 1)])
    limit = 1.8 * np.sort(near, axis=0)[-2] + 0.05
    return half * np.minimum(1, limit / np.maximum(luminance, 1e-6))[..., None]


def denoise(groups, features):
    """`groups`: per light group its two halves, (h, w, 3); `features`: (h, w, k), scaled so that a difference of 1
    is an edge.

    Returns a linear (h, w, 3) for each group.
    """
    state = [[np.maximum(calm_spikes(a, b), 0), np.maximum(calm_spikes(b, a), 0)] for a, b in groups]
    strip = _kernel()
    for stride, radius, patch, tolerance in PASSES:
        state = _pass(strip, state, features, stride, radius, patch, tolerance)
    return [(a + b) / 2 for a, b in state]
