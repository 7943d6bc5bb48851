// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { describe, expect, it, vi } from 'vitest';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import type { SceneLock } from '@packshot/contract/tools/scene';
import { savedRecord } from '../../../../testing/saved-record.ts';
import { sceneSize } from '@packshot/contract/tools/aspect-ratios';
import type { Studio } from '../../shell/studio.ts';
import { adjustableScene, hasOpenAdjustment } from '../../model/adjustment.ts';
import { pngFile } from '../../testing/fake-services.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { adjustableTask, success, tasks, LOOK, MADE_PLACE } from '../../testing/fake-tasks.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import { getState, requireDocument, settle } from '../../testing/open-studio.ts';
import { happens, renderIn } from '../../testing/render-studio.tsx';
import { LiveLayers } from './live-layers.tsx';
import { createLiveScenes } from './live-scenes.ts';
import type { LiveSceneOrder } from '../../composite/live-scene.ts';
import { MadeSceneSection } from './made-scene-section.tsx';
import { MadePose } from './view-section.tsx';
import PhoneScene from './phone-scene.tsx';

/** Stage of 800 × 600 pixels with a made scene. */
async function renderStage(...options: Parameters<typeof withMadeScene>) {
  const opened = await withMadeScene(...options);
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  const view = opened.studio.context.get(createViewStore);
  view.setViewport({ widthPx: 800, heightPx: 600, insets, devicePixelRatio: 1 });
  await renderIn(opened.studio, <LiveLayers />);
  return opened;
}

/** Panel for the light of a made scene, whose set is loaded. */
async function renderPanel() {
  const opened = await withMadeScene();
  await opened.studio.context.get(createLiveScenes).update();
  await renderIn(opened.studio, <MadeSceneSection />);
  return opened;
}

describe('the product of a made scene on the stage', () => {
  const isMarked = (): boolean => screen.getByTestId('product').dataset['shown'] !== undefined;

  it('shows its handles while it is held, and after a touch until the next touch elsewhere', async () => {
    await renderStage();
    const product = screen.getByTestId('product');
    product.setPointerCapture = () => undefined;
    expect(isMarked()).toBe(false);
    fireEvent.pointerDown(product, { pointerType: 'mouse', pointerId: 1, button: 0 });
    expect(isMarked()).toBe(true);
    fireEvent.pointerUp(product, { pointerType: 'mouse', pointerId: 1 });
    expect(isMarked()).toBe(false);
    fireEvent.pointerDown(product, { pointerType: 'touch', pointerId: 2 });
    fireEvent.pointerUp(product, { pointerType: 'touch', pointerId: 2 });
    expect(isMarked()).toBe(true);
    fireEvent.pointerDown(document.body, { pointerType: 'touch', pointerId: 3 });
    expect(isMarked()).toBe(false);
  });

  it('announces its new position and size to screen readers at the end of a gesture', async () => {
    const { studio } = await withMadeScene();
    studio.scene.place({ ...MADE_PLACE, centerX: 0.6 });
    studio.scene.place({ ...MADE_PLACE, centerX: 0.6999, width: 0.4 });
    studio.scene.endPlacing();
    expect(getState(studio).announcement).toBe(
      'Product moved: its center is 70% from the left and 60% from the top. Product resized: it is 40% of the picture’s width.',
    );
    studio.scene.flip();
    expect(getState(studio).announcement).toBe('Product flipped.');
    studio.scene.discardAdjustment();
    expect(getState(studio).announcement).toBe('The changes are discarded.');
  });
});

describe('a made scene of History', () => {
  it('can be adjusted from its original settings, with the product of its own request', async () => {
    const { studio } = await withMadeScene();
    const { scene } = adjustableTask(0).result ?? {};
    const id = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
    await studio.openRecord(
      'scene',
      savedRecord(id, {
        tool_type: TOOL_IDS.product,
        input_image_url_key: 'results/a/cut-out.png',
        input_image_url: '/cut-out.png',
        output_image_url: '/scene.png',
        width: 1024,
        height: 1024,
        placement: MADE_PLACE,
        scene: scene ?? null,
      }),
    );
    expect(adjustableScene(requireDocument(studio))).toMatchObject({
      look: LOOK,
      original: { placement: MADE_PLACE },
      product: { key: 'results/a/cut-out.png' },
    });
  });
});

