import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { PictureToolName, Result } from '../model/results.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { success, tasks } from '../testing/fake-tasks.ts';
import { withMadeScene } from '../testing/open-made-scene.ts';
import type { AskedTask } from '../testing/fake-tasks.ts';
import { TOOLS } from '../tools/index.ts';
import { getPictureSource } from '../run/digital-source.ts';
import type { EncodeOrder } from './encode-export.ts';
import { UnwritableFormatError } from './unwritable-format.ts';
import type { ExportSource } from './export-source.ts';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportRequest } from './exporter.ts';
import type { PsdOrder } from './write-psd.ts';

const request = (part: Partial<ExportRequest['settings']> = {}): ExportRequest => ({
  settings: { ...DEFAULT_EXPORT, ...part },
  stem: 'Red mug',
  altText: 'A red mug.',
});

async function cutOut(overrides: Parameters<typeof fakeServices>[0] = {}) {
  const services = fakeServices(overrides);
  const studio = createStudio(services);
  await studio.takePhoto([pngFile()]);
  const source = await studio.exporter.source();
  if (!source) throw new Error('Nothing to export.');
  return { services, studio, source };
}

describe('exporting a picture', () => {
  it('previews for free, pays once, and saves the file under its own name', async () => {
    const saveFile = vi.fn();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const signing = vi.fn(async (_call: AskedTask<'export'>) => success());
    const fetchBlob = vi.fn(async () => new Blob(['signed'], { type: 'image/webp' }));
    const upload = vi.fn(async () => 'u/1/drawn');
    const { studio, source, services } = await cutOut({
      ...tasks({ export: signing }),
      saveFile,
      requestDownload,
      fetchBlob,
      upload,
    });
    const exportRequest = request({ format: 'webp', size: { kind: 'custom', widthPx: 350, heightPx: 250 } });
    const ready = await studio.exporter.make(source, exportRequest);
    expect(requestDownload).not.toHaveBeenCalled();
    expect(await studio.exporter.save(source, exportRequest, ready)).toBe('saved');
    expect(requestDownload).toHaveBeenCalledExactlyOnceWith('u/1/result.png');
    expect(upload).toHaveBeenLastCalledWith(ready, expect.anything());
    // The browser names the server's picture, with which the server compares the file before signing it.
    expect(signing.mock.calls[0]?.[0].form).toMatchObject({
      image_s3: 'u/1/drawn',
      format: 'as-sent',
      drawn_from: JSON.stringify([{ key: 'u/1/result.png', matrix: [0.5, 0, 0, 0.5, 0, 0] }]),
    });
    const [saved, name] = saveFile.mock.calls[0] as [Blob, string];
    expect([await saved.text(), name]).toEqual(['signed', 'Red mug.webp']);
    expect(services.notices.at(-1)).toEqual({ type: 'success', message: OWN_MESSAGES.imageDownloaded });
    expect(studio.store.getState().document?.results[0]?.isDownloaded).toBe(true);
  });

  it('saves without Content Credentials, with a warning, when they are unavailable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const saveFile = vi.fn();
    const { studio, source, services } = await cutOut({
      ...tasks({ export: () => Promise.reject(new Error('busy')) }),
      saveFile,
    });
    const ready = await studio.exporter.make(source, request({ format: 'jpeg' }));
    expect(await studio.exporter.save(source, request({ format: 'jpeg' }), ready)).toBe('saved');
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(ready, 'Red mug.jpg');
    expect(services.notices.at(-1)).toEqual({ type: 'warning', message: OWN_MESSAGES.savedUnsigned });
  });

  it('pays for a signed file once the server has recognized it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const writing = vi.fn(async (_call: AskedTask<'export'>) => success());
    const { studio, source } = await cutOut({ ...tasks({ export: writing }), requestDownload });
    const exportRequest = request({ format: 'avif', background: '#ffffff' });
    writing.mockRejectedValueOnce(new ApiError('FILE_NOT_RECOGNIZED', 422, 'Another picture.'));
    expect(await studio.exporter.save(source, exportRequest, null)).toBe('failed');
    expect(requestDownload).not.toHaveBeenCalled();
    writing.mockRejectedValueOnce(new ApiError('DOWNLOAD_NEEDED', 402, 'Download it first.'));
    expect(await studio.exporter.save(source, exportRequest, null)).toBe('saved');
    expect(requestDownload).toHaveBeenCalledTimes(1);
  });

  it('passes the product’s box, alt text and source type to the encoder', async () => {
    const encodeExport = vi.fn(async (order: EncodeOrder) => new Blob([order.mimeType]));
    const { studio, source } = await cutOut({ encodeExport });
    studio.description.set('A glossy red mug.');
    const again = await studio.exporter.source();
    expect(again).toMatchObject({ isTransparent: true, stem: 'mug', altText: 'A glossy red mug.' });
    await studio.exporter.make(source, request({ format: 'jpeg', isTrimmed: true }));
    expect(encodeExport.mock.calls[0]?.[0]).toMatchObject({
      ground: '#ffffff',
      mimeType: 'image/jpeg',
      frame: { area: { xPx: 100, yPx: 50, widthPx: 400, heightPx: 400 } },
      metadata: { altText: 'A red mug.', digitalSourceType: 'algorithmicallyEnhanced' },
    });
  });

  it('adds the color seen through a clear product to the file as a layer, but not for a transparent file', async () => {
    const picture = { url: 'blob:plane', widthPx: 7, heightPx: 5 };
    const clear = { through: picture, coverage: null, glass: picture, product: picture };
    const { studio } = await cutOut({ productMaps: async () => ({ shadow: picture, clear }) });
    studio.chooseTool('scene');
    const layers = async () => (await studio.exporter.source())?.layerNames;
    studio.scene.setBackground('color');
    expect(await layers()).toEqual(['Background', 'Shadow', 'Glass', 'Product']);
    studio.scene.setBackground('transparent');
    expect(await layers()).toEqual(['Product']);
  });

  it('writes the layers of a product on a color, and pays for the product', async () => {
    const writePsd = vi.fn(async (order: PsdOrder) => new Blob([String(order.ground)]));
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const { studio } = await cutOut({ writePsd, requestDownload });
    studio.chooseTool('scene');
    studio.scene.setBackground('color');
    const source = (await studio.exporter.source()) as ExportSource;
    expect(source).toMatchObject({
      sourceType: 'composite',
      layerNames: ['Background', 'Shadow', 'Product'],
    });
    await studio.exporter.save(source, request({ format: 'psd' }), null);
    expect(writePsd.mock.calls[0]?.[0].layers).toMatchObject({ background: { kind: 'color' } });
    expect(requestDownload).toHaveBeenCalledExactlyOnceWith('u/1/result.png');
  });

  it('sends an AVIF to the server, by key for a result and as an upload when changed', async () => {
    const exportPicture = vi.fn(async (_call: AskedTask<'export'>) => success());
    const upload = vi.fn(async () => 'u/1/drawn');
    const { studio, source } = await cutOut({ ...tasks({ export: exportPicture }), upload });
    upload.mockClear();
    await studio.exporter.make(source, request({ format: 'avif', quality: 60 }));
    expect(upload).not.toHaveBeenCalled();
    await studio.exporter.make(source, request({ format: 'avif', background: '#ffffff' }));
    expect(upload).toHaveBeenCalledOnce();
    expect(exportPicture.mock.calls.map(([{ form }]) => [form.image_s3, form.quality])).toEqual([
      ['u/1/result.png', 42],
      ['u/1/drawn', 62],
    ]);
  });

  it('saves nothing and leads to the plans when no download is left', async () => {
    const saveFile = vi.fn();
    const { studio, source } = await cutOut({
      saveFile,
      requestDownload: async () => ({ download_credits: -1 }),
    });
    expect(await studio.exporter.save(source, request(), new Blob())).toBe('out-of-downloads');
    expect(saveFile).not.toHaveBeenCalled();
    expect(studio.store.getState().saveFile).toBeNull();
  });

  it('reports that an AVIF export was paid for when it fails afterwards', async () => {
    const callOrder: string[] = [];
    const { studio, source, services } = await cutOut({
      requestDownload: async () => (
        callOrder.push('debit'),
        { download_credits: 1, url: '/objects/result.png' }
      ),
      ...tasks({ export: () => (callOrder.push('file'), Promise.reject(new Error('busy'))) }),
    });
    expect(await studio.exporter.save(source, request({ format: 'avif' }), null)).toBe('failed');
    expect(callOrder).toEqual(['debit', 'file']);
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: OWN_MESSAGES.paidNotSaved });
  });

  it('refuses an AVIF beyond 16 megapixels before it is paid for', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const { studio, source, services } = await cutOut({ requestDownload });
    const large = request({ format: 'avif', size: { kind: 'custom', widthPx: 4001, heightPx: 4000 } });
    expect(await studio.exporter.save(source, large, null)).toBe('failed');
    expect(requestDownload).not.toHaveBeenCalled();
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: OWN_MESSAGES.avifTooLarge });
    const fits = request({ format: 'avif', size: { kind: 'custom', widthPx: 4000, heightPx: 4000 } });
    expect(await studio.exporter.save(source, fits, null)).toBe('saved');
  });

  it.each([
    [new UnwritableFormatError('image/webp'), OWN_MESSAGES.formatNotWritable],
    [new Error('memory'), MESSAGES.downloadFailed],
  ])('explains a failure, without a charge', async (failure, message) => {
    const encodeExport = async (): Promise<Blob> => {
      throw failure;
    };
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const { studio, source, services } = await cutOut({ encodeExport, requestDownload });
    expect(await studio.exporter.save(source, request(), null)).toBe('failed');
    expect(requestDownload).not.toHaveBeenCalled();
    expect(services.notices.at(-1)).toEqual({ type: 'error', message });
  });
});

