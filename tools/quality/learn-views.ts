// node tools/quality/learn-views.ts [--set DIR] [--more DIR]... [--trial]
//   node tools/quality/learn-views.ts --remembered [--trial]   learns what is read of cut-outs without their photos, from the memory itself, without renders
//
// Learns how products are seen, from the truth set's tuning part and from folders with more renders (views that are not in it: `write-plan.ts 100 8 320`).
// Writes packages/image-engine/src/pixels/view/known-views.json. First prints what it would say of things that it has not seen: each thing, and each
// tenth of the photos, is judged by what was learned from the others.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lightMeasures } from '../../packages/image-engine/src/pixels/view/light-side.ts';
import {
  certainty,
  isOfProductAlone,
  KNOWN_POSES,
  logistic,
  viewMeasures,
} from '../../packages/image-engine/src/pixels/view/read-view.ts';
import type { KnownViews } from '../../packages/image-engine/src/pixels/view/read-view.ts';
import {
  likeness,
  packed,
  photosOf,
  recall,
  standardized,
} from '../../packages/image-engine/src/pixels/view/recall.ts';
import type { Likeness, Question } from '../../packages/image-engine/src/pixels/view/recall.ts';
import { seenOn } from '../../packages/image-engine/src/pixels/view/seen.ts';
import { RENDERED_SET } from '../truth-set/folders.ts';
import type { TruthItem } from '../truth-set/truth-item.ts';
import { SURE_FROM } from '@packshot/contract';
import { THINGS } from '../truth-set/catalog.ts';
import { itemOf, planOf } from '../truth-set/plan.ts';
import { least, solve } from './least-squares.ts';
import { readSeen } from './read-truth.ts';
import { median } from './view-measures.ts';

const OUT = join(import.meta.dirname, '../../packages/image-engine/src/pixels/view/known-views.json');
const ELEVATION = { fall: 0.7, noise: 0.2 } as const;
const POSE = { fall: 0.8, noise: 0.2 } as const;
/** A measure that says nothing of the pose still counts this much. */
const LEAST_WEIGHT = 0.03;
/** From here on the side of the light is said; the sum is 1 where it is clear. */
const CLEAR_FROM = 0.35;
const LIGHT_NOISE = 0.5;
/** What counts as about right, when confidence is learned. */
const ABOUT_DEG = 15;

const { values: asked } = parseArgs({
  options: {
    set: { type: 'string', default: RENDERED_SET },
    more: { type: 'string', multiple: true, default: [] },
    remembered: { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});

type SeenItem = Pick<TruthItem, 'thing' | 'pose' | 'elevationDeg'>;

interface Example {
  readonly item: SeenItem;
  readonly measures: readonly number[];
}

interface RenderedExample extends Example {
  readonly item: TruthItem;
  readonly light: readonly number[];
}

const itemsOf = (folder: string): TruthItem[] =>
  readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'item.json')))
    .map((id) => JSON.parse(readFileSync(join(folder, id, 'item.json'), 'utf8')) as TruthItem)
    .filter(({ split }) => split === 'tuning');

async function exampleOf(folder: string, item: TruthItem): Promise<RenderedExample | undefined> {
  const { photo, alpha } = await readSeen(join(folder, item.id), item);
  const seen = seenOn(photo, alpha);
  return seen && { item, measures: viewMeasures(seen), light: lightMeasures(seen) };
}

const columns = (rows: readonly (readonly number[])[]): number[][] =>
  rows[0]?.map((_, k) => rows.map((row) => row[k])) ?? [];
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

function questionOf(
  photos: readonly (readonly number[])[],
  targets: readonly (readonly number[])[],
  like: Likeness,
  noise: number,
): Question {
  const alike = photos.map((one, i) =>
    photos.map((other, k) => likeness(one, other, like) + (i === k ? noise : 0)),
  );
  const means = targets.map((target) => rounded(mean(target), 5));
  const shares = solve(
    alike,
    targets.map((target, k) => target.map((value) => value - means[k])),
  );
  const answers = shares.map((values, k) => ({ mean: means[k], shares: values.map((v) => rounded(v, 4)) }));
  return { weights: like.weights.map((weight) => rounded(weight, 3)), fall: like.fall, answers };
}

type IsUsed = (measure: number) => boolean;
const all: IsUsed = () => true;

type Questions = Pick<KnownViews, 'elevation' | 'pose'>;
type Learned = Pick<KnownViews, 'means' | 'deviations'> &
  Questions & { readonly photos: readonly (readonly number[])[] };

function learnFrom(examples: readonly Example[], isUsed: IsUsed = all): Learned {
  const byMeasure = columns(examples.map(({ measures }) => measures));
  const means = byMeasure.map((values) => rounded(mean(values), 5));
  const deviations = byMeasure.map((values) => rounded(deviation(values) + 1e-6, 5));
  const photos = examples.map(({ measures }) => standardized({ means, deviations }, measures));
  const items = examples.map(({ item }) => item);
  return { means, deviations, photos, ...questionsOf(photos, items, isUsed) };
}

function questionsOf(
  photos: readonly (readonly number[])[],
  items: readonly SeenItem[],
  isUsed: IsUsed,
): Questions {
  const elevations = items.map(({ elevationDeg }) => elevationDeg);
  const poses = KNOWN_POSES.map((known) => items.map(({ pose }) => (pose === known ? 1 : 0)));
  const telling = columns(photos).map((values) =>
    Math.max(...[elevations, ...poses].map((target) => correlation(values, target) ** 2)),
  );
  const weighted = (weights: readonly number[], fall: number): Likeness => ({
    weights: weights.map((weight, measure) => (isUsed(measure) ? weight : 0)),
    fall,
  });
  const even = weighted(
    telling.map(() => 1),
    ELEVATION.fall,
  );
  const byUse = weighted(
    telling.map((value) => value + LEAST_WEIGHT),
    POSE.fall,
  );
  return {
    elevation: questionOf(photos, [elevations], even, ELEVATION.noise),
    pose: questionOf(photos, poses, byUse, POSE.noise),
  };
}

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
}

