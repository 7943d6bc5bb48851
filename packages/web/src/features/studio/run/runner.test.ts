import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import { PHOTO_ID } from '../model/results.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { success, TASK_ID, tasks } from '../testing/fake-tasks.ts';
import { getCurrentResult, settle, getState } from '../testing/open-studio.ts';

describe('running a tool', () => {
  it('starts once, however often the button is clicked', async () => {
    const removeBackground = vi.fn(async () => success());
    const studio = createStudio(
      fakeServices({ ...tasks({ 'cut-out': removeBackground }), generationsLeft: () => null }),
    );
    await studio.takePhoto([pngFile()]);
    removeBackground.mockClear();
    await Promise.all([studio.run(), studio.run(), studio.run()]);
    expect(removeBackground).toHaveBeenCalledTimes(1);
  });

  it('shows a message when the upload breaks, and can run again with the same document', async () => {
    const upload = vi
      .fn<(photo: Blob) => Promise<string>>()
      .mockRejectedValueOnce(new ApiError('NETWORK', 0, OWN_MESSAGES.uploadInterrupted))
      .mockResolvedValueOnce('u/1/photo');
    const studio = createStudio(fakeServices({ upload }));
    await studio.takePhoto([pngFile()]);
    expect(getState(studio).job).toMatchObject({
      phase: 'failed',
      failure: {
        message: MESSAGES.removeBackgroundFailed,
        reason: OWN_MESSAGES.uploadInterrupted,
        remedy: 'retry',
      },
    });
    const before = getState(studio).document?.id;
    await studio.run();
    expect(getState(studio).job.phase).toBe('done');
    expect(getState(studio).document?.id).toBe(before);
  });

  it('shows the error message of a failed task', async () => {
    const failed: TaskState = {
      task_id: TASK_ID,
      status: 'FAILURE',
      progress: 0.4,
      error: { code: 'NO_SUBJECT', message: OWN_MESSAGES.noSubject },
    };
    const studio = createStudio(fakeServices(tasks({ 'cut-out': async () => failed })));
    await studio.takePhoto([pngFile()]);
    expect(getState(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.noSubject, remedy: 'choose-another' },
    });
    expect(getState(studio).document?.pendingRun).toBeNull();
  });

  it('repeats a lost request under the same key, and a refused one under a new key', async () => {
    const keys: string[] = [];
    const answers: (() => Promise<TaskState>)[] = [
      () => Promise.reject(new ApiError('NETWORK', 0, MESSAGES.serversBusy)),
      () => Promise.reject(new ApiError('TOO_MANY_REQUESTS', 429, OWN_MESSAGES.tooManyRequests)),
      async () => success(),
    ];
    const studio = createStudio(
      fakeServices(
        tasks({
          'cut-out': ({ idempotencyKey }) => {
            keys.push(idempotencyKey);
            return (answers.shift() ?? (async () => success()))();
          },
        }),
      ),
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
        ...tasks({
          'cut-out': async ({ form }) => {
            used.push(form.image_s3);
            if (used.length === 2) throw new ApiError('UPLOAD_NOT_FOUND', 404, OWN_MESSAGES.uploadNotFound);
            return success();
          },
        }),
      }),
    );
    await studio.takePhoto([pngFile()]);
    studio.selectPicture(PHOTO_ID);
    await studio.run();
    expect(used).toEqual(['old', 'old', 'new']);
    expect(getState(studio).job.phase).toBe('done');
  });
});

describe('canceling a run', () => {
  it('prevents a run that hasn’t begun', async () => {
    const services = fakeServices();
    const startTask = vi.spyOn(services, 'startTask');
    const studio = createStudio(services);
    const arriving = studio.takePhoto([pngFile()]);
    await studio.cancel();
    await arriving;
    expect(getState(studio).stage).toBe('open');
    expect(getState(studio).job.phase).toBe('idle');
    expect(startTask).not.toHaveBeenCalled();
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.canceled }]);
  });

  it('stops the upload, and sends no request', async () => {
    const removeBackground = vi.fn(async () => success());
    const tellShell = vi.fn();
    const services = fakeServices({
      ...tasks({ 'cut-out': removeBackground }),
      tellShell,
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
    expect(getState(studio).job.phase).toBe('canceled');
    expect(tellShell.mock.calls.map(([message]) => (message as { isCanceled: boolean }).isCanceled)).toEqual([
      false,
      true,
    ]);
    expect(removeBackground).not.toHaveBeenCalled();
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.canceled }]);
  });

  it('cancels the task once its ID is known when the request is pending', async () => {
    const accepted = Promise.withResolvers<string>();
    const cancelTasks = vi.fn(async (taskIds: readonly string[]) => taskIds);
    const services = fakeServices({
      cancelTasks,
      ...tasks({
        'cut-out': async ({ onTaskIds, signal }) => {
          onTaskIds([await accepted.promise]);
          signal.throwIfAborted();
          return success();
        },
      }),
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
    expect(getState(studio).job.phase).toBe('canceled');
    expect(getCurrentResult(studio)).toBeNull();
  });

  it('stops requests about a running task at once', async () => {
    let polling: AbortSignal | null = null;
    const studio = createStudio(
      fakeServices({
        cancelTasks: async (taskIds: readonly string[]) => taskIds,
        ...tasks({
          'cut-out': ({ onTaskIds, signal }) => {
            onTaskIds([TASK_ID]);
            polling = signal;
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            });
          },
        }),
      }),
    );
    const run = studio.takePhoto([pngFile()]);
    await settle();
    expect(polling).toMatchObject({ aborted: false });
    await studio.cancel();
    expect(polling).toMatchObject({ aborted: true });
    await run;
  });

  it('ignores the late result of a running task', async () => {
    const result = Promise.withResolvers<TaskState>();
    const studio = createStudio(
      fakeServices(
        tasks({
          'cut-out': ({ onTaskIds }) => {
            onTaskIds([TASK_ID]);
            return result.promise;
          },
        }),
      ),
    );
    const run = studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    result.resolve(success());
    await run;
    expect(getState(studio).job.phase).toBe('canceled');
    expect(getCurrentResult(studio)).toBeNull();
    expect(getState(studio).document?.pendingRun).toBeNull();
  });

  it('shows the paid result when the cancellation comes too late', async () => {
    const result = Promise.withResolvers<TaskState>();
    const studio = createStudio(
      fakeServices({
        cancelTasks: async () => [],
        ...tasks({
          'cut-out': ({ onTaskIds }) => {
            onTaskIds([TASK_ID]);
            return result.promise;
          },
        }),
      }),
    );
    void studio.takePhoto([pngFile()]);
    await settle();
    await studio.cancel();
    expect(getState(studio).job.phase).toBe('done');
    expect(getCurrentResult(studio)?.id).toBe(TASK_ID);
  });
});
