import { joinAcross, toPiece } from './join-lines.ts';
import type { JoinedLine, Piece } from './join-lines.ts';
import type { Level } from './level.ts';
import { halveLevel } from './level.ts';
import { findSegments } from './segments.ts';

/**
 * Lines that continue through a hole, in pixels of the working level. They are drawn into the sixth sample of each
 * level, which rises across an edge and is flat elsewhere. This sample is also known inside the hole, so patches with
 * an edge fit only where an edge is expected.
 */
interface Guide {
  /** Lines through the hole; the last piece of each is inside the hole. */
  readonly through: readonly JoinedLine[];
  /** Edges outside of the hole that are similar to the lines through it. */
  readonly beside: readonly JoinedLine[];
}

/** Maximum number of pixels for the edge search; larger levels are halved first. */
const MAX_SEARCHED_PX = 700_000;
const MAX_SEGMENTS = 160;
/**
 * Minimum share of the structure at the hole's edge that the lines must explain; with less, the surroundings are
 * treated as texture.
 */
const LEAST_EXPLAINED = 0.5;
/** Maximum sine of the angle between a line and an edge elsewhere that counts as similar. */
const SAME_DIRECTION = 0.2;

/** Lines around a hole that continue in it; undefined if no line does, or the background is a texture. */
export function guideThrough(working: Level, thicknessPx: number): Guide | undefined {
  let level = working;
  let scale = 1;
  while (level.widthPx * level.heightPx > MAX_SEARCHED_PX) {
    level = halveLevel(level);
    scale *= 2;
  }
  const segments = findSegments(level, MAX_SEGMENTS);
  const { lines, used, explained } = joinAcross(level, segments, thicknessPx / scale);
  if (lines.length === 0 || explained < LEAST_EXPLAINED) return undefined;
  const others = segments.filter(
    (segment) =>
      !used.has(segment) &&
      [...used].some(
        ({ alongX, alongY, contrast }) =>
          Math.abs(alongX * segment.alongY - alongY * segment.alongX) < SAME_DIRECTION &&
          segment.contrast > 0.5 * contrast,
      ),
  );
  const scalePosition = (at: number): number => (at + 0.5) * scale - 0.5;
  const inWorking = ({ x0, y0, x1, y1 }: Piece): Piece => ({
    x0: scalePosition(x0),
    y0: scalePosition(y0),
    x1: scalePosition(x1),
    y1: scalePosition(y1),
  });
  return {
    through: lines.map((line) => line.map(inWorking)),
    beside: others.map((segment) => [inWorking(toPiece(segment))]),
  };
}

/** Index of the sample that contains the guide lines. */
const GUIDE = 5;
const FLAT = 128;
/** Width of an edge in the guide sample, in pixels of the level. */
const WIDTH_PX = 3;
const REACH_PX = 3 * WIDTH_PX;
/**
 * Rise of the guide sample per pixel across the edge. All lines rise to the same side, so that the two edges of a
 * narrow joint don't cancel each other.
 */
const SLOPE = 16;

/** Adds the guide lines to a level as its sixth sample; `scale` is in working pixels per pixel of the level. */
export function withGuide(level: Level, guide: Guide, scale: number): Level {
  const { widthPx: w, heightPx: h, channels } = level;
  const samples = new Uint8Array(w * h * 6);
  for (let i = 0; i < w * h; i++)
    for (let c = 0; c < 5; c++) samples[i * 6 + c] = level.samples[i * channels + c];
  const lineLevels = drawLines(guide, w, h, scale);
  for (let i = 0; i < w * h; i++) samples[i * 6 + GUIDE] = Math.max(0, Math.min(255, FLAT + lineLevels[i]));
  return { ...level, channels: 6, sixth: 'guide', samples };
}

export function withoutGuide(level: Level): Level {
  const { widthPx: w, heightPx: h } = level;
  const samples = new Uint8Array(w * h * 5);
  for (let i = 0; i < w * h; i++) for (let c = 0; c < 5; c++) samples[i * 5 + c] = level.samples[i * 6 + c];
  return { ...level, channels: 5, sixth: 'alpha', samples };
}

