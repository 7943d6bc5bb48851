// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasOpenAdjustment } from '../model/adjustment.ts';
import { Desk } from '../shell/desk.tsx';
import type { Studio } from '../shell/studio.ts';
import { adjustableTask, sceneTask, tasks } from '../testing/fake-tasks.ts';
import type { TaskAnswer } from '../testing/fake-tasks.ts';
import { getCurrentResult, getState, openedWith, requireDocument, settle } from '../testing/open-studio.ts';
import { button, readDescription, happens, renderCommanded } from '../testing/render-studio.tsx';

const IDS = [0, 1, 2, 3].map((at) => sceneTask(at).task_id);

/** Mocks a size for every element, because happy-dom has no layout. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 400));
});

async function renderDesk(studio: Studio): Promise<UserEvent> {
  const { user } = await renderCommanded(studio, (context, actions) => (
    <Desk context={context} actions={actions} />
  ));
  return user;
}

/** Renders the desk while the variants of a scene are in progress. */
async function makeScene() {
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
  const user = await renderDesk(studio);
  await happens(() => void studio.run());
  return { studio, user, cancelTasks, onTask: (task: TaskState) => happens(() => call?.onTask(task)) };
}

/** Renders the desk with the four variants of a finished scene; the sheet is open. */
async function makeVariants() {
  const { studio } = await openedWith('scene');
  const user = await renderDesk(studio);
  await happens(studio.run);
  await happens(settle);
  return { studio, user };
}

const sheet = (): HTMLElement | null => screen.queryByRole('region', { name: 'Variants' });
const inSheet = () => within(screen.getByRole('region', { name: 'Variants' }));
const isSelected = (number: number): boolean =>
  inSheet()
    .getByRole('button', { name: new RegExp(`^Variant ${number} of`) })
    .getAttribute('aria-current') === 'true';
const shownAt = (studio: Studio): number => IDS.indexOf(getCurrentResult(studio)?.id ?? '') + 1;
const pane = (): HTMLElement => screen.getByRole('group', { name: /^Background\./ });

