// node lab/quality/view.ts [--set DIR] [--split tuning|put-aside] [--only WORD] [--limit N] [--out FILE]
// [--known-masks] [PHOTO...]
//
// Compares the camera views that the engine estimates from the photos of the ground truth with the rendered ones. With
// --out it continues an interrupted run. --known-masks: uses the set's own masks instead of cut-outs, which takes
// seconds. PHOTO...: prints the estimates for these photos instead.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageEngine } from '@packshot/image-engine';
import { readView } from '../../packages/image-engine/src/pixels/scene/view/read-view.ts';
import { RENDERED_SET } from '../ground-truth/folders.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import { readSeen } from './read-ground-truth.ts';
import { viewTable } from './view-measures.ts';
import type { SaidView } from './view-measures.ts';

const { values: asked, positionals: photos } = parseArgs({
  options: {
    set: { type: 'string', default: RENDERED_SET },
    split: { type: 'string', default: 'tuning' },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '10000' },
    out: { type: 'string' },
    'known-masks': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const engine = createImageEngine({
  cacheDir: process.env['PACKSHOT_CACHE_DIR'] ?? join(import.meta.dirname, '../../.packshot/test-cache'),
});

async function readPhotoView(path: string): Promise<SaidView['said']> {
  try {
    return (await engine.run('cut-out', { photo: readFileSync(path) })).view ?? null;
  } catch (error) {
    console.error(`${path}: ${String(error)}`);
    return null;
  }
}

async function saidWithMask(folder: string, item: TruthItem): Promise<SaidView['said']> {
  const seen = await readSeen(folder, item);
  return readView(seen.photo, seen.alpha) ?? null;
}

async function measureSet(): Promise<void> {
  const { items } = JSON.parse(readFileSync(join(asked.set, 'manifest.json'), 'utf8')) as {
    items: TruthItem[];
  };
  const chosen = items
    .filter(({ id, split }) => split === asked.split && id.includes(asked.only))
    .slice(0, Number(asked.limit));
  const known =
    asked.out !== undefined && existsSync(asked.out)
      ? (JSON.parse(readFileSync(asked.out, 'utf8')) as SaidView[])
      : [];
  const rows = new Map(known.map((row) => [row.item.id, row]));
  for (const item of chosen) {
    if (rows.has(item.id)) continue;
    const folder = join(asked.set, item.id);
    const said = asked['known-masks']
      ? await saidWithMask(folder, item)
      : await readPhotoView(join(folder, 'photo.jpg'));
    rows.set(item.id, { item, said });
    if (asked.out !== undefined) writeFileSync(asked.out, JSON.stringify([...rows.values()]));
  }
  console.log(`${asked.split}\n\n${viewTable(chosen.flatMap(({ id }) => rows.get(id) ?? []))}`);
}

if (photos.length === 0) await measureSet();
for (const photo of photos) console.log(basename(photo), JSON.stringify(await readPhotoView(photo)));
await engine.close();