describe('a made scene of History with several products', () => {
  const record = (urls: readonly string[]) => {
    const { scene = null } = adjustableTask(0).result ?? {};
    const beside = [{ image_s3: 'uploads/a/perfume', placement: { ...MADE_PLACE, centerX: 0.8 } }];
    return savedRecord('7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b12', {
      tool_type: TOOL_IDS.product,
      input_image_url_key: 'results/a/cut-out.png',
      input_image_url: '/cut-out.png',
      output_image_url: '/scene.png',
      beside_image_urls: [...urls],
      width: 1024,
      height: 1024,
      placement: MADE_PLACE,
      scene: scene && { ...scene, beside },
    });
  };

  it('can be adjusted with all of them, each under its own storage key', async () => {
    const { studio, asked } = await withMadeScene();
    await studio.openRecord('scene', record(['/perfume.png']));
    await settle();
    const scene = adjustableScene(requireDocument(studio));
    expect(scene?.others).toMatchObject([{ name: 'Product 2', placement: { centerX: 0.8 } }]);
    studio.scene.choose(scene?.others[0]?.id ?? null);
    studio.scene.place({ ...MADE_PLACE, centerX: 0.7 });
    await studio.run();
    expect(JSON.parse(asked.at(-1)?.form.beside ?? '[]')).toEqual([
      { image_s3: 'uploads/a/perfume', placement: { ...MADE_PLACE, centerX: 0.7 } },
    ]);
  });

  it('has a layer for each of them in a PSD, under its name, from the farthest', async () => {
    const { studio, services } = await withMadeScene();
    await studio.openRecord('scene', record(['/perfume.png']));
    await settle();
    const { result, ...state } = success();
    const layer = (product?: number) => ({ ...state, result: { ...result, ...(product && { product }) } });
    Object.assign(services, tasks({ layers: async () => [layer(), layer(), layer(2), layer(1)] }));
    const source = await studio.exporter.source();
    const [first = ''] = source?.layerNames.slice(2) ?? [];
    expect(source?.layerNames).toEqual(['Background', 'Shadow', first, 'Product 2']);
    const { layers } = (await source?.layers()) ?? {};
    expect(Array.isArray(layers) && layers.map(({ name }) => name)).toEqual([
      'Background',
      'Shadow',
      'Product 2',
      first,
    ]);
  });

  it('can’t be adjusted if one of them is gone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { studio } = await withMadeScene({
      fetchBlob: async (url) => {
        if (url === '') throw new TypeError('Failed to fetch');
        return pngFile();
      },
    });
    await studio.openRecord('scene', record([]));
    expect(adjustableScene(requireDocument(studio))).toBeNull();
    warn.mockRestore();
  });
});

describe('changes of a made scene', () => {
  it('are kept with a message if they can’t be previewed, and previewed again once the browser is online', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let tries = 0;
    const { studio } = await renderStage({
      composeLive: async () => {
        tries += 1;
        throw new TypeError('Failed to fetch');
      },
    });
    await happens(() => studio.scene.setLamp('key', { level: 0.5 }));
    expect(screen.getByRole('status').textContent).toBe(
      'The change can’t be previewed here. Update the picture to see it.',
    );
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
    const before = tries;
    await happens(() => fireEvent(globalThis.window, new Event('online')));
    expect(tries).toBe(before + 1);
    warn.mockRestore();
  });

  it('are kept with a message if the scene was deleted on the server', async () => {
    let isDeleted = false;
    const { studio } = await withMadeScene({}, (at) => {
      if (isDeleted) throw new ApiError('NOT_FOUND', 404, 'Not found.');
      return adjustableTask(at);
    });
    isDeleted = true;
    studio.scene.setLamp('key', { level: 0.5 });
    await studio.run();
    await settle();
    expect(getState(studio).job).toMatchObject({
      failure: {
        message:
          'This scene is no longer stored, so it can’t be updated. Discard the changes, then generate a new scene.',
        reason: null,
      },
    });
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
  });
});

