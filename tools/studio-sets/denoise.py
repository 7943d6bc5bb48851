"""Removes Monte Carlo noise from demodulated light, guided by features and by a second, independent half render.

Dual-buffer non-local means (Rousselle et al., "Adaptive Rendering with Non-Local Means Filtering", 2012): the weights
that average half A come from half B and the other way round, so that no pixel judges itself by its own noise. Three
passes over ever wider, sparser neighbourhoods (Dammertz et al., "Edge-Avoiding À-Trous Wavelet Transform", 2010) reach
the slow mottling that one small window leaves. Features (albedo, normal, depth) stop the average at edges.

All light groups go through the loop together: the weight of the features is the same for each.
"""

import numpy as np

# (stride px, radius in taps, patch radius px, how much difference counts as noise)
PASSES = ((1, 4, 3, 2.0), (2, 4, 3, 2.5), (5, 3, 2, 2.0))
STRIP_ROWS = 64
RELAXED, OWN_WEIGHT = np.float32(0.16), np.float32(0.25)
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


def _taps(stride, radius):
    reach = stride * radius
    span = range(-reach, reach + 1, stride)
    return [(dy, dx) for dy in span for dx in span if dy * dy + dx * dx <= (1.15 * reach) ** 2]


def _pass(groups, features, stride, radius, patch, tolerance):
    """One round over all groups; `groups` holds per group the two halves, (h, w, 3) each."""
    height, width = features.shape[:2]
    margin = stride * radius + patch

    def padded(plane):
        return np.pad(plane, [(margin, margin)] * 2 + [(0, 0)] * (plane.ndim - 2), 'reflect')

    colours = [[padded(h) for h in halves] for halves in groups]
    # Judged on the cube-root scale, where noise is about even from shadow to light; averaged on the linear one.
    lights = [[np.cbrt(h @ LUMINANCE) for h in halves] for halves in groups]
    noises = [padded(box((a - b) ** 2 / 2, 3 if stride == 1 else 5) + np.float32(1e-8)) for a, b in lights]
    lights = [[padded(h) for h in halves] for halves in lights]
    guide = np.ascontiguousarray(np.moveaxis(padded(features), -1, 0))
    result = [[np.empty_like(h) for h in halves] for halves in groups]
    taps = _taps(stride, radius)
    for top in range(0, height, STRIP_ROWS):
        rows = min(STRIP_ROWS, height - top)

        def window(plane, dy, dx, around=0):
            y, x = margin + top + dy - around, margin + dx - around
            return plane[..., y : y + rows + 2 * around, x : x + width + 2 * around]

        def window_colour(plane, dy, dx):
            y, x = margin + top + dy, margin + dx
            return plane[y : y + rows, x : x + width]

        total = [[np.zeros((rows, width, 3), np.float32) for _ in halves] for halves in groups]
        weight = [[np.full((rows, width), 1e-6, np.float32) for _ in halves] for halves in groups]
        guide_here = window(guide, 0, 0)
        for dy, dx in taps:
            gap = window(guide, dy, dx) - guide_here
            edge = np.einsum('kij,kij->ij', gap, gap)
            # Pixels on an edge resemble nothing else: their nearest neighbours then count a little in any case.
            near = RELAXED * np.exp(-0.08 * edge) if stride == 1 and max(abs(dy), abs(dx)) == 1 else None
            own = OWN_WEIGHT if dy == 0 and dx == 0 and stride == 1 else None
            for g, light in enumerate(lights):
                here, there = window(noises[g], 0, 0, patch), window(noises[g], dy, dx, patch)
                spread = 1 / (np.float32(1e-7) + np.float32(2 * tolerance**2) * (here + there))
                expected = here + np.minimum(here, there)
                for k in (0, 1):
                    difference = window(light[k], dy, dx, patch) - window(light[k], 0, 0, patch)
                    difference *= difference
                    difference -= expected
                    difference *= spread
                    distance = box_inner(difference, patch)
                    w = np.exp(-np.maximum(distance, edge))
                    if near is not None:
                        w = np.maximum(w, near)
                    if own is not None:
                        w[...] = own
                    other = 1 - k
                    total[g][other] += w[..., None] * window_colour(colours[g][other], dy, dx)
                    weight[g][other] += w
        for g, halves in enumerate(result):
            for k in (0, 1):
                halves[k][top : top + rows] = total[g][k] / weight[g][k][..., None]
    return result


def calm_spikes(half, other):
    """Pulls single bright pixels (fireflies) down to the brightest level that their neighbourhoods support."""
    luminance = half @ LUMINANCE
    both = np.pad((luminance + other @ LUMINANCE) / 2, 1, 'edge')
    height, width = luminance.shape
    near = np.stack([both[y : y + height, x : x + width] for y in range(3) for x in range(3) if (y, x) != (1, 1)])
    limit = 1.8 * np.sort(near, axis=0)[-2] + 0.05
    return half * np.minimum(1, limit / np.maximum(luminance, 1e-6))[..., None]


def denoise(groups, features):
    """`groups`: per light group its two halves, (h, w, 3); `features`: (h, w, k), scaled so that a gap of 1 is an edge.

    Returns (h, w, 3) for each group, linear as they came.
    """
    state = [[np.maximum(calm_spikes(a, b), 0), np.maximum(calm_spikes(b, a), 0)] for a, b in groups]
    for stride, radius, patch, tolerance in PASSES:
        state = _pass(state, features, stride, radius, patch, tolerance)
    return [(a + b) / 2 for a, b in state]
