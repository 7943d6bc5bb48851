/**
 * Makes the pictures with which each machine checks its 8-bit ISNet, and their masks by the network in single
 * precision:
 *
 *   node lab/models/make-isnet-check.ts
 *
 * Uses products of our own, so that no license applies, and a drawn wheel, because none of the products has thin parts.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { MODEL_BUILDS } from '../../packages/image-engine/src/models/builds.ts';
import {
  CHECK_FOLDER,
  CHECK_PICTURES,
  readCheckPicture,
  shrunken,
} from '../../packages/image-engine/src/models/isnet-check.ts';
import { encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { openSession } from '../../packages/image-engine/src/models/segmentation-session.ts';

const SIDE_PX = 480;
const QUALITY = 78;
const SAMPLES = new URL('../../packages/web/src/lib/samples/', import.meta.url);
const CUT_OUTS = new URL('../../packages/image-engine/src/testing/fixtures/', import.meta.url);
const TABLE = new URL('../../packages/image-engine/assets/sets/oak-window-eye/preview.webp', import.meta.url);

const PICTURES: Readonly<Record<(typeof CHECK_PICTURES)[number], () => Promise<Uint8Array>>> = {
  'clear-bottle': () => sample('perfume'),
  headphones: () => sample('headphones'),
  watch: () => sample('watch'),
  'white-jar': () => sample('cream-jar'),
  speaker: () => sample('speaker'),
  'mug-with-handle': () => sample('stoneware-mug'),
  'several-things': severalThings,
  wheel: async () => Buffer.from(wheel()),
};

// The engine's codec disables the loader of SVG files; this program needs it.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
await mkdir(CHECK_FOLDER, { recursive: true });
for (const name of CHECK_PICTURES) {
  const picture = sharp(await PICTURES[name]()).resize(SIDE_PX, SIDE_PX, { fit: 'cover' });
  await writeFile(new URL(`${name}.webp`, CHECK_FOLDER), await picture.webp({ quality: QUALITY }).toBuffer());
}
const session = await openSession(encodeModel(await MODEL_BUILDS.isnet.convert()));
for (const name of CHECK_PICTURES) {
  const {
    data,
    widthPx: width,
    heightPx: height,
  } = shrunken(await session.run(await readCheckPicture(name)));
  const mask = sharp(data, { raw: { width, height, channels: 1 } });
  await writeFile(
    new URL(`${name}.mask.png`, CHECK_FOLDER),
    await mask.png({ compressionLevel: 9 }).toBuffer(),
  );
}
await session.release();

function sample(name: string): Promise<Uint8Array> {
  return readFile(new URL(`${name}.jpg`, SAMPLES));
}

async function severalThings(): Promise<Uint8Array> {
  const things = [
    ['speaker', 40, 190, 150],
    ['headphones', 165, 210, 140],
    ['cream-jar', 300, 240, 120],
  ] as const;
  const layers = await Promise.all(
    things.map(async ([name, left, top, side]) => ({
      input: await sharp(await readFile(new URL(`${name}.png`, CUT_OUTS)))
        .resize(side, side, { fit: 'inside' })
        .toBuffer(),
      left,
      top,
    })),
  );
  const table = await sharp(await readFile(TABLE))
    .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
    .blur(2)
    .toBuffer();
  return sharp(table).composite(layers).png().toBuffer();
}

function wheel(): string {
  const spokes = Array.from({ length: 28 }, (_, i) => {
    const angle = (i / 28) * 2 * Math.PI;
    const [x, y] = [240 + 158 * Math.cos(angle), 230 + 158 * Math.sin(angle)];
    const [hubX, hubY] = [240 + 14 * Math.cos(angle + 1.2), 230 + 14 * Math.sin(angle + 1.2)];
    return `<path d="M${hubX} ${hubY}L${x} ${y}" stroke="#4a4f55" stroke-width="2"/>`;
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}">
    <defs>
      <linearGradient id="wall" x2="0.3" y2="1"><stop stop-color="#e9e2d6"/><stop offset="1" stop-color="#cfc4b3"/></linearGradient>
      <radialGradient id="shadow"><stop stop-color="#000" stop-opacity="0.35"/><stop offset="1" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="480" height="480" fill="url(#wall)"/><rect y="390" width="480" height="90" fill="#a89a86"/>
    <ellipse cx="250" cy="408" rx="150" ry="16" fill="url(#shadow)"/>
    <circle cx="240" cy="230" r="170" fill="none" stroke="#1d1f22" stroke-width="18"/>
    <circle cx="240" cy="230" r="160" fill="none" stroke="#9aa2aa" stroke-width="6"/>${spokes}
    <circle cx="240" cy="230" r="15" fill="#6d757d"/><circle cx="240" cy="230" r="6" fill="#23262a"/>
  </svg>`;
}
