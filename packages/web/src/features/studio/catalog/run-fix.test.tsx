// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import { takeOfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import type { RunFix } from '../../../lib/handover/run-fix.ts';
import { createStudio } from '../shell/studio.ts';
import { Page } from '../testing/page.tsx';
import type { StudioServices } from '../state/services.ts';
import { adjustableScene, hasOpenAdjustment } from '../model/adjustment.ts';
import { workNow } from '../state/tools.ts';
import { adjustableTask, LOOK, success, TASK_ID, tasks } from '../testing/fake-tasks.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { requireDocument, openedWith, perform, settle } from '../testing/open-studio.ts';
import { button, happens, renderIn } from '../testing/render-studio.tsx';
import { FlagsSection } from '../tools/cut-out/quality-flags.tsx';
import { createRunFix } from './run-fix.ts';
import { RunOpening } from './run-opening.tsx';
import { RunFixBar } from './run-fix-bar.tsx';

const FIX = {
  opens: 'cut-out',
  runId: 'run-1',
  row: 7,
  name: 'MUG · front',
  url: '/objects/a',
  fileName: 'https://x/a.webp?1',
  doubts: [],
} as const;

async function openFix(overrides: Partial<StudioServices> = {}, part: Partial<RunFix> = {}) {
  const changeRunItem = vi.fn<StudioServices['changeRunItem']>(async () => undefined);
  const goTo = vi.fn<StudioServices['goTo']>();
  const services = fakeServices({
    changeRunItem,
    goTo,
    openRunItem: async () => ({ ...success(), task_id: TASK_ID }),
    generationsLeft: () => 0,
    ...overrides,
  });
  const studio = createStudio(services);
  const user = await renderIn(studio, <RunFixBar />);
  const actions = studio.context.get(createRunFix);
  await happens(() => actions.begin({ ...FIX, ...part }));
  return { studio, user, services, changeRunItem, goTo };
}

