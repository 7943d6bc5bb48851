import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { isFullyEnlarged } from './upscale-work.ts';
import { createStudio } from '../../shell/studio.ts';
import { fakeServices, pngFile } from '../../testing/fake-services.ts';
import { TASK_ID, UPSCALE_TASK_ID, tasks, answerFor } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { getCurrentResult, getState } from '../../testing/open-studio.ts';

describe('the Upscale tool', () => {
  const enlarge = async (overrides: Parameters<typeof fakeServices>[0] = {}) => {
    const services = fakeServices(overrides);
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('upscale');
    await studio.run();
    return { studio, services };
  };

  it('enlarges the current picture by its own key, and resizes the stage', async () => {
    const calls: AskedTask<'upscale'>[] = [];
    const { studio } = await enlarge(
      tasks({
        upscale: (call) => {
          calls.push(call);
          return answerFor('upscale')(call);
        },
      }),
    );
    expect(calls[0]).toMatchObject({ form: { image_s3: 'u/1/result.png', value: 2, mode: 'faithful' } });
    expect(getCurrentResult(studio)).toMatchObject({ inputId: TASK_ID, widthPx: 1400, heightPx: 1000 });
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 1400, heightPx: 1000 });
    studio.selectPicture(TASK_ID);
    expect(studio.view.store.getState().image).toMatchObject({ widthPx: 700, heightPx: 500 });
  });

  it('is finished when the result can’t be enlarged by the chosen factor again', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    await studio.takePhoto([pngFile()]);
    studio.chooseTool('upscale');
    studio.settings.setUpscale({ factor: 4 });
    expect(isFullyEnlarged(getState(studio))).toBe(false);
    await studio.run();
    expect(getCurrentResult(studio)).toMatchObject({ widthPx: 2800 });
    expect(isFullyEnlarged(getState(studio))).toBe(true);
    studio.settings.setUpscale({ factor: 2 });
    expect(isFullyEnlarged(getState(studio))).toBe(false);
  });

  it.each([
    [502, MESSAGES.serversBusyUpscale],
    [504, MESSAGES.serversBusyUpscale],
    [0, MESSAGES.removeBackgroundFailed],
    [500, MESSAGES.removeBackgroundFailed],
  ])('shows an error message for status %i', async (status, message) => {
    const { studio } = await enlarge(
      tasks({ upscale: () => Promise.reject(new ApiError('SERVERS_BUSY', status, MESSAGES.serversBusy)) }),
    );
    expect(getState(studio).job).toMatchObject({ failure: { message, remedy: 'retry' } });
  });

  it('reports a result without a picture', async () => {
    const { studio } = await enlarge(
      tasks({
        upscale: async () => ({ task_id: UPSCALE_TASK_ID, status: 'SUCCESS', progress: 1, result: {} }),
      }),
    );
    expect(getState(studio).job).toMatchObject({ failure: { message: MESSAGES.upscaleImageMissing } });
  });

  it('reports a failed upload', async () => {
    const services = fakeServices({
      upload: () => Promise.reject(new ApiError('NETWORK', 0, OWN_MESSAGES.uploadInterrupted)),
    });
    const studio = createStudio(services);
    studio.chooseTool('upscale');
    await studio.takePhoto([pngFile()]);
    await studio.run();
    expect(getState(studio).job).toMatchObject({
      failure: { message: MESSAGES.removeBackgroundFailed, reason: OWN_MESSAGES.uploadInterrupted },
    });
  });
});
