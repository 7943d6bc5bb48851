"""Trains the network that fuses the passes of the segmentation network, and measures it.

    pip install torch numpy opencv-python-headless
    python lab/fusion/train.py SAMPLES_FOLDER OUTPUT_FOLDER SECONDS [--real FOLDS/FOLD] [--width 0.6] [--threads 1]

SAMPLES_FOLDER has comp*.bin and real*.bin of passes.ts. With --real, it is also trained on the masks of the rules for
real photos that were judged usable (lab/photos/judged.tsv), or a pass chosen by eye (chosen.tsv), without the photos
of FOLD. Writes best.pt and last.pt, and prints figures of unseen composites. It reads samples again while it trains,
but then the composites that choose the best state change.
"""

import argparse
import csv
import hashlib
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

N = 256
PASSES = ["usual", "far", "farther", "small", "scout"]
PLANES = 3 + len(PASSES) + 3
RULES, FINAL, TRUTH = PLANES - 3, PLANES - 2, PLANES - 1
# Subsets of PASSES for training: all passes, those for a photo on which the passes agree, and others.
KEPT = [[1, 1, 1, 1, 1], [1, 0, 0, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 0, 1], [1, 1, 0, 1, 1]]
BATCH = 8
# Sharpness of the choice between passes, and standard deviation of the blur of their distances before the choice.
SHARPNESS, BLUR_PX = 20, 3
JUDGED = Path(__file__).parent.parent / "photos" / "judged.tsv"
CHOSEN = Path(__file__).parent / "chosen.tsv"


