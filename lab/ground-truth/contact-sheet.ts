// Arranges the first view of each thing, photo and truth on magenta: node contact-sheet.ts SET_DIR OUT.webp
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TruthItem } from './ground-truth-item.ts';
import { RENDERED_SET } from './folders.ts';

const CELL_PX = 132;
const PAIRS_A_ROW = 6;
const GROUND = { r: 250, g: 250, b: 249 };
const MAGENTA = { r: 230, g: 0, b: 126 };

const [setDir = RENDERED_SET, out = 'ground-truth.webp'] = process.argv.slice(2);
const { items } = JSON.parse(readFileSync(join(setDir, 'manifest.json'), 'utf8')) as { items: TruthItem[] };
const first = items.filter(({ id, split }) => id.endsWith('-1') && split === 'tuning');

const fitPicture = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).resize(CELL_PX, CELL_PX, { fit: 'contain', background: GROUND }).png().toBuffer();

async function renderCells({ id }: TruthItem): Promise<Buffer[]> {
  const folder = join(setDir, id);
  const alpha = await sharp(readFileSync(join(folder, 'alpha.png')))
    .toColourspace('b-w')
    .toBuffer();
  const alone = await sharp(readFileSync(join(folder, 'foreground.png')))
    .joinChannel(alpha)
    .png()
    .toBuffer();
  const onMagenta = await sharp(alone).flatten({ background: MAGENTA }).png().toBuffer();
  return Promise.all([fitPicture(readFileSync(join(folder, 'photo.jpg'))), fitPicture(onMagenta)]);
}

const cells: Buffer[] = [];
for (const item of first) cells.push(...(await renderCells(item)));
const across = 2 * PAIRS_A_ROW;
await sharp({
  create: {
    width: across * CELL_PX,
    height: Math.ceil(cells.length / across) * CELL_PX,
    channels: 3,
    background: GROUND,
  },
})
  .composite(
    cells.map((input, i) => ({ input, left: (i % across) * CELL_PX, top: Math.floor(i / across) * CELL_PX })),
  )
  .webp({ quality: 82, effort: 6 })
  .toFile(out);
