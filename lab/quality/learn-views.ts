// node lab/quality/learn-views.ts [--set DIR] [--more DIR]... [--trial]
//   node lab/quality/learn-views.ts --remembered [--more DIR]... [--trial]   learns from the stored measurements, without their renders, and from more folders
//
// Learns the camera views of products from the tuning part of the ground truth, and from folders with more renders (views
// that the set lacks: `write-plan.ts 100 8 320`). Writes packages/image-engine/src/pixels/scene/view/known-views.json.
// First prints the results for unseen examples: each thing, and each tenth of the photos, is judged by a model learned
// from the others.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { computeChances, ELEVATIONS_DEG } from '../../packages/image-engine/src/pixels/scene/view/chances.ts';
import { lightMeasures, FURNITURE_FROM, isOfProductAlone, KNOWN_POSES, logistic, viewFrom, viewMeasures } from '../../packages/image-engine/src/pixels/scene/view/read-view.ts';
import type { KnownViews } from '../../packages/image-engine/src/pixels/scene/view/read-view.ts';
import {
  likeness,
  quantizeFeature,
  decodePhotos,
  standardize,
} from '../../packages/image-engine/src/pixels/scene/view/recall-views.ts';
import type { Likeness, Question } from '../../packages/image-engine/src/pixels/scene/view/recall-views.ts';
import { seenOn } from '../../packages/image-engine/src/pixels/scene/view/seen-product-view.ts';
import { THINGS } from '../ground-truth/catalog.ts';
import { RENDERED_SET } from '../ground-truth/folders.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import { SURE_FROM } from '@packshot/contract';
import { least, solve } from './least-squares.ts';
import { readSeen } from './read-ground-truth.ts';
import { median } from './view-measures.ts';

const OUT = join(import.meta.dirname, '../../packages/image-engine/src/pixels/scene/view/known-views.json');
/** Ground truth of the stored measurements, row by row, for learning again without their renders. */
const TRUTH = join(import.meta.dirname, 'known-views.tsv');
const TRUTH_HEAD = ['id', 'thing', 'pose', 'elevation'] as const;
const ELEVATION = { fall: 1, noise: 0.4 } as const;
const POSE = { fall: 0.8, noise: 0.2 } as const;
const FURNITURE = { fall: 0.8, noise: 0.2 } as const;
/** Smallest weight of a measure, even if it doesn't correlate with the pose. */
const LEAST_WEIGHT = 0.03;
/** Value from which the side of the light is stated; 1 means a clear side. */
const CLEAR_FROM = 0.35;
const LIGHT_NOISE = 0.5;
/** Elevation error in degrees up to which a view counts as about right when confidence is learned. */
const ABOUT_DEG = 15;

const { values: asked } = parseArgs({
  options: {
    set: { type: 'string', default: RENDERED_SET },
    more: { type: 'string', multiple: true, default: [] },
    remembered: { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});

type SeenItem = Pick<TruthItem, 'id' | 'thing' | 'pose' | 'elevationDeg'>;

interface Example {
  readonly item: SeenItem;
  readonly measures: readonly number[];
}

interface RenderedExample extends Example {
  readonly item: TruthItem;
  readonly light: readonly number[];
}

const readItems = (folder: string): TruthItem[] =>
  readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'item.json')))
    .map((id) => JSON.parse(readFileSync(join(folder, id, 'item.json'), 'utf8')) as TruthItem)
    .filter(({ split }) => split === 'tuning');

async function readExample(folder: string, item: TruthItem): Promise<RenderedExample | undefined> {
  const { photo, alpha } = await readSeen(join(folder, item.id), item);
  const seen = seenOn(photo, alpha);
  return seen && { item, measures: viewMeasures(seen), light: lightMeasures(seen) };
}

const LARGE: ReadonlySet<string> = new Set(
  THINGS.filter(({ isLarge }) => isLarge === true).map(({ name }) => name),
);

const columns = (rows: readonly (readonly number[])[]): number[][] =>
  rows[0]?.map((_, k) => rows.map((row) => row[k])) ?? [];
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const roundTo = (value: number, digits: number): number => Number(value.toPrecision(digits));

/**
 * Property of photos that isn't learned yet: its value for each photo, and the measure of likeness between photos for
 * it.
 */
interface OpenQuestion {
  readonly targets: readonly (readonly number[])[];
  readonly like: Likeness;
  readonly noise: number;
}

function answerQuestion(photos: readonly (readonly number[])[], { targets, like, noise }: OpenQuestion): Question {
  const alike = likenesses(photos, like).map((row, i) =>
    row.map((value, k) => value + (i === k ? noise : 0)),
  );
  const means = targets.map((target) => roundTo(mean(target), 5));
  const shares = solve(
    alike,
    targets.map((target, k) => target.map((value) => value - means[k])),
  );
  const answers = shares.map((values, k) => ({ mean: means[k], shares: values.map((v) => roundTo(v, 4)) }));
  return { weights: like.weights.map((weight) => roundTo(weight, 3)), fall: like.fall, answers };
}

