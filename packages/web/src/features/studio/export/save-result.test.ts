import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { describeForShops } from '../model/edits.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { TASK_ID, tasks } from '../testing/fake-tasks.ts';
import { resultFileName } from './save-result.ts';
import { getCurrentResult, requireDocument, getFacts, settle } from '../testing/open-studio.ts';

describe('downloading a result', () => {
  it('pays once and saves under the photo’s name', async () => {
    const saveFile = vi.fn();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const studio = createStudio(fakeServices({ saveFile, requestDownload }));
    await studio.takePhoto([pngFile('IMG_2041.PNG')]);
    expect(await studio.download()).toBe(true);
    expect(saveFile.mock.calls[0]?.[1]).toBe('IMG_2041.png');
    expect(getCurrentResult(studio)?.isDownloaded).toBe(true);
  });

  it('names the file after the description’s title only if the photo’s name doesn’t name the product', async () => {
    const texts = { title: 'Blue enamel mug, 350 ml', bullets: [], alt_text: '' };
    const namedAs = async (photoName: string): Promise<string> => {
      const studio = createStudio(fakeServices({}));
      await studio.takePhoto([pngFile(photoName)]);
      const document = requireDocument(studio);
      expect(resultFileName(document)).toBe(photoName);
      const shopTexts = { en: texts, de: texts, fr: texts, es: texts, it: texts };
      const described = describeForShops(document, document.edits.currentId, { text: '', shopTexts }, 0);
      return resultFileName(described);
    };
    expect(await namedAs('IMG_2041.png')).toBe('blue-enamel-mug-350-ml.png');
    expect(await namedAs('camp-mug.png')).toBe('camp-mug.png');
  });

  it.each([
    ['the check has no account', { downloadBalance: async () => ({ id: '', download_credits: 3 }) }],
    ['the check is below 0', { downloadBalance: async () => ({ id: TASK_ID, download_credits: -1 }) }],
    ['the check fails', { downloadBalance: () => Promise.reject(new ApiError('INTERNAL', 500, 'Oh.')) }],
    ['the debit is refused', { requestDownload: async () => ({ download_credits: -1 }) }],
  ])('is refused when %s', async (_name, overrides) => {
    const saveFile = vi.fn();
    const studio = createStudio(fakeServices({ saveFile, ...overrides }));
    await studio.takePhoto([pngFile()]);
    expect(await studio.download()).toBe(false);
    expect(saveFile).not.toHaveBeenCalled();
    expect(getCurrentResult(studio)?.isDownloaded).toBe(false);
  });

  it('reports busy servers, without mentioning credits, when the check gets no answer', async () => {
    const services = fakeServices({
      downloadBalance: () => Promise.reject(new ApiError('NETWORK', 0, MESSAGES.serversBusy)),
    });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    expect(await studio.download()).toBe(true);
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: MESSAGES.serversBusy });
  });

  it('reports a missing address', async () => {
    const services = fakeServices({ requestDownload: async () => ({ download_credits: 1 }) });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    await studio.download();
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: MESSAGES.missingFileUrl });
  });

  it('puts the result on the stage’s background color, or keeps it transparent', async () => {
    const writePng = vi.fn(async (file: Blob) => file);
    const studio = createStudio(fakeServices({ writePng }));
    await studio.takePhoto([pngFile()]);
    studio.look.setBackdrop({ kind: 'color', hex: '#ffffff' });
    await studio.download();
    studio.look.setBackdrop({ kind: 'transparent' });
    await studio.download();
    expect(writePng.mock.calls.map((call: unknown[]) => call[2])).toEqual(['#ffffff', null]);
  });

  it.each([
    ['its pixels cannot be fetched', { fetchBlob: () => Promise.reject(new TypeError('network')) }],
    ['its file cannot be written', { writePng: () => Promise.reject(new Error('memory')) }],
  ])('doesn’t pay when %s', async (_why, broken) => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const services = fakeServices({ requestDownload });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    await settle();
    await services.documents.removeBlobs(requireDocument(studio).id, [`${TASK_ID}/full`]);
    Object.assign(services, broken);
    expect(await studio.download()).toBe(true);
    expect(await studio.copy()).toBe(true);
    expect(requestDownload).not.toHaveBeenCalled();
    expect(services.notices.at(-2)).toEqual({ type: 'error', message: MESSAGES.downloadFailed });
  });

  it('neither saves nor pays when the server finds another picture in the file', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const [saveFile, requestDownload] = [vi.fn(), vi.fn()];
    const refuseSave = () => Promise.reject(new ApiError('FILE_NOT_RECOGNIZED', 422, 'Another picture.'));
    const services = fakeServices({ ...tasks({ export: refuseSave }), saveFile, requestDownload });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    studio.look.setBackdrop({ kind: 'color', hex: '#ffffff' });
    expect(await studio.download()).toBe(true);
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: OWN_MESSAGES.wronglyDrawn });
    expect([saveFile.mock.calls, requestDownload.mock.calls]).toEqual([[], []]);
    expect(getCurrentResult(studio)?.isDownloaded).toBe(false);
  });

  it('saves the stage as it was at the click, whatever is chosen before the file is ready', async () => {
    const compose = vi.fn(async ({ size }: CompositionOrder) => ({
      ...size,
      png: new Blob(['png']),
      alphaPng: new Blob(['alpha']),
    }));
    const studio = createStudio(fakeServices({ compose }));
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('scene');
    studio.scene.setBackground('color');
    studio.scene.setColor('#112233');
    await settle();
    const download = studio.download();
    studio.scene.setColor('#445566');
    await download;
    expect(compose.mock.calls.map(([{ background }]) => background)).toEqual([
      { kind: 'color', hex: '#112233' },
    ]);
  });

  it('saves and charges nothing for a product whose background picture isn’t chosen yet', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const studio = createStudio(fakeServices({ requestDownload }));
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('scene');
    studio.scene.setBackground('picture');
    await settle();
    expect(getFacts(studio).canSave).toBe(false);
    await studio.download();
    await studio.copy();
    expect(requestDownload).not.toHaveBeenCalled();
  });
});

