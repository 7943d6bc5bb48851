// @vitest-environment happy-dom
import { adjustedLock } from '../../model/adjustment.ts';
import type { Adjustment } from '../../model/adjustment.ts';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LiveFrame } from '@packshot/image-engine/pixels';
import type { LiveSceneOrder } from '../../composite/live-scene.ts';
import { placedProduct } from '../../composite/composing.ts';
import { putAway } from '../../model/edits.ts';
import { createStudio } from '../../shell/studio.ts';
import { findStage, workNow } from '../../state/tools.ts';
import { createLiveScenes } from './live-scenes.ts';
import { MadeSceneSection } from './made-scene-section.tsx';
import { adjustableTask, LOOK, MADE_PLACE, sceneWithLock } from '../../testing/fake-tasks.ts';
import {
  getCurrentResult,
  getState,
  requireDocument,
  settle,
  waitUntilSaved,
} from '../../testing/open-studio.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import {
  button,
  happens,
  haveCredits,
  renderIn,
  renderPanel,
  renderPhonePanel,
} from '../../testing/render-studio.tsx';

const OTHER_ENGINE = {
  id: 'openai',
  name: 'Other',
  model: null,
  prompt: null,
  seed: null,
  cost_class: null,
  fell_back: false,
} as const;

const toolWork = ({ context }: Awaited<ReturnType<typeof withMadeScene>>['studio']) => {
  const { document } = context.store.getState();
  return document && workNow(context.tools, document).name;
};

describe('a made scene', () => {
  it('is changed on the stage, and its update is requested for the same scene and product', async () => {
    const { studio, asked } = await withMadeScene();
    const madeResult = getCurrentResult(studio);
    expect(placedProduct(getState(studio))?.placement).toEqual(MADE_PLACE);
    expect(toolWork(studio)).toBe('scene');

    studio.scene.place({ ...MADE_PLACE, centerX: 0.7 });
    studio.scene.endPlacing();
    studio.scene.setLamp('key', { level: 0.5 });
    studio.scene.setTint('wall', '#335577');
    expect(toolWork(studio)).toBe('adjust');
    await studio.run();
    await settle();

    const { form } = asked.at(-1) ?? {};
    expect(form).toMatchObject({ scene_s3: madeResult?.key, image_s3: 'u/1/result.png' });
    expect(JSON.parse(String(form?.placement))).toMatchObject({ centerX: 0.7, width: 0.3 });
    expect(JSON.parse(String(form?.look))).toMatchObject({
      setId: LOOK.setId,
      lights: { key: [0.5, 0.45, 0.4] },
      tints: { wall: '#335577' },
      seenTints: ['wall'],
    });
    const updated = getCurrentResult(studio);
    expect(updated?.id).not.toBe(madeResult?.id);
    expect(updated?.scene?.runId).toBe(madeResult?.scene?.runId);
    expect(toolWork(studio)).toBe('scene');
  });

  it('has a preview of its own, even if another scene has the product at the same place', async () => {
    const { studio } = await withMadeScene();
    const { key } = studio.context.get(createLiveScenes);
    const second = key();
    const [first] = requireDocument(studio).results.filter(({ scene }) => scene !== null);
    studio.selectPicture(first?.id ?? '');
    expect(key()).not.toBe(second);
  });

  it('leaves the settings for a new scene unchanged when it is adjusted', async () => {
    const { studio } = await withMadeScene();
    const before = requireDocument(studio).edits.scene;
    studio.scene.place({ ...MADE_PLACE, centerX: 0.2 });
    studio.scene.flip();
    expect(requireDocument(studio).edits.scene).toEqual(before);
    expect(getCurrentResult(studio)?.tool).toBe('scene');
  });

  it('can’t be saved until its changes are applied, undone or discarded', async () => {
    const { studio } = await withMadeScene();
    const { reasonNotTakeable } = studio.context.tools.scene;
    studio.scene.place({ ...MADE_PLACE, centerX: 0.7 });
    expect(reasonNotTakeable?.(getState(studio))).toBe('Update the picture first.');
    studio.undo();
    expect(reasonNotTakeable?.(getState(studio))).toBeNull();
    studio.scene.setLamp('key', { warmth: 1 });
    studio.scene.discardAdjustment();
    expect(reasonNotTakeable?.(getState(studio))).toBeNull();
    expect(placedProduct(getState(studio))?.placement).toEqual(MADE_PLACE);
  });

  it('returns its product to the original place with the option “On the stage”', async () => {
    const { studio } = await withMadeScene();
    studio.scene.place({ ...MADE_PLACE, centerX: 0.7, width: 0.6 });
    studio.scene.placePreset('stage');
    expect(placedProduct(getState(studio))?.placement).toEqual(MADE_PLACE);
  });

  it.each([
    ['its product’s place is unknown', sceneWithLock],
    [
      'an external engine made it',
      (at: number) => {
        const { result, ...state } = adjustableTask(at);
        return { ...state, result: { ...result, engine: OTHER_ENGINE } };
      },
    ],
  ])('can’t be changed if %s', async (_why, answer) => {
    const { studio } = await withMadeScene({}, answer);
    studio.scene.setLamp('key', { level: 0.5 });
    expect(requireDocument(studio).edits.adjustments).toEqual({});
  });
});

