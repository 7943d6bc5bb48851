import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance, RECIPE_ASSERTION, recipeAssertionSchema, withStep } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine, IntegrityReport } from '@packshot/image-engine';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValidElsewhere, readCredentials } from '@packshot/image-engine/testing/credentials';
import type { ClaimedTask } from '../model.ts';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { storePicture } from './pictures.ts';
import type { KeepContext } from './pictures.ts';

const SHA256 = createHash('sha256').update('a photo').digest('hex');
const ENGINE = { name: 'Packshot', version: '0.1.0' };
const ON_SET: Provenance = withStep(
  withStep(
    { ...createProvenance(['photo']), original: { sha256: SHA256, type: 'image/jpeg' } },
    { tool: 'cut-out', effect: 'alter', engine: ENGINE },
  ),
  {
    tool: 'scene',
    effect: 'put-on-set',
    engine: ENGINE,
    ingredient: { kind: 'studio-set', name: 'Still water' },
    parameters: { seed: 7, recipe: 'c0ffee' },
  },
);

let folder: string;
let engine: ImageEngine;
let root: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-credentials-'));
  engine = createImageEngine({ cacheDir: folder });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the files that are written when a picture is stored, the full-size one first. */
async function readStored(
  provenance: Provenance,
  more: {
    readonly productPixels?: IntegrityReport;
    readonly avif?: true;
  } = {},
  own: Partial<KeepContext['deps']> = {},
): Promise<readonly Uint8Array[]> {
  const signer = openOwnSigner(join(folder, 'credentials'), { now: () => new Date() });
  root = readFileSync(join(folder, 'credentials', 'root-certificate.pem'), 'utf8');
  const written = new Map<string, Uint8Array>();
  const picture = sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } });
  const newPicture = {
    full: new Uint8Array(await (more.avif ? picture.avif() : picture.png()).toBuffer()),
    standard: new Uint8Array(await picture.webp().toBuffer()),
    widthPx: 64,
    heightPx: 48,
    productPixels: more.productPixels,
  };
  const deps = {
    engine,
    signer,
    signsPictures: () => Promise.resolve(true),
    lifecycle: { announceAssets: () => Promise.resolve() },
    objects: { write: (key: string, bytes: Uint8Array) => Promise.resolve(void written.set(key, bytes)) },
    logger: { error: () => undefined },
    ...own,
  } as unknown as KeepContext['deps'];
  const task = { id: 'task', userId: 'user', attempt: 1 } as ClaimedTask;
  const context = { task, deps, signal: new AbortController().signal, provenance };
  const avif = { extension: 'avif', contentType: 'image/avif' };
  const storedPicture = await storePicture(newPicture, context, more.avif && avif);
  return [storedPicture.fullKey, storedPicture.standardKey].map(
    (key) => written.get(key) ?? new Uint8Array(),
  );
}

