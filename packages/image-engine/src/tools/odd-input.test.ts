import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import { noObjects } from '../testing/no-objects.ts';
import { noPrint } from '../testing/no-print.ts';
import sharp from '../codec/sharp.ts';
import { createImageEngine } from '../engine.ts';
import type { ImageEngine } from '../image-engine.ts';
import { checkPicture } from '../models/self-check.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { raster } from '../pixels/raster/raster.ts';
import { hostileRows, sharedPath, testCacheDir } from '../testing/shared-files.ts';
import { IS_THOROUGH } from '../testing/thorough.ts';
import { describe as describeProduct } from './describe/run.ts';
import { run as harmonize } from './harmonize/run.ts';
import { magic } from './magic/run.ts';
import { moderate } from './moderate/run.ts';
import { refine } from './refine/run.ts';
import { cutOut } from './cut-out/run.ts';
import { upscale } from './upscale/run.ts';

/** Side of the test pictures, small because their unusual properties don't depend on their size. */
const SIDE_PX = 128;
let engine: ImageEngine;
beforeAll(async () => {
  engine = createImageEngine({ cacheDir: testCacheDir });
  await engine.prepare();
});
afterAll(() => engine.close());

const { data, widthPx, heightPx } = checkPicture();
/** A drawn mug, which can be cut out, filled and described. */
const mug = () =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } }).resize(SIDE_PX, SIDE_PX);
const canvas = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number },
) => sharp({ create: { width, height, channels: 4, background } });
const mask = (share: number, size: readonly [number, number] = [SIDE_PX, SIDE_PX], color = '#ffffff') => {
  const [width, height] = size.map((side) => Math.max(1, Math.round(side * share)));
  const inside = { create: { width, height, channels: 3 as const, background: color } };
  const all = canvas(size[0], size[1], '#000000');
  return (share === 0 ? all : all.composite([{ input: inside }])).png().toBuffer();
};

/** Fake network that instantly finds a disc in the center of any photo; a fake text reader finds no text. */
const DISC_SIDE_PX = 64;
const segmenter = {
  sidePx: DISC_SIDE_PX,
  run: () => {
    const inside = (i: number): boolean =>
      Math.hypot((i % DISC_SIDE_PX) - 32, Math.floor(i / DISC_SIDE_PX) - 32) < 20;
    const data = Uint8Array.from({ length: DISC_SIDE_PX ** 2 }, (_, i) => (inside(i) ? 255 : 0));
    return Promise.resolve(raster(data, DISC_SIDE_PX, DISC_SIDE_PX, 1));
  },
};
const network = { score: () => Promise.resolve({ drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 }) };
const context = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  checkpoint: () => Promise.resolve(),
  segmenter,
  openSegmenter: () => Promise.resolve(segmenter),
  openReader: () => Promise.resolve(noPrint),
  openClassifier: () => Promise.resolve(noObjects),
};

/** Function that runs a tool with a photo; all other inputs fit the photo. */
type PhotoJob = (photo: Uint8Array, size: readonly [number, number]) => Promise<object>;
const TOOLS: Record<string, PhotoJob> = {
  'cut-out': (photo) => engine.run('cut-out', { photo }),
  // In a long picture the hole is small, because a third of it would take longer than all other tests without proving
  // more.
  'magic fill': async (photo, size) =>
    engine.run('magic', { photo, mask: await mask(size[0] > 4096 ? 0.02 : 0.12, size) }),
  'magic edit': async (photo, size) =>
    engine.run('magic', { photo, mask: await mask(0.3, size), prompt: 'make it navy blue' }),
  upscale: (photo) => engine.run('upscale', { photo, factor: 2, mode: 'faithful' }),
  harmonize: async (photo, size) =>
    engine.run('harmonize', { composite: photo, productAlpha: await mask(0.4, size) }),
  refine: async (photo, size) =>
    engine.run('refine', { photo, cutOut: await mask(0.5, size), strokes: await mask(0.3, size, '#00ff00') }),
  describe: (photo) => engine.run('describe', { photo }),
  moderate: (photo) => engine.run('moderate', { photo }),
};
const ALL = Object.keys(TOOLS);
/** Tools that need no networks, for pictures that are unusual only in how their pixels are stored. */
const WITHOUT_NETWORKS: Record<string, PhotoJob> = {
  ...TOOLS,
  'cut-out': (photo) => cutOut({ photo }, context),
  describe: (photo) => describeProduct({ photo }, context),
  moderate: (photo) => moderate({ photo }, { ...context, network }),
};

interface OddInputCase {
  readonly what: string;
  readonly photo: () => Promise<Uint8Array>;
  readonly size?: readonly [number, number];
  /** Expected refusal codes by tool. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Tools to run by name; `TOOLS` by default. */
  readonly tools?: Readonly<Record<string, PhotoJob>>;
}
const everyTool = (code: string): Record<string, string> =>
  Object.fromEntries(ALL.map((tool) => [tool, code]));

