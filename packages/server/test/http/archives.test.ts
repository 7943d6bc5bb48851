import { ARCHIVE_LINK_TTL_S } from '../../src/records/archives/order.ts';
import { TOOL_IDS } from '@packshot/contract';
import type { ArchiveOrder, SavedRecord } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grayPng, newMember, newResult, newScene, saveProject } from '../../src/testing/history-world.ts';
import type { HistoryMember } from '../../src/testing/history-world.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { memoryLog } from '../../src/testing/memory-log.ts';
import { readZip } from '../../src/testing/read-zip.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const clock = new ManualClock();
const log = memoryLog();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock, logger: log.logger });
});
afterAll(() => api.stop());

const order = async ({ access }: HistoryMember, records: readonly SavedRecord[]): Promise<ArchiveOrder> =>
  (await api.send('orderArchive', { access, body: { record_ids: records.map(({ id }) => id) } })).json();
const fetchFile = (url: string | undefined) =>
  api.send('downloadArchive', { params: { token: url?.split('/').at(-2) ?? '' } });
const readFiles = async (url: string | undefined) => readZip((await fetchFile(url)).rawPayload);
const cutOut = { tool_type: String(TOOL_IDS.bgRemove) };

describe('a ZIP from History', () => {
  it('has the full-size pictures under their names, and charges one download each, once', async () => {
    const ann = await newMember(api, 10);
    const records = [
      await saveProject(api, ann, { ...cutOut, output_image_url_key: await newResult(api, ann, 11) }),
      await saveProject(api, ann, { ...cutOut, output_image_url_key: await newResult(api, ann, 22) }),
      await saveProject(api, ann, { output_image_url_key: await newScene(api, ann, { prompt: 'Oak' }) }),
    ];
    const { downloads } = await api.balance(ann.access);
    const first = await order(ann, records);
    expect(first).toMatchObject({ cost: 3, download_credits: downloads - 3 });
    const answer = await fetchFile(first.url);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="packshot-history.zip"');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const files = readZip(answer.rawPayload);
    expect([...files.keys()].toSorted()).toEqual([
      'AI image - history.png',
      'AI image - historyWBG (2).png',
      'AI image - historyWBG.png',
    ]);
    expect(files.get('AI image - history.png')).toEqual(grayPng(200));
    // Ordering a paid ZIP again is free, even with a picture that was also downloaded separately.
    expect(await order(ann, records)).toMatchObject({ cost: 0, download_credits: downloads - 3 });
    const { data } = (await api.send('listRecords', { access: ann.access })).json<{ data: SavedRecord[] }>();
    expect(data.map(({ is_downloaded }) => is_downloaded)).toEqual([true, true, true]);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('charges for all pictures or for no picture', async () => {
    const ann = await newMember(api, 2);
    const { downloads } = await api.balance(ann.access);
    const records: SavedRecord[] = [];
    for (let count = 0; count <= downloads; count += 1) records.push(await saveProject(api, ann));
    const refused = await order(ann, records);
    expect(refused).toMatchObject({ download_credits: -1, cost: downloads + 1 });
    expect(refused.url).toBeUndefined();
    expect((await api.balance(ann.access)).downloads).toBe(downloads);
    const orders = await Promise.all([1, 2, 3].map(() => order(ann, records.slice(1))));
    expect(orders.map(({ download_credits }) => download_credits)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('leaves out missing pictures, does not charge for them, and lists them inside', async () => {
    const ann = await newMember(api, 10);
    const [there, deletedRecord, lostRecord] = [
      await saveProject(api, ann),
      await saveProject(api, ann, { name: 'gone.jpg' }),
      await saveProject(api, ann),
    ];
    await api.services.objects.delete(deletedRecord.output_image_url_key ?? '');
    const archiveOrder = await order(ann, [there, deletedRecord, lostRecord]);
    expect(archiveOrder.cost).toBe(2);
    // The picture is lost after payment.
    await api.services.objects.delete(lostRecord.output_image_url_key ?? '');
    const files = await readFiles(archiveOrder.url);
    expect([...files.keys()]).toEqual(['AI image - historyWBG.png', 'missing.txt']);
    const text = files.get('missing.txt')?.toString() ?? '';
    expect(text).toContain('gone.jpg');
    expect(text).toContain(lostRecord.created_at);
    expect(log.text()).toContain('a picture for an archive is missing');
    expect(log.text()).toContain(lostRecord.output_image_url_key);
  });

  it('has a link that expires', async () => {
    const ann = await newMember(api, 10);
    const { url } = await order(ann, [await saveProject(api, ann)]);
    expect((await fetchFile(url)).statusCode).toBe(200);
    clock.advance(ARCHIVE_LINK_TTL_S + 1);
    expect((await fetchFile(url)).json()).toMatchObject({ code: 'ARCHIVE_EXPIRED' });
    expect((await fetchFile(`/aiimages/api/archive/${'A'.repeat(43)}/`)).statusCode).toBe(410);
  });
});

describe('the data export', () => {
  it('has all data of the account, full-size pictures only if paid for, and is free', async () => {
    const ann = await newMember(api, 10);
    const stranger = await newMember(api);
    await saveProject(api, stranger);
    const paid = await saveProject(api, ann, {
      output_image_url_key: await newResult(api, ann, 77),
      name: 'mug.jpg',
    });
    await saveProject(api, ann, { output_image_url_key: await newScene(api, ann, { prompt: 'Oak' }) });
    const key = paid.output_image_url_key ?? '';
    await api.send('downloadImage', { access: ann.access, body: { key } });
    const before = await api.balance(ann.access);
    const { url } = (await api.send('orderDataExport', { access: ann.access })).json<{ url: string }>();
    const files = await readFiles(url);
    expect(await api.balance(ann.access)).toEqual(before);
    const names = [...files.keys()];
    expect(names.slice(0, 4)).toEqual(['README.txt', 'account.json', 'history.json', 'credits.json']);
    expect(files.get('history/AI image - historyWBG.png')).toEqual(grayPng(77));
    // The download isn't paid for, so the ZIP contains the standard version, which tests store as four bytes.
    expect(files.get('history/AI image - history.png')?.toString()).toBe('pic!');
    // The photo was sent as PNG but is a JPEG.
    const photos = names.filter((name) => name.startsWith('photos/'));
    expect(photos).toEqual([expect.stringMatching(/\.jpg$/)]);
    expect(JSON.parse(files.get('account.json')?.toString() ?? '')).toMatchObject({
      user: { id: ann.userId },
    });
    const history = files.get('history.json')?.toString() ?? '';
    expect(JSON.parse(history)).toHaveLength(2);
    expect(history).toContain('mug.jpg');
    expect(history).not.toContain('signature');
    expect(files.get('credits.json')?.toString()).toContain('Picture downloaded');
    expect(names.join()).not.toContain(stranger.userId);
  });

  it('is deleted with the account', async () => {
    const ann = await newMember(api);
    const { url } = (await api.send('orderDataExport', { access: ann.access })).json<{ url: string }>();
    await api.services.accounts.delete(ann.caller, ann.password);
    expect((await fetchFile(url)).statusCode).toBe(410);
  });
});
