// npm --prefix lab run quality                  cuts out every picture of the ground truth, and prints measures of correctness
//
//   --split tuning|put-aside   only the items of this split; use put-aside for final checks, never for tuning
//   --set DIR                  the folder of the set (default: .packshot/ground-truth, or else the sample in the repository)
//   --only colors              measures the colors of the sets instead: colors.ts
//   --only channels            checks and fixes pictures for channels instead: channels.ts
//   --only scenes              measures composites against path-traced pictures instead: scenes.ts
//   --only review              fits the estimate of which cut-outs need a correction by hand, and tests it: review/review.ts
//   --only WORD                items whose id contains WORD
//   --limit N                  only the first N items
//   --out FILE                 writes all figures as JSON; continues an interrupted run that used the same file
//   --before FILE              also prints that run's figures for the same pictures
//   --cut-outs DIR             measures these cut-outs (ID.png) instead of making any; a missing file counts as a refusal
//   --keep DIR                 saves the cut-outs there
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageEngine } from '@packshot/image-engine';
import { decodeAuxiliaryMaps } from '../../packages/image-engine/src/codec/map-files.ts';
import type { AuxiliaryMaps } from '../../packages/image-engine/src/pixels/matte/auxiliary-maps.ts';
import { RENDERED_PAIRS, RENDERED_SET } from '../ground-truth/folders.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import { judge } from './measures.ts';
import { emptyCutOut, readCutOut, readTruth, SAMPLE_FOLDER } from './read-ground-truth.ts';
import { formatTable } from './summary.ts';
import type { Measured } from './summary.ts';

const ROOT = join(import.meta.dirname, '../..');

const { values: asked } = parseArgs({
  options: {
    split: { type: 'string' },
    set: {
      type: 'string',
      default: existsSync(join(RENDERED_SET, 'manifest.json')) ? RENDERED_SET : SAMPLE_FOLDER,
    },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '10000' },
    out: { type: 'string' },
    before: { type: 'string' },
    'cut-outs': { type: 'string' },
    keep: { type: 'string' },
    photos: { type: 'string', default: join(ROOT, '../shared/photos') },
    cache: { type: 'string', default: join(tmpdir(), 'packshot-review') },
    write: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
  },
});

if (asked.only === 'colors') {
  const { measureColors } = await import('./colors.ts');
  await measureColors({ limit: Number(asked.limit), out: asked.out, before: asked.before });
  process.exit();
}

if (asked.only === 'channels') {
  const { measureChannels } = await import('./channels.ts');
  const isNamed = asked.set !== RENDERED_SET && asked.set !== SAMPLE_FOLDER;
  await measureChannels({ limit: Number(asked.limit), photos: isNamed ? asked.set : null });
  process.exit();
}

if (asked.only === 'scenes') {
  const { measureScenes } = await import('./scenes.ts');
  const { split, limit, out, before, keep } = asked;
  const set = asked.set === RENDERED_SET || asked.set === SAMPLE_FOLDER ? RENDERED_PAIRS : asked.set;
  await measureScenes({ set, split, limit: Number(limit), out, before, composites: asked['cut-outs'], keep });
  process.exit();
}

if (asked.only === 'review') {
  const { measureReview } = await import('./review/review.ts');
  const { set, photos, cache, write, kept } = asked;
  const cacheDir = process.env['PACKSHOT_CACHE_DIR'] ?? join(ROOT, '.packshot/test-cache');
  const limit = Number(asked.limit);
  await measureReview({ set, photos, cache, cacheDir, limit, isKeptOnly: kept, isWritten: write });
  process.exit();
}

const readRows = (path: string | undefined): Measured[] =>
  path !== undefined && existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { items: Measured[] }).items
    : [];

const { items } = JSON.parse(readFileSync(join(asked.set, 'manifest.json'), 'utf8')) as {
  items: TruthItem[];
};
const chosen = items
  .filter(({ id, split }) => id.includes(asked.only) && (asked.split === undefined || split === asked.split))
  .slice(0, Number(asked.limit));
const done = new Map(readRows(asked.out).map((row) => [row.id, row]));

const engine = createImageEngine({
  cacheDir: process.env['PACKSHOT_CACHE_DIR'] ?? join(ROOT, '.packshot/test-cache'),
});

async function loadCutOut(item: TruthItem, photo: Buffer): Promise<Uint8Array> {
  const made = asked['cut-outs'];
  if (made !== undefined) return readFileSync(join(made, `${item.id}.png`));
  return (await engine.run('cut-out', { photo })).full;
}

async function measure(item: TruthItem): Promise<Measured> {
  const folder = join(asked.set, item.id);
  const truth = await readTruth(folder, item);
  const photo = readFileSync(join(folder, 'photo.jpg'));
  const startedMs = performance.now();
  let refusal: string | null = null;
  let cutOut = emptyCutOut(item);
  let maps: AuxiliaryMaps = {};
  try {
    const full = await loadCutOut(item, photo);
    if (asked.keep !== undefined) writeFileSync(join(asked.keep, `${item.id}.png`), full);
    cutOut = await readCutOut(full);
    maps = await decodeAuxiliaryMaps(full);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  const { id, split, family, kind, tone } = item;
  const ms = Math.round(performance.now() - startedMs);
  return {
    id,
    split,
    family,
    kind,
    tone,
    ground: item.ground.kind,
    refusal,
    ms,
    judgment: judge(cutOut, truth, maps),
  };
}

if (asked.keep !== undefined) mkdirSync(asked.keep, { recursive: true });
for (const item of chosen) {
  if (done.has(item.id)) continue;
  const row = await measure(item);
  done.set(item.id, row);
  const { iou, usableOnWhite } = row.judgment;
  console.error(
    `${item.id}: IoU ${iou.toFixed(4)}${usableOnWhite ? '' : ', not usable'}${row.refusal === null ? '' : `, ${row.refusal}`}`,
  );
  if (asked.out !== undefined) writeFileSync(asked.out, JSON.stringify({ items: [...done.values()] }));
}
await engine.close();

const before = asked.before === undefined ? undefined : readRows(asked.before);
for (const split of ['tuning', 'put-aside']) {
  const rows = chosen.flatMap(({ id }) => done.get(id) ?? []).filter((row) => row.split === split);
  if (rows.length > 0) console.log(`\n### ${split}\n\n${formatTable(rows, before)}`);
}
