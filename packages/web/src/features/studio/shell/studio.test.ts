import { ERRORS, MESSAGES, onlyFirstPhotoUsed, UPLOAD_MAX_BYTES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { createStudio } from './studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { success, TASK_ID, UPSCALE_TASK_ID, tasks } from '../testing/fake-tasks.ts';
import { getCurrentResult, waitUntilSaved, settle, getState } from '../testing/open-studio.ts';

describe('opening a photo', () => {
  it('cuts it out at once, with everything that a download needs', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    expect(getState(studio).job.phase).toBe('done');
    expect(getCurrentResult(studio)).toMatchObject({
      key: 'u/1/result.png',
      widthPx: 700,
      heightPx: 500,
    });
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 700, heightPx: 500 });
    expect(services.notices).toEqual([]);
  });

  it('uploads and runs nothing when a sample is opened with a tool', async () => {
    const upload = vi.fn(async () => 'key');
    const studio = createStudio(fakeServices({ upload }));
    await studio.takePhoto([pngFile()], 'scene', { isTrial: true });
    expect(getState(studio).document).toMatchObject({
      tool: 'scene',
      photo: { name: expect.any(String) as string },
    });
    expect([upload.mock.calls.length, getState(studio).job.phase]).toEqual([0, 'idle']);
  });

  it('refuses an unusable photo before any upload, with its own message', async () => {
    const upload = vi.fn(async () => 'key');
    const services = fakeServices({ upload });
    const studio = createStudio(services);
    const huge = pngFile('huge.png');
    Object.defineProperty(huge, 'size', { value: UPLOAD_MAX_BYTES + 1 });
    const bomb = new Uint8Array(await pngFile().arrayBuffer());
    bomb.set([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30], 16);
    await studio.takePhoto([new File(['x'], 'shoe.gif')]);
    await studio.takePhoto([new File([], 'empty.png')]);
    await studio.takePhoto([new File(['hello'], 'text.png')]);
    await studio.takePhoto([huge]);
    await studio.takePhoto([new File([bomb], 'bomb.png')]);
    expect(services.notices).toEqual([
      { type: 'warning', message: 'File shoe.gif is not supported' },
      { type: 'error', message: ERRORS.EMPTY_FILE.message },
      { type: 'error', message: ERRORS.UNSUPPORTED_TYPE.message },
      { type: 'error', message: ERRORS.TOO_LARGE_BYTES.message },
      { type: 'error', message: ERRORS.TOO_MANY_PIXELS.message },
    ]);
    expect(upload).not.toHaveBeenCalled();
    expect(getState(studio).document).toBeNull();
  });

  it('uses the first of several photos, and names the others', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    await studio.takePhoto([new File(['x'], 'notes.txt'), pngFile('one.png'), pngFile('two.png')]);
    expect(getState(studio).document?.photo?.name).toBe('one.png');
    expect(services.notices.map((notice) => notice.message)).toEqual([
      'File notes.txt is not supported',
      onlyFirstPhotoUsed('one.png'),
    ]);
  });

  it('keeps the words typed before the first photo, and empties them for the next one', async () => {
    const studio = createStudio(fakeServices());
    studio.chooseTool('inspire');
    studio.scene.setScenePrompt('oak table');
    studio.scene.setReference({ kind: 'built-in', id: 'oak-window' });
    const scene = () => getState(studio).document?.edits.scene;
    await studio.takePhoto([pngFile()]);
    expect(scene()).toMatchObject({ prompt: 'oak table', reference: { id: 'oak-window' } });
    await studio.takePhoto([pngFile()]);
    expect(scene()).toMatchObject({ prompt: '', reference: { id: 'oak-window' } });
  });

  it('only shows the photo when no generations are left, and explains that at the button', async () => {
    const upload = vi.fn(async () => 'key');
    const studio = createStudio(fakeServices({ generationsLeft: () => 0, upload }));
    await studio.takePhoto([pngFile()]);
    expect(getState(studio).job.phase).toBe('idle');
    await studio.run();
    expect(getState(studio).job).toMatchObject({
      phase: 'failed',
      failure: { message: MESSAGES.outOfCredits },
    });
    expect(upload).not.toHaveBeenCalled();
  });
});

describe('opening a photo from another page', () => {
  it('cuts it out, whatever tool was used last', async () => {
    const studio = createStudio(fakeServices());
    studio.chooseTool('upscale');
    await studio.takePhoto([pngFile()], 'cut-out');
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
  });
});

describe('reloading the page', () => {
  it('restores the work, and runs nothing automatically', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    before.look.setBackdrop({ kind: 'color', hex: '#ffffff' });
    await waitUntilSaved(before);

    const removeBackground = vi.fn(async () => success());
    const after = createStudio({ ...services, ...tasks({ 'cut-out': removeBackground }) });
    await after.recover();
    expect(getState(after).document).toEqual(getState(before).document);
    expect(getState(after).pictures[TASK_ID]?.full).not.toBeNull();
    expect(removeBackground).not.toHaveBeenCalled();
  });

  it('finds a running task again, without a second charge', async () => {
    const services = fakeServices();
    const save = vi.spyOn(services.documents, 'save');
    const before = createStudio({
      ...services,
      ...tasks({
        'cut-out': ({ onTaskIds }) => {
          onTaskIds([TASK_ID]);
          return new Promise(() => {});
        },
      }),
    });
    void before.takePhoto([pngFile()]);
    await vi.waitFor(() =>
      expect(getState(before).document?.pendingRun).toMatchObject({ taskIds: [TASK_ID] }),
    );
    // The document with the tasks is saved immediately rather than by the next autosave, because the page may be closed
    // by then.
    expect(save.mock.lastCall?.[0].pendingRun).toMatchObject({ taskIds: [TASK_ID] });
    await waitUntilSaved(before);

    const removeBackground = vi.fn(async () => success());
    const followTasks = vi.fn(async () => [success()]);
    const after = createStudio({ ...services, ...tasks({ 'cut-out': removeBackground }), followTasks });
    await after.recover();
    expect(followTasks).toHaveBeenCalledTimes(1);
    expect(removeBackground).not.toHaveBeenCalled();
    expect(getState(after).job.phase).toBe('done');
  });

  it('keeps a cleared stage empty', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    await before.startOver();
    const after = createStudio(services);
    await after.recover();
    expect(getState(after).stage).toBe('empty');
    expect(getState(after).recents).toHaveLength(1);
  });
});

describe('the result chain of a studio', () => {
  it('is restored after a reload, with the chosen picture', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    before.chooseTool('upscale');
    await before.run();
    before.selectPicture(TASK_ID);
    await waitUntilSaved(before);

    const after = createStudio(services);
    await after.recover();
    expect(getCurrentResult(after)?.id).toBe(TASK_ID);
    after.selectPicture(UPSCALE_TASK_ID);
    await settle();
    expect(getState(after).pictures[UPSCALE_TASK_ID]?.full).not.toBeNull();
  });

  it('downloads the current picture', async () => {
    const requestedKeys: string[] = [];
    const services = fakeServices({
      requestDownload: async (key) => {
        requestedKeys.push(key);
        return { download_credits: 1, url: '/objects/result.png' };
      },
    });
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('upscale');
    await studio.run();
    await studio.download();
    studio.selectPicture(TASK_ID);
    await studio.download();
    expect(requestedKeys).toEqual(['u/1/large.png', 'u/1/result.png']);
  });
});
