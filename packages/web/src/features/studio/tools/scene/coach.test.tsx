// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { MADE_PLACE } from '../../testing/fake-tasks.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import { openedWith } from '../../testing/open-studio.ts';
import { button, happens, renderIn } from '../../testing/render-studio.tsx';
import { isCoachNeeded } from './coach-needed.ts';
import Coach from './coach.tsx';

const shownStep = (): string | undefined => screen.queryByRole('status')?.textContent;
const WORDS = '1 of 3Describe the scene, or pick one.';
const PLACE = '2 of 3Drag the product to place it.';
const GENERATE = '3 of 3Generate. Moving the product later is free.';

async function renderCoach() {
  const { studio } = await openedWith('scene');
  const user = await renderIn(studio, <Coach />);
  return { studio, user };
}

beforeEach(() => removeStored(STORAGE_KEYS.sceneCoach));

describe('the coach of the first scene', () => {
  it('goes on to the next step when the user has done one, and ends when a scene is generated', async () => {
    const { studio } = await renderCoach();
    expect(shownStep()).toBe(WORDS);
    await happens(() => studio.scene.setScenePrompt('marble podium'));
    expect(shownStep()).toBe(PLACE);
    await happens(() => studio.scene.place({ ...MADE_PLACE, centerX: 0.7 }));
    expect(shownStep()).toBe(GENERATE);
    await happens(() => studio.scene.setScenePrompt(''));
    expect(shownStep()).toBe(GENERATE);
    await happens(() => studio.run());
    expect(shownStep()).toBeUndefined();
    expect(isCoachNeeded()).toBe(false);
  });

  it('goes through all steps with its button', async () => {
    const { user } = await renderCoach();
    await user.click(button('Next'));
    await user.click(button('Next'));
    expect(shownStep()).toBe(GENERATE);
    expect(isCoachNeeded()).toBe(true);
    await user.click(button('Done'));
    expect(shownStep()).toBeUndefined();
    expect(isCoachNeeded()).toBe(false);
  });

  it('is dismissed once for this browser', async () => {
    const { user } = await renderCoach();
    await user.click(button('Close the first steps'));
    expect(shownStep()).toBeUndefined();
    expect(isCoachNeeded()).toBe(false);
    await renderCoach();
    expect(shownStep()).toBeUndefined();
  });

  it('is hidden where it could cover the product, and where there is no new scene', async () => {
    const { studio } = await renderCoach();
    await happens(() => studio.scene.setBackground('color'));
    expect(shownStep()).toBeUndefined();
    await happens(() => studio.scene.setBackground('scene'));
    expect(shownStep()).toBe(WORDS);
    const view = studio.context.get(createViewStore);
    const insets = { top: 0, right: 0, bottom: 0, left: 0 };
    await happens(() => view.setViewport({ widthPx: 800, heightPx: 600, insets, devicePixelRatio: 1 }));
    await happens(() => view.step(1));
    expect(shownStep()).toBeUndefined();
    await happens(() => view.fit());
    expect(shownStep()).toBe(WORDS);
  });

  it('isn’t shown beside a made scene', async () => {
    const { studio } = await withMadeScene();
    removeStored(STORAGE_KEYS.sceneCoach);
    await renderIn(studio, <Coach />);
    expect(shownStep()).toBeUndefined();
  });
});