describe('a new scene beside a made one', () => {
  it('is shown on the stage and changed by placing, while the made scene keeps its own changes', async () => {
    const { studio } = await withMadeScene();
    const resultId = getCurrentResult(studio)?.id ?? '';
    studio.scene.setLamp('key', { level: 0.5 });
    const changes = requireDocument(studio).edits.adjustments;
    studio.scene.beginBeside();
    const live = studio.context.get(createLiveScenes);
    const key = live.key();
    expect(findStage(studio.context.tools, getState(studio))).not.toBeNull();
    studio.scene.setScenePrompt('oak table');
    expect(live.key()).not.toBe(key);
    studio.scene.place({ ...MADE_PLACE, centerX: 0.7 });
    studio.scene.flip();
    expect(requireDocument(studio).edits).toMatchObject({
      adjustments: changes,
      scene: { placement: { centerX: 0.7, isFlipped: true } },
    });
    expect(toolWork(studio)).toBe('scene');
    studio.scene.endBeside();
    expect(requireDocument(studio).edits).toMatchObject({ currentId: resultId, adjustments: changes });
    expect(toolWork(studio)).toBe('adjust');
  });

  it('makes its product visible again if the user has hidden it', async () => {
    const { studio } = await withMadeScene();
    const product = placedProduct(getState(studio))?.result.id ?? '';
    studio.context.change((document, nowMs) => putAway(document, product, nowMs));
    studio.scene.beginBeside();
    expect(requireDocument(studio).edits).toMatchObject({ currentId: product, hiddenIds: [] });
  });

  it('isn’t shown when the document is opened again, unlike the made scene', async () => {
    const { studio, services } = await withMadeScene();
    const resultId = getCurrentResult(studio)?.id;
    studio.scene.beginBeside();
    await waitUntilSaved(studio);
    const after = createStudio(services);
    await after.recover();
    expect(getCurrentResult(after)?.id).toBe(resultId);
  });

  it('is generated by the main button, and by Enter in its prompt', async () => {
    const { studio, asked } = await withMadeScene();
    studio.scene.setLamp('key', { level: 0.5 });
    const { user } = await renderPanel(studio);
    expect(screen.getByRole('button', { name: 'Update the picture' })).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'New background' }));
    expect(screen.getByRole('button', { name: 'Generate 4 variants' })).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Describe the scene' }), 'oak table{Enter}');
    await happens(settle);
    expect(asked.at(-1)?.form).toMatchObject({ prompt: 'oak table' });
    expect(asked.at(-1)?.form).not.toHaveProperty('scene_s3');
  });
});

