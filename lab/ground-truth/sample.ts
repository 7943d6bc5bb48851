// Copies some small items of the rendered set into the repository, for tests: node sample.ts SET_DIR
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TruthItem } from './ground-truth-item.ts';
import { RENDERED_SET } from './folders.ts';

/** Items rendered at 512 px, of every kind, none of them held out. */
const SAMPLE = [
  'mug-1',
  'jug-2',
  'book-2',
  'gift-box-1',
  'grass-pot-1',
  'pompon-1',
  'floor-lamp-2',
  'ring-3',
  'towels-3',
  'shelf-3',
  'acrylic-mill-4',
  'acrylic-mill-5',
];
const OUT = join(import.meta.dirname, '../../packages/image-engine/src/testing/truth');
/** Files that are packed again without loss; the sample omits the remaining ones. */
const PLANES = ['foreground', 'shadow', 'transmission', 'highlights'];

const [setDir = RENDERED_SET] = process.argv.slice(2);
const { items } = JSON.parse(readFileSync(join(setDir, 'manifest.json'), 'utf8')) as { items: TruthItem[] };
const chosen = items.filter(({ id }) => SAMPLE.includes(id));

rmSync(OUT, { recursive: true, force: true });
for (const item of chosen) {
  if (item.split !== 'tuning') throw new Error(`${item.id} is put aside: tests would be written against it`);
  const [from, to] = [join(setDir, item.id), join(OUT, item.id)];
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, 'photo.jpg'), join(to, 'photo.jpg'));
  const alpha = sharp(readFileSync(join(from, 'alpha.png'))).toColourspace('b-w');
  await alpha.png({ compressionLevel: 9, effort: 10 }).toFile(join(to, 'alpha.png'));
  for (const name of PLANES) {
    const source = join(from, `${name}.png`);
    if (!existsSync(source)) continue;
    await sharp(readFileSync(source))
      .webp({ lossless: true, effort: 6 })
      .toFile(join(to, `${name}.webp`));
  }
}
const listed = chosen.map((item) => ({ ...item, files: item.files.filter((name) => name !== 'ground') }));
writeFileSync(join(OUT, 'manifest.json'), `${JSON.stringify({ format: 1, items: listed }, undefined, 1)}\n`);
console.log(`${chosen.length} of ${SAMPLE.length}`);
