import { boxMean } from '../raster/box-filter.ts';
import { findConnectedRegions } from '../raster/regions.ts';
import type { Region } from '../raster/regions.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';

/** Parts of a product that are certainly transparent glass. */
export interface Glass {
  /** Share of the light behind clear, even glass that passes through it, for each color channel. */
  readonly transmission: readonly [red: number, green: number, blue: number];
  /** Mask of the glass parts, 255 inside. */
  readonly parts: AlphaRaster;
}

const SOLID = 200;
/** Range of the ratios between glass and background, which are compared as logarithms. */
const DARKEST = 0.02;
const BRIGHTEST = 4;
const BIN = 0.1;
const MODES = 4;
/** Base for combining bin numbers to one key; larger than the number of bins. */
const KEY_BASE = 128;
const MODE_REACH = 0.15;
const PART_REACH = 0.18;
const LEAST_SHARE = 0.1;

/**
 * Limits that distinguish glass from white china on white: glass is as even as the background behind it, and its two
 * rims are darker, because they bend light. Greenish glass, such as window glass, needs fewer rims than colorless
 * glass. Calibrated on the ground truth's tuning images, among which no opaque object passes; uncertain cases count as
 * opaque.
 */
const RULES = [
  { tint: [0.04, 0.17], mean: [0.55, 0.97], deviation: 0.08, tilt: 0.04, fall: 0.13, rims: 0.1 },
  { tint: [-0.03, 0.04], mean: [0.75, 0.99], deviation: 0.055, tilt: 0.03, fall: 0.1, rims: 0.5 },
] as const;

/** Finds glass parts; undefined for most products, which have none. `ground` is the result of `backgroundBehind`. */
export function findGlass(photo: RgbRaster, alpha: AlphaRaster, ground: Float32Array): Glass | undefined {
  const { widthPx: w, heightPx: h } = photo;
  const ratio = logRatios(photo, ground);
  const inside: number[] = [];
  alpha.data.forEach((value, i) => {
    if (value > SOLID) inside.push(i);
  });
  const used = new Uint8Array(w * h);
  const glass = emptyRaster(w, h, 1);
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (const mode of findModes(ratio, inside)) {
    if (!mayBeGlass(mode)) continue;
    const marks = new Uint8Array(w * h);
    for (const i of inside) if (used[i] === 0 && isNear(ratio, i, mode, PART_REACH)) marks[i] = 1;
    const parts = findConnectedRegions(marks, w).filter(
      ({ cells }) => cells.length >= LEAST_SHARE * inside.length,
    );
    for (let i = 0; i < marks.length; i++) if (marks[i] === 1) used[i] = 1;
    for (const part of parts) {
      const facts = measureFacts(part, ratio, alpha);
      if (!RULES.some((rule) => obeys(facts, rule))) continue;
      for (const i of part.cells) glass.data[i] = 255;
      for (let c = 0; c < 3; c++) sum[c] += part.cells.length * Math.min(1, Math.exp(mode[c]));
      count += part.cells.length;
    }
  }
  if (count === 0) return undefined;
  return { transmission: [sum[0] / count, sum[1] / count, sum[2] / count], parts: glass };
}

/** Quick check by color, which excludes most products. */
const mayBeGlass = ([red, green]: LightRatio): boolean => {
  const difference = Math.exp(green) - Math.exp(red);
  return green > Math.log(0.5) && difference > -0.08 && difference < 0.25;
};

function logRatios({ data, widthPx: w, heightPx: h }: RgbRaster, ground: Float32Array): Float32Array {
  const ratio = new Float32Array(w * h * 3);
  const plane = new Float32Array(w * h);
  const scratch = new Float32Array(w * h);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) {
      const share = linearOfSrgb(data[i * 3 + c]) / Math.max(0.004, ground[i * 3 + c]);
      plane[i] = Math.log(Math.max(DARKEST, Math.min(BRIGHTEST, share)));
    }
    boxMean(plane, plane, w, h, 1, scratch);
    for (let i = 0; i < plane.length; i++) ratio[i * 3 + c] = plane[i];
  }
  return ratio;
}

type LightRatio = readonly [number, number, number];

const isNear = (ratio: Float32Array, i: number, [r, g, b]: LightRatio, reach: number): boolean =>
  Math.abs(ratio[i * 3] - r) < reach &&
  Math.abs(ratio[i * 3 + 1] - g) < reach &&
  Math.abs(ratio[i * 3 + 2] - b) < reach;

const meanRatio = (ratio: Float32Array, i: number): number =>
  (ratio[i * 3] + ratio[i * 3 + 1] + ratio[i * 3 + 2]) / 3;

