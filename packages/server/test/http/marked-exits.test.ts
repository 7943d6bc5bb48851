import {
  API_SCOPES,
  createProvenance,
  digitalSourceFor,
  RECIPE_ASSERTION,
  TOOL_IDS,
} from '@packshot/contract';
import type {
  ArchiveOrder,
  CreatedRecord,
  DownloadImageResponse,
  DrawnPicture,
  NewApiKey,
  SavedRecord,
  Session,
  TaskState,
} from '@packshot/contract';
import { embedXmp, stepsIn, xmpPacket } from '@packshot/image-engine/pixels';
import { readCredentials } from '@packshot/image-engine/testing/credentials';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest, readOutcome } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { startPictureVendor, VENDOR_KEY } from '../../src/testing/picture-vendor.ts';
import type { PictureVendor } from '../../src/testing/picture-vendor.ts';
import { readZip } from '../../src/testing/read-zip.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

/*
 * Tests a generated scene, enlarged and then cropped, of a user who has disabled Content Credentials. Every file of
 * this scene that leaves the server is marked as generated. Files without generated content have neither signature nor
 * source type. Uses a real worker and a fake of another engine.
 */

const SIDE_PX = 160;
/** Test picture that is a cut-out: a red disc on a transparent background. */
const DISC = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) < SIDE_PX / 3 ? [200, 20, 30, 255] : [0, 0, 0, 0],
);

let vendor: PictureVendor;
let product: RunningProduct;
let owner: ApiClient;
let secret: string;
/** Storage keys of results. */
let painted: string;
let enlarged: string;
let builtIn: string;

beforeAll(async () => {
  vendor = await startPictureVendor();
  product = await startProduct({
    MODERATION: 'false',
    CAPTCHA: 'off',
    GUEST_FREE_GENERATIONS: '50',
    GUEST_FREE_DOWNLOADS: '50',
    ENGINE_BACKGROUND: 'openai',
    OPENAI_IMAGES_URL: vendor.url,
    OPENAI_IMAGES_KEY: VENDOR_KEY,
    ENGINE_PRIVATE_HOSTS: '127.0.0.1',
  });
  product.startWorker();
  const guest = await newGuest(product.address);
  const person = { email: 'marks@shop.example', password: 'rightpass1', first_name: 'Ann', last_name: 'Lee' };
  owner = guest.with(await readData<Session>(guest.call('register', { json: person })));
  await owner.call('updateUserDetails', { json: { signs_pictures: false } });
  const key = {
    name: 'Shop',
    mode: 'live',
    scopes: API_SCOPES,
    addresses: [],
    monthly_ceiling: null,
    expires_at: null,
  };
  await product.database.pool.query(`update organizations set grants = '{live_keys}'`);
  await product.database.pool.query(
    `update credit_balances set balance = balance + 100 where ledger = 'download'`,
  );
  secret = (await readData<NewApiKey>(owner.call('createApiKey', { json: key }))).secret;
  const disc = (await owner.upload(DISC)).key;
  const form = { feature_type: '2', image_s3: disc, prompt: 'a blue evening', count: '2', seed: '7' };
  painted = await readKey(owner.scene({ ...form, engine: 'provider' }));
  enlarged = await readKey(owner.upscale(painted, 2, { form: { mode: 'faithful' } }));
  builtIn = await readKey(owner.upscale(disc, 2, { form: { mode: 'faithful' } }));
}, 180_000);
afterAll(async () => {
  await product.stop();
  await vendor.stop();
});

async function readData<T>(answered: Promise<Response>): Promise<T> {
  const answer = await answered;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}
async function readFinalState(response: Promise<Response>): Promise<TaskState> {
  const { states } = await readOutcome(await response);
  const end = states.findLast(({ status }) => status === 'SUCCESS');
  if (end === undefined) throw new Error(JSON.stringify(states.at(-1)));
  return end;
}
const readKey = async (response: Promise<Response>): Promise<string> =>
  (await readFinalState(response)).result?.key ?? '';
const fileAt = async (url: string | null | undefined): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(new URL(url ?? '', product.address))).arrayBuffer());

const download = async (key: string): Promise<Uint8Array> =>
  fileAt((await owner.json<DownloadImageResponse>('downloadImage', { json: { key } })).url);
const readResult = async (key: string): Promise<TaskState['result']> => {
  const task_id = key.split('/')[2] ?? '';
  return (await owner.json<TaskState>('checkStatus', { query: { task_id } })).result;
};

/**
 * Lets the server sign a file drawn by the browser, as the web app does: sends the file, and the pictures from which
 * it was drawn.
 */
async function exportFile(
  key: string,
  form: Readonly<Record<string, string>>,
  draw?: (picture: ReturnType<typeof sharp>) => ReturnType<typeof sharp>,
): Promise<Uint8Array> {
  const stored = await download(key);
  const drawing = draw && (await owner.upload(new Uint8Array(await draw(sharp(stored)).toBuffer())));
  const exportRequest = {
    image_s3: drawing?.key ?? key,
    digital_source_type: 'algorithmicallyEnhanced',
    feature_type: String(TOOL_IDS.default),
    ...form,
  };
  return fileAt((await readFinalState(owner.call('export', { form: exportRequest }))).result?.image_url);
}
const asSent = (key: string, matrix: DrawnPicture['matrix'] = [1, 0, 0, 1, 0, 0]) => ({
  format: 'as-sent',
  drawn_from: JSON.stringify([{ key, matrix }]),
});

