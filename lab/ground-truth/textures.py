"""Pictures of grounds, made once with numpy: Cycles needs a twentieth of the time that its noise functions take.

python3 textures.py FOLDER      writes NAME.png (sRGB, tileable), which rooms.py puts on tables, floors and walls
"""

import pathlib
import struct
import sys
import zlib

import numpy as np

SIZE = 2048


def write_png(path, rgb):
    height, width = rgb.shape[:2]
    rows = np.concatenate([np.zeros((height, 1), np.uint8), rgb.reshape(height, -1)], 1).tobytes()

    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))

    header = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows, 1)) + chunk(b'IEND', b''))


def noise(rng, power, stretch=(1.0, 1.0), low=0.0):
    """Tileable noise, mean 0 and deviation 1, whose spectrum falls with `power`; `stretch` draws it out along y, x."""
    fy = np.fft.fftfreq(SIZE)[:, None] * stretch[0] * SIZE
    fx = np.fft.rfftfreq(SIZE)[None, :] * stretch[1] * SIZE
    f = np.sqrt(fy * fy + fx * fx)
    spectrum = np.fft.rfft2(rng.normal(size=(SIZE, SIZE)).astype(np.float32))
    spectrum *= np.where(f > low, np.maximum(f, 1) ** -power, 0)
    spectrum[0, 0] = 0
    field = np.fft.irfft2(spectrum, (SIZE, SIZE)).astype(np.float32)
    return field / field.std()


def mixed(share, first, second):
    a, b = (np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)], np.float32) for c in (first, second))
    return a + (b - a) * np.clip(share, 0, 1)[..., None]


