import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnPng } from '../testing/drawn-png.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';

let services: TestServices;
let converted = 0;
let indecency = 0;
beforeAll(async () => {
  services = await startTestServices({
    judge: async () => indecency,
    convert: async (picture) => {
      converted += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return picture;
    },
  });
});
afterAll(() => services.stop());

const getPath = ({ url }: { readonly url: string }): string => new URL(url, 'http://here').pathname;

describe('the preview of an upload', () => {
  it('is made once for parallel and later calls', async () => {
    const guest = await services.newGuest();
    const key = await services.upload(guest);
    const before = converted;
    const views = await Promise.all(Array.from({ length: 20 }, () => services.uploadViews.view(guest, key)));
    expect(new Set(views.map(getPath)).size).toBe(1);
    await services.uploadViews.view(guest, key);
    expect(converted).toBe(before + 1);
  });

  it('is different for each upload', async () => {
    const guest = await services.newGuest();
    const [one, two] = [
      await services.upload(guest),
      await services.upload(
        guest,
        drawnPng(9, 9, () => [9, 9, 9, 255]),
      ),
    ];
    const views = [await services.uploadViews.view(guest, one), await services.uploadViews.view(guest, two)];
    expect(getPath(views[0] ?? { url: '' })).not.toBe(getPath(views[1] ?? { url: '' }));
  });

  it('is refused when too many are being made', async () => {
    const guest = await services.newGuest();
    const keys = await Promise.all(Array.from({ length: 4 }, () => services.upload(guest)));
    const outcomes = await Promise.allSettled(keys.map((key) => services.uploadViews.view(guest, key)));
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'made' : (outcome.reason as { code: string }).code,
    );
    expect(codes.toSorted()).toEqual(['SERVERS_BUSY', 'SERVERS_BUSY', 'made', 'made']);
  });

  it('is neither made nor returned for an indecent picture', async () => {
    const guest = await services.newGuest();
    const key = await services.upload(
      guest,
      drawnPng(12, 12, () => [200, 9, 9, 255]),
    );
    indecency = 0.9;
    for (let time = 0; time < 2; time += 1)
      await expect(services.uploadViews.view(guest, key)).rejects.toMatchObject({ code: 'INDECENT_IMAGE' });
    indecency = 0;
  });

  it('isn’t available for a picture that isn’t an upload, or to another user', async () => {
    const guest = await services.newGuest();
    const key = await services.upload(guest);
    const { url } = await services.uploadViews.view(guest, key);
    const ofView = decodeURIComponent(getPath({ url })).replace(/^\/objects\//, '');
    for (const [caller, name] of [
      [guest, ofView],
      [await services.newGuest(), key],
      [guest, `results/${guest.userId}/1/1-full.png`],
    ] as const)
      await expect(services.uploadViews.view(caller, name)).rejects.toMatchObject({
        code: 'UPLOAD_NOT_FOUND',
      });
  });
});
