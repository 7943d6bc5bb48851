import { ERRORS, MESSAGES, onlyFirstPhotoUsed, OWN_MESSAGES, UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { currentResult, PHOTO_ID } from './document/results.ts';
import { createStudio } from './studio.ts';
import type { Studio } from './studio.ts';
import {
  DESCRIBE_TASK_ID,
  described,
  fakeServices,
  MAGIC_TASK_ID,
  pngFile,
  success,
  TASK_ID,
  UPSCALE_TASK_ID,
} from './testing/fake-services.ts';
import type { MagicCall, UpscaleCall } from './services.ts';

const deferred = <T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } =>
  Promise.withResolvers<T>();
const state = (studio: Studio) => studio.store.getState();
const current = (studio: Studio) => {
  const { document } = state(studio);
  return document && currentResult(document);
};
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('a photo', () => {
  it('is cut out at once, and the result carries what a download needs', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    expect(state(studio).job.phase).toBe('done');
    expect(current(studio)).toMatchObject({
      key: 'u/1/result.png',
      widthPx: 700,
      heightPx: 500,
    });
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 700, heightPx: 500 });
    expect(services.notices).toEqual([]);
  });

  it('is refused before any upload, each with its own sentence', async () => {
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
    expect(state(studio).document).toBeNull();
  });

  it('is the first of several, and the others are named', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    await studio.takePhoto([new File(['x'], 'notes.txt'), pngFile('one.png'), pngFile('two.png')]);
    expect(state(studio).document?.photo?.name).toBe('one.png');
    expect(services.notices.map((notice) => notice.message)).toEqual([
      'File notes.txt is not supported',
      onlyFirstPhotoUsed('one.png'),
    ]);
  });

  it('is only shown when no generations are left; the button then says why', async () => {
    const upload = vi.fn(async () => 'key');
    const studio = createStudio(fakeServices({ generationsLeft: () => 0, upload }));
    await studio.takePhoto([pngFile()]);
    expect(state(studio).job.phase).toBe('idle');
    await studio.run();
    expect(state(studio).job).toMatchObject({ phase: 'failed', failure: { message: MESSAGES.outOfCredits } });
    expect(upload).not.toHaveBeenCalled();
  });
});

describe('describing', () => {
  const opened = async (overrides: Parameters<typeof fakeServices>[0] = {}) => {
    const services = fakeServices(overrides);
    const studio = createStudio(services);
    studio.chooseTool('describe');
    await studio.takePhoto([pngFile()]);
    return { services, studio };
  };
  const descriptions = (studio: Studio) => state(studio).document?.edits.descriptions;

  it('keeps the words with the picture, to be edited and copied', async () => {
    const copyText = vi.fn(async () => undefined);
    const { services, studio } = await opened({ copyText });
    expect(descriptions(studio)).toEqual({});
    await studio.run();
    expect(state(studio).job.phase).toBe('done');
    expect(descriptions(studio)).toEqual({ [PHOTO_ID]: 'A glossy red mug.' });
    expect(state(studio).document?.results).toEqual([]);
    studio.setDescription('A red mug.');
    await studio.copyDescription();
    expect(copyText).toHaveBeenCalledWith('A red mug.');
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.descriptionCopied }]);
  });

  it.each([
    ['no description', { ...described(), result: {} }, MESSAGES.taskFailed],
    ['an empty one', { ...described(), result: { final_description: '' } }, MESSAGES.taskFailed],
    [
      'a failed task',
      {
        task_id: DESCRIBE_TASK_ID,
        status: 'FAILURE' as const,
        progress: 1,
        error: { code: 'TASK_FAILED' as const, message: MESSAGES.taskFailed },
      },
      MESSAGES.taskFailed,
    ],
  ])('says the specified sentence for %s', async (_what, task, message) => {
    const { studio } = await opened({ describe: async () => task });
    await studio.run();
    expect(state(studio).job).toMatchObject({ phase: 'failed', failure: { message, remedy: 'retry' } });
    expect(descriptions(studio)).toEqual({});
  });

  it('says the sentence of the background removal when the call is not ok, or the upload fails', async () => {
    const fails = () => Promise.reject(new ApiError('INTERNAL', 500, OWN_MESSAGES.internal));
    for (const overrides of [{ describe: fails }, { upload: fails }]) {
      const { studio } = await opened(overrides);
      await studio.run();
      expect(state(studio).job).toMatchObject({
        phase: 'failed',
        failure: { message: MESSAGES.removeBackgroundFailed },
      });
    }
  });

  it('asks for nothing without a generation left', async () => {
    const call = vi.fn(async () => described());
    const { studio } = await opened({ generationsLeft: () => 0, describe: call });
    await studio.run();
    expect(state(studio).job).toMatchObject({ phase: 'failed', failure: { message: MESSAGES.outOfCredits } });
    expect(call).not.toHaveBeenCalled();
  });

  it('says so when the browser does not copy', async () => {
    const { services, studio } = await opened({ copyText: () => Promise.reject(new Error('no')) });
    await studio.run();
    await studio.copyDescription();
    expect(services.notices).toEqual([{ type: 'error', message: OWN_MESSAGES.textCopyFailed }]);
  });
});