const CASES: OddInputCase[] = [
  {
    what: 'of one pixel',
    photo: () => canvas(1, 1, '#808080').png().toBuffer(),
    size: [1, 1],
    refusals: everyTool('TOO_SMALL'),
  },
  {
    what: 'of 16384 x 1',
    photo: () => canvas(16_384, 1, '#808080').png().toBuffer(),
    size: [16_384, 1],
    refusals: everyTool('TOO_SMALL'),
  },
  {
    what: 'of 16384 x 8',
    photo: () => canvas(16_384, 8, '#808080').png().toBuffer(),
    size: [16_384, 8],
    refusals: { 'cut-out': 'NO_SUBJECT', upscale: 'UPSCALE_TOO_LARGE' },
  },
  {
    what: 'fully transparent',
    photo: () => canvas(SIDE_PX, SIDE_PX, { r: 200, g: 40, b: 40, alpha: 0 }).png().toBuffer(),
    refusals: {
      'cut-out': 'NO_SUBJECT',
      refine: 'NOTHING_LEFT',
      'magic fill': 'NO_SUBJECT',
      'magic edit': 'NO_SUBJECT',
      upscale: 'NO_SUBJECT',
    },
  },
  {
    what: 'opaque, with an alpha channel',
    tools: WITHOUT_NETWORKS,
    photo: () => mug().ensureAlpha().png().toBuffer(),
  },
  { what: 'in CMYK', tools: WITHOUT_NETWORKS, photo: () => mug().toColourspace('cmyk').jpeg().toBuffer() },
  { what: 'in 16 bits', tools: WITHOUT_NETWORKS, photo: () => mug().toColourspace('rgb16').png().toBuffer() },
  { what: 'in shades of gray', tools: WITHOUT_NETWORKS, photo: () => mug().grayscale().png().toBuffer() },
  {
    what: 'with a palette and transparency',
    tools: WITHOUT_NETWORKS,
    photo: async () => {
      // The hole is beside the mug; a hole in the mug's place would leave nothing of it.
      const hole = { create: { width: 40, height: 30, channels: 4 as const, background: '#ffffff' } };
      const holed = await mug()
        .ensureAlpha()
        .composite([{ input: hole, blend: 'dest-out', left: 0, top: 0 }])
        .png()
        .toBuffer();
      return sharp(holed).png({ palette: true, colors: 32 }).toBuffer();
    },
  },
];

describe.each(CASES)(
  'a photo $what',
  ({ photo, size = [SIDE_PX, SIDE_PX], refusals = {}, tools = TOOLS }) => {
    test.each(ALL)('gives a result or the expected refusal in %s', async (tool) => {
      const job = tools[tool](await photo(), size);
      const code = refusals[tool];
      if (code !== undefined) {
        await expect(job).rejects.toMatchObject({ name: 'ImageRefusal', code });
        return;
      }
      const result = await job;
      const factor = tool === 'upscale' ? 2 : 1;
      if (!('full' in result)) return;
      const { image } = await decodePhoto(result.full as Uint8Array);
      expect([image.widthPx, image.heightPx]).toEqual(size.map((side) => side * factor));
    });
  },
);

describe('an unusual mask', () => {
  const withMask: Record<string, (photo: Uint8Array, mask: Uint8Array) => Promise<object>> = {
    'magic fill': (photo, maskFile) => engine.run('magic', { photo, mask: maskFile }),
    'magic edit': (photo, maskFile) => engine.run('magic', { photo, mask: maskFile, prompt: 'darken' }),
    harmonize: (photo, maskFile) => engine.run('harmonize', { composite: photo, productAlpha: maskFile }),
    refine: async (photo, maskFile) =>
      engine.run('refine', { photo, cutOut: await mask(0.5), strokes: maskFile }),
  };
  test.each([
    ['of another size, but the photo’s shape', () => mask(0.2, [64, 64]), {}],
    ['of another shape', () => mask(0.4, [SIDE_PX, 64]), everyTool('MASK_MISMATCH')],
    ['that is empty', () => mask(0), everyTool('EMPTY_MASK')],
    // With a full mask an edit changes everything, and strokes restore everything. Inpainting and harmonizing are
    // refused, because they need surroundings.
    ['that is full', () => mask(1), { 'magic fill': 'FULL_MASK', harmonize: 'FULL_MASK' }],
    [
      'that is a JPEG',
      async () =>
        sharp(await mask(0.2))
          .jpeg({ quality: 60 })
          .toBuffer(),
      {},
    ],
    ['that is no picture', () => Promise.resolve(Buffer.from('no picture')), everyTool('UNSUPPORTED_TYPE')],
  ] as [string, () => Promise<Uint8Array>, Record<string, string>][])(
    'is accepted or refused as each tool expects: a mask %s',
    async (_, draw, refusals) => {
      const [photo, maskFile] = [await mug().png().toBuffer(), await draw()];
      for (const [tool, job] of Object.entries(withMask)) {
        const outcome = job(photo, maskFile);
        const code = refusals[tool];
        if (code === undefined)
          expect(await outcome, tool).toMatchObject({ widthPx: SIDE_PX, heightPx: SIDE_PX });
        else await expect(outcome, tool).rejects.toMatchObject({ code });
      }
    },
  );
});

