import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  API_SCOPES,
  createProvenance,
  RECIPE_ASSERTION,
  recipeAssertionSchema,
  TOOL_IDS,
} from '@packshot/contract';
import type { ApiKeyRequest, Provenance, SavedRecord } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { readCredentials } from '@packshot/image-engine/testing/credentials';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import { createPictureArranger } from '../../src/tools/work/compose-export.ts';
import { entitle } from '../../src/testing/entitle.ts';
import { waitForLastState } from '../../src/testing/await-task.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { createdRecord, newMember, uploadTo } from '../../src/testing/history-world.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

/* Forged provenance, which the tests send through the APIs for programs and save to History. */

const FORGED: Provenance = {
  ...createProvenance(['photo']),
  original: { sha256: 'f'.repeat(64), type: 'image/forged' },
  steps: [{ tool: 'scene', effect: 'alter', engine: { name: 'Forged engine', version: '9' } }],
  earlierSteps: 3,
};
const embedProvenance = (png: Uint8Array, provenance: Provenance): Uint8Array =>
  Buffer.concat(embedXmp(new Uint8Array(png), xmpPacket({ altText: '', provenance })));
const SIDE_PX = 96;
const PHOTO = drawnPng(SIDE_PX, SIDE_PX, (x, y) => [(x * 7) % 256, (y * 5) % 256, 90, 255]);
const CUT_OUT = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - 48, y - 48) < 30 ? [(x * 7) % 256, (y * 5) % 256, 90, 255] : [0, 0, 0, 0],
);
const ON_WHITE = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - 48, y - 48) < 30 ? [(x * 7) % 256, (y * 5) % 256, 90, 255] : [255, 255, 255, 255],
);
const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let engine: ImageEngine;
let api: TestApi;
let worker: TestWorker;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forged-'));
  engine = createImageEngine({ cacheDir: folder });
  const signer = openOwnSigner(join(folder, 'credentials'), { now: () => new Date() });
  const logger = { error: (...words: unknown[]) => expect(words).toBeNull() };
  const arranger = createPictureArranger({
    engine: async () => engine,
    signer,
    signsPictures: async () => true,
    logger,
  });
  api = await startTestApi({ arranger });
  const size = { widthPx: SIDE_PX, heightPx: SIDE_PX };
  const fake = fakeEngine(async () => ({ ...FAKE_RESULT, ...size, full: CUT_OUT }));
  // Signing, recalling and recognizing use the real engine; all other work is faked.
  const run: ImageEngine['run'] = (tool, input, options) =>
    (['sign', 'read-provenance', 'recognize'].includes(tool) ? engine : fake).run(tool, input, options);
  worker = await startTestWorker(api.services, { ...fake, run }, { signer });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(file: Uint8Array) {
  const root = await readFile(join(folder, 'credentials', 'root-certificate.pem'), 'utf8');
  const read = await readCredentials(file, root);
  expect(read.state).toBe('Trusted');
  expect(`${read.whole} ${Buffer.from(file).toString('latin1')}`).not.toMatch(/forged|f{64}/i);
  const { actions } = read.assertions['c2pa.actions.v2'] as {
    actions: readonly { readonly action: string; readonly parameters: Readonly<Record<string, unknown>> }[];
  };
  return {
    tools: actions.map(({ action, parameters }) => parameters['packshot.tool'] ?? action),
    recipe: recipeAssertionSchema.parse(read.assertions[RECIPE_ASSERTION]),
  };
}

async function newKey(): Promise<string> {
  const { services } = api;
  const guest = await services.newGuest();
  await services.database.stores.organizations.setRole(guest.userId, 'owner');
  await entitle(services, guest.userId);
  const keyRequest: ApiKeyRequest = {
    name: 'Shop',
    mode: 'live',
    scopes: [...API_SCOPES],
    addresses: [],
    monthly_ceiling: null,
    expires_at: null,
  };
  return (await services.apiKeys.create({ ...guest, role: 'owner' }, keyRequest)).secret;
}

