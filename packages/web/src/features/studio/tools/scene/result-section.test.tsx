// @vitest-environment happy-dom
import type { TaskState } from '@packshot/contract/tools/tasks';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../../lib/state/global-state.ts';
import { realServices } from '../../shell/real-services.ts';
import type { Studio } from '../../shell/studio.ts';
import { StudioScope } from '../../state/use-studio.ts';
import {
  adjustableTask,
  answerFor,
  LOOK,
  sceneTask,
  sceneWithLock,
  tasks,
} from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import { getCurrentResult, openedWith, settle } from '../../testing/open-studio.ts';
import { createReferences } from '../../testing/references.ts';
import { ResultSection } from './result-section.tsx';

let studio: Studio;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  useGlobalState.setState(initialGlobalState(), true);
});

const field = () => document.querySelector('input');
const button = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Re-imagine');
const renderSection = async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <StudioScope value={studio.context}>
        <ResultSection />
      </StudioScope>,
    ),
  );
  return root;
};

it('the Re-imagine field keeps its text while a scene is generated, and is empty afterwards', async () => {
  const end = Promise.withResolvers<TaskState[]>();
  let calls: AskedTask<'scene'>[] = [];
  ({ studio } = await openedWith('scene', {
    markReimagining: realServices().markReimagining,
    ...tasks({
      scene: (call) => {
        calls = [...calls, call];
        return calls.length === 1 ? answerFor('scene')(call) : end.promise;
      },
    }),
  }));
  studio.scene.setScenePrompt('marble podium');
  await studio.run();
  const before = await renderSection();
  expect([field()?.value, button()?.getAttribute('aria-busy')]).toEqual(['', null]);
  const first = studio.store.getState().document?.edits.currentId ?? '';
  let over: Promise<void> | undefined;
  await act(async () => {
    over = studio.reimagine(first, 'at night');
    await settle();
  });
  await act(async () => before.unmount());

  const after = await renderSection();
  expect([field()?.value, button()?.getAttribute('aria-busy')]).toEqual(['at night', 'true']);
  await act(async () => {
    end.reject(new Error('no scene'));
    await over;
  });
  expect(button()?.getAttribute('aria-busy')).toBeNull();
  await act(async () => after.unmount());
  const again = await renderSection();
  expect(field()?.value).toBe('');
  await act(async () => again.unmount());
});

it('a scene with a scene lock can be applied to more photos, and one without can’t', async () => {
  const looks = [sceneTask(0), sceneWithLock(0)];
  ({ studio } = await openedWith('scene', {
    ...tasks({
      scene: async ({ onTaskIds }) => {
        const task = { ...(looks.shift() ?? sceneTask(0)), task_id: crypto.randomUUID() };
        onTaskIds([task.task_id]);
        return [task];
      },
    }),
  }));
  const use = () =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Apply to more photos',
    );
  await studio.run();
  const root = await renderSection();
  expect(use()).toBeUndefined();
  await act(() => studio.run());
  await act(async () => {
    use()?.click();
    await settle();
  });
  expect(studio.store.getState().isBatchShown).toBe(true);
  expect(studio.batch.runner.store.getState().batch?.recipe.background).toMatchObject({
    kind: 'scene',
    isOneLook: true,
    look: { look: LOOK, title: 'Oak window', elevationDeg: 7 },
  });
  await act(async () => root.unmount());
});

it.each([
  ['names words that a made scene doesn’t show', adjustableTask, true],
  ['doesn’t repeat words that are crossed out below the prompt', sceneWithLock, false],
])('the section %s', async (_, makeTask, isNamed) => {
  const [family] = createReferences(1);
  ({ studio } = await withMadeScene({ references: async () => (family ? [family] : []) }, (at) => {
    const { result, ...task } = makeTask(at);
    const scene = { ...result?.scene, ignored: ['confetti'] };
    return { ...task, result: { ...result, scene } as typeof result };
  }));
  const made = getCurrentResult(studio);
  await studio.scene.loadReferences();
  studio.scene.setReference({ kind: 'built-in', id: family?.id ?? '' });
  studio.scene.setScenePrompt('oak, confetti');
  studio.selectPicture(made?.id ?? '');
  const root = await renderSection();
  expect(document.body.textContent.includes('Not in this scene: confetti')).toBe(isNamed);
  await act(async () => root.unmount());
});