describe('a run', () => {
  it('is one run, however often the button is clicked', async () => {
    const removeBackground = vi.fn(async () => success());
    const studio = createStudio(fakeServices({ removeBackground, generationsLeft: () => null }));
    await studio.takePhoto([pngFile()]);
    removeBackground.mockClear();
    await Promise.all([studio.run(), studio.run(), studio.run()]);
    expect(removeBackground).toHaveBeenCalledTimes(1);
  });

  it('shows the specified sentence when the upload breaks, and trying again goes on with the same document', async () => {
    const upload = vi
      .fn<(photo: Blob) => Promise<string>>()
      .mockRejectedValueOnce(new ApiError('NETWORK', 0, OWN_MESSAGES.uploadInterrupted))
      .mockResolvedValueOnce('u/1/photo');
    const studio = createStudio(fakeServices({ upload }));
    await studio.takePhoto([pngFile()]);
    expect(state(studio).job).toMatchObject({
      phase: 'failed',
      failure: {
        message: MESSAGES.removeBackgroundFailed,
        reason: OWN_MESSAGES.uploadInterrupted,
        remedy: 'retry',
      },
    });
    const before = state(studio).document?.id;
    await studio.run();
    expect(state(studio).job.phase).toBe('done');
    expect(state(studio).document?.id).toBe(before);
  });

  it('shows the task’s own sentence', async () => {
    const failed: TaskState = {
      task_id: TASK_ID,
      status: 'FAILURE',
      progress: 0.4,
      error: { code: 'NO_SUBJECT', message: OWN_MESSAGES.noSubject },
    };
    const studio = createStudio(fakeServices({ removeBackground: async () => failed }));
    await studio.takePhoto([pngFile()]);
    expect(state(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.noSubject, remedy: 'choose-another' },
    });
    expect(state(studio).document?.pendingRun).toBeNull();
  });

  it('repeats a request whose answer was lost under the same key, and a refused one under a new key', async () => {
    const keys: string[] = [];
    const answers: (() => Promise<TaskState>)[] = [
      () => Promise.reject(new ApiError('NETWORK', 0, MESSAGES.serversBusy)),
      () => Promise.reject(new ApiError('TOO_MANY_REQUESTS', 429, OWN_MESSAGES.tooManyRequests)),
      async () => success(),
    ];
    const studio = createStudio(
      fakeServices({
        removeBackground: ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return (answers.shift() ?? (async () => success()))();
        },
      }),
    );
    await studio.takePhoto([pngFile()]);
    await studio.run();
    await studio.run();
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('uploads again when the server no longer has the photo', async () => {
    const upload = vi.fn().mockResolvedValueOnce('old').mockResolvedValueOnce('new');
    const used: string[] = [];
    const studio = createStudio(
      fakeServices({
        upload,
        removeBackground: async ({ imageKey }) => {
          used.push(imageKey);
          if (used.length === 2) throw new ApiError('UPLOAD_NOT_FOUND', 404, OWN_MESSAGES.uploadNotFound);
          return success();
        },
      }),
    );
    await studio.takePhoto([pngFile()]);
    studio.selectPicture(PHOTO_ID);
    await studio.run();
    expect(used).toEqual(['old', 'old', 'new']);
    expect(state(studio).job.phase).toBe('done');
  });
});

