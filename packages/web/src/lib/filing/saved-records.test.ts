import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { savedRecord } from '../../testing/saved-record.ts';
import { saveLocalPicture, saveRecord } from './saved-records.ts';
import { postToTarget } from '../files/upload.ts';

vi.mock('../files/upload.ts', () => ({ postToTarget: vi.fn() }));
const post = vi.mocked(postToTarget);

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const TARGET = { url: '/objects', fields: { policy: 'p' }, key: 'u/1/thumb' };
const SLOTS = {
  thumb: TARGET,
  input_image: null,
  standard_output_image: null,
  input_mask_image: null,
  reference_image: null,
  output_image: null,
};
const SAVED = savedRecord(ID, {
  name: 'mug.jpg',
  output_image_url_key: 'u/1/result.png',
  thumb_url_key: 'u/1/thumb',
});
const thumbnail = new Blob(['webp'], { type: 'image/webp' });
const result = { toolType: TOOL_IDS.bgRemove, name: 'mug.jpg', key: 'u/1/result.png', thumbnail };

/** Steps of the tested code, in order: calls by method and path, uploads by file name. */
let steps: string[];
let created: FormData | null;
let patchBody: unknown;
let storage: ReturnType<typeof stubBrowser>;

function signInAs(isGuest: boolean): void {
  const { info, organization_detail } = guestSession();
  const user = { ...info.user, is_guest: isGuest };
  storage.setItem('token', 'access');
  storage.setItem('current_user', JSON.stringify({ user, organization_detail }));
}

beforeEach(() => {
  steps = [];
  storage = stubBrowser();
  post.mockReset().mockImplementation(async (_target, file) => void steps.push((file as File).name));
  stubServer({
    [`details/${ID}/`]: ({ init, url }) => {
      steps.push(`${init.method} ${url}`);
      patchBody = JSON.parse(init.body as string);
      return Response.json({ data: SAVED });
    },
    'details/': ({ init, url }) => {
      steps.push(`${init.method} ${url}`);
      created = init.body as FormData;
      return Response.json({ data: [{ id: ID, upload: SLOTS }] }, { status: 201 });
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('saving a server result in history', () => {
  it('saving creates the record with a form, uploads into its slot as .webp, and sets is_visible by id', async () => {
    signInAs(false);
    await saveRecord(result);
    expect(steps).toEqual([
      'POST /aiimages/api/details/',
      'image.webp',
      `PATCH /aiimages/api/details/${ID}/`,
    ]);
    expect(Object.fromEntries(created ?? [])).toEqual({
      tool_type: '8',
      name: 'mug.jpg',
      output_image_url_key: 'u/1/result.png',
      is_visible: 'false',
    });
    expect(post.mock.calls[0]?.[0]).toEqual(TARGET);
    expect(patchBody).toEqual({ is_visible: true });
  });

  it('saving continues without a thumbnail that can’t be stored', async () => {
    signInAs(false);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    post.mockRejectedValue(new Error('full'));
    await saveRecord(result);
    expect(steps.at(-1)).toBe(`PATCH /aiimages/api/details/${ID}/`);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('saving sends nothing for a guest', async () => {
    signInAs(true);
    await saveRecord(result);
    expect(steps).toEqual([]);
  });
});

describe('saving a browser picture in history', () => {
  const own = {
    toolType: TOOL_IDS.product,
    name: 'mug.jpg',
    settings: { background: '#e8c4bb' },
    input: 'u/1/result.png',
    output: new Blob(['png'], { type: 'image/png' }),
    standard: new Blob(['large'], { type: 'image/webp' }),
    thumbnail,
  };
  const createTarget = (slot: string) => ({ ...TARGET, key: `u/1/${slot}` });
  let uploaded: string[];
  /** Methods of calls whose next answer is lost. */
  let lostAnswers: string[];

  beforeEach(() => {
    signInAs(false);
    uploaded = [];
    lostAnswers = [];
    post.mockImplementation(async ({ key }) => void uploaded.push(key));
    const upload = Object.fromEntries(Object.keys(SLOTS).map((slot) => [slot, createTarget(slot)]));
    stubServer({
      'details/': ({ init }) => {
        steps.push(`${init.method}`);
        if (init.method === 'POST') created = init.body as FormData;
        const at = lostAnswers.indexOf(`${init.method}`);
        if (at !== -1) {
          lostAnswers.splice(at, 1);
          throw new TypeError('The connection was lost');
        }
        if (init.method === 'PATCH') return Response.json({ data: SAVED });
        return Response.json(
          { data: [{ id: ID, upload: { ...upload, input_image: null } }] },
          { status: 201 },
        );
      },
    });
  });

  it('the picture is uploaded into the slots, and the record names its source', async () => {
    await saveLocalPicture(own);
    expect(steps).toEqual(['POST', 'PATCH']);
    expect(Object.fromEntries(created ?? [])).toEqual({
      tool_type: '2',
      name: 'mug.jpg',
      settings: '{"background":"#e8c4bb"}',
      input_image_url_key: 'u/1/result.png',
      is_visible: 'false',
    });
    expect(uploaded).toEqual(['u/1/output_image', 'u/1/standard_output_image', 'u/1/thumb']);
  });

  it('only one record is made when the answer to its creation is lost', async () => {
    lostAnswers = ['PATCH', 'PATCH'];
    const pause = vi.fn(async () => undefined);
    await saveLocalPicture(own, pause);
    expect(steps).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('a record is not made visible without its picture', async () => {
    post.mockRejectedValue(new Error('full'));
    await expect(saveLocalPicture(own)).rejects.toThrow('full');
    expect(steps).toEqual(['POST']);
  });

  it('a result that a page saves twice at the same time is saved once', async () => {
    signInAs(false);
    await Promise.all([saveRecord(result), saveRecord(result)]);
    expect(post).toHaveBeenCalledOnce();
    await saveRecord(result);
    expect(post).toHaveBeenCalledTimes(2);
  });
});
