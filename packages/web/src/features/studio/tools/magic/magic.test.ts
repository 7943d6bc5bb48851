import { OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { PHOTO_ID } from '../../model/results.ts';
import { MAGIC_TASK_ID, success, TASK_ID, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { getCurrentResult, getFacts, openedWith, getReason, getState } from '../../testing/open-studio.ts';

const STROKE = { tool: 'brush', radiusPx: 20, points: [100, 100, 200, 100] } as const;

describe('the magic tool', () => {
  it('waits for the strokes, sends photo and mask, and continues from the result', async () => {
    const calls: AskedTask<'magic'>[] = [];
    const uploads: string[] = [];
    const { studio } = await openedWith('magic', {
      upload: async (blob) => {
        uploads.push(await blob.text().then((text) => (text === 'mask' ? 'mask' : 'photo')));
        return `u/1/${uploads.at(-1)}`;
      },
      ...tasks({
        magic: async (call) => {
          calls.push(call);
          return { ...success(), task_id: MAGIC_TASK_ID };
        },
      }),
    });
    expect(getState(studio).job.phase).toBe('idle');
    expect(getReason(studio)).toBe(OWN_MESSAGES.emptyMask);
    studio.brush.draw(STROKE);
    expect(getReason(studio)).toBeNull();
    studio.settings.setPrompt(' make it navy ');
    await studio.run();
    expect(uploads).toEqual(['photo', 'mask']);
    expect(calls[0]).toMatchObject({
      form: { image_s3: 'u/1/photo', mask_s3: 'u/1/mask', prompt: 'make it navy' },
    });
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'magic', inputId: PHOTO_ID, id: MAGIC_TASK_ID });
    // The mask belongs to the photo: the result has no mask yet, and the photo keeps its mask.
    expect(getState(studio).document?.masks[PHOTO_ID]?.strokes).toEqual([STROKE]);
    studio.undo();
    expect(getCurrentResult(studio)).toBeNull();
  });

  it('includes connected areas only when it removes an object', async () => {
    const more = { widthPx: 1, heightPx: 1, alpha: new Uint8Array([255]) };
    const completeRemoval = vi.fn(async (...[, , , takesShadow]: readonly unknown[]) =>
      takesShadow === true ? more : null,
    );
    const exported: unknown[] = [];
    const { studio } = await openedWith('magic', {
      completeRemoval,
      exportMask: async (_strokes, _size, _feather, part) => {
        exported.push(part);
        return new Blob(['mask']);
      },
      ...tasks({
        magic: async () => {
          throw new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood);
        },
      }),
    });
    studio.brush.draw(STROKE);
    await studio.run();
    studio.settings.setPrompt('make it navy');
    await studio.run();
    studio.settings.setPrompt('remove it');
    studio.settings.setTakesShadow(false);
    await studio.run();
    expect(exported).toEqual([more, null, null]);
    expect(completeRemoval).toHaveBeenCalledTimes(2);
  });

  it('reports an empty mask with the contract’s message, even after erasing all of it', async () => {
    const upload = vi.fn(async () => 'key');
    const { studio } = await openedWith('magic', { upload, exportMask: async () => null });
    studio.brush.draw(STROKE);
    studio.brush.draw({ tool: 'eraser', radiusPx: 400, points: [150, 100] });
    await studio.run();
    expect(getState(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.emptyMask, remedy: 'change-settings' },
    });
    expect(upload).not.toHaveBeenCalled();
  });

  it('leaves a misunderstood prompt in its field, and hides the refusal when the user types', async () => {
    const { studio } = await openedWith(
      'magic',
      tasks({
        magic: () =>
          Promise.reject(new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood)),
      }),
    );
    studio.brush.draw(STROKE);
    studio.settings.setPrompt('sing a song');
    await studio.run();
    expect(getState(studio).job).toMatchObject({
      failure: { message: OWN_MESSAGES.magicPromptNotUnderstood, remedy: 'change-prompt' },
    });
    studio.settings.setPrompt('blur');
    expect(getState(studio).job.phase).toBe('idle');
  });

  it('uploads a mask once for several prompts, and again after a change', async () => {
    const exported = vi.fn(async () => new Blob(['mask']));
    const keys: string[] = [];
    let uploads = 0;
    const { studio } = await openedWith('magic', {
      upload: async () => `u/${(uploads += 1)}`,
      exportMask: exported,
      ...tasks({
        magic: async (call) => {
          keys.push(call.form.mask_s3);
          throw new ApiError('PROMPT_NOT_UNDERSTOOD', 422, OWN_MESSAGES.magicPromptNotUnderstood);
        },
      }),
    });
    studio.brush.draw(STROKE);
    for (const prompt of ['one', 'two']) {
      studio.settings.setPrompt(prompt);
      await studio.run();
    }
    studio.brush.draw(STROKE);
    await studio.run();
    expect(keys).toEqual(['u/2', 'u/2', 'u/3']);
  });

  it('undoes strokes before it undoes the choice of a picture', async () => {
    const { studio } = await openedWith('magic');
    studio.brush.draw(STROKE);
    await studio.run();
    studio.brush.draw(STROKE);
    studio.undo();
    expect(getState(studio).document?.masks[MAGIC_TASK_ID]).toEqual({ strokes: [], undone: [STROKE] });
    expect(getCurrentResult(studio)?.id).toBe(MAGIC_TASK_ID);
    studio.redo();
    expect(getState(studio).document?.masks[MAGIC_TASK_ID]?.strokes).toEqual([STROKE]);
  });

  it('has nothing to undo before the first stroke, and undoes its own run', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('magic');
    const can = () => {
      const { canUndo, canRedo } = getFacts(studio);
      return { canUndo, canRedo };
    };
    expect(can()).toEqual({ canUndo: false, canRedo: false });
    studio.brush.draw(STROKE);
    await studio.run();
    expect(getCurrentResult(studio)?.id).toBe(MAGIC_TASK_ID);
    studio.undo();
    expect(getCurrentResult(studio)?.id).toBe(TASK_ID);
    expect(can()).toEqual({ canUndo: true, canRedo: true });
    studio.redo();
    expect(getCurrentResult(studio)?.id).toBe(MAGIC_TASK_ID);
    studio.undo();
    studio.undo();
    expect(can()).toEqual({ canUndo: false, canRedo: true });
    expect(getCurrentResult(studio)?.id).toBe(TASK_ID);
  });
});