describe('the pose of a made scene', () => {
  // Elevation of the set's camera, because the scene lock states no view.
  const LYING = { pose: 'lies', elevationDeg: 7 };

  it('is changed on the stage, sent with the free update, and can be set back', async () => {
    const orders: LiveSceneOrder[] = [];
    const { studio, asked, services } = await withMadeScene();
    const compose = services.composeLive;
    vi.spyOn(services, 'composeLive').mockImplementation((order) => {
      orders.push(order);
      return compose(order);
    });
    await renderIn(studio, <MadePose />);
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pose of the product' });
    const [asMade] = [...choice.options].map(({ text }) => text);
    expect(choice.selectedOptions[0]?.text).toBe(asMade);
    await happens(() => fireEvent.change(choice, { target: { value: 'Lying' } }));
    await studio.context.get(createLiveScenes).update();
    expect(orders.at(-1)?.view).toEqual(LYING);
    await happens(() => fireEvent.change(choice, { target: { value: 'photo' } }));
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(false);
    await happens(() => fireEvent.change(choice, { target: { value: 'Lying' } }));
    await studio.run();
    expect(asked.at(-1)?.form).toMatchObject({
      scene_s3: expect.any(String),
      view: JSON.stringify(LYING),
    });
  });
});

describe('the mood of a made scene', () => {
  it('replaces its light, resets the lamps, and is sent with the free update', async () => {
    const { studio, asked } = await renderPanel();
    studio.scene.setLamp('key', { level: 0.5 });
    const choice = screen.getByRole('combobox', { name: 'Mood' });
    const moods = within(choice).getAllByRole('option');
    expect(moods.length).toBeGreaterThanOrEqual(4);
    await happens(() => fireEvent.change(choice, { target: { value: 'golden-hour' } }));
    const now = adjustableScene(requireDocument(studio))?.now;
    expect(now).toMatchObject({ lamps: {}, mood: { light: 'golden-hour' } });
    expect(now?.mood?.lights).not.toEqual(LOOK.lights);
    await studio.run();
    expect(JSON.parse(asked.at(-1)?.form.look ?? '')).toMatchObject({ ...now?.mood });
  });

  it('can be set back to the light with which the scene was made', async () => {
    const { studio } = await renderPanel();
    const choice = screen.getByRole('combobox', { name: 'Mood' });
    await happens(() => fireEvent.change(choice, { target: { value: 'golden-hour' } }));
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
    await happens(() => fireEvent.change(choice, { target: { value: 'as-made' } }));
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(false);
  });
});

describe('the color of a lamp', () => {
  it('colors its light at the same brightness, and white removes the color', async () => {
    const { studio, asked } = await renderPanel();
    const chooser = screen.getByLabelText('Color of this lamp');
    await happens(() => fireEvent.change(chooser, { target: { value: '#ff0000' } }));
    await studio.run();
    const { lights } = JSON.parse(asked.at(-1)?.form.look ?? '') as SceneLock;
    const [light = [0, 0, 0]] = Object.values(LOOK.lights);
    const [red, green, blue] = lights['key'] ?? [0, 0, 0];
    expect(red / light[0]).toBeGreaterThan(4 * (green / light[1]));
    expect(red / light[0]).toBeGreaterThan(4 * (blue / light[2]));
    const gains = [red / light[0], green / light[1], blue / light[2]];
    expect(0.2126 * (gains[0] ?? 0) + 0.7152 * (gains[1] ?? 0) + 0.0722 * (gains[2] ?? 0)).toBeCloseTo(1, 2);

    studio.scene.setLamp('key', { color: '#00ff00' });
    studio.scene.setLamp('key', { color: '#ffffff' });
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(false);
  });
});

