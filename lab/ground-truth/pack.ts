// Packs developed picture channels as files, and writes the manifest: node pack.ts WORK_DIR OUT_DIR
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { planItems } from './plan.ts';
import type { TruthItem } from './ground-truth-item.ts';

const [workDir = '', outDir = ''] = process.argv.slice(2);

interface Plane {
  readonly file: string;
  readonly channels: 1 | 3;
  readonly write: (picture: Sharp, item: TruthItem) => Sharp;
}

const png = (picture: Sharp): Sharp => picture.png({ compressionLevel: 7 });

const PLANES: Readonly<Record<string, Plane>> = {
  photo: {
    file: 'photo.jpg',
    channels: 3,
    write: (picture, { phone }) => picture.jpeg({ quality: phone.quality, chromaSubsampling: '4:2:0' }),
  },
  alpha: { file: 'alpha.png', channels: 1, write: (picture) => png(picture.toColourspace('b-w')) },
  foreground: { file: 'foreground.png', channels: 3, write: png },
  ground: { file: 'ground.webp', channels: 3, write: (picture) => picture.webp({ quality: 92, effort: 2 }) },
  shadow: { file: 'shadow.png', channels: 1, write: (picture) => png(picture.toColourspace('b-w')) },
  transmission: { file: 'transmission.png', channels: 3, write: png },
  highlights: { file: 'highlights.png', channels: 3, write: png },
};

async function pack(id: string): Promise<void> {
  const folder = join(workDir, id, 'planes');
  const item = JSON.parse(readFileSync(join(folder, 'item.json'), 'utf8')) as TruthItem;
  const draft = join(outDir, `.${id}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const name of item.files) {
    const plane = PLANES[name];
    if (plane === undefined) throw new Error(`${id}: no picture is called ${name}`);
    const raw = { width: item.widthPx, height: item.heightPx, channels: plane.channels };
    const picture = sharp(readFileSync(join(folder, `${name}.u8`)), { raw });
    await plane.write(picture, item).toFile(join(draft, plane.file));
  }
  writeFileSync(join(draft, 'item.json'), JSON.stringify(item, undefined, 1));
  rmSync(join(outDir, id), { recursive: true, force: true });
  renameSync(draft, join(outDir, id));
  rmSync(join(workDir, id), { recursive: true, force: true });
}

for (const id of readdirSync(workDir)) {
  if (!id.startsWith('.') && existsSync(join(workDir, id, 'planes/item.json'))) await pack(id);
}

const plan = planItems();
const items = plan
  .filter(({ id }) => existsSync(join(outDir, id, 'photo.jpg')))
  .map(({ id }) => JSON.parse(readFileSync(join(outDir, id, 'item.json'), 'utf8')) as TruthItem);
// Replaced atomically, so that a reader sees either the old or the new list.
writeFileSync(join(outDir, '.manifest.json'), JSON.stringify({ format: 1, items }, undefined, 1));
renameSync(join(outDir, '.manifest.json'), join(outDir, 'manifest.json'));
const aside = items.filter(({ split }) => split === 'put-aside').length;
writeFileSync(
  join(outDir, 'PROGRESS'),
  `${new Date().toISOString()} ${items.length} of ${plan.length}, ${aside} put aside\n`,
);
console.log(`${items.length} of ${plan.length}`);
