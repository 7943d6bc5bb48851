"""Gradient noise in numpy (Perlin, "Improving Noise", 2002, with a hashed lattice), for heightfields and stones."""

import numpy as np


def _hash(ix, iy, iz, seed):
    with np.errstate(over='ignore'):
        h = (ix.astype(np.uint32) * np.uint32(0x8DA6B343)) ^ (iy.astype(np.uint32) * np.uint32(0xD8163841))
        h ^= (iz.astype(np.uint32) * np.uint32(0xCB1AB31F)) ^ np.uint32(seed * 0x9E3779B1 & 0xFFFFFFFF)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x2C1B3C6D)
        h ^= h >> np.uint32(12)
        h *= np.uint32(0x297A2D39)
        h ^= h >> np.uint32(15)
    return h


def gradient(x, y, z=0.0, seed=0):
    """Noise in about -1..1 at the given coordinates (arrays that broadcast)."""
    x, y, z = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float), np.asarray(z, float))
    cx, cy, cz = np.floor(x), np.floor(y), np.floor(z)
    fx, fy, fz = x - cx, y - cy, z - cz
    ix, iy, iz = (c.astype(np.int64) for c in (cx, cy, cz))

    def corner(dx, dy, dz):
        h = _hash(ix + dx, iy + dy, iz + dz, seed)
        azimuth = (h & np.uint32(0xFFFF)) * (2 * np.pi / 65536)
        height = (h >> np.uint32(16)) * (2 / 65535.0) - 1
        radius = np.sqrt(np.maximum(0, 1 - height * height))
        return (
            np.cos(azimuth) * radius * (fx - dx) + np.sin(azimuth) * radius * (fy - dy) + height * (fz - dz)
        )

    def fade(t):
        return t * t * t * (t * (t * 6 - 15) + 10)

    def mix(a, b, t):
        return a + (b - a) * t

    u, v, w = fade(fx), fade(fy), fade(fz)
    low = mix(mix(corner(0, 0, 0), corner(1, 0, 0), u), mix(corner(0, 1, 0), corner(1, 1, 0), u), v)
    high = mix(mix(corner(0, 0, 1), corner(1, 0, 1), u), mix(corner(0, 1, 1), corner(1, 1, 1), u), v)
    return mix(low, high, w) * 1.5


def fractal(x, y, z=0.0, octaves=4, gain=0.5, seed=0):
    """Sum of octaves of gradient noise, in about -1..1."""
    total, amplitude, norm = 0.0, 1.0, 0.0
    for octave in range(octaves):
        f = 2.0**octave
        total = total + amplitude * gradient(np.asarray(x) * f, np.asarray(y) * f, np.asarray(z) * f, seed + octave)
        norm += amplitude
        amplitude *= gain
    return total / norm


def ridged(x, y, z=0.0, octaves=4, gain=0.5, seed=0):
    """Like `fractal`, folded into ridges, 0..1."""
    total, amplitude, norm = 0.0, 1.0, 0.0
    for octave in range(octaves):
        f = 2.0**octave
        n = 1 - np.abs(gradient(np.asarray(x) * f, np.asarray(y) * f, np.asarray(z) * f, seed + octave))
        total = total + amplitude * n * n
        norm += amplitude
        amplitude *= gain
    return total / norm
