import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { PHOTO_ID } from '../../model/results.ts';
import type { Studio } from '../../shell/studio.ts';
import { DESCRIBE_TASK_ID, describedTask, tasks } from '../../testing/fake-tasks.ts';
import { openedWith, getState } from '../../testing/open-studio.ts';

describe('the Describe tool', () => {
  const descriptions = (studio: Studio) => getState(studio).document?.edits.descriptions;

  it('keeps the description with the picture, to be edited and copied', async () => {
    const copyText = vi.fn(async () => undefined);
    const { services, studio } = await openedWith('describe', { copyText });
    expect(descriptions(studio)).toEqual({});
    await studio.run();
    expect(getState(studio).job.phase).toBe('done');
    expect(descriptions(studio)).toEqual({ [PHOTO_ID]: 'A glossy red mug.' });
    expect(getState(studio).document?.results).toEqual([]);
    studio.description.set('A red mug.');
    await studio.description.copy();
    expect(copyText).toHaveBeenCalledWith('A red mug.');
    expect(services.notices).toEqual([{ type: 'success', message: OWN_MESSAGES.descriptionCopied }]);
  });

  it.each([
    ['no description', { ...describedTask(), result: {} }, MESSAGES.taskFailed],
    ['an empty description', { ...describedTask(), result: { final_description: '' } }, MESSAGES.taskFailed],
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
  ])('shows an error message for %s', async (_what, task, message) => {
    const { studio } = await openedWith('describe', tasks({ describe: async () => task }));
    await studio.run();
    expect(getState(studio).job).toMatchObject({ phase: 'failed', failure: { message, remedy: 'retry' } });
    expect(descriptions(studio)).toEqual({});
  });

  it('shows the background removal’s message when the call or the upload fails', async () => {
    const fails = () => Promise.reject(new ApiError('INTERNAL', 500, OWN_MESSAGES.internal));
    for (const overrides of [tasks({ describe: fails }), { upload: fails }]) {
      const { studio } = await openedWith('describe', overrides);
      await studio.run();
      expect(getState(studio).job).toMatchObject({
        phase: 'failed',
        failure: { message: MESSAGES.removeBackgroundFailed },
      });
    }
  });

  it('requests nothing without a generation left', async () => {
    const call = vi.fn(async () => describedTask());
    const { studio } = await openedWith('describe', {
      generationsLeft: () => 0,
      ...tasks({ describe: call }),
    });
    await studio.run();
    expect(getState(studio).job).toMatchObject({
      phase: 'failed',
      failure: { message: MESSAGES.outOfCredits },
    });
    expect(call).not.toHaveBeenCalled();
  });

  it('reports that the browser refused to copy', async () => {
    const { services, studio } = await openedWith('describe', {
      copyText: () => Promise.reject(new Error('no')),
    });
    await studio.run();
    await studio.description.copy();
    expect(services.notices).toEqual([{ type: 'error', message: OWN_MESSAGES.textCopyFailed }]);
  });
});