describe('the sheet of variants', () => {
  it('opens with the first variant, which is on the stage below it, and shows the progress of the others', async () => {
    const { onTask, studio } = await makeScene();
    expect(sheet()).toBeNull();
    await onTask({ task_id: IDS[1] ?? '', status: 'STARTED', progress: 0.42 });
    expect(sheet()).toBeNull();
    await onTask(sceneTask(0));
    expect(shownAt(studio)).toBe(1);
    expect(isSelected(1)).toBe(true);
    const waiting = inSheet().getAllByRole('progressbar', { name: 'A variant in progress' });
    expect(waiting.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['42', '0', '0']);
    expect(getState(studio).announcement).toBe('Variant 1 is ready.');
    await onTask(sceneTask(1));
    expect(inSheet().getAllByRole('progressbar')).toHaveLength(2);
    expect(isSelected(1)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Fit' })).toBeNull();
  });

  it('states why a variant failed', async () => {
    const { onTask } = await makeScene();
    await onTask(sceneTask(0));
    const error = { code: 'TASK_FAILED', message: 'Out of light.' } as const;
    await onTask({ task_id: IDS[1] ?? '', status: 'FAILURE', progress: 0, error });
    expect(inSheet().getByText('Out of light.')).toBeDefined();
  });

  it('says that a failed variant cost nothing only while no variant of its request has arrived', async () => {
    const { onTask } = await makeScene();
    const cost = (): string => readDescription(button('Generate 4 variants'));
    const error = { code: 'TASK_TIMED_OUT', message: OWN_MESSAGES.timedOut } as const;
    await onTask({ task_id: IDS[1] ?? '', status: 'FAILURE', progress: 0, error });
    expect(cost()).toBe('Free if it fails or you cancel before the first picture.');
    expect(screen.getByRole('img', { name: /^Failed/ }).title).toContain('Nothing was charged.');
    await onTask(sceneTask(0));
    expect(cost()).toBe('1 of 4 pictures ready. Uses 1 generation. If you cancel, you keep them.');
    expect(inSheet().getByText('This took too long and was stopped.')).toBeDefined();
  });

  it('stays closed while the user works with another tool, until the strip’s button opens it', async () => {
    const { onTask, studio, user } = await makeScene();
    await happens(() => studio.chooseTool('cut-out'));
    await onTask(sceneTask(0));
    await onTask(sceneTask(1));
    expect(sheet()).toBeNull();
    await user.click(button('Show all 4 variants, 2 new'));
    expect(inSheet().getAllByRole('button', { name: /^Variant/ })).toHaveLength(2);
    expect(button('Show all 4 variants').getAttribute('aria-expanded')).toBe('true');
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    await user.click(button('Show all 4 variants'));
    expect(sheet()).toBeNull();
  });

  it('shows a chosen variant on the stage by click, Enter or its number', async () => {
    const { studio, user } = await makeVariants();
    await user.click(inSheet().getByRole('button', { name: 'Variant 3 of 4' }));
    expect([shownAt(studio), sheet()]).toEqual([3, null]);
    await user.click(button('Show all 4 variants'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Variant 3 of 4');
    inSheet().getByRole('button', { name: 'Variant 4 of 4' }).focus();
    await user.keyboard('{Enter}');
    expect([shownAt(studio), sheet()]).toEqual([4, null]);
    await user.click(button('Show all 4 variants'));
    await user.keyboard('2');
    expect([shownAt(studio), sheet()]).toEqual([2, null]);
    expect(document.activeElement).toBe(button('Show all 4 variants'));
    await user.keyboard('3');
    expect(shownAt(studio)).toBe(2);
  });

  it('leaves digits to text fields', async () => {
    const { studio, user } = await makeVariants();
    const prompt = screen.getByRole('textbox', { name: 'Describe the scene' });
    await user.type(prompt, '2 plants');
    expect(requireDocument(studio).edits.scene.prompt).toBe('2 plants');
    expect([shownAt(studio), sheet() === null]).toEqual([1, false]);
  });

  it('closes by Escape, which doesn’t cancel the run', async () => {
    const { onTask, user, studio, cancelTasks } = await makeScene();
    await onTask(sceneTask(0));
    await user.keyboard('{Escape}');
    expect([sheet(), shownAt(studio)]).toEqual([null, 1]);
    expect(cancelTasks).not.toHaveBeenCalled();
    await onTask(sceneTask(1));
    expect(sheet()).toBeNull();
    await user.keyboard('{Escape}');
    await happens(settle);
    expect(cancelTasks).toHaveBeenCalledOnce();
  });

  it('closes when the stage shows something else', async () => {
    const { studio, user } = await makeVariants();
    const isOpen = async (change: () => unknown): Promise<boolean> => {
      await happens(change);
      const wasOpen = sheet() !== null;
      if (!wasOpen) await user.click(button('Show all 4 variants'));
      return wasOpen;
    };
    expect(await isOpen(() => studio.selectPicture('photo'))).toBe(false);
    expect(await isOpen(() => studio.selectPicture(IDS[0] ?? ''))).toBe(true);
    expect(await isOpen(() => studio.look.setCompare('side-by-side'))).toBe(false);
    expect(await isOpen(() => studio.look.showOriginal(true))).toBe(false);
    await happens(() => studio.look.showOriginal(false));
    expect(await isOpen(() => studio.chooseTool('upscale'))).toBe(false);
    expect(await isOpen(() => studio.scene.setScenePrompt('dunes'))).toBe(true);
    expect(await isOpen(() => studio.undo())).toBe(true);
  });

  it('closes when the user adjusts the scene behind it', async () => {
    const { studio } = await openedWith(
      'scene',
      tasks({
        scene: async ({ onTaskIds, onTask }) => {
          const states = [0, 1].map(adjustableTask);
          onTaskIds(states.map(({ task_id: id }) => id));
          for (const state of states) onTask(state);
          return states;
        },
      }),
    );
    await renderDesk(studio);
    // The first run cuts the product out, and the second one makes the scene.
    await happens(studio.run);
    await happens(studio.run);
    expect(sheet()).not.toBeNull();
    await happens(() => studio.scene.setLamp('key', { level: 0.5 }));
    expect(sheet()).toBeNull();
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
  });

  it('stars and deletes variants; the next one follows a deleted selected one', async () => {
    const { studio, user } = await makeVariants();
    await user.click(inSheet().getByRole('button', { name: 'Star variant 2' }));
    expect(inSheet().getByRole('button', { name: 'Variant 2 of 4, starred' })).toBeDefined();
    expect(requireDocument(studio).edits.starredIds).toEqual([IDS[1]]);
    await user.click(inSheet().getByRole('button', { name: 'Delete variant 1' }));
    await happens(settle);
    expect(inSheet().getAllByRole('button', { name: /^Variant/ })).toHaveLength(3);
    expect([isSelected(1), shownAt(studio)]).toEqual([true, 2]);
    await happens(() => studio.undo());
    expect(inSheet().getAllByRole('button', { name: /^Variant/ })).toHaveLength(4);
    expect(shownAt(studio)).toBe(2);
  });
});

describe('swiping on the stage', () => {
  /** Moves a finger across the stage by a distance in pixels. */
  function swipe(dx: number, dy = 0, end: 'pointerUp' | 'pointerCancel' = 'pointerUp'): void {
    const at = (part: number) => ({
      pointerId: 5,
      pointerType: 'touch',
      isPrimary: true,
      button: 0,
      clientX: 200 + dx * part,
      clientY: 200 + dy * part,
    });
    fireEvent.pointerDown(pane(), at(0));
    fireEvent.pointerMove(pane(), at(0.5));
    fireEvent.pointerMove(pane(), at(1));
    fireEvent[end](pane(), at(1));
  }

  async function openForSwiping(): Promise<Studio> {
    const { studio, user } = await makeVariants();
    await user.keyboard('{Escape}');
    HTMLElement.prototype.animate ??= () => ({}) as Animation;
    return studio;
  }
  const after = async (studio: Studio, ...way: Parameters<typeof swipe>): Promise<number> => {
    await happens(() => swipe(...way));
    return shownAt(studio);
  };

  it('changes between the variants of the run, and stops at both ends', async () => {
    const studio = await openForSwiping();
    expect(await after(studio, -120)).toBe(2);
    expect(getState(studio).announcement).toBe('Variant 2 of 4');
    expect(screen.getByTestId('swipe-dots').children).toHaveLength(4);
    expect(await after(studio, -120)).toBe(3);
    expect(await after(studio, 120)).toBe(2);
    expect(await after(studio, 120)).toBe(1);
    expect(await after(studio, 120)).toBe(1);
  });

  it('ignores short, upright and interrupted swipes, and moves the picture nowhere', async () => {
    const studio = await openForSwiping();
    const { transform } = studio.view.store.getState();
    expect(await after(studio, -30)).toBe(1);
    expect(await after(studio, -60, 200)).toBe(1);
    expect(await after(studio, -120, 0, 'pointerCancel')).toBe(1);
    expect(studio.view.store.getState().transform).toEqual(transform);
  });

  it('moves a picture that is zoomed in instead', async () => {
    const studio = await openForSwiping();
    await happens(() => studio.view.step(1));
    const { transform } = studio.view.store.getState();
    expect(await after(studio, -120)).toBe(1);
    expect(studio.view.store.getState().transform).not.toEqual(transform);
  });

  it('isn’t possible on a cut-out or during a comparison', async () => {
    const studio = await openForSwiping();
    await happens(() => studio.look.setCompare('side-by-side'));
    expect(screen.queryByTestId('swipe-dots')).toBeNull();
    await happens(() => {
      studio.look.setCompare('result');
      studio.chooseTool('upscale');
      studio.selectPicture(requireDocument(studio).results[0]?.id ?? '');
    });
    expect(screen.queryByTestId('swipe-dots')).toBeNull();
  });
});