describe('a ZIP of files for several shops', () => {
  const files = (source: ExportSource, alone: ExportSource) =>
    [
      ['Etsy/mug.jpg', source],
      ['eBay/mug.jpg', source],
      ['Amazon/mug.jpg', alone],
    ].map(([path, each]) => ({
      path: path as string,
      source: each as ExportSource,
      request: request({ format: 'jpeg' }),
    }));

  async function scene(overrides: Parameters<typeof fakeServices>[0] = {}) {
    const saveFile = vi.fn<(blob: Blob, name: string) => void>();
    const requestDownload = vi.fn(async (_key: string) => ({ download_credits: 1, url: '/objects/a.png' }));
    const opened = await withMadeScene({ saveFile, requestDownload, ...overrides });
    const source = await opened.studio.exporter.source();
    const alone = await source?.alone?.();
    if (!source || !alone) throw new Error('There is nothing to export.');
    const save = () =>
      opened.studio.exporter.saveZip(
        files(source, alone),
        [{ name: 'texts.csv', input: new Blob() }],
        'mug.zip',
      );
    return { ...opened, save, saveFile, requestDownload };
  }

  it('costs one download for each picture, whatever number of its files', async () => {
    const { save, saveFile, requestDownload, services } = await scene();
    expect(await save()).toBe('saved');
    expect(requestDownload.mock.calls.map(([key]) => key).toSorted()).toEqual([
      'u/1/result.png',
      'u/1/scene-1.png',
    ]);
    const [zip, name] = saveFile.mock.calls[0] ?? [];
    expect(name).toBe('mug.zip');
    expect((await zip?.text())?.split('\n')).toEqual([
      'Etsy/mug.jpg',
      'eBay/mug.jpg',
      'Amazon/mug.jpg',
      'texts.csv',
    ]);
    expect(services.notices.at(-1)).toEqual({ type: 'success', message: OWN_MESSAGES.zipDownloaded });
  });

  it('is free the second time, even without a download left', async () => {
    const { save, services, saveFile } = await scene();
    await save();
    services.downloadBalance = async () => ({ id: crypto.randomUUID(), download_credits: 0 });
    expect(await save()).toBe('saved');
    expect(saveFile).toHaveBeenCalledTimes(2);
  });

  it('charges for none of its pictures when the downloads aren’t enough for all', async () => {
    const { save, saveFile, requestDownload } = await scene({
      downloadBalance: async () => ({ id: crypto.randomUUID(), download_credits: 1 }),
    });
    expect(await save()).toBe('out-of-downloads');
    expect(requestDownload).not.toHaveBeenCalled();
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('says that a picture was paid for when the charge of a later one fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { save, saveFile, requestDownload, services } = await scene();
    requestDownload.mockResolvedValueOnce({ download_credits: 1, url: '/objects/a.png' });
    requestDownload.mockRejectedValueOnce(new ApiError('INTERNAL', 500, 'Oh.'));
    expect(await save()).toBe('failed');
    expect(requestDownload).toHaveBeenCalledTimes(2);
    expect(saveFile).not.toHaveBeenCalled();
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: OWN_MESSAGES.paidNotSaved });
  });

  it('charges for nothing when the server doesn’t recognize one of its files', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const signing = vi.fn(async (_call: AskedTask<'export'>) => success());
    signing
      .mockResolvedValueOnce(success())
      .mockResolvedValueOnce(success())
      .mockRejectedValueOnce(new ApiError('FILE_NOT_RECOGNIZED', 422, 'Another picture.'));
    const { save, saveFile, requestDownload, services } = await scene();
    Object.assign(services, tasks({ export: signing }));
    expect(await save()).toBe('failed');
    expect(signing).toHaveBeenCalledTimes(3);
    expect(saveFile).not.toHaveBeenCalled();
    expect(requestDownload).not.toHaveBeenCalled();
  });
});

