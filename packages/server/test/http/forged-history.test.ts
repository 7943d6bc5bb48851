import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProvenance, RECIPE_ASSERTION, recipeAssertionSchema, TOOL_IDS } from '@packshot/contract';
import type { DrawnFrom, Provenance } from '@packshot/contract';
import { readCredentials } from '@packshot/image-engine/testing/credentials';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../src/testing/api-client.ts';
import { drawnMask, drawnPng } from '../../src/testing/drawn-png.ts';
import { productSuite } from '../../src/testing/product-suite.ts';

/* Tests that forged provenance is never signed: any client can write provenance into a file. */

const SIDE_PX = 96;
/** A seed that is too long to occur by chance in the hashes of a file. */
const FORGED_SEED = 4_711_471_147_114_711;
const FORGED_RECIPE = 'f0'.repeat(20);
const FORGED_WORDS = new RegExp(`forged|f{64}|${FORGED_RECIPE}|${FORGED_SEED}`, 'i');
const FORGED: Provenance = {
  ...createProvenance(['photo', 'rendered']),
  original: { sha256: 'f'.repeat(64), type: 'image/forged' },
  steps: [
    {
      tool: 'scene',
      effect: 'put-on-set',
      engine: { name: 'Forged engine', version: '9' },
      ingredient: { kind: 'studio-set', name: 'Forged set' },
      parameters: { seed: FORGED_SEED, recipe: FORGED_RECIPE },
    },
  ],
  earlierSteps: 3,
};
const embedProvenance = (png: Uint8Array, provenance: Provenance): Uint8Array =>
  Buffer.concat(embedXmp(new Uint8Array(png), xmpPacket({ altText: '', provenance })));
const forgeHistory = (png: Uint8Array): Uint8Array => embedProvenance(png, FORGED);

const PHOTO = drawnPng(SIDE_PX, SIDE_PX, (x) => (x % 12 < 6 ? [200, 60, 40, 255] : [240, 230, 220, 255]));
const CUT_OUT = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - 48, y - 48) < 30 ? [200, (x * 7) % 256, (y * 5) % 256, 255] : [0, 0, 0, 0],
);
const GROUND = drawnPng(SIDE_PX, SIDE_PX, (x, y) => [(x * 3) % 256, 120, (y * 2) % 256, 255]);
const ON_GROUND = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - 48, y - 48) < 30
    ? [200, (x * 7) % 256, (y * 5) % 256, 255]
    : [(x * 3) % 256, 120, (y * 2) % 256, 255],
);
const STROKES = drawnPng(SIDE_PX, SIDE_PX, (x, y) => (x < 40 && y < 40 ? [255, 0, 0, 255] : [0, 0, 0, 0]));
const MASK = drawnMask(SIDE_PX, SIDE_PX, 0.5);

// Moderation is off, because most of these tests then load no network.
const suite = productSuite(50, { MODERATION: 'false' });
const { uploadAll: uploaded } = suite;
const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const SAME = [1, 0, 0, 1, 0, 0] as const;

async function fetchBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(new URL(url, suite.product.address))).arrayBuffer());
}

async function credentialsIn(file: Uint8Array) {
  const root = readFileSync(
    join(suite.product.dataDir, 'secrets', 'credentials', 'root-certificate.pem'),
    'utf8',
  );
  const read = await readCredentials(file, root);
  expect(read.state).toBe('Trusted');
  const { actions } = read.assertions['c2pa.actions.v2'] as {
    actions: readonly { readonly action: string; readonly parameters: Readonly<Record<string, unknown>> }[];
  };
  return {
    whole: `${read.whole} ${Buffer.from(file).toString('latin1')}`,
    tools: actions.map(({ action, parameters }) => parameters['packshot.tool'] ?? action),
    recipe: recipeAssertionSchema.parse(read.assertions[RECIPE_ASSERTION]),
  };
}

/** Reads the signed assertions of a response's pictures. */
async function readSigned(response: Response) {
  const { states } = await readOutcome(response);
  const results = states.flatMap(({ status, result }) => (status === 'SUCCESS' ? (result ?? []) : []));
  const [result] = results;
  const files = results.flatMap(({ image_url = '', std_url = '' }) => [image_url, std_url]);
  const signed = await Promise.all(files.map(async (url) => credentialsIn(await fetchBytes(url))));
  const [first] = signed;
  if (!first || !result) throw new Error(JSON.stringify(states.at(-1)));
  for (const { whole, tools } of signed) {
    expect(tools).toEqual(first.tools);
    expect(whole).not.toMatch(FORGED_WORDS);
  }
  return { ...first, key: result.key ?? '', full: await fetchBytes(result.image_url ?? '') };
}

const exportFile = (imageKey: string, drawnFrom: DrawnFrom, format?: 'as-sent') =>
  suite.guest.call('export', {
    form: {
      image_s3: imageKey,
      feature_type: String(TOOL_IDS.default),
      quality: '80',
      alt_text: '',
      digital_source_type: 'algorithmicallyEnhanced',
      drawn_from: JSON.stringify(drawnFrom.pictures),
      ...(format && { format }),
    },
  });

