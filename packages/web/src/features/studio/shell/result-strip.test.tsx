// @vitest-environment happy-dom
import type { TaskState } from '@packshot/contract/tools/tasks';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Studio } from './studio.ts';
import { sceneTask, TASK_ID, tasks } from '../testing/fake-tasks.ts';
import type { TaskAnswer } from '../testing/fake-tasks.ts';
import { getCurrentResult, requireDocument, openedWith, settle } from '../testing/open-studio.ts';
import { button, happens, renderCommanded } from '../testing/render-studio.tsx';
import { ResultStrip } from './result-strip.tsx';

const renderStrip = async (studio: Studio): Promise<UserEvent> =>
  (await renderCommanded(studio, (context, actions) => <ResultStrip context={context} actions={actions} />))
    .user;
const pictures = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Pictures' }))
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
const isCurrent = (name: string): boolean => button(name).getAttribute('aria-current') === 'true';
const IDS = [0, 1, 2, 3].map((at) => sceneTask(at).task_id);

/** Renders the strip while the variants of a scene are in progress. */
async function makeScenes() {
  const end = Promise.withResolvers<TaskState[]>();
  let call: Parameters<TaskAnswer<'scene'>>[0] | undefined;
  const cancelTasks = vi.fn(async (ids: readonly string[]) => ids);
  const { studio } = await openedWith('scene', {
    cancelTasks,
    ...tasks({
      scene: (taskCall) => {
        call = taskCall;
        taskCall.onTaskIds(IDS);
        return end.promise;
      },
    }),
  });
  const user = await renderStrip(studio);
  await happens(() => void studio.run());
  return { studio, user, end, cancelTasks, onTask: (task: TaskState) => happens(() => call?.onTask(task)) };
}

