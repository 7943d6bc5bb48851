import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { isBackdrop, matchGrainToBase, separateBase } from './fill-backdrop.ts';
import { finerField, measure, NO_OFFSET, scan, settleOffsets, SOME_OFFSET } from './field.ts';
import type { Field, OffsetRule } from './field.ts';
import { firstGuess, smoothGuess } from './first-guess.ts';
import { guideThrough, shownShare, withGuide, withoutGuide } from './guide.ts';
import { filledSamples, halveLevel, levelFromImage } from './level.ts';
import type { Level } from './level.ts';
import { listPatches } from './patches.ts';
import type { Patches } from './patches.ts';
import type { Random } from '../../raster/random.ts';
import { confidence, vote, voteWeights } from './vote.ts';

/** Region whose hole is filled at `scale` image pixels per level pixel, with the source of each patch. */
export interface Solution {
  readonly scale: number;
  readonly level: Level;
  readonly patches: Patches;
  readonly field: Field;
  /** Weight of each target patch in the mean of overlapping patches. */
  readonly weights: Float32Array;
}

const PATCH_RADIUS_PX = 3;
/** Thickness of the hole on the coarsest level, where one or two patches can bridge it. */
const COARSEST_THICKNESS_PX = 10;
/** Minimum number of sources on the coarsest level. */
const COARSEST_SOURCES = 150;
/** Minimum side of the coarsest level. */
const COARSEST_SIDE_PX = 20;
/** Distance of sources from the mask at full resolution; at a reduced working scale it is 1. */
const GUARD_PX = 2;
/** Number of levels, from the coarsest on, that are tried as the starting level. */
const STARTS = 3;
/** Maximum number of targets on a starting level. */
const MAX_START_TARGETS = 6000;
const FIRST_ROUNDS = 8;
/** Number of targets between two yields: about 20 ms of work. */
const TARGETS_PER_STEP = 3000;

/**
 * Fills the masked part of the region `box` at a scale. Alternates PatchMatch search and voting (averaging the matched
 * patches), from a coarse level where the hole is a few pixels wide down to the working scale. Undefined if the region
 * has no sources to copy.
 */
export function* solve(
  image: RgbaRaster,
  mask: AlphaRaster,
  box: Box,
  scale: number,
  random: Random,
): Work<Solution | undefined> {
  const working = yield* portion(levelFromImage(image, mask, box, scale), 0, 0.02);
  const base = isBackdrop(working) ? yield* portion(separateBase(working), 0.02, 0.04) : undefined;
  const plain = yield* portion(buildPyramid(working, scale), 0.04, 0.1);
  if (plain.length === 0) return undefined;
  const { pyramid, start } =
    base === undefined
      ? yield* portion(startAlongLines(plain, random), 0.1, 0.4)
      : { pyramid: plain, start: yield* portion(bestStart(plain, 1, NO_OFFSET, random), 0.1, 0.4) };
  const rest = pyramid.slice(0, start.index).toReversed();
  const total = rest.reduce((sum, scene) => sum + effortUnits(scene), 1);
  let [stage, completedUnits] = [start, 0];
  for (const [i, scene] of rest.entries()) {
    const from = 0.4 + (0.6 * completedUnits) / total;
    completedUnits += effortUnits(scene);
    const last = i === rest.length - 1;
    stage = yield* portion(
      finerStage(scene, stage, !last, random),
      from,
      0.4 + (0.6 * completedUnits) / total,
    );
  }
  if (base !== undefined) matchGrainToBase(base, stage.scene.patches, stage.field, working.widthPx);
  return { scale, ...stage.scene, field: stage.field, weights: stage.weights };
}

interface PatchLevel {
  readonly level: Level;
  readonly patches: Patches;
}

interface FilledLevel {
  readonly index: number;
  readonly scene: PatchLevel;
  readonly field: Field;
  readonly weights: Float32Array;
}

/**
 * Fills the coarse levels several times, from different initial fills and starting levels, down to a common level, and
 * returns the fill whose patches fit best. A coarse start bridges wide holes but misses thin lines; a finer one
 * continues lines but is less stable.
 */
function* bestStart(
  pyramid: PatchLevel[],
  starts: number,
  rule: OffsetRule,
  random: Random,
): Work<FilledLevel> {
  const coarsest = pyramid.length - 1;
  let common = coarsest;
  while (
    common > 0 &&
    coarsest - common < starts - 1 &&
    pyramid[common - 1].patches.targets.length <= MAX_START_TARGETS
  )
    common--;
  const attempts = [{ index: coarsest, smooth: true }];
  for (let index = coarsest; index >= common; index--) attempts.push({ index, smooth: false });
  let best: FilledLevel | undefined;
  let least = Infinity;
  for (const [i, { index, smooth }] of attempts.entries()) {
    const from = i / attempts.length;
    const to = (i + 1) / attempts.length;
    const middle = (from + to) / 2;
    const own = pyramid.slice(0, index + 1).map(copyPatches);
    const { level, patches } = own[index];
    const field = smooth
      ? smoothGuess(level, patches, rule, random)
      : yield* portion(firstGuess(level, patches, rule, random), from, middle);
    let stage = yield* portion(firstStage(index, own[index], field, random), middle, to);
    for (let k = index - 1; k >= common; k--) {
      stage = yield* portion(finerStage(own[k], stage, true, random), to, to);
    }
    const cost = stage.field.cost.reduce((sum, value) => sum + value, 0);
    if (cost < least) [best, least] = [stage, cost];
  }
  if (best === undefined) throw new Error('A pyramid without levels');
  return best;
}