def looked_up(field, dy, dx):
    """Samples `field` at displaced positions, wrapping around its borders."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    return field[(y + dy.astype(int)) % SIZE, (x + dx.astype(int)) % SIZE]


def wood(rng, light, dark, boards=5):
    """Boards along x, each with another part of the wood texture."""
    fiber = noise(rng, 0.8, (0.12, 3.0))
    broad = noise(rng, 1.6, (0.5, 6.0))
    pores = noise(rng, 0.25, (0.35, 12.0))
    edges = np.concatenate([[0], np.cumsum(rng.uniform(0.8, 1.2, boards))])
    edges = (edges / edges[-1] * SIZE).astype(int)
    out = np.empty((SIZE, SIZE, 3), np.float32)
    for top, bottom in zip(edges, edges[1:]):
        shift, shade, phase = int(rng.integers(SIZE)), rng.uniform(0.86, 1.1), rng.uniform(0, 10)
        rows = slice(top, bottom)
        b, f, p = (np.roll(g, shift, 1)[rows] for g in (broad, fiber, pores))
        y = (np.arange(top, bottom) - (top + bottom) / 2)[:, None] / SIZE
        contour = (b * 1.1 + y * rng.uniform(6, 22) + phase) % 1.0
        rings = contour**2.2 * np.clip((1 - contour) / 0.07, 0, 1)
        grain = 0.42 * rings + 0.09 * f + 0.2
        board = mixed(grain, light, dark) * shade
        board *= (1 - 0.35 * np.clip(p - 1.3, 0, 1))[..., None]
        gap = np.minimum(np.arange(bottom - top), np.arange(bottom - top)[::-1])[:, None]
        out[rows] = board * np.clip(0.25 + gap / 4, 0.25, 1)[..., None]
    return out


def marble(rng):
    warp_y, warp_x = noise(rng, 2.0) * 90, noise(rng, 2.0) * 90
    ridge = np.abs(looked_up(noise(rng, 1.7, (1.0, 0.6)), warp_y, warp_x))
    fine = np.abs(looked_up(noise(rng, 1.3), warp_x, warp_y))
    cloud = noise(rng, 1.8)
    base = mixed(0.5 + 0.2 * cloud, '#f0ede9', '#dcd8d2')
    veins = 0.7 * np.exp(-ridge / 0.05) + 0.3 * np.exp(-ridge / 0.3) + 0.25 * np.exp(-fine / 0.02)
    return base + (np.array([140, 136, 132], np.float32) - base) * np.clip(veins * (0.6 + 0.4 * np.clip(cloud, -1, 1)), 0, 0.85)[..., None]


def concrete(rng):
    stain, fine = noise(rng, 1.5), noise(rng, 0.45)
    holes = noise(rng, 0.9)
    base = mixed(0.5 + 0.22 * stain + 0.05 * fine, '#b4b0aa', '#8d8984')
    return base * (1 - 0.55 * np.clip((holes - 3.1) * 4, 0, 1))[..., None]


def terrazzo(rng):
    base = mixed(0.5 + 0.15 * noise(rng, 1.2), '#ebe6de', '#ddd7cc')
    colors = [np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)], np.float32) for c in ('#b9715a', '#3f4a4d', '#d9b48c', '#8b8f86', '#f7f3ec', '#6f7f78')]
    for low, high, count in ((26, 52, 330), (10, 24, 1100), (4, 9, 2400)):
        for _ in range(count):
            r, cy, cx = rng.uniform(low, high), int(rng.integers(SIZE)), int(rng.integers(SIZE))
            n = int(r * 1.3) + 2
            y, x = np.mgrid[-n : n + 1, -n : n + 1]
            turns = rng.uniform(0, 6.28, 6)
            inside = np.max([np.cos(a) * x + np.sin(a) * y * rng.uniform(0.8, 1.2) for a in np.sort(turns)], axis=0) < r * rng.uniform(0.7, 1.0)
            inside &= x * x + y * y < r * r * 1.3
            rows, columns = np.broadcast_arrays((cy + y) % SIZE, (cx + x) % SIZE)
            base[rows[inside], columns[inside]] = colors[int(rng.integers(6))] * rng.uniform(0.9, 1.08)
    return base


def linen(rng, color):
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    slub_y, slub_x = noise(rng, 0.9, (0.3, 8)), noise(rng, 0.9, (8, 0.3))
    count = 256
    weave = np.sin(x * 2 * np.pi * count / SIZE + slub_x) * np.sin(y * 2 * np.pi * count / SIZE + slub_y)
    tone = 0.5 + 0.16 * slub_y + 0.16 * slub_x - 0.2 * weave
    dark = '#' + ''.join(f'{int(int(color[i : i + 2], 16) * 0.72):02x}' for i in (1, 3, 5))
    return mixed(tone, color, dark)


def plaster(rng, color):
    tone = 1 + 0.03 * noise(rng, 1.5) + 0.02 * noise(rng, 0.6)
    base = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.float32)
    return base * tone[..., None]


def rug(rng, first, second):
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    wobble = noise(rng, 1.4) * 0.004
    zigzag = (y * 6 + np.abs((x * 6 + wobble * 6) % 1 - 0.5)) % 1
    diamonds = (np.abs((x * 3) % 1 - 0.5) + np.abs((y * 3) % 1 - 0.5)) < 0.2
    share = np.where(diamonds, 0.25, (zigzag < 0.5).astype(np.float32))
    pile = noise(rng, 0.35)
    return mixed(share, first, second) * (0.86 + 0.09 * pile)[..., None]


def tiles(rng, color):
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    step = SIZE // 4
    tone = rng.uniform(0.9, 1.04, (4, 4))[y // step, x // step] * (1 + 0.02 * noise(rng, 1.4))
    base = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.float32) * tone[..., None]
    joint = np.minimum(np.minimum(y % step, step - y % step), np.minimum(x % step, step - x % step)) < 7
    base[joint] = np.array([150, 148, 143], np.float32)
    return base


GROUNDS = {
    'oak': lambda r: wood(r, '#cda87c', '#86603f'), 'oak-wide': lambda r: wood(r, '#d6b78d', '#a17c52', 3), 'walnut': lambda r: wood(r, '#80563a', '#40281a'),
    'marble': marble, 'concrete': concrete, 'terrazzo': terrazzo,
    'linen': lambda r: linen(r, '#dcd3c2'), 'linen-blue': lambda r: linen(r, '#93a4aa'), 'linen-rose': lambda r: linen(r, '#c9b1a2'),
    'tiles': lambda r: tiles(r, '#e4e6e4'), 'tiles-blue': lambda r: tiles(r, '#bccfd4'),
    'rug-red': lambda r: rug(r, '#7a3b33', '#d8c6a4'), 'rug-blue': lambda r: rug(r, '#34506b', '#d9d3c3'), 'rug-green': lambda r: rug(r, '#6b705c', '#cfc3a8'),
    'plaster': lambda r: plaster(r, '#e2ded6'), 'plaster-blue': lambda r: plaster(r, '#c3cfd3'), 'plaster-green': lambda r: plaster(r, '#b4bfae'), 'plaster-clay': lambda r: plaster(r, '#d3bcac'),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for index, (name, make) in enumerate(GROUNDS.items()):
        path = folder / f'{name}.png'
        if not path.exists():
            write_png(path, np.clip(make(np.random.default_rng(100 + index)) + 0.5, 0, 255).astype(np.uint8))


main()
