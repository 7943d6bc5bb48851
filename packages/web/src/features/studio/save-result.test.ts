import { MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { createStudio } from './studio.ts';
import { fakeServices, pngFile, TASK_ID } from './testing/fake-services.ts';
import { currentOf } from './testing/open-studio.ts';

describe('a download', () => {
  it('is paid once and saved under the photo’s name', async () => {
    const saveFile = vi.fn();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const studio = createStudio(fakeServices({ saveFile, requestDownload }));
    await studio.takePhoto([pngFile('IMG_2041.PNG')]);
    expect(await studio.download()).toBe(true);
    expect(saveFile.mock.calls[0]?.[1]).toBe('IMG_2041.png');
    expect(currentOf(studio)?.isDownloaded).toBe(true);
  });

  it.each([
    ['the check has no account', { downloadBalance: async () => ({ id: '', download_credits: 3 }) }],
    ['the check is below 0', { downloadBalance: async () => ({ id: TASK_ID, download_credits: -1 }) }],
    ['the debit is refused', { requestDownload: async () => ({ download_credits: -1 }) }],
  ])('is refused when %s', async (_name, overrides) => {
    const saveFile = vi.fn();
    const studio = createStudio(fakeServices({ saveFile, ...overrides }));
    await studio.takePhoto([pngFile()]);
    expect(await studio.download()).toBe(false);
    expect(saveFile).not.toHaveBeenCalled();
    expect(currentOf(studio)?.isDownloaded).toBe(false);
  });

  it('without an address, or with one that does not answer, says so', async () => {
    const services = fakeServices({ requestDownload: async () => ({ download_credits: 1 }) });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    await studio.download();
    const broken = fakeServices();
    const other = createStudio(broken);
    await other.takePhoto([pngFile()]);
    broken.fetchBlob = () => Promise.reject(new TypeError('network'));
    await other.download();
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: MESSAGES.missingFileUrl });
    expect(broken.notices.at(-1)).toEqual({ type: 'error', message: MESSAGES.downloadFailed });
  });
});