describe('downloading on a device that can share files', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 1, 0],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 1],
  ])('with the user agent %s opens %i share sheets and saves %i files', async (userAgent, sheets, files) => {
    const saveFile = vi.fn();
    const share = vi.fn(async () => undefined);
    const studio = createStudio(fakeServices({ saveFile }));
    await studio.takePhoto([pngFile()]);
    vi.stubGlobal('navigator', { userAgent, canShare: () => true, share });
    await studio.download();
    expect([share.mock.calls.length, saveFile.mock.calls.length]).toEqual([sheets, files]);
  });
});

describe('copying a picture to the clipboard', () => {
  afterEach(() => vi.unstubAllGlobals());

  const copyWith = async (clipboard: object) => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const services = fakeServices({ requestDownload });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    vi.stubGlobal('navigator', { ...navigator, ...clipboard });
    await studio.copy();
    return { requestDownload, notice: services.notices.at(-1) };
  };

  it('doesn’t pay when the browser refuses or has no clipboard', async () => {
    vi.stubGlobal('ClipboardItem', vi.fn());
    const write = (): Promise<void> => Promise.reject(new DOMException('no', 'NotAllowedError'));
    for (const clipboard of [{ clipboard: { write } }, { clipboard: undefined }]) {
      const { requestDownload, notice } = await copyWith(clipboard);
      expect(requestDownload).not.toHaveBeenCalled();
      expect(notice).toEqual({ type: 'error', message: OWN_MESSAGES.copyFailed });
    }
  });

  it('reports a payment when the browser refuses afterwards', async () => {
    vi.stubGlobal(
      'ClipboardItem',
      class Item {
        readonly parts: Record<string, Promise<Blob>>;
        constructor(parts: Record<string, Promise<Blob>>) {
          this.parts = parts;
        }
      },
    );
    const write = async ([item]: { parts: Record<string, Promise<Blob>> }[]): Promise<void> => {
      await item?.parts['image/png'];
      throw new DOMException('too large', 'DataError');
    };
    const { requestDownload, notice } = await copyWith({ clipboard: { write } });
    expect(requestDownload).toHaveBeenCalledOnce();
    expect(notice).toEqual({ type: 'error', message: OWN_MESSAGES.copyFailedPaid });
  });
});
