import { OWN_MESSAGES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { currentResult } from '../../model/results.ts';
import { createStudio } from '../../shell/studio.ts';
import { fakeServices, pngFile } from '../../testing/fake-services.ts';
import { sceneTask, TASK_ID, tasks, answerFor } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import {
  requireDocument,
  getFacts,
  waitUntilSaved,
  openedWith,
  perform,
  settle,
  getState,
  getWorkName,
} from '../../testing/open-studio.ts';
import type { Studio } from '../../shell/studio.ts';
import { isComposing } from '../../composite/composing.ts';

/** Opens a second photo, then the first document from the list of recent ones, then the second document again. */
async function openSecond(studio: Studio, firstId: string): Promise<void> {
  await studio.takePhoto([pngFile()], 'describe');
  await waitUntilSaved(studio);
  const second = requireDocument(studio).id;
  await studio.openRecent(firstId);
  await studio.openRecent(second);
}

describe('a scene', () => {
  it('is composed once the product is cut out and placed in the default position', async () => {
    const { studio } = await openedWith('scene');
    expect(currentResult(requireDocument(studio))?.tool).toBe('cut-out');
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(true);
    expect(studio.view.store.getState().image).toEqual({ widthPx: 1024, heightPx: 1024 });
    expect(requireDocument(studio).edits.scene.placement).toBeNull();
  });

  it('removes the background of a photo first', async () => {
    const { studio } = await openedWith('magic');
    studio.chooseTool('scene');
    expect(getWorkName(studio)).toBe('cut-out');
    await studio.run();
    expect(currentResult(requireDocument(studio))?.tool).toBe('cut-out');
    expect(getWorkName(studio)).toBe('scene');
  });

  it('adds every variant to a document that was saved as a copy meanwhile', async () => {
    const calls: AskedTask<'scene'>[] = [];
    const end = Promise.withResolvers<TaskState[]>();
    const { studio } = await openedWith('scene', {
      ...tasks({
        scene: (call) => {
          calls.push(call);
          call.onTaskIds([0, 1].map((at) => sceneTask(at).task_id));
          return end.promise;
        },
      }),
    });
    studio.scene.setReference({ kind: 'built-in', id: 'blush-arches' });
    const run = studio.run();
    await settle();
    calls[0]?.onTask(sceneTask(0));
    studio.context.renameDocument(requireDocument(studio).id, 'the-copy');
    calls[0]?.onTask(sceneTask(1));
    end.resolve([sceneTask(0), sceneTask(1)]);
    await run;
    expect(requireDocument(studio)).toMatchObject({ id: 'the-copy', pendingRun: null });
    const ids = requireDocument(studio).results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([sceneTask(0).task_id, sceneTask(1).task_id]));
    expect(getState(studio).job.phase).toBe('done');
  });

  it('sends the cut-out’s own key, and shows its variants one by one', async () => {
    const calls: AskedTask<'scene'>[] = [];
    const end = Promise.withResolvers<TaskState[]>();
    const third = vi.fn();
    const { studio } = await openedWith('scene', {
      reportThirdImage: third,
      ...tasks({
        scene: (call) => {
          calls.push(call);
          call.onTaskIds([0, 1, 2, 3].map((at) => sceneTask(at).task_id));
          return end.promise;
        },
      }),
    });
    studio.scene.setReference({ kind: 'built-in', id: 'blush-arches' });
    studio.scene.setOption('matchPercent', 30);
    const run = studio.run();
    await settle();
    expect(calls[0]?.form).toMatchObject({
      feature_type: 5,
      image_s3: 'u/1/result.png',
      reference_id: 'blush-arches',
      light_match: 30,
      count: 4,
    });
    expect(requireDocument(studio).pendingRun?.taskIds).toHaveLength(4);

    calls[0]?.onTask(sceneTask(2));
    await settle();
    expect(currentResult(requireDocument(studio))?.id).toBe(sceneTask(2).task_id);
    expect(getState(studio).job.phase).toBe('running');
    calls[0]?.onTask(sceneTask(0));
    // The picture that the user has selected stays on the stage.
    expect(currentResult(requireDocument(studio))?.id).toBe(sceneTask(2).task_id);
    expect(third).not.toHaveBeenCalled();
    calls[0]?.onTask(sceneTask(1));
    expect(third).toHaveBeenCalledTimes(1);
    const failed: TaskState = {
      task_id: sceneTask(3).task_id,
      status: 'FAILURE',
      progress: 0,
      error: { code: 'TASK_FAILED', message: 'Out of light.' },
    };
    calls[0]?.onTask(failed);
    end.resolve([sceneTask(0), sceneTask(1), sceneTask(2), failed]);
    await run;
    expect(getState(studio).job.phase).toBe('done');
    const document = requireDocument(studio);
    expect(document.results.filter(({ tool }) => tool === 'scene')).toHaveLength(3);
    expect(document.requests[0]?.failures).toEqual({ [failed.task_id]: 'Out of light.' });
    expect(document.pendingRun).toBeNull();
  });

  describe('with variants in progress', () => {
    const startGenerating = async (acceptance: Promise<void> = Promise.resolve()) => {
      const ids = [0, 1, 2, 3].map((at) => sceneTask(at).task_id);
      const cancelTasks = vi.fn(async (canceled: readonly string[]) => canceled);
      let report: ((task: TaskState) => void) | undefined;
      const { studio } = await openedWith('scene', {
        cancelTasks,
        followTasks: async (_ids, { onTask }) => {
          const finishedTasks = ids.map((_id, at) => sceneTask(at));
          finishedTasks.forEach(onTask);
          return finishedTasks;
        },
        ...tasks({
          scene: async ({ onTaskIds, onTask, signal }) => {
            await acceptance;
            onTaskIds(ids);
            report = onTask;
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            });
          },
        }),
      });
      const run = studio.run();
      await settle();
      return { studio, run, cancelTasks, report: (at: number) => report?.(sceneTask(at)) };
    };

    it('allows choosing another tool, which stays chosen when the first variant arrives', async () => {
      const { studio, report } = await startGenerating();
      perform(studio, 'tool-crop');
      expect(requireDocument(studio).tool).toBe('crop');
      report(0);
      await settle();
      expect(requireDocument(studio).results.map(({ tool }) => tool)).toEqual(['cut-out', 'scene']);
      expect(currentResult(requireDocument(studio))?.tool).toBe('cut-out');
    });

    it.each(['another photo', 'a recent document', 'the empty stage'])(
      'continues while %s is opened, and adds its variants to its own document',
      async (next) => {
        const { studio, run, cancelTasks, report } = await startGenerating();
        const { id } = requireDocument(studio);
        report(0);
        await settle();
        if (next === 'another photo') await studio.takePhoto([pngFile()], 'describe');
        else if (next === 'the empty stage') await studio.startOver();
        else await openSecond(studio, id);
        await run;
        report(1);
        expect(getState(studio).document?.id).not.toBe(id);
        expect(getState(studio).document?.results ?? []).toEqual([]);
        expect(getFacts(studio).isRunning).toBe(false);
        expect(cancelTasks).not.toHaveBeenCalled();
        await studio.openRecent(id);
        const document = requireDocument(studio);
        expect(document.id).toBe(id);
        expect(document.results.filter(({ scene }) => scene !== null)).toHaveLength(4);
        expect(document.pendingRun).toBeNull();
      },
    );

    it('is accepted by the server before another photo replaces its document', async () => {
      const accepted = Promise.withResolvers<void>();
      const { studio, run, cancelTasks } = await startGenerating(accepted.promise);
      const { id } = requireDocument(studio);
      const taking = studio.takePhoto([pngFile()], 'describe');
      await settle();
      expect(requireDocument(studio).id).toBe(id);
      accepted.resolve();
      await Promise.all([taking, run]);
      expect(requireDocument(studio).id).not.toBe(id);
      expect(cancelTasks).not.toHaveBeenCalled();
      await studio.openRecent(id);
      expect(requireDocument(studio).results.filter(({ scene }) => scene !== null)).toHaveLength(4);
    });
  });

  it('keeps finished variants after a cancellation, and ignores late ones', async () => {
    let call: AskedTask<'scene'> | undefined;
    const end = Promise.withResolvers<TaskState[]>();
    const { studio, services } = await openedWith('scene', {
      cancelTasks: async (ids) => ids.slice(1),
      ...tasks({
        scene: (taskCall) => {
          call = taskCall;
          taskCall.onTaskIds([0, 1].map((at) => sceneTask(at).task_id));
          return end.promise;
        },
      }),
    });
    const run = studio.run();
    await settle();
    call?.onTask(sceneTask(0));
    await studio.cancel();
    call?.onTask(sceneTask(1));
    end.resolve([sceneTask(0), sceneTask(1)]);
    await run;
    expect(requireDocument(studio).results.map(({ id }) => id)).toEqual([TASK_ID, sceneTask(0).task_id]);
    expect(services.notices.at(-1)?.message).toBe(OWN_MESSAGES.canceledRest);
  });

  it('doesn’t say that a canceled run was free if a variant had arrived in a document that is closed now', async () => {
    const canceled = Promise.withResolvers<readonly string[]>();
    const { studio, services } = await openedWith('scene', {
      cancelTasks: () => canceled.promise,
      ...tasks({
        scene: (taskCall) => {
          taskCall.onTaskIds([0, 1].map((at) => sceneTask(at).task_id));
          return new Promise(() => undefined);
        },
      }),
    });
    void studio.run();
    await settle();
    const canceling = studio.cancel();
    await studio.takePhoto([pngFile()], 'describe');
    canceled.resolve([sceneTask(1).task_id]);
    await canceling;
    expect(services.notices.map(({ message }) => message)).toContain(OWN_MESSAGES.canceledRest);
    expect(services.notices.map(({ message }) => message)).not.toContain(OWN_MESSAGES.canceled);
  });

  it('fails with its own message when no variant arrives', async () => {
    const { studio } = await openedWith(
      'scene',
      tasks({
        scene: async ({ onTaskIds }) => {
          onTaskIds([sceneTask(0).task_id]);
          return [
            {
              task_id: sceneTask(0).task_id,
              status: 'FAILURE',
              progress: 0,
              error: { code: 'NO_SUBJECT', message: OWN_MESSAGES.noSubject },
            },
          ];
        },
      }),
    );
    await studio.run();
    expect(getState(studio).job).toMatchObject({ failure: { message: OWN_MESSAGES.noSubject } });
  });

  it('resumes with all its variants after a reload, without a new request', async () => {
    const services = fakeServices();
    const before = createStudio({
      ...services,
      ...tasks({
        scene: ({ onTaskIds }) => {
          onTaskIds([0, 1].map((at) => sceneTask(at).task_id));
          return new Promise(() => {});
        },
      }),
    });
    before.chooseTool('scene');
    await before.takePhoto([pngFile()]);
    void before.run();
    await vi.waitFor(async () => {
      const [stored] = await services.documents.list();
      expect(stored?.pendingRun?.taskIds).toHaveLength(2);
    });
    const generate = vi.fn(async () => []);
    const after = createStudio({
      ...services,
      ...tasks({ scene: generate }),
      followTasks: async (_ids, { onTask }) => {
        onTask(sceneTask(0));
        return [sceneTask(0), sceneTask(1)];
      },
    });
    await after.recover();
    expect(generate).not.toHaveBeenCalled();
    expect(requireDocument(after).results.filter(({ scene }) => scene !== null)).toHaveLength(2);
    expect(requireDocument(after).results.at(-1)?.scene?.runId).toBe(requireDocument(after).requests[0]?.id);
  });

  it('can be continued with a prompt, reused with its settings, and starred, which undo reverts', async () => {
    const forms: AskedTask<'scene'>['form'][] = [];
    const { studio } = await openedWith(
      'scene',
      tasks({
        scene: (call) => {
          forms.push(call.form);
          return answerFor('scene')(call);
        },
      }),
    );
    studio.scene.setScenePrompt('marble podium');
    await studio.run();
    const first = sceneTask(0).task_id;
    await studio.reimagine(first, 'at night');
    expect(forms[1]).toMatchObject({
      feature_type: 5,
      prompt: 'at night',
      reference_s3: 'u/1/scene-0.png',
      image_s3: 'u/1/result.png',
    });
    studio.scene.reuse(first);
    expect(requireDocument(studio).edits.scene).toMatchObject({
      prompt: 'marble podium',
      reference: null,
      seed: null,
    });
    perform(studio, 'star');
    expect(requireDocument(studio).edits.starredIds).toEqual([first]);
    studio.undo();
    expect(requireDocument(studio).edits.starredIds).toEqual([]);
  });

  it('can be opened as the photo of a new document', async () => {
    const { studio } = await openedWith('scene');
    await studio.run();
    const before = requireDocument(studio).id;
    // Retries, because the result's pixels are stored shortly after they are shown.
    await vi.waitFor(async () => {
      await studio.openAsDocument(sceneTask(0).task_id);
      expect(getState(studio).document?.id).not.toBe(before);
    });
    expect(requireDocument(studio)).toMatchObject({
      tool: 'magic',
      photo: { name: 'mug background.png' },
      results: [],
    });
  });

  it('shows the product on the stage again after a visible change', async () => {
    const { studio } = await openedWith('scene');
    await studio.run();
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(false);
    studio.scene.setReference({ kind: 'built-in', id: 'dunes' });
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(true);
    studio.undo();
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(false);
  });
});