async function send(url: string, files: Readonly<Record<string, Uint8Array>>, texts = {}): Promise<Buffer> {
  const boundary = 'the-boundary';
  const parts = Object.entries({ ...files, ...texts }).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"`),
      Buffer.from(`${typeof value === 'string' ? '' : '; filename="mug.png"'}\r\n\r\n`),
      Buffer.from(value as Uint8Array),
      Buffer.from('\r\n'),
    ]),
  );
  const answer = await api.app.inject({
    method: 'POST',
    url,
    headers: {
      'x-api-key': await newKey(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      prefer: 'wait=60',
      accept: 'image/*',
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.rawPayload;
}

describe('forged provenance from an API client', () => {
  it('is not signed with a cut-out of the public API', async () => {
    const photo = embedProvenance(PHOTO, FORGED);
    const { tools, recipe } = await signedIn(await send('/v1/cutouts', { image: photo }));
    expect(tools).toEqual(['c2pa.opened', 'cut-out']);
    expect(recipe.original).toEqual({ type: 'image/png', sha256: sha256Hex(photo) });
  });

  it('is not signed with a composed cut-out, in its photo or in its background', async () => {
    const files = {
      image_file: embedProvenance(PHOTO, FORGED),
      bg_image_file: embedProvenance(PHOTO, FORGED),
    };
    const { tools, recipe } = await signedIn(await send('/v1.0/removebg', files, { size: 'full' }));
    expect(tools).toEqual(['c2pa.opened', 'cut-out', 'arrange']);
    expect(recipe.sourceType).toBe('composite');
  });

  it('doesn’t hide that a composed cut-out has a generated background', async () => {
    const ground = embedProvenance(PHOTO, { ...FORGED, contents: ['generated'] });
    const files = { image_file: PHOTO, bg_image_file: ground };
    const { recipe } = await signedIn(await send('/v1.0/removebg', files, { size: 'full' }));
    expect(recipe.sourceType).toBe('compositeSynthetic');
  });
});

describe('a composite in History', () => {
  const createShownRecord = async (access: string, output: Uint8Array): Promise<SavedRecord> => {
    const created = await createdRecord(api, access, { tool_type: String(TOOL_IDS.product) });
    await uploadTo(api, created, 'output_image', output);
    return api.data('updateRecord', { access, params: { id: created.id }, body: { is_visible: true } });
  };
  /** Sends a file that shows a stored picture unchanged, and returns the signed file. */
  const exportFile = async (caller: Caller, file: Uint8Array, key: string): Promise<Uint8Array> => {
    const imageKey = await api.services.upload(caller, file);
    const { taskIds } = await api.services.generations.accept(caller, 'export', {
      input: {
        imageKey,
        quality: 80,
        metadata: { altText: '', digitalSourceType: 'algorithmicallyEnhanced' },
        format: 'as-sent',
        drawnFrom: { pictures: [{ key, matrix: [1, 0, 0, 1, 0, 0] }], ground: '#ffffff' },
      },
      engine: null,
      toolId: TOOL_IDS.default,
    });
    const { result, error } = await waitForLastState(api.services, caller, taskIds[0] ?? '');
    expect(error).toBeUndefined();
    return (await api.get(result?.image_url ?? '')).rawPayload;
  };

  it('has the provenance that the server compared and signed, but no forged provenance', async () => {
    const { access, caller } = await newMember(api);
    const product = await api.services.upload(caller, CUT_OUT);
    const signed = await exportFile(caller, ON_WHITE, product);
    const record = await createShownRecord(access, signed);
    expect(record.provenance?.steps).toMatchObject([{ tool: 'export', effect: 'put-on-color' }]);
    expect(record.provenance?.original?.sha256).toBe(sha256Hex(CUT_OUT));
    const forged = await createShownRecord(
      access,
      embedProvenance(ON_WHITE, { ...FORGED, contents: ['photo', 'plain-ground'] }),
    );
    expect(forged.provenance).toEqual(createProvenance(['picture', 'plain-ground']));
    expect((await createShownRecord(access, embedProvenance(ON_WHITE, FORGED))).provenance).toBeNull();
  });

  it('is recognized by its storage key in History when it is exported again', async () => {
    const { access, caller } = await newMember(api);
    const product = await api.services.upload(caller, CUT_OUT);
    const record = await createShownRecord(access, await exportFile(caller, ON_WHITE, product));
    const again = await signedIn(await exportFile(caller, ON_WHITE, record.output_image_url_key ?? ''));
    expect(again.tools).toEqual(['c2pa.opened', 'export', 'export']);
    expect(again.recipe.original?.sha256).toBe(sha256Hex(CUT_OUT));
    const stranger = await newMember(api);
    await expect(
      exportFile(stranger.caller, ON_WHITE, record.output_image_url_key ?? ''),
    ).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  });
});