describe('cancel', () => {
  it('before the run has begun keeps it from beginning', async () => {
    const services = fakeServices();
    const removeBackground = vi.spyOn(services, 'removeBackground');
    const studio = createStudio(services);
    const arriving = studio.takePhoto([pngFile()]);
    await studio.cancel();
    await arriving;
    expect(state(studio).stage).toBe('open');
    expect(state(studio).job.phase).toBe('idle');
    expect(removeBackground).not.toHaveBeenCalled();
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.cancelled }]);
  });

  it('during the upload stops it; nothing was asked for', async () => {
    const removeBackground = vi.fn(async () => success());
    const services = fakeServices({
      removeBackground,
      upload: (_photo, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const studio = createStudio(services);
    const run = studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    await run;
    expect(state(studio).job.phase).toBe('cancelled');
    expect(removeBackground).not.toHaveBeenCalled();
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.cancelled }]);
  });

  it('while the request is on its way cancels the task as soon as its id is known', async () => {
    const accepted = deferred<string>();
    const cancelTasks = vi.fn(async (taskIds: readonly string[]) => taskIds);
    const services = fakeServices({
      cancelTasks,
      removeBackground: async ({ onTaskIds, signal }) => {
        onTaskIds([await accepted.promise]);
        signal.throwIfAborted();
        return success();
      },
    });
    const studio = createStudio(services);
    const run = studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    expect(cancelTasks).not.toHaveBeenCalled();
    accepted.resolve(TASK_ID);
    await run;
    await settle();
    expect(cancelTasks).toHaveBeenCalledWith([TASK_ID]);
    expect(state(studio).job.phase).toBe('cancelled');
    expect(current(studio)).toBeNull();
  });

  it('of a running task ignores its late result', async () => {
    const result = deferred<TaskState>();
    const studio = createStudio(
      fakeServices({
        removeBackground: ({ onTaskIds }) => {
          onTaskIds([TASK_ID]);
          return result.promise;
        },
      }),
    );
    const run = studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    result.resolve(success());
    await run;
    expect(state(studio).job.phase).toBe('cancelled');
    expect(current(studio)).toBeNull();
    expect(state(studio).document?.pendingRun).toBeNull();
  });

  it('that comes after the end shows what was paid for', async () => {
    const result = deferred<TaskState>();
    const studio = createStudio(
      fakeServices({
        cancelTasks: async () => [],
        removeBackground: ({ onTaskIds }) => {
          onTaskIds([TASK_ID]);
          return result.promise;
        },
      }),
    );
    void studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    expect(state(studio).job.phase).toBe('done');
    expect(current(studio)?.id).toBe(TASK_ID);
  });
});

describe('after a reload', () => {
  it('the work is there again and nothing runs by itself', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    before.setBackdrop({ kind: 'colour', hex: '#ffffff' });
    await new Promise((resolve) => setTimeout(resolve, 300));

    const removeBackground = vi.fn(async () => success());
    const after = createStudio({ ...services, removeBackground });
    await after.recover();
    expect(state(after).document).toEqual(state(before).document);
    expect(state(after).pictures[TASK_ID]?.full).not.toBeNull();
    expect(removeBackground).not.toHaveBeenCalled();
  });

  it('a task that was running is found again, without paying again', async () => {
    const services = fakeServices();
    const before = createStudio({
      ...services,
      removeBackground: ({ onTaskIds }) => {
        onTaskIds([TASK_ID]);
        return new Promise(() => {});
      },
    });
    void before.takePhoto([pngFile()]);
    await new Promise((resolve) => setTimeout(resolve, 300));

    const removeBackground = vi.fn(async () => success());
    const followTasks = vi.fn(async () => [success()]);
    const after = createStudio({ ...services, removeBackground, followTasks });
    await after.recover();
    expect(followTasks).toHaveBeenCalledTimes(1);
    expect(removeBackground).not.toHaveBeenCalled();
    expect(state(after).job.phase).toBe('done');
  });

  it('a stage that was cleared stays clear', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    await before.startOver();
    const after = createStudio(services);
    await after.recover();
    expect(state(after).stage).toBe('empty');
    expect(state(after).recents).toHaveLength(1);
  });
});