/** Most frequent ratios of light between the product's cells and the background. */
function findModes(ratio: Float32Array, inside: readonly number[]): LightRatio[] {
  const bins = new Map<number, { count: number; at: LightRatio }>();
  for (const i of inside) {
    const mean = meanRatio(ratio, i);
    if (mean < -1.6 || mean > 0.5) continue;
    const r = Math.round(ratio[i * 3] / BIN);
    const g = Math.round(ratio[i * 3 + 1] / BIN);
    const b = Math.round(ratio[i * 3 + 2] / BIN);
    const key = (r * KEY_BASE + g) * KEY_BASE + b;
    const bin = bins.get(key);
    if (bin === undefined) bins.set(key, { count: 1, at: [r * BIN, g * BIN, b * BIN] });
    else bin.count++;
  }
  const most = [...bins.values()].toSorted((a, b) => b.count - a.count).slice(0, MODES);
  return most.map(({ at }) => {
    let mode = at;
    for (let round = 0; round < 3; round++) {
      let [count, r, g, b] = [0, 0, 0, 0];
      for (const i of inside) {
        if (!isNear(ratio, i, mode, MODE_REACH)) continue;
        count++;
        r += ratio[i * 3];
        g += ratio[i * 3 + 1];
        b += ratio[i * 3 + 2];
      }
      if (count > 0) mode = [r / count, g / count, b / count];
    }
    return mode;
  });
}

interface Facts {
  readonly transmission: LightRatio;
  readonly deviation: number;
  /** Change of the ratio across the region from left to right, and from top to bottom. */
  readonly tilt: number;
  readonly fall: number;
  /** Share of rows whose left and right rims are both dark. */
  readonly rims: number;
}

function measureFacts({ cells, box }: Region, ratio: Float32Array, alpha: AlphaRaster): Facts {
  const { widthPx: w } = alpha;
  const count = cells.length;
  let [r, g, b, cx, cy] = [0, 0, 0, 0, 0];
  for (const i of cells) {
    r += ratio[i * 3] / count;
    g += ratio[i * 3 + 1] / count;
    b += ratio[i * 3 + 2] / count;
    cx += (i % w) / count;
    cy += Math.floor(i / w) / count;
  }
  const mean = (r + g + b) / 3;
  let [squares, xx, xv, yy, yv] = [0, 1e-6, 0, 1e-6, 0];
  for (const i of cells) {
    const value = meanRatio(ratio, i) - mean;
    const [x, y] = [(i % w) - cx, Math.floor(i / w) - cy];
    squares += value * value;
    xx += x * x;
    xv += x * value;
    yy += y * y;
    yv += y * value;
  }
  return {
    transmission: [Math.exp(r), Math.exp(g), Math.exp(b)],
    deviation: Math.sqrt(squares / count),
    tilt: Math.abs((xv / xx) * box.widthPx),
    fall: Math.abs((yv / yy) * box.heightPx),
    rims: measureRims({ cells, box }, ratio, alpha, mean),
  };
}

const MIN_ROW_CELLS = 6;
/** Minimum darkness of a rim, as a logarithm, and its maximum width as a share. */
const RIM_DEPTH = 0.12;
const RIM_SHARE = 0.14;
const MIN_RIM_CELLS = 4;

function measureRims({ cells, box }: Region, ratio: Float32Array, alpha: AlphaRaster, mean: number): number {
  const { widthPx: w, data } = alpha;
  const belongs = new Uint8Array(data.length);
  for (const i of cells) belongs[i] = 1;
  let [rows, both] = [0, 0];
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const row = y * w;
    let [left, right, first, last] = [-1, -1, -1, -1];
    for (let x = 0; x < w; x++) {
      if (data[row + x] > 128) {
        if (left < 0) left = x;
        right = x;
      }
      if (belongs[row + x] === 1) {
        if (first < 0) first = x;
        last = x;
      }
    }
    if (first < 0 || last - first < MIN_ROW_CELLS) continue;
    rows++;
    const most = Math.max(MIN_RIM_CELLS, RIM_SHARE * (right - left + 1));
    const isDark = (from: number, to: number): boolean => {
      for (let x = from; x < to; x++) if (meanRatio(ratio, row + x) - mean < -RIM_DEPTH) return true;
      return false;
    };
    if (first - left <= most && right - last <= most && isDark(left + 1, first) && isDark(last + 1, right))
      both++;
  }
  return rows === 0 ? 0 : both / rows;
}

const within = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

function obeys(facts: Facts, rule: (typeof RULES)[number]): boolean {
  const [red, green, blue] = facts.transmission;
  // The channels must be ordered as in tinted glass, which is greenish because it absorbs red first.
  const isOrdered = Math.abs(green - red) <= 0.04 || (red < blue && blue <= green + 0.01);
  return (
    isOrdered &&
    within(green - red, rule.tint) &&
    Math.abs(blue - green) <= 0.09 &&
    within((red + green + blue) / 3, rule.mean) &&
    facts.deviation <= rule.deviation &&
    facts.tilt <= rule.tilt &&
    facts.fall <= rule.fall &&
    facts.rims >= rule.rims
  );
}
