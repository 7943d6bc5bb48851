// npm --prefix lab run quality -- --only scenes               places products of the ground truth in sets, and compares them with path-traced pictures of the same products there
//
//   --set DIR                  where lab/ground-truth-scenes/build.sh put the pairs (default: .packshot/ground-truth-scenes)
//   --split, --limit, --out, --before as for cut-outs
//   --cut-outs DIR             judges these composites (ID.png) instead of making them: an older version's, for instance
//   --keep DIR                 keeps the composites, each beside its truth
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { measureAuxiliaryMaps } from '../../packages/image-engine/src/pixels/light/measure-maps.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { composeScene } from '../../packages/image-engine/src/pixels/scene/compose-scene.ts';
import { createCutOut } from '../../packages/image-engine/src/pixels/scene/cut-out.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { SETS_FOLDER } from '../../packages/image-engine/src/sets/set-description.ts';
import { planAsComposed } from '../ground-truth-scenes/as-composed.ts';
import type { PairItem } from '../ground-truth-scenes/pair-item.ts';
import { judgeScene } from './scene-measures.ts';
import type { SceneJudgment } from './scene-measures.ts';

interface MeasuredScene {
  readonly id: string;
  readonly split: string;
  readonly pose: string;
  readonly isClear: boolean;
  readonly elevationDeg: number;
  readonly shadow: string;
  readonly judgment: SceneJudgment;
}

interface Asked {
  readonly set: string;
  readonly split: string | undefined;
  readonly limit: number;
  readonly out: string | undefined;
  readonly before: string | undefined;
  readonly composites: string | undefined;
  readonly keep: string | undefined;
}

const SQUARE = 1;

const readSamples = async (path: string): Promise<Uint8Array> =>
  new Uint8Array(await sharp(readFileSync(path)).toColourspace('srgb').removeAlpha().raw().toBuffer());

/** Places the exact cut-out in its set, at its position in the truth, under the set's own lights. */
async function composePair(folder: string, pair: PairItem): Promise<{ data: Uint8Array; shadow: string }> {
  const cutOut = (await decodePhoto(readFileSync(join(folder, 'cut-out.png')))).image;
  const photo = raster(await readSamples(join(folder, 'photo.png')), pair.widthPx, pair.heightPx, 3);
  const product = createCutOut(cutOut, measureAuxiliaryMaps(cutOut, photo));
  if (product === undefined) throw new Error(`${pair.id} shows nothing`);
  const decoded = await readSet(join(SETS_FOLDER, pair.setId));
  const { picture, shadow = 'none' } = finish(
    composeScene({
      decoded,
      plan: planAsComposed(decoded),
      product,
      placement: pair.placement,
      productView: { pose: pair.item.pose, elevationDeg: pair.elevationDeg },
      aspectRatioId: SQUARE,
      isLarger: true,
      seed: 1,
      longerSidePx: pair.widthPx,
    }),
  );
  return { data: picture.data, shadow };
}

async function measure(folder: string, pair: PairItem, { composites, keep }: Asked): Promise<MeasuredScene> {
  const { widthPx, heightPx } = pair;
  const given = composites === undefined ? undefined : await readSamples(join(composites, `${pair.id}.png`));
  const { data, shadow } =
    given === undefined ? await composePair(folder, pair) : { data: given, shadow: 'given' };
  const alpha = new Uint8Array(
    await sharp(readFileSync(join(folder, 'cut-out.png')))
      .extractChannel('alpha')
      .toColourspace('b-w')
      .raw()
      .toBuffer(),
  );
  const truth = await readSamples(join(folder, 'truth.png'));
  if (keep !== undefined) {
    const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
    const canvas = sharp({
      create: { width: 2 * widthPx, height: heightPx, channels: 3, background: '#000' },
    });
    const both = [data, truth].map((input, k) => ({
      input: Buffer.from(input),
      raw,
      left: k * widthPx,
      top: 0,
    }));
    await canvas
      .composite(both)
      .png()
      .toFile(join(keep, `${pair.id}.png`));
  }
  const bare = await readSamples(join(folder, 'bare.png'));
  return {
    id: pair.id,
    split: pair.split,
    pose: pair.item.pose,
    isClear: pair.item.kind === 'clear',
    elevationDeg: pair.elevationDeg,
    shadow,
    judgment: judgeScene({ widthPx, heightPx, truth, bare, alpha }, data),
  };
}