type IsUsed = (measure: number) => boolean;
const all: IsUsed = () => true;

type Questions = Pick<KnownViews, 'elevation' | 'pose' | 'furniture'>;
/** Measurements of the photos in standard deviations from the mean, with the properties to learn. */
type OpenQuestions = Record<keyof Questions, OpenQuestion> & {
  readonly photos: readonly (readonly number[])[];
};
type Scale = Pick<KnownViews, 'means' | 'deviations'>;

/** Scale of each measure, computed from renders; stored measurements keep their own. */
function computeScale(examples: readonly Example[]): Scale {
  const byMeasure = columns(examples.map(({ measures }) => measures));
  const means = byMeasure.map((values) => roundTo(mean(values), 5));
  const deviations = byMeasure.map((values) => roundTo(deviation(values) + 1e-6, 5));
  return { means, deviations };
}

/** @param photos measurements in standard deviations from the mean */
function answerOpen(
  photos: readonly (readonly number[])[],
  items: readonly SeenItem[],
  isUsed: IsUsed = all,
): OpenQuestions {
  const elevations = items.map(({ elevationDeg }) => elevationDeg);
  const poses = KNOWN_POSES.map((known) => items.map(({ pose }) => (pose === known ? 1 : 0)));
  const telling = columns(photos).map((values) =>
    Math.max(...[elevations, ...poses].map((target) => correlation(values, target) ** 2)),
  );
  const weighViews = (weights: readonly number[], fall: number): Likeness => ({
    weights: weights.map((weight, measure) => (isUsed(measure) ? weight : 0)),
    fall,
  });
  const even = weighViews(
    telling.map(() => 1),
    ELEVATION.fall,
  );
  const byUse = weighViews(
    telling.map((value) => value + LEAST_WEIGHT),
    POSE.fall,
  );
  const large = items.map(({ thing }) => (LARGE.has(thing) ? 1 : 0));
  const bySize = weighViews(
    columns(photos).map((values) => correlation(values, large) ** 2 + LEAST_WEIGHT),
    FURNITURE.fall,
  );
  const chances = elevations.map(computeChances);
  const byElevation = ELEVATIONS_DEG.map((_, k) => chances.map((of) => of[k]));
  return {
    photos,
    elevation: { targets: byElevation, like: even, noise: ELEVATION.noise },
    pose: { targets: poses, like: byUse, noise: POSE.noise },
    furniture: { targets: [large], like: bySize, noise: FURNITURE.noise },
  };
}

const answersTo = ({ photos, elevation, pose, furniture }: OpenQuestions): Questions => ({
  elevation: answerQuestion(photos, elevation),
  pose: answerQuestion(photos, pose),
  furniture: answerQuestion(photos, furniture),
});

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  return (
    mean(one.map((value, i) => (value - a) * (other[i] - b))) / (deviation(one) * deviation(other) + 1e-9)
  );
}

interface Judged {
  readonly item: SeenItem;
  readonly pose: string;
  readonly elevationDeg: number;
  readonly certainty: readonly number[];
  /** Estimated likeness to furniture, from 0 to 1. */
  readonly furniture: number;
}

type Recalled = Parameters<typeof viewFrom>[0];

/** Estimates for each example by a model learned without its group. */
interface LeftOut {
  /** By example: the answers, and the similarity of the most similar other example. */
  readonly recalled: readonly Recalled[];
}

/**
 * Estimates each group by a model learned from the other groups, without learning again for each: the errors of
 * left-out examples follow from the inverse of the kernel regression's matrix (Rasmussen and Williams, "Gaussian
 * processes for machine learning", 2006, section 5.4.2, for groups). Scales and weights of measures come from all
 * examples.
 */
function leftOut(
  photos: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
  { weights, fall }: Likeness,
  noise: number,
  groups: readonly string[],
): LeftOut {
  const alike = likenesses(photos, { weights, fall });
  const inverse = invertMatrix(alike.map((row, i) => row.map((value, k) => value + (i === k ? noise : 0))));
  const means = targets.map(mean);
  const shares = targets.map((target, t) =>
    inverse.map((row) => row.reduce((sum, value, k) => sum + value * (target[k] - means[t]), 0)),
  );
  const recalled: Recalled[] = [];
  for (const group of new Set(groups)) {
    const own = groups.flatMap((name, i) => (name === group ? [i] : []));
    const errors = solve(
      own.map((i) => own.map((k) => inverse[i][k])),
      shares.map((values) => own.map((i) => values[i])),
    );
    own.forEach((i, at) => {
      const nearest = alike[i].reduce(
        (most, value, k) => (groups[k] === group ? most : Math.max(most, value)),
        0,
      );
      recalled[i] = { answers: targets.map((target, t) => target[i] - errors[t][at]), nearest };
    });
  }
  return { recalled };
}

