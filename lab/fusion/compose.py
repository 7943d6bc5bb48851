"""Makes composites with exact alpha for training: cut-outs on generated studio backgrounds and on photos.

    pip install numpy opencv-python-headless
    python lab/fusion/compose.py PHOTOS OUTPUT_FOLDER FIRST COUNT

PHOTOS is the folder that lab/photos/get.ts filled. Writes NUMBERt.jpg (training) or NUMBERu.jpg (unseen: foregrounds
and backgrounds that training never shows) and truth/NAME.png. The number alone decides the picture.
"""

import csv
import hashlib
import sys
from pathlib import Path

import cv2
import numpy as np

MANIFEST = Path(__file__).parent.parent / "photos" / "manifest.tsv"
LONGEST_PX = 1024
UNSEEN_OF = 3
# The alpha of saleor's renders includes soft shadows, all with values below this.
SHADOW_BELOW = 235
NO_OBJECTS = ("gd_", "ai_result-color-2")


def hashed(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def family(row):
    """Group of similar foregrounds: training shows either the whole group or none of it."""
    name = Path(row["file"]).stem
    source = name.split("_")[0]
    return f"{source} {row['kind']}" if source in ("ss", "sa", "kf", "pb") else name


def split(text):
    return "unseen" if hashed(text) % UNSEEN_OF == 0 else "train"


def read_cutout(path, is_shadowed):
    rgba = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if rgba is None or rgba.ndim != 3 or rgba.shape[2] != 4:
        return None
    if rgba.dtype == np.uint16:
        rgba = (rgba // 257).astype(np.uint8)
    if is_shadowed:
        solid = (rgba[..., 3] >= SHADOW_BELOW).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
        keep = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] > 0.002 * solid.size]
        rgba[..., 3] = np.where(np.isin(labels, keep), 255, 0)
    ys, xs = np.where(rgba[..., 3] > 8)
    rgba = rgba[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32) / 255
    rgba[..., :3] *= rgba[..., 3:]
    scale = 1100 / max(rgba.shape[:2])
    if scale < 1:
        rgba = cv2.resize(rgba, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.clip(rgba, 0, 1)


def read_background(path):
    bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    scale = 1800 / max(bgr.shape[:2])
    return cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr


def read_all(folder):
    cutouts, backgrounds = {"train": [], "unseen": []}, {"train": [], "unseen": []}
    with open(MANIFEST) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        path, tags = folder / row["file"], row["tags"].split(",")
        if not path.exists():
            continue
        if row["use"] == "background":
            backgrounds[split(path.stem)].append(read_background(path))
        # Excludes hands and people, which aren't products, and pictures of NO_OBJECTS, which show no object.
        if row["use"] != "cutout" or {"hand", "person"} & set(tags) or path.stem.startswith(NO_OBJECTS):
            continue
        is_saleor, is_weak = path.stem.startswith("sa_"), "weak" in row["license"]
        if "shadow" in tags and not is_saleor and not path.stem.startswith("wc_"):
            continue
        # Photos with weak evidence of their license serve for tests only, and a fifth of them suffices.
        part = "unseen" if is_weak else split(family(row))
        if is_weak and hashed(path.stem) % 5:
            continue
        cutout = read_cutout(path, is_saleor)
        if cutout is not None:
            cutouts[part].append(cutout)
    return cutouts, backgrounds


def blur(picture, sigma):
    if sigma < 0.3:
        return picture
    # Computes wide blurs at a reduced size.
    k = int(sigma // 6) + 1
    if k == 1:
        return cv2.GaussianBlur(picture, (0, 0), sigma)
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (max(2, width // k), max(2, height // k)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / k), (width, height), interpolation=cv2.INTER_LINEAR)


def grain(rng, width, height, cells):
    small = rng.normal(0, 1, (max(2, cells * height // width), cells)).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def color_of(rng, like):
    kind = rng.random()
    if kind < 0.4:
        return np.clip(rng.uniform(0.86, 1.0) + rng.normal(0, 0.012, 3), 0, 1)
    if kind < 0.55:
        return np.clip(rng.uniform(0.4, 0.86) + rng.normal(0, 0.012, 3), 0, 1)
    if kind < 0.65:
        return np.clip(rng.uniform(0, 0.25) + rng.normal(0, 0.01, 3), 0, 1)
    if kind < 0.8:
        value, chroma = rng.uniform(0.35, 0.95), rng.uniform(0.05, 0.4)
        return np.clip(value + chroma * rng.uniform(-1, 0.3, 3), 0, 1)
    return np.clip(like + rng.normal(0, 0.05) + rng.normal(0, 0.02, 3), 0, 1)


def crop_of(rng, photo, width, height, least=0.35):
    h, w = photo.shape[:2]
    share = rng.uniform(least, 1)
    cw, ch = min(w, h * width / height) * share, min(h, w * height / width) * share
    x, y = rng.uniform(0, w - cw), rng.uniform(0, h - ch)
    part = photo[int(y) : max(int(y) + 2, int(y + ch)), int(x) : max(int(x) + 2, int(x + cw))]
    part = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA if cw > width else cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        part = part[:, ::-1]
    return part.astype(np.float32) / 255


def plain_background(rng, width, height, like, photos):
    base = color_of(rng, like).astype(np.float32)
    picture = np.broadcast_to(base, (height, width, 3)).copy()
    y = np.arange(height, dtype=np.float32)[:, None, None]
    kind = rng.random()
    if kind < 0.45:
        horizon, softness = rng.uniform(0.3, 0.8) * height, rng.choice([1, 4, 30, 90, 200])
        floor = 1 / (1 + np.exp(-np.clip((y - horizon) / softness, -30, 30)))
        other = base * rng.uniform(0.8, 1.15) if rng.random() < 0.75 else color_of(rng, like)
        picture += floor * (other.astype(np.float32) - picture)
        if rng.random() < 0.4:
            texture = crop_of(rng, photos[rng.integers(len(photos))], width, height, 0.2)
            texture = texture.mean(2, keepdims=True) - texture.mean()
            picture += floor * rng.uniform(0.1, 0.6) * texture
    elif kind < 0.7:
        angle = rng.uniform(0, 2 * np.pi)
        x = np.arange(width, dtype=np.float32)[None, :, None]
        picture *= 1 + rng.uniform(0.05, 0.3) * ((x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle))
    if rng.random() < 0.4:
        xx, yy = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        center = rng.normal(0, 0.3, 2)
        away = (xx - center[0]) ** 2 + (yy - center[1]) ** 2
        picture *= (1 - rng.uniform(0.02, 0.18) * away).astype(np.float32)[..., None]
    if rng.random() < 0.5:
        noise = grain(rng, width, height, int(rng.choice([4, 12, 60, 200])))
        picture *= 1 + rng.uniform(0.003, 0.03) * noise[..., None]
    return picture


def photo_background(rng, width, height, photos):
    def one():
        return crop_of(rng, photos[rng.integers(len(photos))], width, height)

    picture = one()
    if rng.random() < 0.5:
        picture = blur(picture, rng.uniform(1, 14))
    if rng.random() < 0.25:
        horizon = int(rng.uniform(0.3, 0.75) * height)
        table = blur(one(), rng.choice([0, 0, 1, 3]))
        picture = picture.copy()
        picture[horizon:] = table[horizon:]
    return picture * rng.uniform(0.7, 1.25) + rng.uniform(-0.06, 0.06)


def recolored(rng, cutout):
    """Changes light, saturation and hue. Makes some products, or a part of them, nearly white, black or gray."""
    alpha = cutout[..., 3:]
    color = cutout[..., :3] / np.maximum(alpha, 1e-3)
    color = np.clip(color, 0, 1) ** rng.uniform(0.75, 1.35)
    gray = color.mean(2, keepdims=True)
    color = gray + (color - gray) * rng.uniform(0.5, 1.25)
    if rng.random() < 0.2:
        color = color[..., rng.permutation(3)]
    kind = rng.random()
    if kind < 0.32:
        gray = color.mean(2, keepdims=True)
        tint = gray + (color - gray) * rng.uniform(0, 0.25)
        if kind < 0.17:
            other = 1 - (1 - tint) * rng.uniform(0.12, 0.4)
        elif kind < 0.25:
            other = tint * rng.uniform(0.1, 0.35)
        else:
            other = rng.uniform(0.3, 0.7) + (tint - tint.mean()) * rng.uniform(0.3, 0.7)
        if rng.random() < 0.4:
            height, width = gray.shape[:2]
            part = grain(rng, width, height, 3) * 6 + rng.normal(0, 2)
            part = (1 / (1 + np.exp(-np.clip(part * rng.choice([1, 5]), -30, 30))))[..., None]
            other = color + part * (other - color)
        color = other
    color = np.clip(color * rng.uniform(0.85, 1.1), 0, 1)
    return np.concatenate([color * alpha, alpha], 2).astype(np.float32)


def placed(rng, cutout, width, height, size_px, center, angle):
    """The cut-out on an empty canvas; its longer side has size_px."""
    h, w = cutout.shape[:2]
    scale = size_px / max(h, w)
    small = cv2.resize(cutout, (max(2, round(w * scale)), max(2, round(h * scale))), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        small = small[:, ::-1]
    h, w = small.shape[:2]
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), angle, 1)
    matrix[:, 2] += [center[0] - w / 2, center[1] - h / 2]
    return cv2.warpAffine(np.ascontiguousarray(small), matrix, (width, height), flags=cv2.INTER_LINEAR)


def lowest(alpha):
    rows = np.where(alpha.max(1) > 0.5)[0]
    return int(rows[-1]) if len(rows) else alpha.shape[0]


def sheared(alpha, base, squash, shear):
    height, width = alpha.shape
    # Maps a pixel of the shadow to a pixel of the object.
    matrix = np.float32([[1, -shear / squash, shear / squash * base], [0, 1 / squash, base - base / squash]])
    return cv2.warpAffine(alpha, matrix, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def shadow_of(rng, alpha, size_px, is_flat, light):
    """Share of the light that remains on the surroundings in the object's shadow, per pixel."""
    left = np.ones_like(alpha)
    if is_flat:
        offset = size_px * rng.uniform(0.005, 0.05)
        matrix = np.float32([[1, 0, offset * light[0]], [0, 1, offset * light[1]]])
        moved = cv2.warpAffine(alpha, matrix, alpha.shape[::-1])
        return left * (1 - rng.uniform(0.15, 0.6) * blur(moved, size_px * rng.uniform(0.004, 0.05)))
    base = lowest(alpha) - 0.02 * size_px
    contact = blur(sheared(alpha, base, rng.uniform(0.05, 0.14), 0.1 * light[0]), size_px * rng.uniform(0.006, 0.025))
    left *= 1 - rng.uniform(0.2, 0.75) * contact
    if rng.random() < 0.7:
        cast = sheared(alpha, base, rng.choice([-1, 1], p=[0.3, 0.7]) * rng.uniform(0.15, 0.6), light[0])
        left *= 1 - rng.uniform(0.08, 0.5) * blur(cast, size_px * rng.uniform(0.01, 0.07))
    return left


def mirrored(rng, layer, size_px):
    base = lowest(layer[..., 3])
    height, width = layer.shape[:2]
    image = cv2.warpAffine(layer, np.float32([[1, 0, 0], [0, -1, 2 * base]]), (width, height))
    fade = np.exp(-np.maximum(0, np.arange(height) - base) / (size_px * rng.uniform(0.1, 0.6)))
    image *= (rng.uniform(0.08, 0.45) * fade).astype(np.float32)[:, None, None]
    return blur(image, rng.choice([0, 1, 4]))


def over(picture, layer):
    return layer[..., :3] + (1 - layer[..., 3:]) * picture


def frame_sizes(rng, width, height, count):
    share = rng.uniform(0.95, 1.5) if rng.random() < 0.3 else rng.uniform(0.4, 0.95)
    return share * min(width, height) / count**0.6


def compose(rng, cutouts, backgrounds):
    ratio = rng.choice([1, 1, 4 / 3, 3 / 4, 3 / 2, 2 / 3, 1.25, 0.8])
    longest = rng.choice([LONGEST_PX, LONGEST_PX, 768])
    width, height = int(longest * min(1, ratio)), int(longest * min(1, 1 / ratio))
    is_plain, is_flat = rng.random() < 0.55, rng.random() < 0.3
    count = rng.choice([1, 2, 3], p=[0.68, 0.2, 0.12])
    chosen = [cutouts[rng.integers(len(cutouts))] for _ in range(count)]
    if count > 1 and rng.random() < 0.4:
        chosen = [chosen[0]] * count
    chosen = [recolored(rng, cutout) for cutout in chosen]
    mean = chosen[0][..., :3].sum((0, 1)) / chosen[0][..., 3].sum()
    draw = plain_background(rng, width, height, mean, backgrounds) if is_plain else None
    picture = draw if draw is not None else photo_background(rng, width, height, backgrounds)
    light = rng.uniform(-1, 1, 2)
    has_shadow = rng.random() < (0.88 if is_plain else 0.75)
    has_mirror = is_plain and not is_flat and rng.random() < 0.18

    size = frame_sizes(rng, width, height, count)
    middle = np.array([width * rng.normal(0.5, 0.06), height * rng.normal(0.52, 0.06)])
    layers = []
    for k in range(count):
        offset = (k - (count - 1) / 2) * size * rng.uniform(0.5, 1.0)
        own = size * rng.uniform(0.7, 1.2)
        angle = rng.uniform(0, 360) if is_flat else rng.normal(0, 5)
        center = middle + [offset, rng.normal(0, 0.06) * size if not is_flat else rng.normal(0, 0.25) * size]
        layers.append((placed(rng, chosen[k], width, height, own, center, angle), own))
    area = sum(float(layer[..., 3].sum()) for layer, _ in layers)

    others = []
    for _ in range(rng.choice([0, 1, 2], p=[0.65, 0.25, 0.1])):
        side, along, own = rng.integers(4), rng.uniform(0, 1), rng.uniform(0.2, 0.5) * max(width, height)
        out = rng.uniform(-0.05, 0.25) * own
        x, y = along * width, along * height
        center = [(x, -out), (x, height + out), (-out, y), (width + out, y)][side]
        cutout = recolored(rng, cutouts[rng.integers(len(cutouts))])
        other = placed(rng, cutout, width, height, own, center, rng.uniform(0, 360))
        if other[..., 3].sum() < 0.5 * area:
            others.append((blur(other, rng.choice([0, 0, 2, 7])), own))

    for layer, own in others:
        if has_shadow:
            picture = picture * shadow_of(rng, layer[..., 3], own, is_flat, light)[..., None]
        picture = over(picture, layer)
    tint = 1 + rng.normal(0, 0.03, 3).astype(np.float32)
    for layer, own in layers:
        if has_mirror:
            picture = over(picture, mirrored(rng, layer, own))
        if has_shadow:
            left = shadow_of(rng, layer[..., 3], own, is_flat, light)[..., None]
            picture = picture * (1 - (1 - left) * tint)
    truth = np.zeros((height, width), np.float32)
    for layer, _ in layers:
        picture = over(picture, layer)
        truth = layer[..., 3] + (1 - layer[..., 3]) * truth

    xx, yy = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    picture = picture * (1 + rng.uniform(0, 0.15) * (light[0] * xx + light[1] * yy))[..., None]
    picture = picture * (rng.uniform(0.85, 1.1) * (1 + rng.normal(0, 0.03, 3)))
    picture = blur(picture.astype(np.float32), rng.choice([0, 0, 0.5, 0.9, 1.4]))
    picture += rng.normal(0, rng.choice([0, 0.004, 0.012, 0.025]), picture.shape)
    return np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8), truth, area


def main():
    photos, out, first, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    cv2.setNumThreads(1)
    (out / "truth").mkdir(parents=True, exist_ok=True)
    cutouts, backgrounds = read_all(photos)
    print({part: (len(cutouts[part]), len(backgrounds[part])) for part in cutouts}, flush=True)
    for number in range(first, first + count):
        rng = np.random.default_rng(number)
        part = "unseen" if number % UNSEEN_OF == 0 else "train"
        picture, truth, area = compose(rng, cutouts[part], backgrounds[part])
        if area < 0.01 * truth.size:
            continue
        name = f"{number:05d}{part[0]}"
        cv2.imwrite(str(out / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(60, 96))])
        cv2.imwrite(str(out / "truth" / f"{name}.png"), (truth * 255 + 0.5).astype(np.uint8))


main()