const readRows = (path: string | undefined): MeasuredScene[] =>
  path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MeasuredScene[]) : [];

const COLUMNS = [
  ['product', (j) => j.product, 1],
  ['FLIP', (j) => j.flip, 3],
  ['shadow ΔE00', (j) => j.shadowDifference, 1],
  ['shadow SSIM', (j) => j.shadowSimilarity, 3],
  ['shadow depth', (j) => j.shadowDepth, 2],
  ['gap px', (j) => j.contactGapPx, 1],
  ['angle', (j) => j.shadowAngleDeg, 0],
] as const satisfies readonly (readonly [string, (judgment: SceneJudgment) => number | null, number])[];

function formatMeans(rows: readonly MeasuredScene[]): string {
  return COLUMNS.map(([, of, digits]) => {
    const known = rows.map(({ judgment }) => of(judgment)).filter((value) => value !== null);
    return known.length === 0
      ? '–'
      : (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(digits);
  }).join(' | ');
}

function formatTable(rows: readonly MeasuredScene[], before: readonly MeasuredScene[]): string {
  const groups: [string, (row: MeasuredScene) => boolean][] = [
    ['all', () => true],
    ['eye level', ({ elevationDeg }) => elevationDeg < 14],
    ['25° to 45°', ({ elevationDeg }) => elevationDeg >= 14 && elevationDeg < 60],
    ['from straight above', ({ elevationDeg }) => elevationDeg >= 60],
    ['plain sweep', ({ id }) => id.includes('plain-sweep')],
    ['clear', ({ isClear }) => isClear],
  ];
  const lines = groups.flatMap(([name, belongs]) => {
    const own = rows.filter(belongs);
    const was = before.filter((row) => own.some(({ id }) => id === row.id));
    if (own.length === 0) return [];
    return [
      ...(was.length > 0 ? [`| **${name}**, before | ${was.length} | ${formatMeans(was)} |`] : []),
      `| **${name}** | ${own.length} | ${formatMeans(own)} |`,
    ];
  });
  return [
    `| | pairs | ${COLUMNS.map(([name]) => name).join(' | ')} |`,
    `|---|---|${COLUMNS.map(() => '---|').join('')}`,
    ...lines,
    ...rows.map((row) => `| ${row.id} | ${row.shadow} | ${formatMeans([row])} |`),
  ].join('\n');
}

/** Measures composites against path-traced pictures, and prints a table. */
export async function measureScenes(asked: Asked): Promise<void> {
  const done = new Map(readRows(asked.out).map((row) => [row.id, row]));
  if (asked.keep !== undefined) mkdirSync(asked.keep, { recursive: true });
  const pairs = readdirSync(asked.set)
    .toSorted()
    .filter((name) => existsSync(join(asked.set, name, 'pair.json')))
    .map((name) => JSON.parse(readFileSync(join(asked.set, name, 'pair.json'), 'utf8')) as PairItem)
    .filter(({ split }) => asked.split === undefined || split === asked.split)
    .slice(0, asked.limit);
  for (const pair of pairs) {
    if (done.has(pair.id)) continue;
    done.set(pair.id, await measure(join(asked.set, pair.id), pair, asked));
    console.error(pair.id);
    if (asked.out !== undefined) writeFileSync(asked.out, JSON.stringify([...done.values()]));
  }
  const rows = pairs.flatMap(({ id }) => done.get(id) ?? []);
  console.log(formatTable(rows, readRows(asked.before)));
}
