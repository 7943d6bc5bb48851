import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance, digitalSourceFor, isGenerated, RECIPE_ASSERTION } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import { SOURCE_TYPE_CASES } from '@packshot/contract/testing/source-type-cases';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { embedXmp, stepsIn, xmpPacket } from '@packshot/image-engine/pixels';
import { readCredentials } from '@packshot/image-engine/testing/credentials';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimedTask, StoredPicture } from '../model.ts';
import { createPictureArranger } from './compose-export.ts';
import { storeFile, storePicture } from './pictures.ts';
import type { KeepContext } from './pictures.ts';

/* Checks every case in the table of source types, in every kind of file that the server writes. */

let folder: string;
let engine: ImageEngine;
let root: string;
let picture: Uint8Array;
let generated: Uint8Array;

const signer = () => openOwnSigner(join(folder, 'credentials'), { now: () => new Date() })();
const colors = (background: string) =>
  sharp({ create: { width: 48, height: 32, channels: 4, background } }).composite([
    { input: { create: { width: 9, height: 9, channels: 3, background: '#c22' } }, left: 20, top: 10 },
  ]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-marks-'));
  engine = createImageEngine({ cacheDir: folder });
  signer();
  root = readFileSync(join(folder, 'credentials', 'root-certificate.pem'), 'utf8');
  picture = new Uint8Array(await colors('#0000').png().toBuffer());
  const plain = new Uint8Array(await colors('#28e').png().toBuffer());
  const packet = xmpPacket({ altText: '', provenance: createProvenance(['generated']) });
  generated = Buffer.concat(embedXmp(plain, packet));
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const logger = { error: (...words: unknown[]) => expect(words).toBeNull() };
const signal = new AbortController().signal;

/**
 * Lists the ways in which files leave the server.
 * @param wantsCredentials the user's choice on the account page
 */
function listExits(provenance: Provenance, wantsCredentials: boolean) {
  const written = new Map<string, Uint8Array>();
  const signsPictures = () => Promise.resolve(wantsCredentials);
  const deps = {
    engine,
    signer,
    signsPictures,
    lifecycle: { announceAssets: () => Promise.resolve() },
    objects: { write: (key: string, bytes: Uint8Array) => Promise.resolve(void written.set(key, bytes)) },
    logger,
  } as unknown as KeepContext['deps'];
  const task = { id: 'task', userId: 'user', attempt: 1 } as ClaimedTask;
  const context = { task, deps, signal, provenance };
  const size = { widthPx: 48, heightPx: 32 };
  const getWrittenFile = (key: string) => written.get(key) ?? new Uint8Array();
  const readStored = async () => {
    const standard = new Uint8Array(await colors('#0000').webp().toBuffer());
    return storePicture({ full: picture, standard, ...size }, context);
  };
  const browsers = async (format: 'png' | 'jpeg' | 'webp') => {
    const bytes = new Uint8Array(await colors('#fff').toFormat(format).toBuffer());
    const file = { bytes, format, ...size, altText: '', measured: { comparedShare: 1 } };
    return getWrittenFile((await storeFile(file, context)).fullKey);
  };
  const arranger = createPictureArranger({
    engine: () => Promise.resolve(engine),
    signer,
    signsPictures,
    logger,
  });
  const byKey = async (storedPicture: Promise<StoredPicture>, which: 'fullKey' | 'standardKey') =>
    getWrittenFile((await storedPicture)[which]);
  return {
    'a result’s full size: its link, History, a download, a ZIP, an archive, the public API': () =>
      byKey(readStored(), 'fullKey'),
    'its standard size': () => byKey(readStored(), 'standardKey'),
    'an export as AVIF': async () => {
      const exportedPicture = await engine.run('export', {
        photo: picture,
        quality: 70,
        metadata: { altText: '', provenance },
      });
      return byKey(
        storePicture(exportedPicture, context, { extension: 'avif', contentType: 'image/avif' }),
        'fullKey',
      );
    },
    'an export as PNG, and each file of a batch': () => browsers('png'),
    'an export as JPEG': () => browsers('jpeg'),
    'an export as WebP': () => browsers('webp'),
    'a cut-out of the API, in another size': async () => {
      const bounds = { maxPixels: 400, maxPixelsOfPng: 400, channels: 'rgba', format: 'png' } as const;
      return (await arranger.arrange('user', { picture, provenance }, bounds, signal)).file;
    },
  };
}

describe('marking and signing of pictures', () => {
  it.each(SOURCE_TYPE_CASES)(
    'marks a picture, and always signs one with a generated part: %s',
    async (_what, provenance, type) => {
      const isMarked = provenance.contents.some(isGenerated);
      for (const [exit, loadFile] of Object.entries(listExits(provenance, false))) {
        const file = await loadFile();
        const steps = stepsIn(file);
        expect(steps && digitalSourceFor(steps), exit).toBe(type);
        expect(Buffer.from(file).includes(`digitalsourcetype/${type}`), exit).toBe(true);
        const { state, assertions } = await readCredentials(file, root);
        expect([exit, state]).toEqual([exit, isMarked ? 'Trusted' : 'none']);
        if (isMarked) expect(assertions[RECIPE_ASSERTION]).toMatchObject({ sourceType: type });
      }
    },
  );

  it('signs a picture without a generated part if the user wants it', async () => {
    const [, provenance] = SOURCE_TYPE_CASES[0] ?? ['', createProvenance([])];
    for (const [exit, loadFile] of Object.entries(listExits(provenance, true)))
      expect([exit, (await readCredentials(await loadFile(), root)).state]).toEqual([exit, 'Trusted']);
  });
});

describe('a cut-out composed by the API', () => {
  const PRODUCT = SOURCE_TYPE_CASES[0]?.[1] ?? createProvenance(['photo']);
  const BOUNDS = { maxPixels: 10_000, maxPixelsOfPng: 10_000, channels: 'rgba' } as const;

  it.each([
    ['unchanged', {}, 'png', 'algorithmicallyEnhanced'],
    ['as JPEG, which has no transparency', {}, 'jpeg', 'composite'],
    ['on a color', { ground: { color: '#ff0000ff' } }, 'webp', 'composite'],
    ['on a picture', { ground: { picture: () => picture } }, 'jpeg', 'composite'],
    [
      'on a picture that is marked as generated',
      { ground: { picture: () => generated } },
      'jpeg',
      'compositeSynthetic',
    ],
  ] as const)('states its source type: %s', async (_what, { ground }: { ground?: object }, format, type) => {
    const arranger = createPictureArranger({
      engine: () => Promise.resolve(engine),
      signer,
      signsPictures: () => Promise.resolve(false),
      logger,
    });
    const backgroundFactory = ground as { color: string } | { picture: () => Uint8Array } | undefined;
    const laid =
      backgroundFactory &&
      ('picture' in backgroundFactory ? { picture: backgroundFactory.picture() } : backgroundFactory);
    const cutOut = { picture, provenance: PRODUCT };
    const { file } = await arranger.arrange('user', cutOut, { ...BOUNDS, format, ground: laid }, signal);
    const steps = stepsIn(file);
    expect(steps && digitalSourceFor(steps)).toBe(type);
    expect((await readCredentials(file, root)).state).toBe(
      type === 'compositeSynthetic' ? 'Trusted' : 'none',
    );
  });
});