/**
 * Minimum gain in the visible share of the lines, compared with a fill without guide lines; negative to allow for
 * chance.
 */
const LEAST_GAIN = -0.02;
/** Maximum cost of the guided fill's patches, relative to the unguided fill. */
const COST_RATIO = 1.1;
/** Additional cost ratio that is allowed for each unit of this gain. */
const COST_PER_GAIN = 2;

/**
 * Chooses the best initial fill. Prefers a fill with guide lines if it shows at least as much of the lines through the
 * hole, and its patches fit about as well.
 */
function* startAlongLines(
  pyramid: PatchLevel[],
  random: Random,
): Work<{ pyramid: PatchLevel[]; start: FilledLevel }> {
  const start = yield* portion(bestStart(pyramid, STARTS, SOME_OFFSET, random), 0, 0.5);
  const [{ level: working }] = pyramid;
  const guide =
    working.channels === 5
      ? guideThrough(working, yield* portion(thicknessPx(working), 0.5, 0.5))
      : undefined;
  if (guide === undefined) return { pyramid, start };
  const unguidedShare = shownShare(start.scene.level, guide, 2 ** start.index);
  const guidedPyramid = pyramid.map(({ level, patches }, index) => ({
    level: withGuide(level, guide, 2 ** index),
    patches,
  }));
  const guided = yield* portion(bestStart(guidedPyramid, STARTS, SOME_OFFSET, random), 0.5, 1);
  const gain = shownShare(guided.scene.level, guide, 2 ** guided.index) - unguidedShare;
  const ratio = contentCost(guided) / contentCost(start);
  return gain < LEAST_GAIN || ratio > COST_RATIO + COST_PER_GAIN * gain
    ? { pyramid, start }
    : { pyramid: guidedPyramid, start: guided };
}

/** Cost of a filled level's patches, without the guide sample. */
function contentCost({ scene: { level, patches }, field }: FilledLevel): number {
  const contentLevel = level.sixth === 'guide' ? withoutGuide(level) : level;
  const n = patches.targets.length;
  const own = { ...field, cost: new Float32Array(n), targetMeans: new Float32Array(3 * n) };
  measure(contentLevel, patches, own, 0, n);
  return own.cost.reduce((sum, value) => sum + value, 1);
}

const copyPatches = ({ level, patches }: PatchLevel): PatchLevel => ({
  level: { ...level, samples: Uint8Array.from(level.samples) },
  patches,
});

function* firstStage(index: number, scene: PatchLevel, field: Field, random: Random): Work<FilledLevel> {
  const whole = Math.max(scene.level.widthPx, scene.level.heightPx);
  const effort = { rounds: FIRST_ROUNDS, scans: 4, searchRadiusPx: whole };
  const votes = { first: false, last: true };
  const weights = yield* refine(scene, field, effort, votes, random);
  return { index, scene, field, weights };
}

/**
 * Fills the next finer level. Without `toBeEnlarged` the level's content isn't finished, because only its field is
 * needed.
 */
function* finerStage(
  scene: PatchLevel,
  coarse: FilledLevel,
  toBeEnlarged: boolean,
  random: Random,
): Work<FilledLevel> {
  enlargeInto(scene.level, coarse.scene.level);
  const field = finerField(scene.level, scene.patches, { ...coarse.scene, field: coarse.field }, random);
  const votes = { first: true, last: toBeEnlarged };
  const weights = yield* refine(scene, field, effortFor(scene), votes, random);
  return { index: coarse.index - 1, scene, field, weights };
}

interface Effort {
  readonly rounds: number;
  readonly scans: number;
  readonly searchRadiusPx: number;
}

function effortFor({ level, patches }: PatchLevel): Effort {
  const wholePx = Math.max(level.widthPx, level.heightPx);
  const targets = patches.targets.length;
  if (targets < 8_000) return { rounds: 5, scans: 3, searchRadiusPx: wholePx };
  if (targets < 40_000) return { rounds: 3, scans: 2, searchRadiusPx: wholePx >> 1 };
  if (targets < 120_000) return { rounds: 2, scans: 2, searchRadiusPx: 32 };
  return { rounds: 1, scans: 2, searchRadiusPx: 8 };
}

function effortUnits(scene: PatchLevel): number {
  const { rounds, scans } = effortFor(scene);
  return scene.patches.targets.length * (1 + rounds * (scans + 1));
}