describe('the scene on the stage', () => {
  it('is composed with the product’s place, and only once more for all changes made meanwhile', async () => {
    const orders: LiveSceneOrder[] = [];
    const frames: PromiseWithResolvers<LiveFrame>[] = [];
    const { studio } = await withMadeScene({
      composeLive: (order) => {
        orders.push(order);
        const frame = Promise.withResolvers<LiveFrame>();
        frames.push(frame);
        return frame.promise;
      },
    });
    const live = studio.context.get(createLiveScenes);
    const updates = [live.update()];
    await settle();
    for (const centerX of [0.6, 0.7, 0.8]) {
      studio.scene.place({ ...MADE_PLACE, centerX });
      updates.push(live.update());
    }
    expect(orders.map(({ placement }) => placement?.centerX)).toEqual([0.5]);
    frames[0]?.resolve({ placement: MADE_PLACE, visibility: [] } as unknown as LiveFrame);
    await settle();
    expect(orders.map(({ placement }) => placement?.centerX)).toEqual([0.5, 0.8]);
    frames[1]?.resolve({
      placement: { ...MADE_PLACE, centerX: 0.8 },
      visibility: [],
    } as unknown as LiveFrame);
    await Promise.all(updates);
    expect(live.state.getState().shown?.placement.centerX).toBe(0.8);
    expect(orders[1]).toMatchObject({ look: { setId: LOOK.setId }, aspectRatioId: 1, isLarger: false });
  });

  it('is composed immediately where the user drops the product, without the earlier places', async () => {
    const places: (number | undefined)[] = [];
    let frame = Promise.withResolvers<LiveFrame | null>();
    const { studio } = await withMadeScene({
      composeLive: ({ placement }) => {
        places.push(placement?.centerX);
        frame = Promise.withResolvers();
        return frame.promise;
      },
      stopLive: async () => frame.resolve(null),
    });
    const live = studio.context.get(createLiveScenes);
    studio.scene.place({ ...MADE_PLACE, centerX: 0.6 });
    const update = live.update();
    await settle();
    for (const centerX of [0.7, 0.8]) studio.scene.place({ ...MADE_PLACE, centerX });
    expect(places).toEqual([0.6]);
    studio.scene.endPlacing();
    await settle();
    expect(places).toEqual([0.6, 0.8]);
    studio.scene.endPlacing();
    await settle();
    frame.resolve({ placement: { ...MADE_PLACE, centerX: 0.8 }, visibility: [] } as unknown as LiveFrame);
    await update;
    expect(places).toEqual([0.6, 0.8]);
    expect(live.state.getState().shown?.placement.centerX).toBe(0.8);
  });
});

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of a made scene', (_where, renderTool) => {
  const isMain = (name: string): boolean => button(name).className.includes('bg-button-ink');

  it('offers the download first, until a change makes generating or updating the next step', async () => {
    const { studio, asked } = await withMadeScene();
    const { user } = await renderTool(studio);
    expect([isMain('Download PNG'), isMain('Generate 4 variants')]).toEqual([true, false]);
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(asked).toHaveLength(3);
    await happens(() => studio.scene.setLamp('key', { level: 0.5 }));
    expect(isMain('Update the picture')).toBe(true);
    expect(button(/^Download PNG/).className).not.toContain('bg-button-ink');
    await happens(() => studio.scene.discardAdjustment());
    expect(isMain('Download PNG')).toBe(true);
    await happens(() => haveCredits({ generations: 0 }));
    expect(button('Generate 4 variants').disabled).toBe(true);
    await happens(() => haveCredits({ generations: 1 }));
    await happens(() => studio.scene.beginBeside());
    expect(isMain('Generate 4 variants')).toBe(true);
  });
});

describe('the panel of a made scene', () => {
  it('sets brightness and warmth of one lamp at a time, recolors parts, and discards the changes', async () => {
    const { studio } = await withMadeScene();
    await studio.context.get(createLiveScenes).update();
    const user = await renderIn(studio, <MadeSceneSection />);
    fireEvent.change(screen.getByRole('slider', { name: 'Brightness' }), { target: { value: '1.5' } });
    fireEvent.change(screen.getByRole('slider', { name: 'Warmth' }), { target: { value: '-0.5' } });
    fireEvent.change(screen.getByLabelText('Color of: Wall'), { target: { value: '#aa0000' } });
    expect(Object.values(requireDocument(studio).edits.adjustments)[0]).toMatchObject({
      lamps: { key: { level: 1.5, warmth: -0.5 } },
      tints: { wall: '#aa0000' },
    });
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(requireDocument(studio).edits.adjustments).toEqual({});
  });
});

describe('a changed scene lock', () => {
  const change = (part: Partial<Adjustment>): Adjustment => ({
    placement: MADE_PLACE,
    lamps: {},
    tints: {},
    matchPercent: 70,
    ...part,
  });

  it('warms a lamp toward red, cools it toward blue, and turns it off', () => {
    const lampLight = (lamp: { level: number; warmth: number }) =>
      adjustedLock(LOOK, change({ lamps: { key: lamp } })).lights['key'] ?? [0, 0, 0];
    const [red, green, blue] = lampLight({ level: 1, warmth: 1 });
    expect(red).toBeGreaterThan(1);
    expect(green).toBe(0.9);
    expect(blue).toBeLessThan(0.8);
    expect(lampLight({ level: 1, warmth: -1 })[2]).toBeGreaterThan(0.8);
    expect(lampLight({ level: 0, warmth: 1 })).toEqual([0, 0, 0]);
  });

  it('equals the original scene lock if nothing was changed', () => {
    expect(adjustedLock(LOOK, change({}))).toEqual(LOOK);
  });
});
