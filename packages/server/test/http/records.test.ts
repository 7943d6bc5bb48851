import { RECORD_UNDO_S } from '../../src/records/service.ts';
import { randomUUID } from 'node:crypto';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import {
  ACCESS_TOKEN_TTL_S,
  createProvenance,
  withStep,
  RECORD_SLOTS,
  TOOL_IDS,
  UPLOAD_POLICY_TTL_S,
} from '@packshot/contract';
import type { RecordsPage, SavedRecord } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import {
  createdRecord,
  createRecord,
  grayPng,
  newMember,
  newResult,
  newScene,
  saveProject,
  uploadTo,
} from '../../src/testing/history-world.ts';
import type { HistoryMember } from '../../src/testing/history-world.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { CUT_OUT_FACTS } from '../../src/testing/settle-task.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { bgRemoval } from '../../src/testing/test-services.ts';

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const BG = String(TOOL_IDS.bgRemove);
const DAY_S = 24 * 3600;
const round = () => sweepExpired({ ...api.services, clock, logger: silentLogger });
const getStatus = async (...request: Parameters<TestApi['send']>) => (await api.send(...request)).statusCode;
const show = ({ access }: HistoryMember, id: string) =>
  api.send('updateRecord', { access, params: { id }, body: { is_visible: true } });
/** Makes a record visible without an access token, because the token has expired by then. */
const showLater = ({ caller }: HistoryMember, id: string) =>
  api.services.records.update(caller, id, { is_visible: true });
const list = async ({ access }: HistoryMember, query: Record<string, string> = {}): Promise<RecordsPage> =>
  (await api.send('listRecords', { access, query })).json();
const namesIn = async (member: HistoryMember, query: Record<string, string>): Promise<string[]> =>
  (await list(member, query)).data.map(({ name }) => name);
const isThere = async (key: string | null) => key !== null && (await api.services.objects.head(key)) !== null;

