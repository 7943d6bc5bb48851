// node lab/quality/composites.ts LIST.tsv OUT [--split tuning|put-aside] [--only WORD,WORD] [--folder DIR]
//
// Makes composites for judging by the rule in docs/quality.md: variant 0 of each photo with its prompt, made from the
// photo alone, as in the studio. LIST.tsv has a line for each: photo, prompt, and scale or nothing. Write it before
// making any composite. A third of the lines is held out, by a draw that depends only on the lines. OUT gets
// NN-name.png for each, and composites.tsv with a line for each judgment.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProductScale } from '@packshot/contract';
import type { ModelName } from '../../packages/image-engine/src/models/builds.ts';
import { prepareModel } from '../../packages/image-engine/src/models/prepare-model.ts';
import { segmenter } from '../../packages/image-engine/src/tools/networks.ts';
import { makeScene, openStudio } from '../../packages/image-engine/src/tools/scene/run.ts';

const { values: asked, positionals } = parseArgs({
  options: {
    split: { type: 'string', default: 'tuning' },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: '.' },
  },
  allowPositionals: true,
});
const [list, out] = positionals;
if (list === undefined || out === undefined) throw new Error('Give a list and a folder');

interface Asked {
  readonly id: string;
  readonly photo: string;
  readonly prompt: string;
  readonly scale: ProductScale | undefined;
}

const drawHash = (line: string): string => createHash('sha256').update(line).digest('hex');

function readList(path: string): { tuning: Asked[]; 'put-aside': Asked[] } {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const aside = new Set(
    lines
      .map(drawHash)
      .toSorted()
      .slice(0, Math.round(lines.length / 3)),
  );
  const split = { tuning: [] as Asked[], 'put-aside': [] as Asked[] };
  for (const [index, line] of lines.entries()) {
    const [photo = '', prompt = '', scale = ''] = line.split('\t');
    const id = `${String(index).padStart(2, '0')}-${basename(photo, extname(photo)).slice(0, 24)}`;
    split[aside.has(drawHash(line)) ? 'put-aside' : 'tuning'].push({
      id,
      photo,
      prompt,
      scale: scale === '' ? undefined : (scale as ProductScale),
    });
  }
  return split;
}

const cacheDir = process.env['PACKSHOT_CACHE_DIR'] ?? join(import.meta.dirname, '../../.packshot/test-cache');
const { signal } = new AbortController();
const quiet = (): void => undefined;
// Runs in this process, because a job of the engine has a time limit.
const job = {
  signal,
  onProgress: quiet,
  checkpoint: () => Promise.resolve(),
  sign: () => Promise.reject(new Error('Nothing is signed here')),
  model: (name: ModelName) => prepareModel({ name, cacheDir, onProgress: quiet, signal }),
};
const context = { ...job, ...(await openStudio()), openSegmenter: () => segmenter.open(job) };

async function make({ id, photo, prompt, scale }: Asked, folder: string): Promise<void> {
  const started = performance.now();
  const bytes = readFileSync(join(asked.folder, photo));
  const request = { prompt, light: 'auto', palette: [], aspectRatioId: 1, isLarger: true } as const;
  const variant = { seed: 1, variant: 0, count: 4, scale };
  const scene = await makeScene({ product: bytes, ...request, ...variant }, context);
  // The product is cached since the scene was made.
  const { view } = await context.products.of(bytes, () => Promise.reject(new Error(`${id} is gone`)));
  writeFileSync(join(folder, `${id}.png`), scene.full);
  const { facts, placement } = scene;
  const seen = view ? `${view.pose} ${view.elevationDeg}° ${view.confidence}` : 'not read';
  const size = placement ? placement.width.toFixed(2) : '–';
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const row = [
    id,
    prompt,
    seen,
    `${facts.reference_id} ${facts.elevation_deg ?? '?'}°`,
    facts.shadow ?? 'none',
    size,
    seconds,
  ];
  appendFileSync(join(folder, 'composites.tsv'), `${row.join('\t')}\n`);
  console.log(row.join('  '));
}

mkdirSync(out, { recursive: true });
if (asked.split !== 'tuning' && asked.split !== 'put-aside') throw new Error(`No split ${asked.split}`);
for (const one of readList(list)[asked.split]) {
  if (!asked.only.split(',').some((word) => one.id.includes(word)) || existsSync(join(out, `${one.id}.png`)))
    continue;
  try {
    await make(one, out);
  } catch (error) {
    console.log(`${one.id}  ${one.prompt}  ${String(error)}`);
  }
}