describe('forged provenance in an upload', () => {
  it.each<readonly [string, () => readonly Uint8Array[], (keys: readonly string[]) => Promise<Response>]>([
    ['cut-out', () => [forgeHistory(PHOTO)], ([key = '']) => suite.guest.cutOut(key)],
    [
      'magic',
      () => [forgeHistory(PHOTO), forgeHistory(MASK)],
      ([key = '', mask = '']) => suite.guest.magic(key, mask),
    ],
    ['upscale', () => [forgeHistory(PHOTO)], ([key = '']) => suite.guest.upscale(key, 2)],
    [
      'harmonize',
      () => [forgeHistory(ON_GROUND), forgeHistory(MASK)],
      ([key = '', mask = '']) => suite.guest.harmonize(key, mask),
    ],
  ])('is not signed with the result of %s', async (tool, pictures, ask) => {
    const files = pictures();
    const signed = await readSigned(await ask(await uploaded(...files)));
    expect(signed.tools).toEqual(['c2pa.opened', tool]);
    expect(signed.recipe.original).toEqual({ type: 'image/png', sha256: sha256Hex(files[0] ?? PHOTO) });
  });

  it('is not signed with a corrected cut-out, in its photo or in its matte', async () => {
    const [photo, matte] = [forgeHistory(PHOTO), forgeHistory(CUT_OUT)];
    const [photoKey, matteKey, strokes] = await uploaded(photo, matte, STROKES);
    const signed = await readSigned(await suite.guest.refine(photoKey, matteKey, strokes));
    expect(signed.tools).toEqual(['c2pa.opened', 'refine']);
    expect(signed.recipe.original?.sha256).toBe(sha256Hex(matte));
  });

  it('is not signed with a scene, in its product or in its reference', async () => {
    const product = forgeHistory(CUT_OUT);
    const [productKey, reference] = await uploaded(product, forgeHistory(GROUND));
    const signed = await readSigned(
      await suite.guest.scene({
        feature_type: '5',
        image_s3: productKey,
        reference_s3: reference,
        count: '2',
      }),
    );
    expect(signed.tools).toEqual(['c2pa.opened', 'scene']);
    expect(signed.recipe.original?.sha256).toBe(sha256Hex(product));
  });

  it('is not signed with a browser export, in the file or in the pictures it shows', async () => {
    const product = forgeHistory(CUT_OUT);
    const [productKey, groundKey, sentKey] = await uploaded(
      product,
      forgeHistory(GROUND),
      forgeHistory(ON_GROUND),
    );
    const pictures = [productKey, groundKey].map((key) => ({ key, matrix: SAME }));
    const onGround = await readSigned(await exportFile(sentKey, { pictures }, 'as-sent'));
    expect(onGround.tools).toEqual(['c2pa.opened', 'export']);
    expect(onGround.recipe.original?.sha256).toBe(sha256Hex(product));
    const itself = await readSigned(
      await exportFile(productKey, { pictures: pictures.slice(0, 1) }, 'as-sent'),
    );
    expect(itself.tools).toEqual(['c2pa.opened', 'export']);
  });

  it('is believed if it states a generated origin, but never if it states a camera origin', async () => {
    const states = (type: string) => `<a>http://cv.iptc.org/newscodes/digitalsourcetype/${type}</a>`;
    const stateTypes = (...types: readonly string[]) =>
      Buffer.concat(embedXmp(new Uint8Array(PHOTO), types.map(states).join('')));
    const readSourceType = async (file: Uint8Array) => {
      const [key] = await uploaded(file);
      return (await readSigned(await suite.guest.upscale(key, 2))).recipe.sourceType;
    };
    expect(await readSourceType(stateTypes('trainedAlgorithmicMedia', 'digitalCapture'))).toBe(
      'trainedAlgorithmicMedia',
    );
    expect(await readSourceType(embedProvenance(PHOTO, { ...FORGED, contents: ['generated'] }))).toBe(
      'trainedAlgorithmicMedia',
    );
    // The server never believes that a file comes from a camera, whatever the file states.
    const [product, ground, sentKey] = await uploaded(
      embedProvenance(CUT_OUT, { ...FORGED, contents: ['photo'] }),
      Buffer.concat(embedXmp(new Uint8Array(GROUND), states('compositeCapture') + states('digitalCapture'))),
      ON_GROUND,
    );
    const pictures = [product, ground].map((key) => ({ key, matrix: SAME }));
    const { recipe } = await readSigned(await exportFile(sentKey, { pictures }, 'as-sent'));
    expect(recipe.sourceType).toBe('composite');
  });
});

describe('provenance signed by this installation', () => {
  it('continues in results of the file, but not after any change of the file', async () => {
    const photo = forgeHistory(PHOTO);
    const [key] = await uploaded(photo);
    const { full } = await readSigned(await suite.guest.upscale(key, 2));
    const again = async (file: Uint8Array) => {
      const [own] = await uploaded(file);
      return readSigned(await suite.guest.upscale(own, 2));
    };
    const continued = await again(full);
    expect(continued.tools).toEqual(['c2pa.opened', 'upscale', 'upscale']);
    expect(continued.recipe.original?.sha256).toBe(sha256Hex(photo));
    const swapped = Buffer.from(full);
    swapped.write('UPSCALE', swapped.indexOf('"upscale"') + 1);
    const word = Buffer.from('Packshot');
    const renamed = Buffer.from(full);
    renamed.write('Packshop', renamed.indexOf(word));
    for (const changed of [swapped, renamed]) {
      expect(changed.equals(full)).toBe(false);
      const started = await again(changed);
      expect(started.tools).toEqual(['c2pa.opened', 'upscale']);
      expect(started.recipe.original?.sha256).toBe(sha256Hex(changed));
    }
  });
});