describe('saving a generation', () => {
  it('takes three steps: create, upload into its slots, make visible', async () => {
    const ann = await newMember(api);
    const created = await createdRecord(api, ann.access, { tool_type: BG, name: 'mug.jpg' });
    expect(Object.keys(created.upload)).toEqual(RECORD_SLOTS);
    expect(Object.values(created.upload).every((target) => target?.fields !== undefined)).toBe(true);
    expect((await show(ann, created.id)).json()).toMatchObject({ code: 'OUTPUT_MISSING' });
    const step = {
      tool: 'scene',
      effect: 'put-on-color',
      engine: { name: 'Packshot', version: '1' },
    } as const;
    const provenance = withStep(createProvenance(['photo']), step);
    const fileWithXmp = embedXmp(new Uint8Array(grayPng(10)), xmpPacket({ altText: '', provenance }));
    await uploadTo(api, created, 'output_image', Buffer.concat(fileWithXmp));
    await uploadTo(api, created, 'thumb', grayPng(20));
    expect((await list(ann)).total).toBe(0);
    const { data } = (await show(ann, created.id)).json<{ data: SavedRecord }>();
    expect(data).toMatchObject({ is_visible: true, name: 'mug.jpg', starred: false, width: 16, height: 16 });
    // The server believes the claim in the file that a background was added, but not that the picture comes from a
    // camera.
    expect(data.provenance).toEqual(createProvenance(['picture', 'plain-ground']));
    expect(data.output_image_url_key).toBe(created.upload.output_image?.key);
    expect(data.thumb_url).toContain(created.upload.thumb?.key);
    expect(data.input_image_url).toBeNull();
    expect((await list(ann)).data.map(({ id }) => id)).toEqual([created.id]);
  });

  it('requests uploads only of files that the server lacks, and prefers the server’s own facts over the form’s', async () => {
    const ann = await newMember(api);
    const key = await newScene(api, ann, {
      prompt: 'Warm oak table',
      seed: 7,
      light: 'golden-hour',
      aspect_ratio: 4,
    });
    const form = {
      tool_type: BG,
      output_image_url_key: key,
      text_prompt: 'made up',
      seed: '9',
    };
    const created = await createdRecord(api, ann.access, form);
    expect(created.upload.output_image).toBeNull();
    expect(created.upload.standard_output_image).toBeNull();
    expect(created.upload.thumb).not.toBeNull();
    const { data } = (await show(ann, created.id)).json<{ data: SavedRecord }>();
    expect(data).toMatchObject({
      tool_type: TOOL_IDS.text,
      text_prompt: 'Warm oak table',
      seed: 7,
      width: 2,
      scene: { reference_id: 'still-water' },
      cut_out: null,
      settings: { light: 'golden-hour', aspect_ratio: 4, count: 2 },
      engine: null,
    });
    // A client that lost the response may repeat the request and receives the same record.
    expect((await createdRecord(api, ann.access, form)).id).toBe(created.id);
  });

  it('stores the engine’s facts about a cut-out', async () => {
    const ann = await newMember(api);
    expect(await saveProject(api, ann)).toMatchObject({
      tool_type: TOOL_IDS.bgRemove,
      cut_out: CUT_OUT_FACTS,
    });
  });

  it('charges pictures composed in the browser once for each result they were made from, and is free without one', async () => {
    const ann = await newMember(api, 5);
    const product = await newResult(api, ann);
    const composeFile = async (form: Record<string, string>) => {
      const created = await createdRecord(api, ann.access, {
        tool_type: String(TOOL_IDS.product),
        settings: '{"background":"#c0ffee"}',
        ...form,
      });
      await uploadTo(api, created, 'output_image', grayPng(10));
      return (await show(ann, created.id)).json<{ data: SavedRecord }>().data;
    };
    const [red, blue] = [
      await composeFile({ input_image_url_key: product }),
      await composeFile({ input_image_url_key: product }),
    ];
    const own = await composeFile({ tool_type: String(TOOL_IDS.default) });
    expect([red, blue, own].map(({ is_downloaded }) => is_downloaded)).toEqual([false, false, true]);
    expect(red.settings).toEqual({ background: '#c0ffee' });
    const { downloads } = await api.balance(ann.access);
    const download = async ({ output_image_url_key: key }: SavedRecord) =>
      (await api.send('downloadImage', { access: ann.access, body: { key } })).json();
    expect(await download(own)).toMatchObject({ download_credits: downloads, url: expect.any(String) });
    expect(await download(red)).toMatchObject({ download_credits: downloads - 1 });
    expect(await download(blue)).toMatchObject({ download_credits: downloads - 1, url: expect.any(String) });
    const archive = await api.send('orderArchive', {
      access: ann.access,
      body: { record_ids: [red, blue, own].map(({ id }) => id) },
    });
    expect(archive.json()).toMatchObject({ cost: 0 });
    expect((await list(ann)).data.every(({ is_downloaded }) => is_downloaded)).toBe(true);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('refuses a file that isn’t a picture, whatever its name', async () => {
    const ann = await newMember(api);
    const created = await createdRecord(api, ann.access, { tool_type: BG });
    await uploadTo(api, created, 'output_image', Buffer.from('<svg onload="alert(1)"/>'));
    expect((await show(ann, created.id)).statusCode).toBe(422);
    expect((await list(ann)).total).toBe(0);
  });

  it('is not available to guests', async () => {
    const { access } = await api.guest();
    expect((await createRecord(api, access, { tool_type: BG })).statusCode).toBe(403);
    expect(await getStatus('listRecords', { access })).toBe(403);
    expect(await getStatus('orderDataExport', { access })).toBe(403);
    const { rows } = await api.services.pool.query(
      'select from generation_records r join users u on u.id = r.user_id where u.is_guest',
    );
    expect(rows).toEqual([]);
  });

  it('creates many records at once, or refuses them all', async () => {
    const [ann, bob] = [await newMember(api), await newMember(api)];
    const [mine, his] = [await newResult(api, ann), await newResult(api, bob)];
    const record = (key: string) => ({ tool_type: TOOL_IDS.bgRemove, output_image_url_key: key });
    const bulk = (records: object[]) =>
      api.send('bulkCreateRecords', { access: ann.access, body: { records } });
    expect((await bulk([record(mine), record(his)])).statusCode).toBe(404);
    const { rows } = await api.services.pool.query('select from generation_records where user_id = $1', [
      ann.userId,
    ]);
    expect(rows).toEqual([]);
    const created = await bulk([record(mine), { tool_type: TOOL_IDS.upscale, name: 'large' }]);
    expect(created.json<{ data: unknown[] }>().data).toHaveLength(2);
  });
});

describe('History', () => {
  it('can be searched, filtered, sorted and paged', async () => {
    const ann = await newMember(api);
    const make = async (name: string, prompt: string, toolType: number, day: string) => {
      const created = await createdRecord(api, ann.access, {
        tool_type: String(toolType),
        name,
        text_prompt: prompt,
      });
      await uploadTo(api, created, 'output_image', grayPng(1));
      expect((await show(ann, created.id)).statusCode).toBe(200);
      await api.services.pool.query('update generation_records set created_at = $2 where id = $1', [
        created.id,
        `${day}T12:00:00Z`,
      ]);
      return created.id;
    };
    await make('mug', 'Oak table, warm morning', TOOL_IDS.product, '2026-01-01');
    await make('lamp', '100% wool_felt', TOOL_IDS.text, '2026-01-02');
    const vaseId = await make('Vase', 'oak shelf', TOOL_IDS.bgRemove, '2026-01-03');
    await api.data('updateRecord', { access: ann.access, params: { id: vaseId }, body: { starred: true } });

    expect(await namesIn(ann, {})).toEqual(['Vase', 'lamp', 'mug']);
    expect(await namesIn(ann, { sort: 'created_at' })).toEqual(['mug', 'lamp', 'Vase']);
    expect(await namesIn(ann, { sort: 'name' })).toEqual(['lamp', 'mug', 'Vase']);
    expect(await namesIn(ann, { search: 'OAK warm' })).toEqual(['mug']);
    expect(await namesIn(ann, { search: 'vase' })).toEqual(['Vase']);
    // The wildcards of SQL patterns match only themselves.
    expect(await namesIn(ann, { search: '0%' })).toEqual(['lamp']);
    expect(await namesIn(ann, { search: 'o_k' })).toEqual([]);
    expect(await namesIn(ann, { tool_type: `${TOOL_IDS.product},${TOOL_IDS.text}` })).toEqual([
      'lamp',
      'mug',
    ]);
    expect(await namesIn(ann, { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' })).toEqual([
      'lamp',
    ]);
    expect(await namesIn(ann, { starred: 'true' })).toEqual(['Vase']);
    expect(await list(ann, { per_page: '2', page: '2' })).toMatchObject({
      data: [{ name: 'mug' }],
      page: 2,
      per_page: 2,
      total: 3,
      has_more: false,
    });
    expect(await list(ann, { per_page: '2' })).toMatchObject({ has_more: true });
    for (const query of [{ sort: 'user_id' }, { per_page: '101' }, { tool_type: '3' }, { from: 'soon' }]) {
      expect(await getStatus('listRecords', { access: ann.access, query }), JSON.stringify(query)).toBe(400);
    }
  });

  it('is private to its owner', async () => {
    const [ann, bob] = [await newMember(api), await newMember(api)];
    const record = await saveProject(api, ann);
    const request = { access: bob.access, params: { id: record.id } };
    expect(await getStatus('readRecord', request)).toBe(404);
    expect(await getStatus('updateRecord', { ...request, body: { name: 'mine' } })).toBe(404);
    expect(await getStatus('deleteRecord', request)).toBe(404);
    expect(await getStatus('orderArchive', { access: bob.access, body: { record_ids: [record.id] } })).toBe(
      404,
    );
    const form = { tool_type: BG, output_image_url_key: record.output_image_url_key ?? '' };
    expect((await createRecord(api, bob.access, form)).statusCode).toBe(404);
    expect((await list(bob)).total).toBe(0);
    expect((await list(ann)).data[0]?.name).toBe(record.name);
  });

  it('allows naming a record, and refuses invalid names', async () => {
    const ann = await newMember(api);
    const { id } = await saveProject(api, ann);
    const rename = (name: unknown) =>
      api.send('updateRecord', { access: ann.access, params: { id }, body: { name } });
    expect((await rename('  Spring sale ')).json()).toMatchObject({ data: { name: 'Spring sale' } });
    expect((await rename('x'.repeat(121))).statusCode).toBe(400);
    expect((await rename('two\nlines')).statusCode).toBe(400);
  });
});

describe('deleting a record', () => {
  it('hides it at once, can be undone, and later removes its pictures', async () => {
    const ann = await newMember(api);
    const record = await saveProject(api, ann, { name: 'mug' });
    const request = { access: ann.access, params: { id: record.id } };
    expect(await getStatus('deleteRecord', request)).toBe(204);
    expect(await getStatus('readRecord', request)).toBe(404);
    expect(await getStatus('deleteRecord', request)).toBe(404);
    expect(await getStatus('updateRecord', { ...request, body: { name: 'x' } })).toBe(404);
    expect((await show(ann, record.id)).statusCode).toBe(200);
    expect((await list(ann)).total).toBe(1);

    await api.send('deleteRecord', request);
    clock.advance(RECORD_UNDO_S + 1);
    await expect(showLater(ann, record.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    clock.advance(120);
    expect((await round()).records).toBe(1);
    for (const key of [
      record.output_image_url_key,
      record.standard_output_image_url_key,
      record.input_image_url_key,
      record.thumb_url_key,
    ]) {
      expect(await isThere(key), String(key)).toBe(false);
    }
    const download = api.services.files.downloadImage(ann.caller, record.output_image_url_key ?? '');
    await expect(download).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('keeps pictures that other records show', async () => {
    const ann = await newMember(api);
    const first = await saveProject(api, ann);
    const inputKey = first.input_image_url_key ?? '';
    const again = await api.services.generations.accept(ann.caller, 'cut-out', bgRemoval(inputKey));
    expect(again.taskIds).toHaveLength(1);
    const second = await createdRecord(api, ann.access, { tool_type: BG, input_image_url_key: inputKey });
    await api.services.generations.cancel(ann.caller, again.taskIds);
    await uploadTo(api, second, 'output_image', grayPng(3));
    await show(ann, second.id);
    await api.send('deleteRecord', { access: ann.access, params: { id: first.id } });
    clock.advance(RECORD_UNDO_S + 120);
    expect((await round()).records).toBe(1);
    expect(await isThere(first.output_image_url_key)).toBe(false);
    expect(await isThere(inputKey)).toBe(true);
  });

  it('waits while a task of its user is running', async () => {
    const ann = await newMember(api);
    const record = await saveProject(api, ann);
    const key = record.output_image_url_key ?? '';
    const { taskIds } = await api.services.generations.accept(ann.caller, 'cut-out', bgRemoval(key));
    await api.send('deleteRecord', { access: ann.access, params: { id: record.id } });
    clock.advance(RECORD_UNDO_S + 120);
    expect((await round()).records).toBe(0);
    expect(await isThere(key)).toBe(true);
    await api.services.generations.cancel(ann.caller, taskIds);
    expect((await round()).records).toBe(1);
    expect(await isThere(key)).toBe(false);
  });

  it('sweeps records that never became visible, but not the generation that they were made from', async () => {
    const ann = await newMember(api);
    const key = await newResult(api, ann);
    const created = await createdRecord(api, ann.access, { tool_type: BG, output_image_url_key: key });
    await uploadTo(api, created, 'thumb', grayPng(5));
    const storedRecord = await saveProject(api, ann);
    clock.advance(DAY_S + 60);
    await api.services.pool.query(`update uploads set look_after = look_after - interval '25 hours'`);
    expect((await round()).records).toBeGreaterThanOrEqual(1);
    expect(await isThere(created.upload.thumb?.key ?? null)).toBe(false);
    expect(await isThere(key)).toBe(true);
    expect(await isThere(storedRecord.thumb_url_key)).toBe(true);
    await expect(showLater(ann, created.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('happens when the account of its user is deleted', async () => {
    const ann = await newMember(api);
    const record = await saveProject(api, ann);
    await api.services.accounts.delete(ann.caller, ann.password);
    // Waits until no upload permission of the account can be valid anymore.
    clock.advance(ACCESS_TOKEN_TTL_S + 2 * UPLOAD_POLICY_TTL_S + 60);
    await round();
    expect(await isThere(record.thumb_url_key)).toBe(false);
    const { rows } = await api.services.pool.query('select from generation_records where id = $1', [
      record.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the endpoint success-generation', () => {
  it('records once that a result was shown, charges nothing, and refuses other users’ tasks', async () => {
    const [ann, bob] = [await newMember(api), await newMember(api)];
    const key = await newResult(api, ann);
    const taskId = key.split('/')[2] ?? '';
    const before = await api.balance(ann.access);
    const body = { task_ids: [taskId, randomUUID()] };
    const report = () => api.send('reportSuccess', { access: ann.access, body });
    const shownAt = async () =>
      (await api.services.pool.query('select shown_at from tasks where id = $1', [taskId]))
        .rows[0] as unknown;
    expect((await report()).json()).toEqual({ recorded: [taskId] });
    const first = await shownAt();
    clock.advance(60);
    expect((await report()).json()).toEqual({ recorded: [taskId] });
    expect(await shownAt()).toEqual(first);
    expect(await api.balance(ann.access)).toEqual(before);
    expect(await getStatus('reportSuccess', { access: bob.access, body })).toBe(404);
  });
});