def read(folder, pattern):
    names, parts = [], []
    for file in sorted(Path(folder).glob(pattern)):
        listed = file.with_suffix(".names").read_text().split("\n")[:-1]
        data = np.memmap(file, np.uint8, "r")
        count = min(len(listed), len(data) // (PLANES * N * N))
        size = N * N
        records = data[: count * PLANES * size].reshape(count, -1)
        photo = records[:, : 3 * size].reshape(count, N, N, 3).transpose(0, 3, 1, 2)
        rest = records[:, 3 * size :].reshape(count, PLANES - 3, N, N)
        parts.append(np.concatenate([photo, rest], 1))
        names += listed[:count]
    return names, np.concatenate(parts)


def block(inputs, outputs, depth=2):
    layers = []
    for k in range(depth):
        layers += [nn.Conv2d(outputs if k else inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs),
                   nn.ReLU(True)]
    return nn.Sequential(*layers)


class Fusion(nn.Module):
    """Input: photo, passes and their presence. Output: weights of the passes, a correction (logit) and confidence."""

    def __init__(self, width=0.6):
        super().__init__()
        sizes = [int(size * width) for size in (24, 40, 64, 96, 128)]
        count = len(PASSES)
        self.down = nn.ModuleList([block(4 * (3 + count) + count, sizes[0], 1)])
        self.down.extend(block(a, b) for a, b in zip(sizes, sizes[1:]))
        self.up = nn.ModuleList(block(b + a, a, 1 + (k > 0)) for k, (a, b) in enumerate(zip(sizes, sizes[1:])))
        self.head = nn.Conv2d(sizes[0], count + 2, 1)

    def forward(self, x, present):
        """x: photo and passes, 0 to 1; present: 1 for each pass that ran."""
        planes = F.pixel_unshuffle(x - 0.5, 2)
        flags = present[:, :, None, None].expand(-1, -1, *planes.shape[2:])
        y, levels = torch.cat([planes, flags], 1), []
        for k, down in enumerate(self.down):
            y = down(F.avg_pool2d(y, 2) if k else y)
            levels.append(y)
        for k in reversed(range(len(self.up))):
            y = F.interpolate(y, scale_factor=2.0, mode="bilinear", align_corners=False)
            y = self.up[k](torch.cat([y, levels[k]], 1))
        out = self.head(y)
        weights = out[:, : len(PASSES)] - 30 * (1 - present)[:, :, None, None]
        return weights, 4 * torch.tanh(out[:, -2:-1]), out[:, -1:]

    def fuse(self, x, present):
        weights, correction, confidence = self(x, present)
        weights, correction, confidence = (
            F.interpolate(part, scale_factor=2.0, mode="bilinear", align_corners=False)
            for part in (torch.softmax(weights, 1), correction, confidence)
        )
        base = (weights * x[:, 3:]).sum(1, keepdim=True).clamp(0.01, 0.99)
        return torch.logit(base) + correction, confidence


def tensors(records, present):
    x = torch.from_numpy(records[:, : 3 + len(PASSES)].astype(np.float32) / 255)
    present = torch.tensor(present, dtype=torch.float32)
    x[:, 3:] *= present[:, :, None, None]
    return x, present


def loss_of(logit, confidence, goal):
    alpha = torch.sigmoid(logit)
    bce = F.binary_cross_entropy_with_logits(logit, goal)
    overlap = (alpha * goal).sum((1, 2, 3))
    iou = overlap / ((alpha + goal - alpha * goal).sum((1, 2, 3)) + 50)
    gradient = sum(
        ((alpha.diff(dim=d) - goal.diff(dim=d)).abs()).mean() for d in (2, 3)
    )
    is_right = ((alpha.detach() - goal).abs() < 0.25).float()
    return (
        F.l1_loss(alpha, goal) + 0.5 * bce + 0.6 * (1 - iou).mean() + 0.5 * gradient
        + 0.1 * F.binary_cross_entropy_with_logits(confidence, is_right)
    )


def iou(mask, truth):
    a, b = mask > 127, truth > 127
    return (a & b).sum() / max(1, (a | b).sum())


def report(title, masks, truths):
    overlaps = np.array([iou(mask, truth) for mask, truth in zip(masks, truths)])
    error = np.abs(masks.astype(np.float32) - truths).mean() / 255
    print(f"{title:28s} IoU {overlaps.mean():.4f}  median {np.median(overlaps):.4f}  "
          f"below 0.9: {(overlaps < 0.9).mean() * 100:.1f} %  error {error:.4f}", flush=True)
    return overlaps


def choose(fused, passes):
    """The passes, weighted by their closeness to the fused alpha, as judge.ts does it at full size."""
    fused, passes = fused.astype(np.float32) / 255, passes.astype(np.float32) / 255
    distances = np.stack([cv2.GaussianBlur(np.abs(fused - one), (0, 0), BLUR_PX) for one in passes])
    weights = np.exp(-SHARPNESS * distances)
    return ((weights * passes).sum(0) / weights.sum(0) * 255 + 0.5).astype(np.uint8)


@torch.no_grad()
def predict(net, records, kept=KEPT[0]):
    net.eval()
    masks = []
    for k in range(0, len(records), 16):
        part = records[k : k + 16]
        x, present = tensors(part, kept * (part[:, 3:8].max((2, 3)) > 0))
        masks.append((torch.sigmoid(net.fuse(x, present)[0])[:, 0] * 255 + 0.5).byte().numpy())
    return np.concatenate(masks)


def fold_of(name, folds):
    # All photos of one thing of google/dreambooth are in one fold.
    stem = Path(name).stem
    key = stem.rsplit("-", 1)[0] if stem.startswith("db_") else stem
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % folds


def rows_of(file_name):
    with open(file_name) as file:
        return {row["photo"]: row for row in csv.DictReader(file, delimiter="\t")}


def real_goals(names):
    """Plane of each photo's best mask: a pass chosen by eye, else the rules' final mask if judged usable, else -1."""
    judged, chosen = rows_of(JUDGED), rows_of(CHOSEN)
    planes = []
    for stem in (Path(name).stem for name in names):
        if stem in chosen:
            planes.append(3 + PASSES.index(chosen[stem]["pass"]))
        else:
            planes.append(FINAL if judged.get(stem, {}).get("white") == "1" else -1)
    return np.array(planes)


def augmented(rng, records, goals):
    """Randomly flips samples and changes their light, contrast and color balance."""
    records, goals = records.astype(np.float32) / 255, goals.astype(np.float32) / 255
    for k in range(len(records)):
        if rng.random() < 0.5:
            records[k], goals[k] = records[k, :, :, ::-1].copy(), goals[k, :, ::-1].copy()
        if rng.random() < 0.15:
            records[k], goals[k] = records[k, :, ::-1].copy(), goals[k, ::-1].copy()
        if rng.random() < 0.15:
            records[k], goals[k] = records[k].transpose(0, 2, 1).copy(), goals[k].T.copy()
    shape = (len(records), 3, 1, 1)
    gain = rng.uniform(0.75, 1.2, (len(records), 1, 1, 1)) * rng.normal(1, 0.04, shape)
    photo = (records[:, :3] - 0.5) * gain + 0.5 + rng.uniform(-0.1, 0.1, (len(records), 1, 1, 1))
    if rng.random() < 0.1:
        photo = photo.mean(1, keepdims=True).repeat(3, 1)
    records[:, :3] = np.clip(photo, 0, 1)
    return records, goals


def read_composites(folder):
    """Composites for training, for choosing the best state, and for the test (foregrounds not used in training)."""
    names, records = read(folder, "comp*.bin")
    unseen = np.array([Path(name).stem.endswith("u") for name in names])
    numbers = np.array([int(Path(name).stem[:-1]) for name in names])
    checked = ~unseen & (numbers % 12 == 1)
    return records[~unseen & ~checked], records[checked], records[unseen]


def chances(training):
    """Probability of each sample in training; higher where the passes disagree, because these samples teach more."""
    three = training[:, [3, 4, 6]]
    chance = 0.3 + np.minimum(1, (three.max(1) - three.min(1)).mean((1, 2)) / 12)
    return chance / chance.sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("out", type=Path)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--real")
    parser.add_argument("--width", type=float, default=0.6)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rng", type=int, default=0)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.rng)
    rng = np.random.default_rng(asked.rng)
    training, checking, judging = read_composites(asked.samples)
    goals = training[:, TRUTH]
    real_names, real = read(asked.samples, "real*.bin")
    planes, real_rows = real_goals(real_names), np.zeros(0, int)
    if asked.real:
        folds, fold = map(int, asked.real.split("/"))
        real_rows = np.where((planes >= 0) & (np.array([fold_of(n, folds) for n in real_names]) != fold))[0]
    net = Fusion(asked.width).to(memory_format=torch.channels_last)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    print(f"{len(training)} train, {len(checking)} check, {len(judging)} unseen, {len(real_rows)} real; "
          f"{sum(p.numel() for p in net.parameters())} weights", flush=True)
    rate = 2e-3 if not asked.start else 1e-3
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=2e-2)
    average = Fusion(asked.width)
    average.load_state_dict(net.state_dict())
    chance = chances(training)
    started, step, best, checked_at = time.time(), 0, 0.0, time.time()
    while (spent := time.time() - started) < asked.seconds:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 50) * max(0.02, 1 - spent / asked.seconds)
        net.train()
        rows = rng.choice(len(training), BATCH, p=chance)
        batch, goal = training[rows], goals[rows]
        if len(real_rows):
            own = rng.choice(real_rows, 3)
            batch = np.concatenate([batch[:-3], real[own]])
            goal = np.concatenate([goal[:-3], real[own, planes[own]]])
        batch, goal = augmented(rng, batch, goal)
        kept = np.array([KEPT[rng.choice(len(KEPT), p=[0.5, 0.15, 0.1, 0.1, 0.15])] for _ in rows], np.float32)
        kept *= batch[:, 3:8].max((2, 3)) > 0
        x, present = torch.from_numpy(batch[:, :8].copy()).to(memory_format=torch.channels_last), torch.from_numpy(kept)
        x[:, 3:] *= present[:, :, None, None]
        logit, confidence = net.fuse(x, present)
        loss = loss_of(logit, confidence, torch.from_numpy(goal)[:, None])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        decay = min(0.99, step / (step + 20))
        with torch.no_grad():
            for slow, fast in zip(average.state_dict().values(), net.state_dict().values()):
                if slow.dtype.is_floating_point:
                    slow.mul_(decay).add_(fast, alpha=1 - decay)
        step += 1
        if time.time() - checked_at > 240 or time.time() - started >= asked.seconds:
            # Reads the samples again, because passes.ts may still be adding some.
            training, checking, judging = read_composites(asked.samples)
            goals, chance, checked_at = training[:, TRUTH], chances(training), time.time()
            overlap = np.mean([iou(m, t) for m, t in zip(predict(average, checking), checking[:, TRUTH])])
            print(f"{spent:5.0f} s, step {step}, loss {loss.item():.4f}, check {overlap:.4f}, "
                  f"{len(training)} samples", flush=True)
            torch.save(average.state_dict(), asked.out / "last.pt")
            if overlap >= best - 0.002:
                best = max(best, overlap)
                torch.save(average.state_dict(), asked.out / "best.pt")
    net.load_state_dict(torch.load(asked.out / "best.pt"))
    measure(net, judging)