/** Each group judged by what was learned from the others. */
function judgeUnseen(
  examples: readonly Example[],
  groupOf: (example: Example, i: number) => string,
  isUsed: IsUsed = all,
): Judged[] {
  const groups = examples.map(groupOf);
  return [...new Set(groups)].flatMap((group) => {
    const learned = learnFrom(
      examples.filter((_, i) => groups[i] !== group),
      isUsed,
    );
    return examples
      .filter((_, i) => groups[i] === group)
      .map(({ item, measures }) => {
        const photo = standardized(learned, measures);
        const elevation = recall(learned.photos, photo, learned.elevation);
        const poses = recall(learned.photos, photo, learned.pose);
        return {
          item,
          pose: KNOWN_POSES[poses.answers.indexOf(Math.max(...poses.answers))] ?? 'stands',
          elevationDeg: Math.min(90, Math.max(0, elevation.answers[0])),
          certainty: certainty(elevation, poses),
        };
      });
  });
}

const errorOf = ({ item, elevationDeg }: Judged): number => Math.abs(elevationDeg - item.elevationDeg);
const isRight = ({ item, pose }: Judged): boolean => item.pose === pose;
const isAboutRight = (judged: Judged): number => (isRight(judged) && errorOf(judged) <= ABOUT_DEG ? 1 : 0);

function print(name: string, judged: readonly Judged[]): void {
  const right = judged.filter(isRight).length / judged.length;
  const about = mean(judged.map(isAboutRight));
  console.log(
    `${name}: ${judged.length} photos, median error ${median(judged.map(errorOf)).toFixed(1)}°, mean ${mean(judged.map(errorOf)).toFixed(1)}°, pose right ${(100 * right).toFixed(0)} %, both about right ${(100 * about).toFixed(0)} %`,
  );
}

/** Logistic regression by Newton's steps. */
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
  return weights.map((weight) => rounded(weight, 4));
}

async function learnFromRenders(): Promise<void> {
  const examples: RenderedExample[] = [];
  for (const folder of [asked.set, ...asked.more]) {
    for (const item of itemsOf(folder)) {
      const example = await exampleOf(folder, item);
      if (example !== undefined) examples.push(example);
    }
  }
  console.log(`${examples.length} photos`);
  const unseenThings = judgeUnseen(examples, ({ item }) => item.thing);
  const unseenPhotos = judgeUnseen(examples, (_, i) => String(i % 10));
  print('unseen things', unseenThings);
  print('unseen photos', unseenPhotos);
  const confidence = confidenceFrom(unseenThings);
  const sure = unseenThings.filter(({ certainty: values }) => logistic(confidence, values) >= 0.5);
  if (sure.length > 0) print('unseen things, sure', sure);

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
  if (!asked.trial) {
    const { means, deviations, elevation, pose, photos } = learnFrom(examples);
    const learned: KnownViews = {
      means,
      deviations,
      photos: Buffer.from(Int8Array.from(photos.flat().map(packed)).buffer).toString('base64'),
      elevation,
      pose,
      alone: aloneFrom(examples, photos),
      light: { weights: light.map((weight) => rounded(weight, 4)), clearFrom: CLEAR_FROM },
      confidence,
    };
    writeFileSync(OUT, `${JSON.stringify(learned)}\n`);
  }
}

/** What is read of cut-outs without their photos, first judged on things that it has not seen. @param photos as they are remembered */
function aloneFrom(
  examples: readonly Example[],
  photos: readonly (readonly number[])[],
): KnownViews['alone'] {
  const unseen = judgeUnseen(examples, ({ item }) => item.thing, isOfProductAlone);
  print('unseen things, without their photos', unseen);
  const confidence = confidenceFrom(unseen);
  const sure = unseen.filter(({ certainty: values }) => logistic(confidence, values) >= SURE_FROM);
  if (sure.length > 0) print('unseen things, without their photos, sure', sure);
  const items = examples.map(({ item }) => item);
  return { ...questionsOf(photos, items, isOfProductAlone), confidence };
}

/** Renders that were learned from beside the set's: views of each thing, from this one on. */
const MORE = { firstView: 100, views: 5 } as const;

/** What is remembered, with the truth of the plan that it was rendered by: in the order in which folders are read. */
function remembered(known: KnownViews): Example[] {
  const inOrder = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
    items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const views = Array.from({ length: MORE.views }, (_, k) => MORE.firstView + k);
  const items = [
    ...inOrder(planOf().filter(({ split }) => split === 'tuning')),
    ...inOrder(views.flatMap((view) => THINGS.map((thing) => itemOf(thing, view)))),
  ];
  const photos = photosOf(known);
  if (photos.length !== items.length) throw new Error(`${photos.length} photos of ${items.length} planned`);
  return items.map((item, i) => ({ item, measures: [...photos[i]] }));
}

function learnFromMemory(): void {
  const known = JSON.parse(readFileSync(OUT, 'utf8')) as KnownViews;
  const examples = remembered(known);
  const alone = aloneFrom(
    examples,
    examples.map(({ measures }) => measures),
  );
  if (!asked.trial) writeFileSync(OUT, `${JSON.stringify({ ...known, alone })}\n`);
}

if (asked.remembered) learnFromMemory();
else await learnFromRenders();
