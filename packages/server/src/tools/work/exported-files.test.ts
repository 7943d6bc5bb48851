import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance, RECIPE_ASSERTION, withStep } from '@packshot/contract';
import type { CountedPixels, DrawnFrom, ExportInput, Provenance } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { isValidElsewhere, readCredentials } from '@packshot/image-engine/testing/credentials';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimedTask } from '../model.ts';
import type { ToolDependencies } from './task.ts';
import { exportFile } from '../kinds/export.ts';

/*
 * Checks the files that users download, for each way of saving in the table of docs/provenance.md. Starts with the
 * table's row about files written by a browser.
 */

const SIDE_PX = 240;
const MATRIX_SAME = [1, 0, 0, 1, 0, 0] as const;
const ENGINE = { name: 'Packshot', version: '0.1.0' };
const PHOTO: Provenance = {
  ...createProvenance(['photo']),
  original: { sha256: createHash('sha256').update('a photo').digest('hex'), type: 'image/jpeg' },
};
const step = (tool: string, effect: Provenance['steps'][number]['effect']) => ({
  tool,
  effect,
  engine: ENGINE,
});
const CHAINS: Readonly<Record<string, Provenance>> = {
  'results/cut-out': withStep(PHOTO, step('cut-out', 'alter')),
  'results/leather': withStep(PHOTO, step('cut-out', 'alter')),
  'results/scene': withStep(PHOTO, step('scene', 'put-on-set')),
  'results/painted': withStep(withStep(PHOTO, step('scene', 'generate-ground')), step('upscale', 'alter')),
};

const COUNTED: Readonly<Record<string, CountedPixels>> = {
  'results/scene': { total: 9_000, changed: 0, comparedWith: 'cut-out', light: null },
};

let folder: string;
let engine: ImageEngine;
const objects = new Map<string, Uint8Array>();

/** Draws a picture with detail in every corner. */
const pattern = (turn: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: SIDE_PX ** 2 * 3 }, (_, i) => {
        const [at, channel] = [Math.floor(i / 3), i % 3];
        const [x, y] = [at % SIDE_PX, Math.floor(at / SIDE_PX)];
        return 128 + 100 * Math.sin((x * (channel + 1 + turn) + y * (3 - channel)) / 17);
      }),
    ),
    { raw: { width: SIDE_PX, height: SIDE_PX, channels: 3 } },
  );

/** Draws black and white grain whose spots are about as large as a cell that is compared. */
function leather(): Promise<Buffer> {
  let seed = 7;
  const grain = Uint8Array.from({ length: 250 * 250 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed > 2 ** 30 ? 225 : 20;
  });
  return sharp(grain, { raw: { width: 250, height: 250, channels: 1 } })
    .resize(1000, 1000, { kernel: 'nearest' })
    .toColourspace('srgb')
    .extend({ top: 50, bottom: 50, left: 50, right: 50, background: '#0000' })
    .png()
    .toBuffer();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-exported-'));
  engine = createImageEngine({ cacheDir: folder });
  const disc = await sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 4, background: '#0000' } })
    .composite([
      { input: { create: { width: 120, height: 120, channels: 4, background: '#fff' } }, left: 60, top: 60 },
    ])
    .png()
    .toBuffer();
  const picture = await pattern(0).png().toBuffer();
  const cutOut = await sharp(picture)
    .ensureAlpha()
    .composite([{ input: disc, blend: 'dest-in' }])
    .png()
    .toBuffer();
  objects.set('results/leather', await leather());
  objects.set('results/cut-out', cutOut).set('results/scene', picture).set('results/painted', picture);
  objects.set(
    'u/ground',
    await pattern(5)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' } })
      .toBuffer(),
  );
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Stores and signs a file sent by a browser, and returns it. */
async function exportCutOut(
  sentFile: Uint8Array,
  drawnFrom: DrawnFrom,
  request: Partial<ExportInput> = {},
): Promise<{ readonly file: Uint8Array; readonly root: string }> {
  const imageKey = request.imageKey ?? 'u/sent';
  if (request.imageKey === undefined) objects.set(imageKey, sentFile);
  const deps = {
    engine,
    signer: openOwnSigner(join(folder, 'credentials'), { now: () => new Date() }),
    signsPictures: () => Promise.resolve(true),
    lifecycle: { announceAssets: () => Promise.resolve() },
    moderation: { assertDecent: () => Promise.resolve() },
    findProvenance: (_userId: string, key: string) => Promise.resolve(CHAINS[key] ?? null),
    findPixels: (_userId: string, key: string) => Promise.resolve(COUNTED[key] ?? null),
    objects: {
      read: (key: string) => Promise.resolve(objects.get(key) ?? new Uint8Array()),
      write: (key: string, bytes: Uint8Array) => Promise.resolve(void objects.set(key, bytes)),
    },
    logger: { error: (...words: unknown[]) => expect(words).toBeNull() },
  } as unknown as ToolDependencies;
  const metadata = { altText: 'A mug.', digitalSourceType: 'algorithmicallyEnhanced' } as const;
  const input = { tool: 'export', imageKey, quality: 80, metadata, format: 'as-sent', drawnFrom, ...request };
  const task = { id: 'task', userId: 'user', attempt: 1, variant: 0, input } as unknown as ClaimedTask;
  const signal = new AbortController().signal;
  const result = await exportFile.run(task, deps, { signal, report: () => undefined });
  const file = 'fullKey' in result ? objects.get(result.fullKey) : undefined;
  const root = readFileSync(join(folder, 'credentials', 'root-certificate.pem'), 'utf8');
  return { file: file ?? new Uint8Array(), root };
}