describe('the source type of a picture', () => {
  const createResult = (id: string, tool: PictureToolName, inputId: string = PHOTO_ID): Result => ({
    id,
    inputId,
    tool,
    key: id,
    widthPx: 4,
    heightPx: 3,
    durationMs: 1,
    isDownloaded: false,
    scene:
      tool === 'scene' || tool === 'inspire' ? { runId: id, seed: 1, facts: null, placement: null } : null,
    cropOf: null,
    strength: null,
  });
  const results = [
    createResult('cut', 'cut-out'),
    createResult('put', 'composite', 'cut'),
    createResult('matched', 'harmonize', 'put'),
    createResult('scene', 'scene', 'cut'),
    createResult('large', 'upscale', 'scene'),
    createResult('words', 'inspire'),
  ];

  it.each([
    ['cut', 'algorithmicallyEnhanced'],
    ['matched', 'composite'],
    ['large', 'compositeSynthetic'],
    ['words', 'trainedAlgorithmicMedia'],
  ])('is that of the step farthest from a photo: after “%s”, %s', (id, type) => {
    expect(getPictureSource(TOOLS, { results, photo: null }, id)).toBe(type);
  });

  it('is kept when a result is opened as the photo of another document', () => {
    const openedFrom = {
      key: 'u/1/words',
      isDownloaded: false,
      sourceType: 'trainedAlgorithmicMedia',
    } as const;
    expect(getPictureSource(TOOLS, { results, photo: { openedFrom } }, 'cut')).toBe(
      'trainedAlgorithmicMedia',
    );
  });
});