describe('the Content Credentials manifest of a stored picture', () => {
  it('contains the opened photo, the steps with their engines, and the ingredients', async () => {
    const [full = new Uint8Array(), standard = new Uint8Array()] = await readStored(ON_SET);
    const read = await readCredentials(full, root);
    expect(read.state).toBe('Trusted');
    expect(await isValidElsewhere(full)).toBe(true);
    expect(read.assertions['c2pa.actions.v2']).toMatchObject({
      allActionsIncluded: true,
      actions: [
        { action: 'c2pa.opened' },
        { action: 'c2pa.edited', softwareAgent: ENGINE, parameters: { 'packshot.tool': 'cut-out' } },
        {
          action: 'c2pa.placed',
          digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
          parameters: { 'packshot.tool': 'scene', 'packshot.seed': 7 },
        },
      ],
    });
    expect(read.ingredients).toMatchObject([
      {
        title: 'Original',
        relationship: 'parentOf',
        instance_id: `ni:///sha-256;${Buffer.from(SHA256, 'hex').toString('base64url')}`,
      },
      { title: 'Still water', relationship: 'componentOf' },
    ]);
    const recipe = recipeAssertionSchema.parse(read.assertions[RECIPE_ASSERTION]);
    expect(recipe).toMatchObject({
      sourceType: 'composite',
      recipe: 'c0ffee',
      seed: 7,
      original: { sha256: SHA256 },
    });
    // Doesn't state changed pixels, because the product's pixels weren't compared.
    expect(recipe).not.toHaveProperty('productPixelsChanged');
    const small = await readCredentials(standard);
    expect([small.state, small.failures]).toEqual(['Valid', ['signingCredential.untrusted']]);
  });

  const compared = {
    worstDeltaE: 0,
    heatMap: new Uint8Array(),
    comparedWith: 'cut-out',
    light: { kind: 'smooth-field', strength: 0.7, leastGain: 0.61, mostGain: 1.12 },
  } as const;

  it('omits the pixel comparison of a product without opaque pixels', async () => {
    const productPixels = { ...compared, total: 0, changed: 0 };
    const [full = new Uint8Array()] = await readStored(ON_SET, { productPixels });
    const { assertions } = await readCredentials(full);
    expect(assertions[RECIPE_ASSERTION]).not.toHaveProperty('productPixels');
  });

  it('states how many product pixels were changed, if measured', async () => {
    const productPixels = { ...compared, total: 1200, changed: 0 };
    const [full = new Uint8Array(), standard = new Uint8Array()] = await readStored(ON_SET, {
      productPixels,
      avif: true,
    });
    const { state, assertions } = await readCredentials(full, root);
    expect(state).toBe('Trusted');
    expect(assertions[RECIPE_ASSERTION]).toMatchObject({
      productPixels: 1200,
      productPixelsChanged: 0,
      productWorstDeltaE: 0,
      comparedWith: 'cut-out',
      light: compared.light,
    });
    // The smaller version states no comparison, because only the full-size file was compared.
    const small = recipeAssertionSchema.parse((await readCredentials(standard)).assertions[RECIPE_ASSERTION]);
    expect(small).not.toHaveProperty('productPixelsChanged');
    expect(await isValidElsewhere(full)).toBe(true);
  });

  it('states that no light was added to the product', async () => {
    const productPixels = { ...compared, total: 1200, changed: 0, light: null };
    const [full = new Uint8Array()] = await readStored(ON_SET, { productPixels });
    const { assertions } = await readCredentials(full, root);
    expect(assertions[RECIPE_ASSERTION]).toMatchObject({ comparedWith: 'cut-out', light: null });
    expect(recipeAssertionSchema.parse(assertions[RECIPE_ASSERTION]).light).toBeNull();
  });

  it('begins with the generative model when there was no photo', async () => {
    const model = { name: 'Painter', version: null };
    const generated = withStep(createProvenance([]), { tool: 'scene', effect: 'generate', engine: model });
    const [full = new Uint8Array()] = await readStored(generated);
    const { state, assertions, ingredients } = await readCredentials(full, root);
    expect([state, ingredients]).toEqual(['Trusted', []]);
    expect(assertions['c2pa.actions.v2']).toMatchObject({
      actions: [
        {
          action: 'c2pa.created',
          digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
          softwareAgent: { name: 'Painter' },
        },
      ],
    });
  });

  it('has no thumbnail, and reveals only the hash of the photo', async () => {
    const [full = new Uint8Array()] = await readStored(ON_SET);
    const { whole } = await readCredentials(full);
    expect(whole).not.toMatch(/thumbnail|exif|gps|author|"title": "(?!Original|Still water)/i);
  });

  it('is invalid after a single changed bit in the picture, its metadata or the manifest', async () => {
    const [full = new Uint8Array(), standard = new Uint8Array()] = await readStored(ON_SET);
    for (const [file, picture] of [
      [full, 'IDAT'],
      [standard, 'VP8 '],
    ] as const)
      for (const word of [picture, 'packshot:provenance', 'Still water']) {
        const at = Buffer.from(file).indexOf(word) + (word === picture ? 20 : 0);
        const flipped = file.slice();
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        expect(['Invalid', 'unreadable', 'none']).toContain((await readCredentials(flipped, root)).state);
        expect(await isValidElsewhere(flipped)).not.toBe(true);
      }
  });

  it('is omitted on the user’s request, unless a generative model was involved', async () => {
    const unwanted = { signsPictures: () => Promise.resolve(false) };
    const painted = withStep(ON_SET, { tool: 'magic', effect: 'generate-part', engine: ENGINE });
    const states = await Promise.all(
      [ON_SET, painted].map(async (provenance) => {
        const [full = new Uint8Array()] = await readStored(provenance, {}, unwanted);
        return (await readCredentials(full, root)).state;
      }),
    );
    expect(states).toEqual(['none', 'Trusted']);
  });

  it('is omitted when signing fails, and the reason is logged for the operator', async () => {
    const errors: unknown[] = [];
    const [full = new Uint8Array()] = await readStored(
      ON_SET,
      {},
      {
        logger: { error: (details) => void errors.push(details) },
        signer: () => {
          throw new Error('The certificate has ended');
        },
      },
    );
    expect((await readCredentials(full)).state).toBe('none');
    expect(errors).toEqual([{ err: new Error('The certificate has ended') }]);
  });
});
