import { TOOL_IDS } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import type { LocalPicture } from '../../../lib/filing/saved-records.ts';
import { createStudio } from '../shell/studio.ts';
import type { Studio } from '../shell/studio.ts';
import { settle } from '../testing/open-studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { sceneTask } from '../testing/fake-tasks.ts';

type Overrides = Parameters<typeof fakeServices>[0];

function createFiling(overrides: Overrides = {}) {
  const filed: LocalPicture[] = [];
  const saveFile = vi.fn();
  const services = fakeServices({
    saveFile,
    keepOwnPicture: async (picture) => void filed.push(picture),
    ...overrides,
  });
  return { services, saveFile, filed };
}

async function onColor(services: ReturnType<typeof fakeServices>): Promise<Studio> {
  const studio = createStudio(services);
  await studio.takePhoto([pngFile('mug.png')], 'scene');
  studio.scene.setColor('#e8c4bb');
  await vi.waitFor(() => expect(Object.keys(studio.store.getState().boxes)).not.toEqual([]));
  return studio;
}
async function cropDocument(services: ReturnType<typeof fakeServices>): Promise<Studio> {
  const studio = createStudio(services);
  await studio.takePhoto([pngFile('mug.png')], 'describe');
  await settle();
  studio.chooseTool('crop');
  studio.crop.setRatio(1);
  await studio.run();
  return studio;
}

describe('a picture made in the browser', () => {
  it('is saved in history once when downloaded, and again after a change', async () => {
    const { services, filed, saveFile } = createFiling();
    const studio = await onColor(services);
    expect(filed).toEqual([]);
    await studio.download();
    await vi.waitFor(() => expect(studio.store.getState().document?.filed).toHaveLength(1));
    expect(filed[0]).toMatchObject({
      toolType: TOOL_IDS.product,
      name: 'mug.png',
      input: 'u/1/result.png',
      settings: { background: '#e8c4bb', aspect_ratio: 1, larger_size: false },
    });
    // The history stores the signed file, which the fake server returns.
    expect(await filed[0]?.output.text()).toBe(await (await services.fetchBlob('')).text());
    expect([filed[0]?.thumbnail?.type, filed[0]?.standard?.type]).toEqual(['image/webp', 'image/webp']);
    await studio.download();
    const source = await studio.exporter.source();
    if (!source) throw new Error('Nothing to export.');
    const request = { settings: studio.store.getState().exportSettings, stem: 'mug', altText: '' };
    await studio.exporter.save(
      source,
      { ...request, settings: { ...request.settings, format: 'webp' } },
      null,
    );
    expect([saveFile.mock.calls.length, filed.length]).toEqual([3, 1]);
    studio.scene.setColor('#000000');
    await studio.download();
    await vi.waitFor(() => expect(filed).toHaveLength(2));
  });

  it('isn’t saved again by a later page', async () => {
    const { services, filed } = createFiling();
    const studio = await onColor(services);
    await studio.download();
    await vi.waitFor(() => expect(studio.store.getState().document?.filed).toHaveLength(1));
    await studio.startOver();
    await vi.waitFor(async () => expect((await services.documents.list())[0]?.filed).toHaveLength(1));
    const later = createStudio(services);
    await later.openRecent((await services.documents.list())[0]?.id ?? '');
    await vi.waitFor(() => expect(Object.keys(later.store.getState().boxes)).not.toEqual([]));
    await later.download();
    expect(filed).toHaveLength(1);
  });

  it('isn’t saved for a guest', async () => {
    const { services, filed, saveFile } = createFiling({ keepsHistory: () => false });
    const studio = await onColor(services);
    await studio.download();
    expect([saveFile.mock.calls.length, filed.length]).toEqual([1, 0]);
    expect(studio.store.getState().document?.filed).toEqual([]);
  });

  it('is downloaded even when it can’t be saved in history, and saved with the next download', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keepOwnPicture = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('Offline'));
    const { services, saveFile } = createFiling({ keepOwnPicture });
    const studio = await onColor(services);
    expect(await studio.download()).toBe(true);
    expect(saveFile).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(services.notices.map(({ type }) => type)).toEqual(['success']);
    await studio.download();
    await vi.waitFor(() => expect(studio.store.getState().document?.filed).toHaveLength(1));
    warn.mockRestore();
  });

  it('is saved once even when it becomes a result for light matching', async () => {
    const { services, filed } = createFiling();
    const studio = await onColor(services);
    await studio.download();
    await vi.waitFor(() => expect(studio.store.getState().document?.filed).toHaveLength(1));
    studio.chooseTool('harmonize');
    await studio.run();
    const composite = studio.store.getState().document?.results.find(({ tool }) => tool === 'composite');
    studio.selectPicture(composite?.id ?? '');
    await studio.download();
    expect(filed).toHaveLength(1);
  });
});

describe('a crop of the photo', () => {
  it('is downloaded and exported for free, and saved in history with its photo', async () => {
    const requestDownload = vi.fn();
    const { services, filed, saveFile } = createFiling({ requestDownload });
    const studio = await cropDocument(services);
    expect(await studio.download()).toBe(true);
    await vi.waitFor(() => expect(filed).toHaveLength(1));
    expect(filed[0]).toMatchObject({ toolType: TOOL_IDS.default, settings: {} });
    expect(filed[0]?.input).toBe(studio.store.getState().photo);
    const source = await studio.exporter.source();
    expect(source?.payer).toBeNull();
    expect(saveFile).toHaveBeenCalledOnce();
    expect(requestDownload).not.toHaveBeenCalled();
  });

  it('is refused when the download check fails', async () => {
    const { services, saveFile } = createFiling({
      downloadBalance: async () => ({ id: 'a', download_credits: -1 }),
    });
    const studio = await cropDocument(services);
    expect(await studio.download()).toBe(false);
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('is paid for once with the key of its photo, when the photo is an unpaid result', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const { services, filed } = createFiling({ requestDownload });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()], 'scene');
    await studio.run();
    const [variant] = studio.store.getState().document?.results.slice(-4) ?? [];
    services.fetchBlob = async () => pngFile();
    await studio.openAsDocument(variant?.id ?? '');
    const photo = () => studio.store.getState().document?.photo;
    await vi.waitFor(() =>
      expect(photo()?.openedFrom).toEqual({
        key: sceneTask(0).result?.key,
        isDownloaded: false,
        sourceType: 'compositeSynthetic',
      }),
    );
    studio.chooseTool('crop');
    studio.crop.setRatio(4 / 3);
    await studio.run();
    await studio.download();
    expect(requestDownload).toHaveBeenCalledExactlyOnceWith(sceneTask(0).result?.key);
    expect(photo()?.openedFrom?.isDownloaded).toBe(true);
    await vi.waitFor(() => expect(filed[0]?.input).toBe(sceneTask(0).result?.key));
  });
});