def measure(net, judging):
    """Prints results for unseen composites: the network's own alpha, and the passes weighted by closeness to it."""
    truths = judging[:, TRUTH]
    figures = {name: judging[:, 3 + k] for k, name in enumerate(PASSES)}
    figures["median"] = np.median(judging[:, 3:8], 1).astype(np.uint8)
    figures["rules"], figures["rules and later steps"] = judging[:, RULES], judging[:, FINAL]
    rules = {title: report(title, masks, truths) for title, masks in figures.items()}["rules"]
    for kept in KEPT:
        title = " ".join(name for name, keep in zip(PASSES, kept) if keep)
        planes = [3 + k for k, keep in enumerate(kept) if keep]
        fused = predict(net, judging, kept)
        chosen = np.stack([choose(one, passes) for one, passes in zip(fused, judging[:, planes])])
        for form, masks in (("network", fused), ("choice", chosen)):
            difference = report(f"{form}: {title}", masks, truths) - rules
            rng = np.random.default_rng(0)
            means = [rng.choice(difference, len(difference)).mean() for _ in range(2000)]
            low, high = np.percentile(means, [2.5, 97.5])
            print(f"    against the rules {difference.mean():+.4f} ({low:+.4f} to {high:+.4f}); "
                  f"better by 0.02 {np.sum(difference > 0.02)}, worse {np.sum(difference < -0.02)}", flush=True)


if __name__ == "__main__":
    main()