describe('a scene of a run in the studio', () => {
  it('is opened on the stage, adjusted free of charge, and returns to the run', async () => {
    const task = adjustableTask(0);
    const openRunItem = vi.fn<StudioServices['openRunItem']>(async (_run, _row, cutOutKey) =>
      cutOutKey === null ? { ...success(), task_id: TASK_ID } : task,
    );
    const changeRunScene = vi.fn<StudioServices['changeRunScene']>(async () => undefined);
    const scene = async (): Promise<TaskState> => adjustableTask(1);
    const { studio, user, goTo } = await openFix(
      { openRunItem, changeRunScene, ...tasks({ scene }) },
      { opens: 'scene' },
    );
    await happens(settle);
    const document = requireDocument(studio);
    expect(openRunItem.mock.calls).toEqual([
      ['run-1', 7, null],
      ['run-1', 7, success().result?.key],
    ]);
    expect(document).toMatchObject({ tool: 'scene', photo: { name: 'a.png' } });
    expect(adjustableScene(document)).toMatchObject({
      look: LOOK,
      product: { tool: 'cut-out', key: success().result?.key },
      original: { placement: task.result?.placement },
    });
    studio.scene.setLamp('key', { level: 0.5 });
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
    expect(workNow(studio.context.tools, requireDocument(studio)).price).toBe('free');
    await user.click(button('Save to run'));
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/catalog?at=review.run-1'));
    // Changes that weren't applied yet are in the returned scene. The cut-out is as the run made it.
    expect(changeRunScene.mock.calls).toEqual([['run-1', 7, adjustableTask(1).result?.key, null]]);
  });

  it('is announced until it is open', async () => {
    const answer = Promise.withResolvers<TaskState | undefined>();
    const services = fakeServices({ openRunItem: () => answer.promise });
    const studio = createStudio(services);
    await renderIn(studio, <RunOpening />);
    const actions = studio.context.get(createRunFix);
    let opening: Promise<void> | undefined;
    await happens(() => {
      opening = actions.begin({ ...FIX, opens: 'scene' });
    });
    await happens(settle);
    expect(screen.getByRole('status').textContent).toBe('MUG · front is being opened.');
    answer.resolve(undefined);
    await happens(() => opening);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('isn’t opened when the server can’t make it', async () => {
    const { studio, services } = await openFix({ openRunItem: async () => undefined }, { opens: 'scene' });
    await happens(settle);
    expect(studio.context.store.getState().document).toBeNull();
    expect(services.notices.at(-1)?.message).toBe(OWN_MESSAGES.documentUnreadable);
  });
});

describe('a photo of a run in the studio', () => {
  it('is opened with its cut-out for nothing, and the corrected cut-out returns to the run', async () => {
    const { studio, user, changeRunItem, goTo } = await openFix();
    expect(requireDocument(studio).photo?.name).toBe('a.png');
    const key = requireDocument(studio).results[0]?.key;
    await user.click(button('Save to run'));
    expect(changeRunItem).toHaveBeenCalledExactlyOnceWith('run-1', 7, key);
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/catalog?at=review.run-1');
    expect(screen.queryByText('MUG · front')).toBeNull();
  });

  it('is shown with the quality flags of its row in the run, and their reasons', async () => {
    const box = { x: 0.1, y: 0, width: 0.8, height: 0.1 };
    const ofSet = {
      reason: 'unfit-for-set',
      place: 'whole',
      box: { x: 0, y: 0, width: 1, height: 1 },
    } as const;
    const doubts = [{ reason: 'weak-contrast', place: 'top', box } as const, ofSet];
    const { studio, user } = await openFix({}, { doubts });
    await renderIn(studio, <FlagsSection />);
    const list = within(screen.getByRole('list', { name: 'Please check' }));
    expect(list.getByText('Check the top edge.')).toBeDefined();
    expect(list.getByText('Product and background have nearly the same color there.')).toBeDefined();
    // The flag about the studio set doesn't concern the cut-out.
    expect(requireDocument(studio).results[0]?.doubts).toEqual(doubts.slice(0, 1));
    await user.click(button('Discard'));
  });

  it.each([
    ['C:\\Bilder\\un_record-player.jpg', 'un_record-player.jpg'],
    ['photos/2026/Lamp.JPEG', 'Lamp.JPEG'],
    ['https://shop.example/lamp', 'lamp.png'],
  ])('is shown under the file name of %s', async (fileName, name) => {
    const { studio, user } = await openFix({}, { fileName });
    expect(requireDocument(studio).photo?.name).toBe(name);
    await user.click(button('Discard'));
  });

  it('stays open with an explanation when the run refuses the correction', async () => {
    const { user, services, goTo } = await openFix({
      changeRunItem: async () => {
        throw new ApiError(
          'RUN_NOT_READY',
          409,
          'The status of the run or photo doesn’t allow this. It may have just changed: reload the page to see it.',
        );
      },
    });
    await user.click(button('Save to run'));
    expect(services.notices.at(-1)?.message).toBe(
      'The status of the run or photo doesn’t allow this. It may have just changed: reload the page to see it.',
    );
    expect(goTo).not.toHaveBeenCalled();
    expect(button('Save to run')).toBeDefined();
  });

  it('can be closed without a change to the run', async () => {
    const { user, changeRunItem, goTo } = await openFix();
    await user.click(button('Discard'));
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/catalog?at=review.run-1');
    expect(changeRunItem).not.toHaveBeenCalled();
  });

  it('is reported as missing when it can’t be downloaded', async () => {
    const { services } = await openFix({
      fetchBlob: async () => {
        throw new Error('Download failed');
      },
    });
    expect(services.notices).toHaveLength(1);
    expect(screen.queryByText('MUG · front')).toBeNull();
  });
});

describe('saving the stage as a recipe', () => {
  it('opens the form of a new recipe with the settings of the stage', async () => {
    const { studio, goTo } = await withGoTo();
    perform(studio, 'save-recipe');
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/catalog?at=new-recipe'));
    expect(takeOfferedRecipe()?.recipe.steps.ground).toEqual({ kind: 'transparent' });
  });

  it('leaves a guest on the stage, or remembers the recipe through sign-up', async () => {
    const { studio, goTo } = await withGoTo({ isGuest: () => true });
    const user = await renderIn(studio, <Page />);
    await user.keyboard('{Shift>}k{/Shift}');
    const dialog = await screen.findByRole('dialog', { name: 'Recipes need an account' });
    expect(goTo).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(takeOfferedRecipe()).toBeNull();
    await user.keyboard('{Shift>}k{/Shift}');
    const signUp = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Create an account' });
    expect(new URL(signUp.href).searchParams.get('next')).toBe('/catalog?at=new-recipe');
    await user.click(signUp);
    // Resets all modules, because signing up may reload the page.
    vi.resetModules();
    const later = await import('../../../lib/handover/offered-recipe.ts');
    expect(later.takeOfferedRecipe()?.recipe.steps.ground).toEqual({ kind: 'transparent' });
  });
});

async function withGoTo(overrides: Partial<StudioServices> = {}) {
  const goTo = vi.fn<StudioServices['goTo']>();
  const { studio } = await openedWith('cut-out', { goTo, generationsLeft: () => 5, ...overrides });
  return { studio, goTo };
}