const likenesses = (photos: readonly (readonly number[])[], like: Likeness): number[][] =>
  photos.map((one) => photos.map((other) => likeness(one, other, like)));

const invertMatrix = (matrix: readonly (readonly number[])[]): number[][] =>
  solve(
    matrix,
    matrix.map((_, i) => matrix.map((__, k) => (i === k ? 1 : 0))),
  );

/** Judges each group by a model learned from the other groups. */
function judgeUnseen(
  { photos, ...open }: OpenQuestions,
  examples: readonly Example[],
  chooseGroup: (example: Example, i: number) => string,
): Judged[] {
  const groups = examples.map(chooseGroup);
  const [elevation, pose, furniture] = [open.elevation, open.pose, open.furniture].map(
    ({ targets, like, noise }) => leftOut(photos, targets, like, noise, groups).recalled,
  );
  return examples.map(({ item }, i) => ({
    item,
    furniture: furniture[i].answers[0],
    ...viewFrom(elevation[i], pose[i]),
  }));
}

const measureError = ({ item, elevationDeg }: Judged): number => Math.abs(elevationDeg - item.elevationDeg);
const isRight = ({ item, pose }: Judged): boolean => item.pose === pose;
const isAboutRight = (judged: Judged): number => (isRight(judged) && measureError(judged) <= ABOUT_DEG ? 1 : 0);

function print(name: string, judged: readonly Judged[]): void {
  const right = judged.filter(isRight).length / judged.length;
  const about = mean(judged.map(isAboutRight));
  console.log(
    `${name}: ${judged.length} photos, median error ${median(judged.map(measureError)).toFixed(1)}°, mean ${mean(judged.map(measureError)).toFixed(1)}°, pose right ${(100 * right).toFixed(0)} %, both about right ${(100 * about).toFixed(0)} %`,
  );
}

/** Prints how much furniture is recognized, and how many other things are mistaken for it. */
function printFurniture(judged: readonly Judged[]): void {
  for (const from of [FURNITURE_FROM - 0.15, FURNITURE_FROM, FURNITURE_FROM + 0.15]) {
    const count = (isLarge: boolean): string => {
      const some = judged.filter(({ item }) => LARGE.has(item.thing) === isLarge);
      return `${some.filter(({ furniture }) => furniture >= from).length} of ${some.length}`;
    };
    console.log(`from ${from.toFixed(2)} on: ${count(true)} of furniture, ${count(false)} of other things`);
  }
}

/** Prints the judgments of views that the engine isn't sure about. */
function printUnsure(judged: readonly Judged[], confidence: readonly number[]): void {
  const unsure = judged.filter(({ certainty }) => logistic(confidence, certainty) < SURE_FROM);
  if (unsure.length > 0) print('unseen things, not sure', unsure);
}

/** Logistic regression by Newton's method. */
function confidenceFrom(judged: readonly Judged[]): number[] {
  let weights = judged[0].certainty.map(() => 0);
  for (let step = 0; step < 20; step++) {
    const chances = judged.map(({ certainty: values }) => logistic(weights, values));
    const rows = judged.map(({ certainty: values }, i) =>
      values.map((value) => value * Math.sqrt(chances[i] * (1 - chances[i]))),
    );
    const rest = judged.map(
      (one, i) => (isAboutRight(one) - chances[i]) / Math.sqrt(chances[i] * (1 - chances[i])),
    );
    const move = least(rows, rest, 0.5);
    weights = weights.map((weight, k) => weight + move[k]);
  }
  return weights.map((weight) => roundTo(weight, 4));
}

async function examplesIn(
  folders: readonly string[],
  isNew: (id: string) => boolean,
): Promise<RenderedExample[]> {
  const examples: RenderedExample[] = [];
  for (const folder of folders) {
    for (const item of readItems(folder)) {
      const example = isNew(item.id) ? await readExample(folder, item) : undefined;
      if (example !== undefined) examples.push(example);
    }
  }
  return examples;
}

/** Prints the judgments of left-out things and photos, and learns the confidence from them. */
function measureConfidence(open: OpenQuestions, examples: readonly Example[]): number[] {
  console.log(`${examples.length} photos`);
  const unseenThings = judgeUnseen(open, examples, ({ item }) => item.thing);
  print('unseen things', unseenThings);
  printFurniture(unseenThings);
  print(
    'unseen photos',
    judgeUnseen(open, examples, (_, i) => String(i % 10)),
  );
  const confidence = confidenceFrom(unseenThings);
  const sure = unseenThings.filter(({ certainty }) => logistic(confidence, certainty) >= SURE_FROM);
  if (sure.length > 0) print('unseen things, sure', sure);
  printUnsure(unseenThings, confidence);
  return confidence;
}