describe('a download', () => {
  it('is paid once and saved under the photo’s name', async () => {
    const saveFile = vi.fn();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const studio = createStudio(fakeServices({ saveFile, requestDownload }));
    await studio.takePhoto([pngFile('IMG_2041.PNG')]);
    expect(await studio.download()).toBe(true);
    expect(saveFile.mock.calls[0]?.[1]).toBe('IMG_2041.png');
    expect(current(studio)?.isDownloaded).toBe(true);
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
    expect(current(studio)?.isDownloaded).toBe(false);
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

const STROKE = { tool: 'brush', radiusPx: 20, points: [100, 100, 200, 100] } as const;

describe('a photo from another page', () => {
  it('is cut out, whatever tool was used last', async () => {
    const studio = createStudio(fakeServices());
    studio.chooseTool('upscale');
    await studio.takePhoto([pngFile()], 'cut-out');
    expect(current(studio)?.tool).toBe('cut-out');
  });
});

describe('the magic tool', () => {
  const opened = async (overrides: Partial<ReturnType<typeof fakeServices>> = {}) => {
    const services = fakeServices(overrides);
    const studio = createStudio(services);
    studio.chooseTool('magic');
    await studio.takePhoto([pngFile()]);
    return { studio, services };
  };

  it('waits for what is drawn, then sends photo and mask, and goes on with what came of it', async () => {
    const calls: MagicCall[] = [];
    const uploads: string[] = [];
    const { studio } = await opened({
      upload: async (blob) => {
        uploads.push(await blob.text().then((text) => (text === 'mask' ? 'mask' : 'photo')));
        return `u/1/${uploads.at(-1)}`;
      },
      magic: async (call) => {
        calls.push(call);
        return { ...success(), task_id: MAGIC_TASK_ID };
      },
    });
    expect(state(studio).job.phase).toBe('idle');
    studio.draw(STROKE);
    studio.setPrompt(' make it navy ');
    await studio.run();
    expect(uploads).toEqual(['photo', 'mask']);
    expect(calls[0]).toMatchObject({
      imageKey: 'u/1/photo',
      maskKey: 'u/1/mask',
      prompt: 'make it navy',
    });
    expect(current(studio)).toMatchObject({ tool: 'magic', inputId: PHOTO_ID, id: MAGIC_TASK_ID });
    // The mask was of the photo: the result has none yet, and the photo keeps its own.
    expect(state(studio).document?.masks[PHOTO_ID]?.strokes).toEqual([STROKE]);
    studio.undo();
    expect(current(studio)).toBeNull();
  });

  it('says in the contract’s words that nothing is drawn, also when all of it was erased', async () => {
    const upload = vi.fn(async () => 'key');
    const { studio } = await opened({ upload, exportMask: async () => null });
    studio.draw(STROKE);
    studio.draw({ tool: 'eraser', radiusPx: 400, points: [150, 100] });
    await studio.run();
    expect(state(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.emptyMask, remedy: 'change-settings' },
    });
    expect(upload).not.toHaveBeenCalled();
  });

  it('leaves a wish that is not understood to its field, and typing takes the refusal away', async () => {
    const { studio } = await opened({
      magic: () =>
        Promise.reject(new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood)),
    });
    studio.draw(STROKE);
    studio.setPrompt('sing a song');
    await studio.run();
    expect(state(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.magicPromptNotUnderstood, remedy: 'change-wish' },
    });
    studio.setPrompt('blur');
    expect(state(studio).job.phase).toBe('idle');
  });

  it('uploads a mask once for several wishes, and again when it was changed', async () => {
    const exported = vi.fn(async () => new Blob(['mask']));
    const keys: string[] = [];
    let uploads = 0;
    const { studio } = await opened({
      upload: async () => `u/${(uploads += 1)}`,
      exportMask: exported,
      magic: async (call) => {
        keys.push(call.maskKey);
        throw new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood);
      },
    });
    studio.draw(STROKE);
    for (const prompt of ['one', 'two']) {
      studio.setPrompt(prompt);
      await studio.run();
    }
    studio.draw(STROKE);
    await studio.run();
    expect(keys).toEqual(['u/2', 'u/2', 'u/3']);
  });

  it('takes strokes back before it takes back the choice of a picture', async () => {
    const { studio } = await opened();
    studio.draw(STROKE);
    await studio.run();
    studio.draw(STROKE);
    studio.undo();
    expect(state(studio).document?.masks[MAGIC_TASK_ID]).toEqual({ strokes: [], undone: [STROKE] });
    expect(current(studio)?.id).toBe(MAGIC_TASK_ID);
    studio.redo();
    expect(state(studio).document?.masks[MAGIC_TASK_ID]?.strokes).toEqual([STROKE]);
  });
});