const scaleMatrix = (share: number) => [share, 0, 0, share, 0, 0] as const;
const from = (
  key: string,
  matrix: DrawnFrom['pictures'][number]['matrix'] = MATRIX_SAME,
  ground?: string,
) => ({
  pictures: [{ key, matrix }],
  ...(ground !== undefined && { ground }),
});
const openStored = (key: string) => sharp(objects.get(key));
const onWhite = () => openStored('results/cut-out').flatten({ background: '#ffffff' });
const onBackground = async () =>
  openStored('u/ground')
    .composite([{ input: await openStored('results/cut-out').toBuffer() }])
    .png()
    .toBuffer();

/**
 * Ways of saving a file: name, the file, the pictures from which it is drawn, and the expected last provenance step
 * and source type.
 */
const EXITS: readonly (readonly [
  string,
  () => Promise<Buffer>,
  DrawnFrom,
  { readonly action: string; readonly description: string },
  string,
])[] = [
  [
    'a scene as JPEG in another size',
    () => openStored('results/scene').resize(120, 120).jpeg({ quality: 70 }).toBuffer(),
    from('results/scene', scaleMatrix(0.5), '#ffffff'),
    { action: 'c2pa.converted', description: 'Saved as JPEG, 120 × 120' },
    'composite',
  ],
  [
    'a scene as WebP, a part of it',
    () =>
      openStored('results/scene')
        .extract({ left: 60, top: 40, width: 150, height: 160 })
        .webp({ quality: 80 })
        .toBuffer(),
    from('results/scene', [1, 0, 0, 1, -60, -40]),
    { action: 'c2pa.cropped', description: 'Cropped, and saved as WEBP, 150 × 160' },
    'composite',
  ],
  [
    'a scene turned a quarter, as PNG',
    () => openStored('results/scene').rotate(90).png().toBuffer(),
    from('results/scene', [0, 1, -1, 0, 240, 0]),
    { action: 'c2pa.converted', description: 'Saved as PNG, 240 × 240' },
    'composite',
  ],
  [
    'a cut-out alone, as WebP',
    () => openStored('results/cut-out').webp({ quality: 90 }).toBuffer(),
    from('results/cut-out'),
    { action: 'c2pa.converted', description: 'Saved as WEBP, 240 × 240' },
    'algorithmicallyEnhanced',
  ],
  [
    'a cut-out on a color',
    () => onWhite().jpeg({ quality: 85 }).toBuffer(),
    from('results/cut-out', MATRIX_SAME, '#ffffff'),
    { action: 'c2pa.edited', description: 'Product placed on a color (#ffffff), as JPEG, 240 × 240' },
    'composite',
  ],
  [
    'a part of a cut-out on a color',
    () => onWhite().extract({ left: 60, top: 40, width: 150, height: 160 }).jpeg({ quality: 85 }).toBuffer(),
    from('results/cut-out', [1, 0, 0, 1, -60, -40], '#ffffff'),
    // The step doesn't mention cropping, because only empty area around the product was removed.
    { action: 'c2pa.edited', description: 'Product placed on a color (#ffffff), as JPEG, 150 × 160' },
    'composite',
  ],
  [
    'a part of a product on a color',
    () => onWhite().extract({ left: 90, top: 40, width: 120, height: 160 }).jpeg({ quality: 85 }).toBuffer(),
    from('results/cut-out', [1, 0, 0, 1, -90, -40], '#ffffff'),
    {
      action: 'c2pa.edited',
      description: 'Product placed on a color (#ffffff), cropped, as JPEG, 120 × 160',
    },
    'composite',
  ],
  [
    'a product with a grain on a color, made smaller, between two cells',
    async () =>
      sharp(plain(740, '#ffffff'))
        .composite([
          { input: await openStored('results/leather').resize(710, 710).toBuffer(), left: 14, top: 17 },
        ])
        .flatten()
        .jpeg({ quality: 85 })
        .toBuffer(),
    from('results/leather', [710 / 1100, 0, 0, 710 / 1100, 14, 17], '#ffffff'),
    { action: 'c2pa.edited', description: 'Product placed on a color (#ffffff), as JPEG, 740 × 740' },
    'composite',
  ],
  [
    'a cut-out on the user’s own photo',
    onBackground,
    { pictures: [...from('results/cut-out').pictures, ...from('u/ground').pictures] },
    { action: 'c2pa.placed', description: 'Product placed on another picture, as PNG, 240 × 240' },
    'compositeCapture',
  ],
  [
    'a scene that another engine painted, then enlarged, then cropped',
    () =>
      openStored('results/painted').extract({ left: 0, top: 0, width: 200, height: 200 }).jpeg().toBuffer(),
    from('results/painted'),
    { action: 'c2pa.cropped', description: 'Cropped, and saved as JPEG, 200 × 200' },
    'compositeSynthetic',
  ],
];