function learnLight(examples: readonly RenderedExample[]): number[] {
  const sides = examples.map(({ item }) =>
    item.light.side === 'right' ? 1 : item.light.side === 'left' ? -1 : 0,
  );
  const light = least(
    examples.map((example) => example.light),
    sides,
    LIGHT_NOISE,
  );
  for (const side of ['left', 'right', 'other']) {
    const said = examples
      .filter(({ item }) =>
        side === 'other' ? !['left', 'right'].includes(item.light.side) : item.light.side === side,
      )
      .map((example) => example.light.reduce((sum, value, k) => sum + value * light[k], 0))
      .map((sum) => (Math.abs(sum) < CLEAR_FROM ? 'unclear' : sum > 0 ? 'right' : 'left'));
    console.log(
      `light ${side}: ${['left', 'right', 'unclear'].map((word) => `${said.filter((s) => s === word).length} ${word}`).join(', ')}`,
    );
  }
  return light.map((weight) => roundTo(weight, 4));
}

async function learnFromRenders(): Promise<void> {
  const examples = await examplesIn([asked.set, ...asked.more], () => true);
  const scale = computeScale(examples);
  const photos = examples.map(({ measures }) => standardize(scale, measures));
  const items = examples.map(({ item }) => item);
  const questions = answerOpen(photos, items);
  const confidence = measureConfidence(questions, examples);
  const light = learnLight(examples);
  const alone = aloneFrom(examples, photos);
  const kept = { ...scale, photos: packPhotos(photos), ...answersTo(questions), alone };
  write({ ...kept, light: { weights: light, clearFrom: CLEAR_FROM }, confidence }, examples);
}

const packPhotos = (photos: readonly (readonly number[])[]): string =>
  Buffer.from(Int8Array.from(photos.flat().map(quantizeFeature)).buffer).toString('base64');

function write(learned: KnownViews, examples: readonly Example[]): void {
  if (asked.trial) return;
  writeFileSync(OUT, `${JSON.stringify(learned)}\n`);
  const rows = examples.map(({ item: { id, thing, pose, elevationDeg } }) =>
    [id, thing, pose, elevationDeg].join('\t'),
  );
  writeFileSync(TRUTH, `${[TRUTH_HEAD.join('\t'), ...rows].join('\n')}\n`);
}

/**
 * Learns the views of cut-outs without their photos, and prints the judgments of unseen things.
 * @param photos measurements as they are stored
 */
function aloneFrom(
  examples: readonly Example[],
  photos: readonly (readonly number[])[],
): KnownViews['alone'] {
  const items = examples.map(({ item }) => item);
  const open = answerOpen(photos, items, isOfProductAlone);
  const unseen = judgeUnseen(open, examples, ({ item }) => item.thing);
  print('unseen things, without their photos', unseen);
  const confidence = confidenceFrom(unseen);
  const sure = unseen.filter(({ certainty: values }) => logistic(confidence, values) >= SURE_FROM);
  if (sure.length > 0) print('unseen things, without their photos, sure', sure);
  return { ...answersTo(open), confidence };
}

/** Stored measurements, with their ground truth. */
function rememberViews(known: KnownViews): Example[] {
  const [, ...rows] = readFileSync(TRUTH, 'utf8').trimEnd().split('\n');
  const photos = decodePhotos(known);
  if (photos.length !== rows.length)
    throw new Error(`${photos.length} photos, and the truth of ${rows.length}`);
  return rows.map((row, i) => {
    const [id = '', thing = '', pose = '', elevation] = row.split('\t');
    const item = { id, thing, pose: pose as SeenItem['pose'], elevationDeg: Number(elevation) };
    return { item, measures: [...photos[i]] };
  });
}

/** Learns without changing means and deviations, so that stored and new measurements are comparable. */
async function learnFromMemory(): Promise<void> {
  const known = JSON.parse(readFileSync(OUT, 'utf8')) as KnownViews;
  const old = rememberViews(known);
  const names = new Set(old.map(({ item }) => item.id));
  const more = await examplesIn(asked.more, (id) => !names.has(id));
  const examples: Example[] = [
    ...old,
    ...more.map(({ item, measures }) => ({ item, measures: standardize(known, measures) })),
  ];
  const photos = examples.map(({ measures }) => measures);
  const items = examples.map(({ item }) => item);
  const questions = answerOpen(photos, items);
  const confidence = measureConfidence(questions, examples);
  const alone = aloneFrom(examples, photos);
  write({ ...known, photos: packPhotos(photos), ...answersTo(questions), alone, confidence }, examples);
}

if (asked.remembered) await learnFromMemory();
else await learnFromRenders();