function* buildPyramid(working: Level, scale: number): Work<PatchLevel[]> {
  let level = working;
  const thickness = yield* portion(thicknessPx(level), 0, 0);
  const targetLevels = Math.max(0, Math.ceil(Math.log2(thickness / COARSEST_THICKNESS_PX)));
  const pyramid: PatchLevel[] = [];
  for (let radiusPx = PATCH_RADIUS_PX; radiusPx >= 1 && pyramid.length === 0; radiusPx--) {
    const patches = listPatches(level, radiusPx, scale === 1 ? GUARD_PX : 1);
    if (patches.sources.length > 0) pyramid.push({ level, patches });
    yield 0;
  }
  while (pyramid.length > 0 && pyramid.length <= targetLevels) {
    level = halveLevel(level);
    if (Math.min(level.widthPx, level.heightPx) < COARSEST_SIDE_PX) break;
    const patches = listPatches(level, pyramid[0].patches.radiusPx, 0);
    if (patches.sources.length < COARSEST_SOURCES || patches.targets.length === 0) break;
    pyramid.push({ level, patches });
    yield 0.1;
  }
  return pyramid;
}

function* thicknessPx({ hole, widthPx, heightPx }: Level): Work<number> {
  const distance = yield* distanceInside(raster(hole, widthPx, heightPx, 1));
  let most = 0;
  for (let i = 0; i < distance.length; i++) if (distance[i] > most) most = distance[i];
  return (2 * most) / DISTANCE_UNITS_PER_PX;
}

/**
 * Runs rounds of search and vote, and returns the weights of the last vote. With `votes.first` a vote precedes the
 * first search: content enlarged from the coarser level is blurred and would match blurred patches, while a vote by
 * the enlarged field is sharp. Without `votes.last` the last vote is skipped, because this level's content isn't
 * needed.
 */
function* refine(
  { level, patches }: PatchLevel,
  field: Field,
  { rounds, scans, searchRadiusPx }: Effort,
  votes: { first: boolean; last: boolean },
  random: Random,
): Work<Float32Array> {
  const n = patches.targets.length;
  const sure = yield* portion(confidence(level, patches), 0, 0);
  const pixels = holePixels(level.hole);
  const inSteps = function* (size: number, work: (from: number, to: number) => void): Work {
    for (let from = 0; from < size; from += TARGETS_PER_STEP) {
      work(from, Math.min(size, from + TARGETS_PER_STEP));
      yield 0;
    }
  };
  let weights: Float32Array = new Float32Array(n);
  for (let round = votes.first ? -1 : 0; round < rounds; round++) {
    const progress = Math.max(0, round) / rounds;
    for (const _ of inSteps(n, (from, to) => measure(level, patches, field, from, to))) yield progress;
    for (let s = 0; s < scans && round >= 0; s++) {
      const forward = s % 2 === 0;
      for (const _ of inSteps(n, (from, to) => {
        const range = forward ? { from, to } : { from: n - to, to: n - from };
        scan(level, patches, field, { ...range, forward, searchRadiusPx }, random);
      }))
        yield progress + s / scans / rounds;
    }
    settleOffsets(level, patches, field);
    yield progress;
    weights = voteWeights(level, patches, field, sure);
    if (round === rounds - 1 && !votes.last) break;
    for (const _ of inSteps(pixels.length, (from, to) => {
      vote(level, patches, field, weights, pixels, from, to);
    }))
      yield Math.max(0, round + 1) / rounds;
  }
  return weights;
}

function holePixels(hole: Uint8Array): Int32Array {
  let count = 0;
  for (const unknown of hole) count += unknown;
  const pixels = new Int32Array(count);
  for (let i = 0, k = 0; i < hole.length; i++) if (hole[i] === 1) pixels[k++] = i;
  return pixels;
}

/** Initializes this level's hole with the coarser level's content, bilinearly, to keep shading smooth. */
function enlargeInto(level: Level, coarse: Level): void {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const filled = filledSamples(level);
  const { widthPx: cw, heightPx: ch } = coarse;
  for (let y = 0, i = 0; y < h; y++) {
    const fy = Math.max(0, Math.min(ch - 1, (y - 0.5) / 2));
    const y0 = Math.floor(fy);
    const y1 = Math.min(ch - 1, y0 + 1);
    for (let x = 0; x < w; x++, i++) {
      if (hole[i] === 0) continue;
      const fx = Math.max(0, Math.min(cw - 1, (x - 0.5) / 2));
      const x0 = Math.floor(fx);
      const x1 = Math.min(cw - 1, x0 + 1);
      const right = fx - x0;
      const down = fy - y0;
      for (let c = 0; c < filled; c++) {
        const above =
          coarse.samples[(y0 * cw + x0) * channels + c] * (1 - right) +
          coarse.samples[(y0 * cw + x1) * channels + c] * right;
        const below =
          coarse.samples[(y1 * cw + x0) * channels + c] * (1 - right) +
          coarse.samples[(y1 * cw + x1) * channels + c] * right;
        samples[i * channels + c] = above * (1 - down) + below * down + 0.5;
      }
    }
  }
}
