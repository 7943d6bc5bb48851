import { TOOL_IDS } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import type { FinishedResult } from '../../../lib/filing/saved-records.ts';
import { createStudio } from '../shell/studio.ts';
import { fileServerResult } from './filing.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { TASK_ID } from '../testing/fake-tasks.ts';

const SETTINGS: ReusedSettings = {
  prompt: 'warm oak table',
  seed: 7,
  settings: { light: 'golden-hour', aspect_ratio: 4, count: 2, reference_id: 'oak-window' },
};

describe('saving a generation in history', () => {
  it('saves the generation once with a thumbnail, and reports that the result was shown', async () => {
    const filed: FinishedResult[] = [];
    const reportShown = vi.fn(async () => undefined);
    const keepInHistory = async (result: FinishedResult) => void filed.push(result);
    const studio = createStudio(fakeServices({ keepInHistory, reportShown }));
    await studio.takePhoto([pngFile('mug.png')]);
    await vi.waitFor(() => expect(filed).toHaveLength(1));
    expect(filed[0]).toMatchObject({ toolType: TOOL_IDS.bgRemove, name: 'mug.png', key: 'u/1/result.png' });
    expect(filed[0]?.thumbnail?.type).toBe('image/webp');
    expect(reportShown).toHaveBeenCalledExactlyOnceWith([TASK_ID]);
    // Selecting other pictures, undo and redo store nothing in the history.
    studio.selectPicture('photo');
    studio.undo();
    expect(filed).toHaveLength(1);
  });

  it('saves each variant of a scene', async () => {
    const keepInHistory = vi.fn(async () => undefined);
    const studio = createStudio(fakeServices({ keepInHistory }));
    await studio.takePhoto([pngFile()], 'scene');
    await studio.run();
    await vi.waitFor(() => expect(keepInHistory).toHaveBeenCalledTimes(5));
  });

  it('notes an accepted generation until it is saved, so that a later page can save it', async () => {
    const noted: unknown[] = [];
    const noteUnfiled = (...entry: unknown[]): void => void noted.push(entry);
    const forgetUnfiled = vi.fn();
    const services = fakeServices({ noteUnfiled, forgetUnfiled });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile('mug.png')]);
    expect(noted).toEqual([[[TASK_ID], TOOL_IDS.bgRemove, 'mug.png']]);
    await vi.waitFor(() => expect(forgetUnfiled).toHaveBeenCalledExactlyOnceWith([TASK_ID]));
    studio.chooseTool('describe');
    await studio.run();
    expect(noted).toHaveLength(1);
  });

  it('keeps a guest’s note until there is an account', async () => {
    const noteUnfiled = vi.fn();
    const forgetUnfiled = vi.fn();
    const keepInHistory = vi.fn(async () => undefined);
    const reportShown = vi.fn(async () => ({}));
    const services = fakeServices({
      noteUnfiled,
      forgetUnfiled,
      keepInHistory,
      reportShown,
      keepsHistory: () => false,
    });
    await createStudio(services).takePhoto([pngFile()]);
    await vi.waitFor(() => expect(reportShown).toHaveBeenCalled());
    expect(noteUnfiled).toHaveBeenCalledOnce();
    expect(keepInHistory).not.toHaveBeenCalled();
    expect(forgetUnfiled).not.toHaveBeenCalled();
  });

  it('shows the result even when it can’t be saved', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const services = fakeServices({ keepInHistory: () => Promise.reject(new Error('Offline')) });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(studio.store.getState().job.phase).toBe('done');
    expect(services.notices).toEqual([]);
    warn.mockRestore();
  });
});

describe('saving a batch generation in history', () => {
  const madePicture = { key: 'u/1/a.png', imageUrl: '/a.png', widthPx: 7, heightPx: 5 };
  it('saves the generation with a thumbnail, or without one when the picture doesn’t arrive', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keepInHistory = vi.fn(async () => undefined);
    const forgetUnfiled = vi.fn();
    const result = { toolType: TOOL_IDS.bgRemove, key: madePicture.key };
    await fileServerResult(
      fakeServices({ keepInHistory, forgetUnfiled }),
      { ...result, name: 'a.jpg', taskIds: [TASK_ID] },
      madePicture.imageUrl,
    );
    expect(forgetUnfiled).toHaveBeenCalledExactlyOnceWith([TASK_ID]);
    const fetchBlob = () => Promise.reject(new Error('Gone'));
    await fileServerResult(
      fakeServices({ keepInHistory, fetchBlob }),
      { ...result, name: 'b.jpg', taskIds: [] },
      madePicture.imageUrl,
    );
    const thumbnails: unknown[] = [expect.any(Blob), null];
    expect(keepInHistory.mock.calls).toEqual(
      ['a.jpg', 'b.jpg'].map((name, at) => [
        { toolType: TOOL_IDS.bgRemove, name, key: madePicture.key, thumbnail: thumbnails[at] },
      ]),
    );
    expect(warn.mock.calls).toEqual([['No thumbnail for history.', expect.any(Error)]]);
    warn.mockRestore();
  });
});

describe('reusing settings of history', () => {
  it('applies the settings to the open document, in one undo step', async () => {
    const studio = createStudio(fakeServices());
    await studio.takePhoto([pngFile()], 'scene');
    await studio.reuse('scene', SETTINGS);
    const scene = () => studio.store.getState().document?.edits.scene;
    expect(scene()).toMatchObject({
      prompt: 'warm oak table',
      seed: 7,
      light: 'golden-hour',
      aspectRatioId: 4,
      count: 2,
      reference: { kind: 'built-in', id: 'oak-window' },
    });
    studio.undo();
    expect(scene()?.prompt).toBe('');
  });

  it('waits for the next photo when no document is open, and applies only to it', async () => {
    const studio = createStudio(fakeServices());
    await studio.recover();
    await studio.reuse('scene', SETTINGS);
    expect(studio.store.getState().document).toBeNull();
    await studio.takePhoto([pngFile()]);
    expect(studio.store.getState().document?.edits.scene).toMatchObject({
      prompt: 'warm oak table',
      seed: 7,
    });
    expect(studio.store.getState().nextReuse).toBeNull();
  });
});