describe('the result strip', () => {
  it('is hidden while there is only the photo', async () => {
    const { studio } = await openedWith('describe');
    await renderStrip(studio);
    expect(screen.queryByRole('region', { name: 'Results' })).toBeNull();
    studio.chooseTool('cut-out');
    await happens(studio.run);
    expect(screen.getByRole('region', { name: 'Results' })).toBeDefined();
  });

  it('lists the photo and each result, marks the current one, and switches between them', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('upscale');
    await studio.run();
    const user = await renderStrip(studio);
    expect(pictures()).toEqual(['Your photo', '1. Cut-out', '2. Upscaled']);
    expect(isCurrent('2. Upscaled')).toBe(true);
    await user.click(button('1. Cut-out'));
    expect(getCurrentResult(studio)?.id).toBe(TASK_ID);
    expect([isCurrent('1. Cut-out'), isCurrent('2. Upscaled')]).toEqual([true, false]);
    await user.click(button('Your photo'));
    expect(getCurrentResult(studio)).toBeNull();
  });

  it('stars and deletes the current result, and undoes both', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStrip(studio);
    await user.click(button('Star'));
    expect(screen.getByRole('button', { name: 'Star', pressed: true })).toBeDefined();
    expect(pictures()).toContain('1. Cut-out, starred');
    await user.click(button('Delete this result'));
    expect(pictures()).toEqual(['Your photo']);
    expect(button('Delete this result').disabled).toBe(true);
    await user.click(button('Undo'));
    expect(pictures()).toContain('1. Cut-out, starred');
    await user.click(button('Redo'));
    expect(getCurrentResult(studio)).toBeNull();
  });

  it('names each action below its icon', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStrip(studio);
    const actions = screen.getAllByRole('button').filter((one) => one.textContent !== '');
    expect(actions.map(({ textContent }) => textContent)).toEqual([
      'Star',
      'Source',
      'Recipe',
      'Undo',
      'Redo',
      'Delete',
    ]);
  });

  it('compares a result only while the user draws, and opens it as a new photo', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStrip(studio);
    expect(screen.queryByRole('button', { name: 'Before and after' })).toBeNull();
    await happens(() => studio.chooseTool('magic'));
    await user.click(button('Before and after'));
    expect(requireDocument(studio).view.compare).toBe('slider');
    const before = requireDocument(studio).id;
    await user.click(button('Use as source'));
    await happens(settle);
    expect(requireDocument(studio).id).not.toBe(before);
  });

  it('leaves undo to the panel of a tool that draws', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStrip(studio);
    await happens(() => studio.refine.open());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await happens(() => studio.chooseTool('magic'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await happens(() => studio.chooseTool('scene'));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  });

  it('calls the source of an inspiration “Your words”', async () => {
    const { studio } = await openedWith('inspire');
    await studio.startOver();
    await settle();
    studio.chooseTool('inspire');
    studio.scene.setScenePrompt('dunes');
    await studio.run();
    await renderStrip(studio);
    expect(pictures()[0]).toBe('Your words');
  });

  it('shows placeholders for pending variants, counts finished ones, and explains a failed one', async () => {
    const { onTask, studio, end } = await makeScenes();
    expect(screen.getAllByRole('img', { name: 'A variant in progress' })).toHaveLength(4);
    await onTask(sceneTask(0));
    expect(screen.getByText('1 of 4 ready')).toBeDefined();
    expect(pictures()).toEqual(['Your photo', '1. Cut-out', 'Show all 4 variants', '2. Background']);
    const failed: TaskState = {
      task_id: sceneTask(1).task_id,
      status: 'FAILURE',
      progress: 0,
      error: { code: 'TASK_FAILED', message: 'Out of light.' },
    };
    await onTask(failed);
    expect(screen.getByRole('img', { name: 'Failed: Out of light.' })).toBeDefined();
    expect(screen.getAllByRole('img', { name: 'A variant in progress' })).toHaveLength(2);
    await happens(() => end.resolve([sceneTask(0), failed, sceneTask(2), sceneTask(3)]));
    expect(screen.queryByRole('img', { name: 'A variant in progress' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(requireDocument(studio).results).toHaveLength(4);
  });

  it('groups the variants of a run, and counts the ones that the user hasn’t seen', async () => {
    const { onTask, user, studio } = await makeScenes();
    await onTask(sceneTask(0));
    await happens(() => studio.chooseTool('cut-out'));
    await onTask(sceneTask(1));
    const group = () => within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('listitem');
    expect(group()).toHaveLength(4);
    expect(pictures()).toEqual([
      'Your photo',
      '1. Cut-out',
      'Show all 4 variants, 1 new',
      '2. Background',
      '3. Background',
    ]);
    await user.click(button('3. Background'));
    expect(pictures()).toContain('Show all 4 variants');
  });

  it('shows no group for a single variant', async () => {
    const { studio } = await openedWith('scene');
    await studio.run();
    const user = await renderStrip(studio);
    for (const name of ['2. Background', '2. Background', '2. Background']) {
      await user.click(button(name));
      await user.click(button('Delete this result'));
    }
    expect(pictures()).toEqual(['Your photo', '1. Cut-out', '2. Background']);
    expect(screen.queryByRole('list', { name: 'Variants' })).toBeNull();
  });

  it('shows finished variants while others are generated, and cancels the rest', async () => {
    const { onTask, user, studio, cancelTasks } = await makeScenes();
    await onTask(sceneTask(0));
    await user.click(button('1. Cut-out'));
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    await user.click(button('Cancel'));
    await happens(settle);
    expect(cancelTasks).toHaveBeenCalledExactlyOnceWith(IDS);
  });

  it('is locked during the run of another tool', async () => {
    const { studio } = await openedWith('cut-out', tasks({ upscale: () => new Promise(() => undefined) }));
    studio.chooseTool('upscale');
    await renderStrip(studio);
    await happens(() => void studio.run());
    expect([button('Your photo').disabled, button('1. Cut-out').disabled]).toEqual([true, true]);
    expect(button('Delete this result').disabled).toBe(true);
  });
});

describe('the picture menu', () => {
  const openMenu = (name: string): void => void fireEvent.contextMenu(button(name));

  it('selects the picture under it, and acts on it', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStrip(studio);
    await user.click(button('Your photo'));
    openMenu('1. Cut-out');
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    await user.click(screen.getByRole('menuitem', { name: /^Star/ }));
    expect(requireDocument(studio).edits.starredIds).toEqual([TASK_ID]);
  });

  it('reuses the settings of a scene', async () => {
    const { studio } = await openedWith('scene');
    studio.scene.setScenePrompt('marble');
    await studio.run();
    studio.scene.setScenePrompt('sand');
    const user = await renderStrip(studio);
    openMenu('2. Background');
    await user.click(screen.getByRole('menuitem', { name: /^Reuse settings/ }));
    expect(requireDocument(studio).edits.scene).toMatchObject({ prompt: 'marble' });
  });

  it('can’t reuse the settings of a cut-out', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStrip(studio);
    openMenu('1. Cut-out');
    expect(screen.getByRole('menu', { name: 'Picture' })).toBeDefined();
    expect(screen.getByRole('menuitem', { name: /^Reuse settings/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });
});