/** Draws a shadow to the right of the product, as soft as the web app draws it. */
const shadow = (): Promise<Buffer> =>
  sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 4, background: '#0000' } })
    .composite([
      {
        input: {
          create: { width: 110, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
        },
        left: 110,
        top: 90,
      },
    ])
    .png()
    .toBuffer()
    .then((encodedFile) => sharp(encodedFile).blur(6).png().toBuffer());

const plain = (width: number, background: string) => ({
  create: { width, height: width, channels: 4 as const, background },
});

describe('a file drawn by a browser', () => {
  it.each<readonly [string, () => Promise<Buffer>, DrawnFrom]>([
    [
      'on a color',
      async () =>
        sharp(plain(SIDE_PX, '#f4a261'))
          .composite([{ input: await shadow() }, { input: await openStored('results/cut-out').toBuffer() }])
          .flatten()
          .jpeg({ quality: 50 })
          .toBuffer(),
      from('results/cut-out', MATRIX_SAME, '#f4a261'),
    ],
    [
      'on the user’s own photo',
      async () =>
        openStored('u/ground')
          .composite([{ input: await shadow() }, { input: await openStored('results/cut-out').toBuffer() }])
          .webp({ quality: 60 })
          .toBuffer(),
      { pictures: [...from('results/cut-out').pictures, ...from('u/ground').pictures] },
    ],
    [
      'on a transparent background',
      async () =>
        sharp(await shadow())
          .composite([{ input: await openStored('results/cut-out').toBuffer() }])
          .png()
          .toBuffer(),
      from('results/cut-out'),
    ],
  ])('is signed if it shows a shadow: %s', async (_where, draw, drawnFrom) => {
    const { file, root } = await exportCutOut(await draw(), drawnFrom);
    expect((await readCredentials(file, root)).state).toBe('Trusted');
  });

  it.each(EXITS)('is signed: %s', async (_what, draw, drawnFrom, last, sourceType) => {
    const { file, root } = await exportCutOut(await draw(), drawnFrom);
    const { state, assertions, ingredients } = await readCredentials(file, root);
    expect(state).toBe('Trusted');
    expect(await isValidElsewhere(file)).not.toBe(false);
    const { actions } = assertions['c2pa.actions.v2'] as { actions: readonly object[] };
    expect(actions.at(-1)).toMatchObject(last);
    expect(assertions[RECIPE_ASSERTION]).toMatchObject({ sourceType, original: PHOTO.original });
    const { comparedShare } = assertions[RECIPE_ASSERTION] as { comparedShare: number };
    expect(comparedShare).toBeGreaterThan(0.8);
    expect(ingredients[0]).toMatchObject({ title: 'Original', relationship: 'parentOf' });
    expect(Buffer.from(file).toString('latin1')).toContain('A mug.');
  });

  it('isn’t compared if it is a stored picture that only gets a new description', async () => {
    const scene = objects.get('results/scene') ?? new Uint8Array();
    const { file, root } = await exportCutOut(scene, from('results/scene'), { imageKey: 'results/scene' });
    const { state, assertions } = await readCredentials(file, root);
    expect(state).toBe('Trusted');
    expect((assertions['c2pa.actions.v2'] as { actions: readonly object[] }).actions).toHaveLength(2);
    expect(Buffer.from(file).toString('latin1')).toContain('A mug.');
  });

  const readRecipe = async (file: Uint8Array) => (await readCredentials(file)).assertions[RECIPE_ASSERTION];
  const LOCKED = { productPixels: 9_000, productPixelsChanged: 0, comparedWith: 'cut-out', light: null };

  it('has each product pixel counted when the product is shown unscaled', async () => {
    const onBlue = sharp(plain(SIDE_PX + 60, '#24466b')).composite([
      { input: await openStored('results/cut-out').toBuffer(), left: 30, top: 50 },
    ]);
    const drawnFile = await onBlue.png().toBuffer();
    const drawnFrom = from('results/cut-out', [1, 0, 0, 1, 30, 50], '#24466b');
    const counted = { productPixels: 120 * 120, comparedWith: 'cut-out', light: null };
    expect(await readRecipe((await exportCutOut(drawnFile, drawnFrom)).file)).toMatchObject({
      ...counted,
      productPixelsChanged: 0,
    });
    const { data, info } = await sharp(drawnFile).raw().toBuffer({ resolveWithObject: true });
    const at = (180 * info.width + 150) * info.channels;
    data[at] = (data[at] ?? 0) ^ 3;
    const changed = await sharp(data, { raw: info }).png().toBuffer();
    const recipe = await readRecipe((await exportCutOut(changed, drawnFrom)).file);
    expect(recipe).toMatchObject({ ...counted, productPixelsChanged: 1 });
    expect(recipe).not.toHaveProperty('countedOn');
  });

  it('has the product compared in squares when it was saved lossily or resized', async () => {
    const jpeg = await onWhite().jpeg({ quality: 85 }).toBuffer();
    const small = await openStored('results/cut-out').resize(120).png().toBuffer();
    for (const [file, drawnFrom] of [
      [jpeg, from('results/cut-out', MATRIX_SAME, '#ffffff')],
      [small, from('results/cut-out', scaleMatrix(0.5))],
    ] as const) {
      const recipe = await readRecipe((await exportCutOut(file, drawnFrom)).file);
      expect(recipe).toMatchObject({ productSquares: { changed: 0, levels: 24 } });
      expect((recipe as { productSquares: { total: number } }).productSquares.total).toBeGreaterThan(300);
      expect(recipe).not.toHaveProperty('productPixels');
    }
  });

  it('states the scene’s count of product pixels from before the export', async () => {
    const jpeg = await openStored('results/scene').jpeg({ quality: 80 }).toBuffer();
    const { file } = await exportCutOut(jpeg, from('results/scene'));
    expect(await readRecipe(file)).toMatchObject({ ...LOCKED, countedOn: 'source' });
    const scene = objects.get('results/scene') ?? new Uint8Array();
    const same = await readRecipe(
      (await exportCutOut(scene, from('results/scene'), { imageKey: 'results/scene' })).file,
    );
    expect(same).toMatchObject(LOCKED);
    expect(same).not.toHaveProperty('countedOn');
  });

  it('is stored without the metadata of the sent file', async () => {
    const sentFile = await openStored('results/scene')
      .jpeg()
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .withIccProfile('srgb')
      .toBuffer();
    expect(sentFile.toString('latin1')).toContain('Somebody');
    expect(sentFile.toString('latin1')).toContain('ICC_PROFILE');
    const { file } = await exportCutOut(sentFile, from('results/scene'));
    const text = Buffer.from(file).toString('latin1');
    expect(text).not.toMatch(/Somebody|ICC_PROFILE/);
  });

  it('is marked as generated if the sent file was', async () => {
    const packet = xmpPacket({ altText: '', provenance: createProvenance(['generated']) });
    const png = new Uint8Array(await onWhite().png().toBuffer());
    const sentFile = Buffer.concat(embedXmp(png, packet));
    const { file, root } = await exportCutOut(sentFile, from('results/cut-out', MATRIX_SAME, '#ffffff'));
    const { state, assertions } = await readCredentials(file, root);
    expect(state).toBe('Trusted');
    expect(assertions[RECIPE_ASSERTION]).toMatchObject({ sourceType: 'compositeSynthetic' });
  });

  it('is compared with the photo that it shows, and contains no metadata about people and places', async () => {
    const { file } = await exportCutOut(new Uint8Array(), from('u/ground'), { imageKey: 'u/ground' });
    const text = Buffer.from(file).toString('latin1');
    expect(text).toContain('A mug.');
    expect(text).not.toContain('Camera');
  });

  it.each<readonly [string, () => Promise<Buffer>, DrawnFrom]>([
    ['another picture', () => openStored('u/ground').png().toBuffer(), from('results/scene')],
    [
      'the picture at another position than stated',
      () => openStored('results/scene').png().toBuffer(),
      from('results/scene', [1, 0, 0, 1, 30, 0]),
    ],
    [
      'a picture with something else pasted over a twentieth of it',
      () =>
        openStored('results/scene')
          .composite([
            {
              input: { create: { width: 54, height: 54, channels: 3, background: '#f00' } },
              left: 90,
              top: 90,
            },
          ])
          .jpeg()
          .toBuffer(),
      from('results/scene'),
    ],
    [
      'a picture so small within another one that it proves nothing',
      async () => {
        const small = await openStored('results/scene').resize(12, 12).toBuffer();
        return openStored('u/ground')
          .composite([{ input: small, left: 0, top: 0 }])
          .png()
          .toBuffer();
      },
      from('results/scene', scaleMatrix(0.05)),
    ],
    [
      'a product on a color, and a part of another picture in a corner',
      async () => {
        const other = await openStored('u/ground')
          .extract({ left: 0, top: 0, width: 44, height: 44 })
          .toBuffer();
        return onWhite()
          .composite([{ input: other, left: 2, top: 2 }])
          .png()
          .toBuffer();
      },
      from('results/cut-out', MATRIX_SAME, '#ffffff'),
    ],
    [
      'a product on white, and a gray word beside it',
      async () => {
        const strokes = [0, 1, 2, 3, 4, 5].map((at) => ({
          input: plain(9, '#777'),
          left: 4 + 18 * at,
          top: 12,
        }));
        return onWhite().composite(strokes).png().toBuffer();
      },
      from('results/cut-out', MATRIX_SAME, '#ffffff'),
    ],
    ...(['png', 'webp'] as const).map((format): readonly [string, () => Promise<Buffer>, DrawnFrom] => [
      `a cut-out, and another picture where nothing is opaque, as ${format}`,
      async () => {
        const alpha = await openStored('results/cut-out').extractChannel('alpha').raw().toBuffer();
        const visiblePixels = await openStored('results/cut-out').raw().toBuffer();
        const hidden = await openStored('u/ground').ensureAlpha().raw().toBuffer();
        const both = hidden.map((value, i) => {
          const opacity = alpha[Math.floor(i / 4)] ?? 0;
          return i % 4 === 3 ? opacity : opacity > 0 ? (visiblePixels[i] ?? 0) : value;
        });
        const drawing = sharp(both, { raw: { width: SIDE_PX, height: SIDE_PX, channels: 4 } });
        return (format === 'png' ? drawing.png() : drawing.webp({ quality: 80, exact: true })).toBuffer();
      },
      from('results/cut-out'),
    ]),
    [
      'a picture with a tint over everything',
      () => openStored('results/scene').linear([1, 1, 1], [18, 0, -18]).png().toBuffer(),
      from('results/scene'),
    ],
    [
      'a few pixels of a picture, as large as a poster',
      () =>
        openStored('results/scene')
          .extract({ left: 100, top: 100, width: 8, height: 8 })
          .resize(400, 400, { kernel: 'linear' })
          .png()
          .toBuffer(),
      from('results/scene', [50, 0, 0, 50, -5000, -5000]),
    ],
    [
      'a picture that is stretched in one direction',
      () => openStored('results/scene').resize(480, 240, { fit: 'fill' }).png().toBuffer(),
      from('results/scene', [2, 0, 0, 1, 0, 0]),
    ],
    [
      'a product on another background than stated',
      onBackground,
      from('results/cut-out', MATRIX_SAME, '#ffffff'),
    ],
  ])('is not signed when it shows %s', async (_what, draw, drawnFrom) => {
    const refusal = { code: 'FILE_NOT_RECOGNIZED' };
    await expect(exportCutOut(await draw(), drawnFrom)).rejects.toMatchObject(refusal);
  });
});
