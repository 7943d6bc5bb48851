// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScenePlan } from '@packshot/image-engine/pixels';
import type { LivePlanOrder, LiveSceneOrder } from '../../composite/live-scene.ts';
import { placedProduct } from '../../composite/composing.ts';
import type { StudioServices } from '../../state/services.ts';
import { answerFor, MADE_PLACE, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { getState, openedWith, requireDocument } from '../../testing/open-studio.ts';
import { createReferences } from '../../testing/references.ts';
import { happens, renderIn } from '../../testing/render-studio.tsx';
import { CompositionLayers } from './composition-layers.tsx';
import { createLiveScenes } from './live-scenes.ts';
import { LightFold } from './light-fold.tsx';
import { Understood } from './understood.tsx';

const CROP = { x: 0, y: 0, width: 1, height: 1 };
const STAGE = { aspect_ratio: 1, footX: 0.5, footY: 0.8, maxWidth: 0.5, maxHeight: 0.5, crop: CROP };
const FAMILIES = createReferences(2).map((family) => ({
  ...family,
  keywords: ['oak', 'linen'],
  stages: [STAGE],
}));
const VIEWPORT = {
  widthPx: 800,
  heightPx: 600,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  devicePixelRatio: 1,
};

const PLAN: ScenePlan = {
  setId: 'oak-window-eye',
  isMirrored: false,
  framing: 'near',
  lights: { key: [1, 1, 1] },
  tints: {},
  exposure: 1,
  keySoftness: 1,
  facts: {
    reference_id: 'oak-window',
    title: 'Oak',
    light: 'auto',
    palette: [],
    understood: [],
    ignored: [],
  },
};

/**
 * Opens a studio with a cut-out in the Background tool. Also returns recorded calls: for planning, for composing, and
 * to the server.
 */
async function withCutOut(services: Partial<StudioServices> = {}) {
  const planned: LivePlanOrder[] = [];
  const composed: LiveSceneOrder[] = [];
  const requests: AskedTask<'scene'>[] = [];
  const opened = await openedWith('scene', {
    planLive: async (order) => {
      planned.push(order);
      return { plan: PLAN, productColors: ['#aa3311'] };
    },
    ...tasks({
      scene: (call) => {
        requests.push(call);
        return answerFor('scene')(call);
      },
    }),
    ...services,
  });
  const compose = opened.services.composeLive;
  vi.spyOn(opened.services, 'composeLive').mockImplementation((order) => {
    composed.push(order);
    return compose(order);
  });
  await opened.studio.scene.measureProduct();
  const live = opened.studio.context.get(createLiveScenes);
  await live.update();
  return { ...opened, live, planned, composed, asked: requests };
}

it('the stage previews the first variant with the seed of the request, and with the product where the scene puts it', async () => {
  const { studio, live, planned, composed, asked } = await withCutOut();
  studio.scene.setScenePrompt('oak table');
  await live.update();
  expect(planned.at(-1)).toMatchObject({ prompt: 'oak table', isPlaced: false });
  expect(composed.at(-1)).toMatchObject({ plan: PLAN, set: { set: { id: PLAN.setId } } });
  expect(placedProduct(getState(studio))?.placement).toEqual(MADE_PLACE);
  await studio.run();
  expect(asked.at(-1)?.form).toMatchObject({
    prompt: 'oak table',
    seed: planned.at(-1)?.seed,
    product_colors: '["#aa3311"]',
  });
  expect(asked.at(-1)?.form).not.toHaveProperty('placement');
});

it('words for a pose apply to an uploaded cut-out of unknown camera view, unless the user sets the view', async () => {
  const { studio, live, planned, composed } = await withCutOut();
  studio.context.change((document) => ({
    ...document,
    results: document.results.map(({ view: _view, ...result }) => result),
  }));
  studio.scene.setScenePrompt('hanging on a hook');
  await live.update();
  for (const orders of [planned, composed])
    expect(orders.at(-1)).toMatchObject({ view: null, poseWords: 'hanging on a hook' });
  studio.scene.setView({ pose: 'stands', elevationDeg: 5 });
  await live.update();
  expect(planned.at(-1)).toMatchObject({ view: { pose: 'stands', elevationDeg: 5 } });
  expect(planned.at(-1)).not.toHaveProperty('poseWords');
});

it('lamps and parts of the scene on the stage can be changed before it is made, and are sent', async () => {
  const { studio, live, planned, asked } = await withCutOut();
  const user = await renderIn(studio, <LightFold hasProduct />);
  await user.click(screen.getByText('Light, colors, shadow'));
  await happens(() =>
    fireEvent.change(screen.getByRole('slider', { name: 'Brightness' }), { target: { value: '0.5' } }),
  );
  await happens(() =>
    fireEvent.change(screen.getByLabelText('Color of: Wall'), { target: { value: '#aa0000' } }),
  );
  await happens(() => live.update());
  const [lamps, partColors] = [{ key: { level: 0.5, warmth: 0 } }, { wall: '#aa0000' }];
  expect(planned.at(-1)?.dimmers).toEqual({ lamps, partColors });
  await studio.run();
  expect(asked.at(-1)?.form).toMatchObject({
    lamps: JSON.stringify(lamps),
    part_colors: JSON.stringify(partColors),
  });
  studio.scene.arrange();
  await happens(() => live.update());
  await user.click(screen.getByRole('button', { name: 'Reset lamps and parts' }));
  expect(requireDocument(studio).edits.scene).toMatchObject({ lamps: null, partColors: null });
});

it('another mood resets the lamps, and another reference the colors of parts', async () => {
  const { studio } = await withCutOut();
  const scene = () => requireDocument(studio).edits.scene;
  studio.scene.setNewLamp('key', { level: 0.5 });
  studio.scene.setNewTint('wall', '#aa0000');
  studio.scene.setLight('night');
  expect(scene()).toMatchObject({ lamps: null, partColors: { wall: '#aa0000' } });
  studio.scene.setNewLamp('key', { level: 0.5 });
  studio.scene.setReference({ kind: 'built-in', id: 'oak-window' });
  expect(scene()).toMatchObject({ lamps: { key: { level: 0.5 } }, partColors: null });
  studio.scene.setNewLamp('key', { level: 1 });
  expect(scene().lamps).toBeNull();
});

it('lamps can’t be changed before the stage shows the scene', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { studio } = await withCutOut({
    composeLive: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  warn.mockRestore();
  await renderIn(studio, <LightFold hasProduct />);
  expect(screen.queryByRole('slider', { name: 'Brightness' })).toBeNull();
});

it('the next request uses another seed, unless the user has chosen one', async () => {
  const { studio, live, planned } = await withCutOut();
  const first = planned.at(-1)?.seed;
  await studio.run();
  studio.scene.arrange();
  await live.update();
  expect(planned.at(-1)?.seed).not.toBe(first);
  studio.scene.setSeed(7);
  await live.update();
  expect(planned.at(-1)?.seed).toBe(7);
});

it('a product that the user places keeps the camera distance of the preview', async () => {
  const { studio, live, planned, asked } = await withCutOut();
  const plans = planned.length;
  studio.scene.place({ ...MADE_PLACE, centerX: 0.3 });
  await live.update();
  studio.scene.place({ ...MADE_PLACE, centerX: 0.4 });
  await live.update();
  expect(planned.slice(plans)).toMatchObject([{ isPlaced: true, framing: 'near' }]);
  await studio.run();
  expect(asked.at(-1)?.form).toMatchObject({ framing: 'near' });
  studio.scene.arrange();
  studio.scene.placePreset('stage');
  expect(requireDocument(studio).edits.scene).toMatchObject({ placement: null, framing: null });
});

it('the preview is composed small after a change, and at the size of the stage after a pause', async () => {
  const { studio, live, composed } = await withCutOut();
  studio.store.setState({ container: { widthPx: 1600, heightPx: 1200 } });
  vi.useFakeTimers();
  const sizes = () => composed.splice(0).map(({ longerSidePx }) => longerSidePx);
  composed.splice(0);
  await live.update();
  studio.scene.place({ ...MADE_PLACE, centerX: 0.3 });
  await live.update();
  expect(sizes()).toEqual([640, 640]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sizes()).toEqual([1024]);
  vi.useRealTimers();
});

describe('while the user types', () => {
  afterEach(() => void vi.useRealTimers());

  async function withStage() {
    const opened = await withCutOut();
    opened.studio.view.setViewport(VIEWPORT);
    await renderIn(opened.studio, <CompositionLayers />);
    vi.useFakeTimers();
    return opened;
  }
  const wait = (ms: number, change?: () => void) =>
    act(async () => {
      change?.();
      await vi.advanceTimersByTimeAsync(ms);
    });
  const PAUSE_MS = 1000;

  it('words are planned once typing pauses, and the product’s place at once', async () => {
    const { studio, planned } = await withStage();
    planned.splice(0);
    for (const words of ['o', 'oak', 'oak tab', 'oak table'])
      await wait(300, () => studio.scene.setScenePrompt(words));
    expect(planned).toEqual([]);
    await wait(PAUSE_MS);
    expect(planned.map(({ prompt }) => prompt)).toEqual(['oak table']);
    await wait(0, () => studio.scene.place({ ...MADE_PLACE, centerX: 0.3 }));
    expect(planned.at(-1)).toMatchObject({ prompt: 'oak table', isPlaced: true });
  });

  it('the stage says that the scene is being updated until that of the words is there', async () => {
    const { studio, services, live } = await withStage();
    const frames: (() => void)[] = [];
    const composeLive = vi.mocked(services.composeLive);
    const compose = composeLive.getMockImplementation();
    composeLive.mockImplementation(async (order) => {
      await new Promise<void>((resolve) => frames.push(resolve));
      return compose?.(order) ?? null;
    });
    const status = () => screen.getByRole('status').textContent;
    expect(status()).toBe('');
    await wait(0, () => studio.scene.setScenePrompt('oak'));
    expect(status()).toBe('Updating the scene…');
    await wait(PAUSE_MS);
    const { shown } = live.state.getState();
    await wait(0, () => studio.scene.setScenePrompt('oak table'));
    await wait(0, frames.shift());
    expect(live.state.getState().shown).toBe(shown);
    expect(frames).toEqual([]);
    await wait(PAUSE_MS);
    expect(status()).toBe('Updating the scene…');
    await wait(0, frames.shift());
    expect(status()).toBe('');
  });
});

it('no scene is composed for a plain color, or before there is a cut-out', async () => {
  const { studio, live } = await withCutOut();
  expect(live.key()).not.toBeNull();
  studio.scene.setBackground('color');
  expect(live.key()).toBeNull();
  const opened = await openedWith('cut-out');
  expect(opened.studio.context.get(createLiveScenes).key()).toBeNull();
});

it('the stage shows the composed scene, and the reference’s picture if it can’t be composed', async () => {
  const { studio } = await withCutOut({ references: async () => FAMILIES });
  studio.view.setViewport(VIEWPORT);
  await renderIn(studio, <CompositionLayers />);
  expect(screen.getByRole('img', { name: 'Preview of the scene: Oak table in morning sun' })).toBeDefined();
  vi.spyOn(studio.context.services, 'composeLive').mockRejectedValue(new Error('protected'));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await happens(() => studio.scene.loadReferences());
  await happens(() => studio.scene.setReference({ kind: 'built-in', id: FAMILIES[0]?.id ?? '' }));
  expect(screen.queryByRole('img', { name: 'Preview of the scene: Oak table in morning sun' })).toBeNull();
  expect(screen.getByRole('img', { name: 'Preview of the scene: Reference 1' })).toBeDefined();
});

it('words of the prompt are marked as understood only if the picture on the stage shows them', async () => {
  const understood = [{ phrase: 'oak', as: 'oak' }];
  const { studio, live } = await withCutOut({
    references: async () => FAMILIES,
    planLive: async () => ({
      plan: { ...PLAN, facts: { ...PLAN.facts, understood, ignored: ['linen'] } },
      productColors: [],
    }),
  });
  studio.scene.setScenePrompt('oak, linen');
  await live.update();
  await renderIn(studio, <Understood />);
  const words = screen.getByRole('list', { name: 'How your words are understood' });
  expect([...words.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^oak, understood as/),
    expect.stringMatching(/^linen.*not in these scenes$/),
  ]);
});