function drawLines({ through, beside }: Guide, w: number, h: number, scale: number): Float32Array {
  const all = new Float32Array(w * h);
  const aside = new Float32Array(w * h);
  for (const line of [...through, ...beside]) {
    const touched: number[] = [];
    for (const piece of line) {
      const [x0, y0, x1, y1] = [piece.x0, piece.y0, piece.x1, piece.y1].map((at) => (at + 0.5) / scale - 0.5);
      const length = Math.hypot(x1 - x0, y1 - y0);
      if (length < 1) continue;
      const side = x1 - x0 + y1 - y0 < 0 ? -1 : 1;
      const ux = (x1 - x0) / length;
      const uy = (y1 - y0) / length;
      for (
        let y = Math.max(0, Math.floor(Math.min(y0, y1) - REACH_PX));
        y < Math.min(h, Math.max(y0, y1) + REACH_PX);
        y++
      ) {
        const [left, right] = rowRange(x0, y0, x1, y1, y);
        for (let x = Math.max(0, left); x < Math.min(w, right); x++) {
          const t = (x - x0) * ux + (y - y0) * uy;
          if (t < -0.5 || t > length + 0.5) continue;
          const d = side * ((y - y0) * ux - (x - x0) * uy);
          if (Math.abs(d) > REACH_PX) continue;
          const i = y * w + x;
          if (aside[i] === 0) touched.push(i);
          else if (Math.abs(d) >= Math.abs(aside[i])) continue;
          aside[i] = d === 0 ? 1e-6 : d;
        }
      }
    }
    for (const i of touched) {
      const d = aside[i] / WIDTH_PX;
      all[i] += SLOPE * aside[i] * Math.exp(-0.5 * d * d);
      aside[i] = 0;
    }
  }
  return all;
}

/** Distance from a line, in pixels of the level, at which the colors on its two sides are compared. */
const SIDE_PX = 1.5;
/** Minimum brightness step across a line that is visible on a level. */
const LEAST_STEP = 3;
/** Minimum brightness step across a visible line inside the hole, as a share of its step outside of the hole. */
const PRESENT_SHARE = 0.5;

/**
 * Share of the guide lines' length inside the hole in which the level's content shows them; 1 if none can be visible
 * at this scale.
 */
export function shownShare(level: Level, { through }: Guide, scale: number): number {
  let length = 0;
  let visibleLength = 0;
  for (const line of through) {
    const outerSteps = line.slice(0, -1).flatMap((piece) => stepsAlong(level, piece, scale));
    const expected = outerSteps.reduce((sum, step) => sum + step, 0) / Math.max(1, outerSteps.length);
    if (expected < LEAST_STEP) continue;
    const inside = line.slice(-1).flatMap((piece) => stepsAlong(level, piece, scale));
    length += inside.length;
    visibleLength += inside.filter((step) => step > PRESENT_SHARE * expected).length;
  }
  return length === 0 ? 1 : visibleLength / length;
}

/** Brightness step from the left to the right side of a line piece, pixel by pixel. */
function stepsAlong(
  { widthPx: w, heightPx: h, channels, samples }: Level,
  piece: Piece,
  scale: number,
): number[] {
  const [x0, y0, x1, y1] = [piece.x0, piece.y0, piece.x1, piece.y1].map((at) => (at + 0.5) / scale - 0.5);
  const length = Math.hypot(x1 - x0, y1 - y0);
  const at = (x: number, y: number): number => {
    const px = Math.max(0, Math.min(w - 1, Math.round(x)));
    const i = (Math.max(0, Math.min(h - 1, Math.round(y))) * w + px) * channels;
    return (samples[i] + 2 * samples[i + 1] + samples[i + 2]) / 4;
  };
  const steps: number[] = [];
  for (let t = 0.5; t < length; t++) {
    const x = x0 + ((x1 - x0) * t) / length;
    const y = y0 + ((y1 - y0) * t) / length;
    const dx = (-SIDE_PX * (y1 - y0)) / length;
    const dy = (SIDE_PX * (x1 - x0)) / length;
    steps.push(at(x + dx, y + dy) - at(x - dx, y - dy));
  }
  return steps;
}

/** Range of columns in a row that are near a line piece. */
function rowRange(x0: number, y0: number, x1: number, y1: number, y: number): [left: number, right: number] {
  const reach = 1.5 * REACH_PX;
  if (Math.abs(y1 - y0) < reach)
    return [Math.floor(Math.min(x0, x1) - reach), Math.ceil(Math.max(x0, x1) + reach)];
  const slope = (x1 - x0) / (y1 - y0);
  const at = [y - reach, y + reach].map((row) => {
    const within = Math.max(Math.min(y0, y1), Math.min(Math.max(y0, y1), row));
    return x0 + (within - y0) * slope;
  });
  return [Math.floor(Math.min(...at) - reach), Math.ceil(Math.max(...at) + reach)];
}