describe('upscale', () => {
  const enlarge = async (overrides: Parameters<typeof fakeServices>[0] = {}) => {
    const services = fakeServices(overrides);
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('upscale');
    await studio.run();
    return { studio, services };
  };

  it('enlarges the current picture by its own key, and the stage takes its size', async () => {
    const calls: UpscaleCall[] = [];
    const services = fakeServices();
    const { studio } = await enlarge({
      upscale: (call) => {
        calls.push(call);
        return services.upscale(call);
      },
    });
    expect(calls[0]).toMatchObject({ imageKey: 'u/1/result.png', factor: 2, mode: 'faithful' });
    expect(current(studio)).toMatchObject({ inputId: TASK_ID, widthPx: 1400, heightPx: 1000 });
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 1400, heightPx: 1000 });
    studio.selectPicture(TASK_ID);
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 700, heightPx: 500 });
  });

  it.each([
    [502, MESSAGES.serversBusyUpscale],
    [504, MESSAGES.serversBusyUpscale],
    [0, MESSAGES.removeBackgroundFailed],
    [500, MESSAGES.removeBackgroundFailed],
  ])('answers status %i with the specified sentence', async (status, message) => {
    const { studio } = await enlarge({
      upscale: () => Promise.reject(new ApiError('SERVERS_BUSY', status, MESSAGES.serversBusy)),
    });
    expect(state(studio).job).toMatchObject({ failure: { message, remedy: 'retry' } });
  });

  it('says so when the result has no picture', async () => {
    const { studio } = await enlarge({
      upscale: async () => ({ task_id: UPSCALE_TASK_ID, status: 'SUCCESS', progress: 1, result: {} }),
    });
    expect(state(studio).job).toMatchObject({ failure: { message: MESSAGES.upscaleImageMissing } });
  });

  it('names a failed upload as specified', async () => {
    const services = fakeServices({
      upload: () => Promise.reject(new ApiError('NETWORK', 0, OWN_MESSAGES.uploadInterrupted)),
    });
    const studio = createStudio(services);
    studio.chooseTool('upscale');
    await studio.takePhoto([pngFile()]);
    await studio.run();
    expect(state(studio).job).toMatchObject({
      failure: { message: MESSAGES.removeBackgroundFailed, reason: OWN_MESSAGES.uploadInterrupted },
    });
  });
});

describe('the chain of results', () => {
  it('is there again after a reload, with the picture that was chosen', async () => {
    const services = fakeServices();
    const before = createStudio(services);
    await before.takePhoto([pngFile()]);
    before.chooseTool('upscale');
    await before.run();
    before.selectPicture(TASK_ID);
    await new Promise((resolve) => setTimeout(resolve, 300));

    const after = createStudio(services);
    await after.recover();
    expect(current(after)?.id).toBe(TASK_ID);
    after.undo();
    expect(current(after)?.id).toBe(UPSCALE_TASK_ID);
    await settle();
    expect(state(after).pictures[UPSCALE_TASK_ID]?.full).not.toBeNull();
  });

  it('downloads the current picture', async () => {
    const asked: string[] = [];
    const services = fakeServices({
      requestDownload: async (key) => {
        asked.push(key);
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
    expect(asked).toEqual(['u/1/large.png', 'u/1/result.png']);
  });
});