describe('the format of a made scene', () => {
  const SQUARE = 1;
  const THREE_TO_FOUR = 3;
  const THREE_TO_TWO = 4;
  const placeNow = (studio: Studio) => adjustableScene(requireDocument(studio))?.now.placement;

  it('changes for free, keeps the product at its place in the set, and can be changed back to the original', async () => {
    const { studio, asked } = await withMadeScene();
    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_TWO });
    const frame = sceneSize(THREE_TO_TWO, false);
    expect(adjustableScene(requireDocument(studio))?.frame).toEqual(frame);
    expect(studio.view.store.getState().image).toEqual(frame);
    expect(placeNow(studio)).not.toEqual(MADE_PLACE);
    expect(placeNow(studio)?.centerX).toBeCloseTo(MADE_PLACE.centerX, 1);
    await studio.scene.setMadeFormat({ aspectRatioId: SQUARE });
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(false);
    expect(placeNow(studio)).toEqual(MADE_PLACE);

    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_TWO });
    await studio.scene.setMadeFormat({ isLarger: true, largerSidePx: 2048 });
    const place = placeNow(studio);
    await studio.run();
    expect(asked.at(-1)?.form).toMatchObject({
      scene_s3: expect.any(String),
      aspect_ratio: THREE_TO_TWO,
      larger_size: 'true',
      larger_side: 2048,
      placement: JSON.stringify(place),
    });
  });

  it('can be changed back with a moved product exactly where the user put it', async () => {
    const { studio } = await withMadeScene();
    const moved = { ...MADE_PLACE, centerX: 0.8, width: 0.39 };
    studio.scene.place(moved);
    studio.scene.endPlacing();
    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_FOUR });
    expect(placeNow(studio)?.width).toBeLessThan(0.5);
    await studio.scene.setMadeFormat({ isLarger: true });
    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_TWO });
    await studio.scene.setMadeFormat({ aspectRatioId: SQUARE, isLarger: false });
    expect(placeNow(studio)).toEqual(moved);
    studio.scene.place(MADE_PLACE);
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(false);
  });

  it('restores the place to which the product was moved in that format', async () => {
    const { studio } = await withMadeScene();
    studio.scene.place({ ...MADE_PLACE, centerX: 0.8 });
    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_FOUR });
    const later = { ...MADE_PLACE, centerX: 0.3, width: 0.31 };
    studio.scene.place(later);
    await studio.scene.setMadeFormat({ aspectRatioId: SQUARE });
    expect(placeNow(studio)?.centerX).toBeLessThan(0.5);
    await studio.scene.setMadeFormat({ aspectRatioId: THREE_TO_FOUR });
    expect(placeNow(studio)).toEqual(later);
  });

  it('keeps the product’s place when only the picture’s size grows', async () => {
    const { studio } = await withMadeScene();
    await studio.scene.setMadeFormat({ isLarger: true });
    expect(placeNow(studio)).toEqual(MADE_PLACE);
    expect(hasOpenAdjustment(requireDocument(studio))).toBe(true);
  });
});

describe('the phone’s options of a made scene', () => {
  it('offer lamps in a fixed order, one slider at a time, colors, and a new background', async () => {
    const lights = {
      practical: LOOK.lights['key'],
      env: LOOK.lights['key'],
      ...LOOK.lights,
    } as typeof LOOK.lights;
    const { studio } = await withMadeScene({}, (at) => {
      const { result, ...state } = adjustableTask(at);
      const scene = result?.scene && { ...result.scene, look: { ...LOOK, lights } };
      return { ...state, result: { ...result, ...(scene && { scene }) } };
    });
    await studio.context.get(createLiveScenes).update();
    const user = await renderIn(studio, <PhoneScene />);
    const lamps = within(screen.getByRole('group', { name: 'Lamp' })).getAllByRole('radio');
    expect(lamps.map((lamp) => lamp.getAttribute('value'))).toEqual(['key', 'env', 'practical']);
    expect(screen.getAllByRole('slider')).toHaveLength(1);
    fireEvent.change(screen.getByRole('slider', { name: 'Brightness' }), { target: { value: '0.5' } });
    await user.click(screen.getByRole('radio', { name: 'Warmth' }));
    fireEvent.change(screen.getByRole('slider', { name: 'Warmth' }), { target: { value: '0.5' } });
    fireEvent.change(screen.getByLabelText('Color of: Wall'), { target: { value: '#aa0000' } });
    expect(Object.values(requireDocument(studio).edits.adjustments)[0]).toMatchObject({
      lamps: { key: { level: 0.5, warmth: 0.5 } },
      tints: { wall: '#aa0000' },
    });
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(requireDocument(studio).edits.adjustments).toEqual({});
    await user.click(screen.getByRole('radio', { name: 'New background' }));
    expect(screen.getByRole('textbox', { name: 'Describe the scene' })).toBeDefined();
  });
});
