/**
 * Learns the review score from cut-outs of real photos that were judged by eye (judged.tsv), and tests it on the
 * held-out ones. Prints the measures of each weight; `--write` replaces the engine's weights.
 *
 *   node lab/photos/learn-review.ts --photos FOLDER [--photos FOLDER …] --model FILE [--write]
 *
 * `--photos` are the folder that get.ts filled and `shop/` of the shared photos; `--model` is the prepared network
 * (`models/isnet-…/model.onnx` in an engine's cache folder).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { openSession } from '../../packages/image-engine/src/models/segmentation-session.ts';
import { applyGuidedAlpha } from '../../packages/image-engine/src/pixels/matte/guided-alpha.ts';
import { examineCutOut } from '../../packages/image-engine/src/pixels/quality/review/examined.ts';
import { computeMeasures, scoreMeasures } from '../../packages/image-engine/src/pixels/quality/review/review.ts';
import type { MeasureName, Measures, ReviewWeights } from '../../packages/image-engine/src/pixels/quality/review/review.ts';
import { segment } from '../../packages/image-engine/src/tools/segment.ts';
import { least } from '../quality/least-squares.ts';

const WEIGHTS = join(
  import.meta.dirname,
  '../../packages/image-engine/src/pixels/quality/review/review-weights.json',
);
const { values: asked } = parseArgs({
  options: {
    photos: { type: 'string', multiple: true, default: [] },
    model: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

/** Longest side of the photos when they were judged, in pixels, and the quality of their JPEG. */
const JUDGED = { sidePx: 1600, quality: 95 } as const;
/**
 * Cost of large weights (ridge), in examples: the best of 2, 8, 24, 40, 60 and 150 in cross-validation of the tuning
 * part.
 */
const COST = 40;
/** Score from which a cut-out is flagged, and the share of good cut-outs of the tuning part that may be flagged. */
const FLAGGED = { from: 0.1, ofGood: 0.25 } as const;
const FOLDS = 6;
const STEPS = 60;

interface Example {
  readonly part: string;
  readonly isFailure: boolean;
  readonly measures: Measures;
}

/** Paths of all photos by their names without extension. */
function listPhotos(): ReadonlyMap<string, string> {
  const folders = asked.photos.flatMap((folder) => [folder, join(folder, 'test')]).filter((path) => existsSync(path));
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder).map((file): [string, string] => [parse(file).name, join(folder, file)]),
    ),
  );
}

async function measureExamples(): Promise<Example[]> {
  const photos = listPhotos();
  const session = await openSession(asked.model);
  const rows = readFileSync(join(import.meta.dirname, 'judged.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  const examples: Example[] = [];
  for (const row of rows) {
    const [name, part, white] = row.split('\t');
    const path = photos.get(name);
    if (path === undefined) throw new Error(`${name} is in none of the folders`);
    const jpeg = await sharp(path)
      .rotate()
      .toColourspace('srgb')
      .resize(JUDGED.sidePx, JUDGED.sidePx, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JUDGED.quality })
      .toBuffer();
    const { image } = await decodePhoto(jpeg);
    // A photo in which no product is found gets no score.
    const segmentation = await segment(image, session).catch(() => null);
    if (segmentation === null) continue;
    applyGuidedAlpha(image, segmentation.guide, segmentation.mask);
    examples.push({ part, isFailure: white === '0', measures: computeMeasures(examineCutOut(image, segmentation)) });
  }
  return examples;
}

const roundTo4 = (value: number): number => Number(value.toPrecision(4));

/** Logistic regression with a cost of large weights (ridge), by Newton's method. */
function learn(examples: readonly Example[]): ReviewWeights {
  const names = Object.keys(examples[0].measures) as MeasureName[];
  const scales = names.map((name) => {
    const values = examples.flatMap(({ measures }) => measures[name] ?? []);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean: roundTo4(mean), deviation: roundTo4(Math.sqrt(variance) + 1e-6) };
  });
  const rows = examples.map(({ measures }) => [
    1,
    ...names.map((name, k) => ((measures[name] ?? scales[k].mean) - scales[k].mean) / scales[k].deviation),
  ]);
  let weights = rows[0].map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const chances = rows.map((row) => 1 / (1 + Math.exp(-row.reduce((sum, value, k) => sum + value * weights[k], 0))));
    const spreads = chances.map((chance) => Math.sqrt(Math.max(1e-6, chance * (1 - chance))));
    const pulls = weights.map((_, k) => (k === 0 ? 1e-6 : Math.sqrt(COST)));
    const move = least(
      [
        ...rows.map((row, i) => row.map((value) => value * spreads[i])),
        ...pulls.map((pull, k) => pulls.map((_, j) => (j === k ? pull : 0))),
      ],
      [
        ...examples.map(({ isFailure }, i) => ((isFailure ? 1 : 0) - chances[i]) / spreads[i]),
        ...pulls.map((pull, k) => -pull * weights[k]),
      ],
      0,
    );
    weights = weights.map((weight, k) => weight + move[k]);
  }
  return {
    intercept: roundTo4(weights[0]),
    measures: Object.fromEntries(
      names.map((name, k) => [name, { ...scales[k], weight: roundTo4(weights[k + 1]) }]),
    ) as ReviewWeights['measures'],
  };
}

const logOdds = (share: number): number => Math.log(share / (1 - share));

/** Weights whose limit flags the given share of good cut-outs, in cross-validation. */
function learnWithLimit(examples: readonly Example[]): ReviewWeights {
  const good: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = learn(examples.filter((_, i) => i % FOLDS !== fold));
    for (const { measures, isFailure } of examples.filter((_, i) => i % FOLDS === fold))
      if (!isFailure) good.push(scoreMeasures(measures, weights).score);
  }
  const limit = good.toSorted((a, b) => b - a)[Math.floor(FLAGGED.ofGood * good.length)];
  const weights = learn(examples);
  return { ...weights, intercept: roundTo4(weights.intercept + logOdds(FLAGGED.from) - logOdds(limit)) };
}

function report(name: string, examples: readonly Example[], weights: ReviewWeights): void {
  const scores = examples.map(({ measures, isFailure }) => ({ isFailure, score: scoreMeasures(measures, weights).score }));
  const [failed, good] = [true, false].map((is) => scores.filter(({ isFailure }) => isFailure === is));
  const pairs = failed.flatMap((one) => good.map((two) => (one.score > two.score ? 1 : one.score === two.score ? 0.5 : 0)));
  const share = (list: typeof scores, from: number, to: number): string =>
    `${Math.round((100 * list.filter(({ score }) => score >= from && score < to).length) / list.length)} %`;
  console.log(
    `${name}: ${scores.length} cut-outs, ${failed.length} fail; AUROC ${(pairs.reduce((sum: number, one) => sum + one, 0) / pairs.length).toFixed(3)};`,
    `failures passed ${share(failed, 0, FLAGGED.from)}; good ones flagged ${share(good, FLAGGED.from, 2)}`,
  );
}

const examples = await measureExamples();
const tune = examples.filter(({ part }) => part === 'tune');
const held = examples.filter(({ part }) => part === 'held');
const learned = learnWithLimit(tune);
report('put aside, with the weights in the engine', held, JSON.parse(readFileSync(WEIGHTS, 'utf8')) as ReviewWeights);
report('put aside, with the new weights', held, learned);
if (asked.write) writeFileSync(WEIGHTS, `${JSON.stringify(learned, null, 2)}\n`);