const heicFile = sharedPath('hostile/heic/heic__IMG_5195.HEIC');
describe('a HEIC photo', () => {
  test('is edited', async () => {
    const heic = readFileSync(join(import.meta.dirname, '../testing/fixtures/mug.heic'));
    const { widthPx, heightPx } = (await decodePhoto(heic)).image;
    const maskFile = await mask(0.1, [widthPx, heightPx]);
    const edited = await engine.run('magic', { photo: heic, mask: maskFile, prompt: 'brighten' });
    expect(edited).toMatchObject({ widthPx, heightPx });
  });

  test.skipIf(heicFile === undefined)('isn’t enlarged beyond the size limit', async () => {
    const enlarged = engine.run('upscale', {
      photo: readFileSync(heicFile ?? ''),
      factor: 2,
      mode: 'faithful',
    });
    await expect(enlarged).rejects.toMatchObject({ code: 'UPSCALE_TOO_LARGE' });
  });
});

const folder = sharedPath('hostile');
describe.skipIf(folder === undefined)('hostile files', () => {
  const rows = folder === undefined ? [] : hostileRows(folder);
  const edits = [{ kind: 'edit', edits: [] }] as const;
  /** Runs the tools with fake networks, because only the file is hostile. */
  const works: Record<string, (photo: Uint8Array, maskFile: Uint8Array) => Promise<object>> = {
    'cut-out': (photo) => cutOut({ photo }, context),
    magic: (photo, maskFile) => magic({ photo, mask: maskFile, instruction: edits[0] }, context),
    upscale: (photo) => upscale({ photo, factor: 2 }, { ...context, network: undefined }),
    harmonize: (photo, maskFile) =>
      harmonize({ composite: photo, productAlpha: maskFile, strength: 0 }, context),
    refine: (photo, maskFile) => refine({ photo, cutOut: photo, strokes: maskFile }, context),
    describe: (photo) => describeProduct({ photo }, context),
    moderate: (photo) => moderate({ photo }, { ...context, network }),
    'magic, as a mask': async (file) =>
      magic({ photo: await mask(1, [64, 64]), mask: file, instruction: edits[0] }, context),
    'refine, as strokes': async (file) =>
      refine({ photo: await mask(1, [64, 64]), cutOut: await mask(1, [64, 64]), strokes: file }, context),
  };
  /** Names of files that are too large to be run through every tool. */
  const TOO_SLOW_FOR_ALL = /7000x7000|HEIC$/;
  /** Files of four megapixels with unusual storage, for which one tool that reads the file suffices. */
  const ONE_READS_IT = { file: /ultrahdr/, tool: 'moderate' };
  /**
   * Each tool gets one file of this many, so that one or two tools read each file, because all tools share the code that
   * reads files; thorough tests run all files with all tools.
   */
  const SHARES = IS_THOROUGH ? 1 : 5;

  test.each(Object.keys(works).map((tool, at) => [tool, at] as const))(
    'the tool %s gives a picture or a known refusal for each file',
    async (tool, at) => {
      const files = rows
        .map(({ file }) => file)
        .filter((file) => !TOO_SLOW_FOR_ALL.test(file))
        .filter((file) => tool === ONE_READS_IT.tool || !ONE_READS_IT.file.test(file))
        .filter((_file, row) => (row + at) % SHARES === 0);
      expect(files.length).toBeGreaterThan(60 / SHARES);
      let succeeded = 0;
      for (const file of files) {
        const bytes = readFileSync(join(folder ?? '', file));
        const expected = rows.find((row) => row['file'] === file)?.['expected'];
        try {
          await works[tool](bytes, await maskFor(file, bytes));
          expect(expected, `${tool} took ${file}`).not.toBe('reject');
          succeeded++;
        } catch (error) {
          expect(error, `${tool}, ${file}`).toBeInstanceOf(ImageRefusal);
        }
      }
      expect(succeeded).toBeGreaterThan(tool.includes(', as') ? 0 : 8 / SHARES);
    },
  );

  const masks = new Map<string, Promise<Uint8Array>>();
  /** Mask of the photo's size, or of 64 × 64 pixels if the photo can't be decoded; made once per file. */
  function maskFor(file: string, bytes: Uint8Array): Promise<Uint8Array> {
    const cachedMask = masks.get(file);
    if (cachedMask !== undefined) return cachedMask;
    const maskPromise = decodePhoto(bytes)
      .then(
        ({ image }) => [image.widthPx, image.heightPx] as const,
        () => [64, 64] as const,
      )
      .then((size) => mask(0.5, size));
    masks.set(file, maskPromise);
    return maskPromise;
  }

  test('the list of hostile files is complete', () => {
    const listed = new Set(rows.map(({ file }) => file));
    const filePaths = readdirSync(folder ?? '', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
      .map((entry) => join(entry.parentPath, entry.name).slice((folder ?? '').length + 1));
    expect(filePaths.filter((file) => !listed.has(file))).toEqual([]);
  });
});