async function createRecord(key: string): Promise<SavedRecord> {
  const form = { tool_type: String(TOOL_IDS.upscale), output_image_url_key: key };
  const [created] = await readData<CreatedRecord[]>(owner.call('createRecord', { form }));
  const params = { id: created?.id ?? '' };
  return readData<SavedRecord>(owner.call('updateRecord', { params, json: { is_visible: true } }));
}
/** Fetches a ZIP of History pictures and returns its PNGs, without the photos. */
async function inZip(url: string | undefined): Promise<readonly Uint8Array[]> {
  const files = readZip(Buffer.from(await fileAt(url)));
  return [...files].flatMap(([name, file]) => (/^(?!photos).*\.png$/.test(name) ? [file] : []));
}

/** Ways in which files leave the server through the web app. */
const EXITS: Readonly<Record<string, (key: string) => Promise<Uint8Array>>> = {
  'the link of a result': async (key) => fileAt((await readResult(key))?.image_url),
  'its smaller picture': async (key) => fileAt((await readResult(key))?.std_url),
  'a download': download,
  'a download with other words': (key) => exportFile(key, { ...asSent(key), alt_text: 'A red disc.' }),
  'an export as AVIF': (key) => exportFile(key, {}),
  'an export as JPEG, cropped': (key) =>
    exportFile(key, { ...asSent(key), ground: '#ffffff' }, (picture) =>
      picture.extract({ left: 0, top: 0, width: 200, height: 220 }).flatten({ background: '#fff' }).jpeg(),
    ),
  'an export as WebP': (key) => exportFile(key, asSent(key), (picture) => picture.webp({ quality: 90 })),
  'History, full size': async (key) => fileAt((await createRecord(key)).output_image_url),
  'History, smaller': async (key) => fileAt((await createRecord(key)).standard_output_image_url),
  'a ZIP of History': async (key) => {
    const { id } = await createRecord(key);
    const { url } = await owner.json<ArchiveOrder>('orderArchive', { json: { record_ids: [id] } });
    return (await inZip(url))[0] ?? new Uint8Array();
  },
};

describe('an enlarged generated scene of a user who disabled Content Credentials', () => {
  it.each(Object.entries(EXITS))('is marked as generated in %s', async (_exit, loadFile) => {
    const file = await loadFile(enlarged);
    const steps = stepsIn(file);
    expect(steps && digitalSourceFor(steps)).toBe('compositeSynthetic');
    expect(steps?.steps.map(({ tool }) => tool).slice(0, 2)).toEqual(['scene', 'upscale']);
    const { state, failures, assertions } = await readCredentials(file);
    expect([state, failures]).toEqual(['Valid', ['signingCredential.untrusted']]);
    expect(assertions[RECIPE_ASSERTION]).toMatchObject({ sourceType: 'compositeSynthetic' });
  });

  it.each(Object.entries(EXITS))(
    'without a generated part is unsigned in %s, and states its source type',
    async (_exit, loadFile) => {
      const file = await loadFile(builtIn);
      const steps = stepsIn(file);
      expect(steps && digitalSourceFor(steps)).not.toMatch(/synthetic|trained/i);
      expect((await readCredentials(file)).state).toBe('none');
    },
  );

  it('is marked as generated in an archive of the account', async () => {
    await createRecord(enlarged);
    const { url } = await owner.json<{ url: string }>('orderDataExport');
    const types = (await inZip(url)).map(async (file) => {
      const steps = stepsIn(file);
      return [steps && digitalSourceFor(steps), (await readCredentials(file)).state].join(' ');
    });
    const statedTypes = await Promise.all(types);
    expect(statedTypes).toContain('compositeSynthetic Valid');
    expect(statedTypes.filter((each) => /synthetic/i.test(each) && !each.endsWith('Valid'))).toEqual([]);
  });
});

describe('the public API, with a key of a user who disabled Content Credentials', () => {
  const ask = async (path: string, parts: Readonly<Record<string, string | Uint8Array>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)]), 'mug.png');
    }
    const headers = { 'x-api-key': secret };
    const answer = await fetch(product.address + path, { method: 'POST', headers, body: form });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, bytes.toString('utf8', 0, 300)).toBe(200);
    return new Uint8Array(bytes);
  };
  /** Creates a picture that another program has marked as generated. */
  const makeGenerated = (): Uint8Array => {
    const packet = xmpPacket({ altText: '', provenance: createProvenance(['generated']) });
    return Buffer.concat(embedXmp(new Uint8Array(DISC), packet));
  };

  it.each([
    ['an enlarged picture', '/v1/upscales', { factor: '2', mode: 'faithful' }, 'trainedAlgorithmicMedia'],
    [
      'a smaller cut-out from the remove.bg endpoint',
      '/v1.0/removebg',
      { size: 'preview' },
      'trainedAlgorithmicMedia',
    ],
    [
      'a cut-out on a color from the remove.bg endpoint',
      '/v1.0/removebg',
      { bg_color: 'ffffff', format: 'jpg' },
      'compositeSynthetic',
    ],
  ] as const)('marks %s of a generated picture as generated', async (_what, path, options, type) => {
    const image = path === '/v1.0/removebg' ? 'image_file' : 'image';
    const file = await ask(path, { [image]: makeGenerated(), ...options });
    const steps = stepsIn(file);
    expect(steps && digitalSourceFor(steps)).toBe(type);
    expect((await readCredentials(file)).state).toBe('Valid');
  });

  it('doesn’t sign a picture without a generated part, and states its source type', async () => {
    const file = await ask('/v1.0/removebg', { image_file: DISC, bg_color: 'ffffff', format: 'jpg' });
    const steps = stepsIn(file);
    expect(steps && digitalSourceFor(steps)).toBe('composite');
    expect((await readCredentials(file)).state).toBe('none');
  });
});
