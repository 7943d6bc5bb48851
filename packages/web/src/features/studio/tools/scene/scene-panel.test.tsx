// @vitest-environment happy-dom
import { LARGEST_WIDTH } from '../../model/composition.ts';
import { ASPECT_RATIOS, sceneSize } from '@packshot/contract/tools/aspect-ratios';
import { GENERATE_COUNTS, SEED_MAX } from '@packshot/contract/tools/limits';
import type { EngineOffer } from '@packshot/contract/tools/engines';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioServices } from '../../state/services.ts';
import { removeStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { nameProduct } from '../../model/edits.ts';
import type { CompositionOrder } from '../../composite/compose.ts';
import { placedProduct } from '../../composite/composing.ts';
import { loadWords } from '../../composite/product-view.ts';
import { createRunActions } from '../../run/run-actions.ts';
import type { Studio } from '../../shell/studio.ts';
import { pngFile } from '../../testing/fake-services.ts';
import {
  answerFor,
  describedTask,
  furnitureCutOut,
  lyingCutOut,
  MADE_PLACE,
  sceneTask,
  sceneWithLock,
  tasks,
} from '../../testing/fake-tasks.ts';
import {
  getCurrentResult,
  requireDocument,
  waitUntilSaved,
  openedWith,
  settle,
  getState,
} from '../../testing/open-studio.ts';
import { reference, createReferences } from '../../testing/references.ts';
import {
  button,
  change,
  readDescription,
  happens,
  haveCredits,
  radio,
  renderPanel,
  renderPhonePanel,
  slider,
  textbox,
} from '../../testing/render-studio.tsx';
import { createSceneActions } from './scene-actions.ts';
import { LIGHT_NAMES, LIGHTS, PALETTES } from './scene-words.ts';

const WORDS = 'Describe the scene';
const MARBLE = { ...reference('marble-podium', 'Marble podium'), keywords: ['marble'] };

const getScene = (studio: Studio): SceneSettings => requireDocument(studio).edits.scene;
const openScenePanel = async (overrides: Parameters<typeof openedWith>[1] = {}): Promise<Studio> =>
  (await openedWith('scene', { references: async () => [MARBLE], ...overrides })).studio;
const answerScene = () => vi.fn(answerFor('scene'));

beforeEach(() => removeStored(STORAGE_KEYS.engineChoices));
beforeEach(loadWords);

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Background tool', (_where, renderTool) => {
  it('sends the prompt and the reference, with its button and with Enter', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ scene: generate }));
    const { user } = await renderTool(studio);
    await user.click(await screen.findByRole('button', { name: 'Marble podium', pressed: false }));
    expect(getScene(studio).reference).toEqual({ kind: 'built-in', id: MARBLE.id });
    await user.type(textbox(WORDS), 'morning{Enter}');
    await happens(settle);
    expect(generate.mock.calls[0]?.[0].form).toMatchObject({ prompt: 'morning', reference_id: MARBLE.id });
    await user.click(button('Surprise me: any scene that fits your words'));
    expect(getScene(studio).reference).toBeNull();
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(generate.mock.calls[1]?.[0].form).not.toHaveProperty('reference_id');
  });

  it('explains before payment that no scene matches the words, and offers the nearest', async () => {
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    await user.type(textbox(WORDS), 'a dragon');
    const refusal = await screen.findByText(
      /^No scene matches these words, so nothing is generated or charged\./,
    );
    const chips = screen.getByRole('list', { name: 'How your words are understood' });
    expect(refusal.compareDocumentPosition(chips)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getAllByRole('button', { name: 'Marble podium', pressed: false })[0] as Element);
    expect(getScene(studio).reference).toEqual({ kind: 'built-in', id: MARBLE.id });
    expect(screen.queryByText(/^No scene matches these words/)).toBeNull();
    expect(screen.queryByRole('list', { name: 'Closest matches' })).toBeNull();
  });

  it('removes the background first when there is no product yet', async () => {
    const { studio } = await openedWith('describe');
    studio.chooseTool('scene');
    const { user } = await renderTool(studio);
    await user.click(button('Remove background'));
    await happens(settle);
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    expect(button('Generate 4 variants').disabled).toBe(false);
  });

  it('puts a color behind the product, ready to download', async () => {
    haveCredits({ downloads: 2 });
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    await user.click(radio('Color'));
    expect(screen.queryByRole('textbox', { name: WORDS })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Generate/ })).toBeNull();
    await user.click(radio('Blush'));
    expect(getScene(studio)).toMatchObject({ background: 'color', color: '#e8c4bb', isLarger: true });
    change(screen.getByLabelText('Custom color'), '#123456');
    expect(getScene(studio).color).toBe('#123456');
    expect(readDescription(button('Download PNG'))).toBe('Uses 1 of 2 downloads. Saving it again is free.');
    await user.click(button('Harmonize'));
    expect(requireDocument(studio).tool).toBe('harmonize');
  });

  it('puts a picture behind the product, and explains a missing one', async () => {
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    await user.click(radio('Picture'));
    expect(button('Download PNG').disabled).toBe(true);
    expect(readDescription(button('Download PNG'))).toMatch(/picture/i);
    await user.upload(screen.getByLabelText('Choose a background picture'), pngFile('table.png'));
    await happens(settle);
    expect(getScene(studio)).toMatchObject({ background: 'picture', picture: { name: 'table.png' } });
    expect(button('Download PNG').disabled).toBe(false);
  });

  it('removes the background entirely', async () => {
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    const kinds = within(screen.getByRole('group', { name: 'Background' }));
    await user.click(kinds.getByRole('radio', { name: 'None' }));
    expect(getScene(studio).background).toBe('transparent');
    await user.keyboard('{ArrowLeft}');
    expect(getScene(studio).background).toBe('picture');
  });

  it('accepts the user’s own picture as a reference', async () => {
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    await user.upload(screen.getByLabelText('Upload your own picture'), pngFile('mood.png'));
    await happens(settle);
    expect(getScene(studio).reference).toMatchObject({ kind: 'own', picture: { name: 'mood.png' } });
  });

  it('shows which words of the prompt are understood', async () => {
    const studio = await openScenePanel();
    const { user } = await renderTool(studio);
    await user.type(textbox(WORDS), 'marble lemon, xyzzy');
    const words = within(await screen.findByRole('list', { name: 'How your words are understood' }));
    expect(words.getByText('xyzzy').parentElement?.textContent).toBe('xyzzy, not understood');
    expect(words.getByText('lemon').parentElement?.textContent).toBe('lemon, not in these scenes');
    expect(words.getByText('marble').parentElement?.textContent).toMatch(/^marble, understood as /);
  });
});

describe('words of the prompt', () => {
  it('set the pose of the product', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    await user.type(textbox(WORDS), 'hanging on a hook');
    expect(screen.getByText('From your words')).toBeTruthy();
  });

  it('replaces words that no scene shows by the nearest ones with one press', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    await user.type(textbox(WORDS), 'marble, travertine floor');
    await user.click(await screen.findByRole('button', { name: /^instead: / }));
    expect(getScene(studio).prompt).toMatch(/^marble, (?!travertine)/);
  });

  it('are replaced where they stand alone, not within another word', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    await user.type(textbox(WORDS), 'qqtravertinezz, marble, travertine');
    await user.click(await screen.findByRole('button', { name: /^instead: / }));
    expect(getScene(studio).prompt).toMatch(/^qqtravertinezz, marble, (?!travertine)/);
  });
});

describe('the real-world size setting', () => {
  it('comes from the product’s file name, can be changed, and is sent with the request', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ scene: generate }));
    studio.context.change((document, nowMs) => nameProduct(document, 'Leather armchair', nowMs));
    const { user } = await renderPanel(studio);
    const choice = screen.getByRole<HTMLSelectElement>('combobox', {
      name: 'Real-world size of the product',
    });
    const shownScale = (): string | undefined => choice.selectedOptions[0]?.textContent;
    const readSentScale = async (): Promise<unknown> => {
      await studio.context.get(createRunActions).run();
      await settle();
      return generate.mock.calls.at(-1)?.[0].form.product_scale;
    };
    expect(shownScale()).toBe('Furniture');
    expect(screen.getByText('From its name')).toBeDefined();
    expect(await readSentScale()).toBe('furniture');
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(choice, 'Vehicle');
    expect(screen.getByText('Set by you')).toBeDefined();
    expect(await readSentScale()).toBe('vehicle');
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(choice, 'From its name: furniture');
    expect(getScene(studio).scale).toBeNull();
  });
});

describe('the real-world size of a product without a descriptive file name', () => {
  it('comes from the photo, changes by one choice, and is sent', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ 'cut-out': furnitureCutOut, scene: generate }));
    studio.context.change((document, nowMs) => nameProduct(document, 'IMG 2041', nowMs));
    const { user } = await renderPanel(studio);
    const choice = screen.getByRole<HTMLSelectElement>('combobox', {
      name: 'Real-world size of the product',
    });
    expect(choice.selectedOptions[0]?.textContent).toBe('Furniture');
    expect(screen.getByText('From its photo')).toBeDefined();
    await studio.context.get(createRunActions).run();
    await settle();
    expect(generate.mock.calls.at(-1)?.[0].form.product_scale).toBe('furniture');
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(choice, 'Tabletop');
    expect(within(choice).getByText('From its photo: furniture')).toBeDefined();
  });
});

describe('the camera view setting', () => {
  const VIEW = 'Camera angle of the product photo';
  const view = () => screen.getByRole<HTMLSelectElement>('combobox', { name: VIEW });
  const pose = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pose of the product' });
  const shownView = (): (string | undefined)[] =>
    [pose(), view()].map(({ selectedOptions }) => selectedOptions[0]?.textContent);
  const generatedWith = async (
    studio: Studio,
    generate: ReturnType<typeof answerScene>,
  ): Promise<unknown> => {
    await studio.context.get(createRunActions).run();
    await settle();
    const { view: sentView } = generate.mock.calls.at(-1)?.[0].form ?? {};
    return sentView === undefined ? null : JSON.parse(sentView);
  };

  it('comes from the photo, changes by one choice, and is sent', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ 'cut-out': lyingCutOut(0.8), scene: generate }));
    const { user } = await renderPanel(studio);
    expect(shownView()).toEqual(['Auto: Lying', 'Auto: high angle']);
    expect(screen.getByText('From the photo')).toBeDefined();
    expect(await generatedWith(studio, generate)).toEqual({ pose: 'lies', elevationDeg: 62 });
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(view(), 'Camera: top view (flat lay)');
    expect(screen.getByText('Set by you')).toBeDefined();
    await happens(() => waitUntilSaved(studio));
    expect(await generatedWith(studio, generate)).toEqual({ pose: 'lies', elevationDeg: 88 });
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(view(), 'Auto: high angle');
    expect(getScene(studio).view).toBeNull();
  });

  it('has a pose that the user sets, with a suitable camera angle, which can be set back by itself', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ 'cut-out': lyingCutOut(0.8), scene: generate }));
    const { user } = await renderPanel(studio);
    await user.selectOptions(view(), 'Camera: top view (flat lay)');
    await user.selectOptions(pose(), 'Hanging');
    expect(getScene(studio).view).toEqual({ pose: 'hangs', elevationDeg: 62 });
    await user.selectOptions(view(), 'Camera: slightly from above');
    await user.selectOptions(view(), 'Auto: high angle');
    expect(getScene(studio).view).toEqual({ pose: 'hangs', elevationDeg: 62 });
    await happens(() => waitUntilSaved(studio));
    expect(await generatedWith(studio, generate)).toEqual({ pose: 'hangs', elevationDeg: 62 });
    studio.context.get(createSceneActions).arrange();
    await user.selectOptions(pose(), 'Auto: Lying');
    expect(getScene(studio).view).toBeNull();
  });

  it('comes from the words of the prompt, unless the user sets it', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ 'cut-out': lyingCutOut(0.8), scene: generate }));
    const { user } = await renderPanel(studio);
    await user.type(textbox(WORDS), 'hanging on a hook');
    await happens(() => waitUntilSaved(studio));
    expect(await generatedWith(studio, generate)).toMatchObject({ pose: 'hangs' });
    studio.context.get(createSceneActions).arrange();
    expect(shownView()).toEqual(['Auto: Hanging', 'Auto: high angle']);
    await user.selectOptions(pose(), 'Lying');
    await user.selectOptions(view(), 'Camera: top view (flat lay)');
    expect(getScene(studio).view).toEqual({ pose: 'lies', elevationDeg: 88 });
    expect(screen.getByText('Set by you')).toBeDefined();
    await happens(() => waitUntilSaved(studio));
    expect(await generatedWith(studio, generate)).toEqual({ pose: 'lies', elevationDeg: 88 });
  });

  it('is sent as likely, with a note, when the estimate is unsure', async () => {
    const generate = answerScene();
    const studio = await openScenePanel(tasks({ 'cut-out': lyingCutOut(0.3), scene: generate }));
    await renderPanel(studio);
    expect(shownView()).toEqual(['Auto: Lying', 'Auto: high angle']);
    expect(screen.getByText('Not sure')).toBeDefined();
    expect(await generatedWith(studio, generate)).toEqual({ pose: 'lies', elevationDeg: 70 });
  });

  it('offers to hang the product on a rail or a hook, and explains when the prompt names another place', async () => {
    const studio = await openScenePanel(tasks({ 'cut-out': lyingCutOut(0.8) }));
    const { user } = await renderPanel(studio);
    await user.selectOptions(pose(), 'Hanging');
    // A hanging product needs no explanation unless the prompt asks for a place without a rail or hook.
    expect(screen.queryByText(/^(?:No scene|Products can’t)/)).toBeNull();
    await user.type(textbox(WORDS), 'wet stones');
    expect(await screen.findByText(/^Products can’t hang in the place that you describe/)).toBeDefined();
    await user.type(textbox(WORDS), ', on a hanger');
    await waitFor(() => expect(screen.queryByText(/^Products can’t/)).toBeNull());
  });
});

describe('the Background panel', () => {
  it('writes a prompt and suggests others', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    await user.click(button('Auto-prompt'));
    await happens(settle);
    expect(textbox(WORDS).value).toBe('marble podium');
    const others = within(screen.getByRole('list', { name: 'Other scenes for this product' }));
    await user.click(others.getByRole('button', { name: 'wet stone' }));
    expect(getScene(studio).prompt).toBe('wet stone');
    expect(others.getByRole('button', { name: 'wet stone', pressed: true })).toBeDefined();
  });

  it('reports that no prompt could be written', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const studio = await openScenePanel(tasks({ describe: () => Promise.reject(new Error('no')) }));
    const { user } = await renderPanel(studio);
    await user.click(button('Auto-prompt'));
    await happens(settle);
    expect(readDescription(textbox(WORDS))).toBe(
      'We couldn’t write a prompt for this product. Describe the scene yourself.',
    );
  });

  it('shows ten reference pictures at first, and all on request', async () => {
    const studio = await openScenePanel({ references: async () => createReferences(12) });
    const { user } = await renderPanel(studio);
    const tiles = () => within(screen.getByRole('list', { name: 'Scenes' })).getAllByRole('listitem');
    await waitFor(() => expect(tiles()).toHaveLength(12));
    await user.click(screen.getByRole('button', { name: 'Show all 12', expanded: false }));
    expect(tiles()).toHaveLength(14);
    await user.click(button('Reference 12'));
    await user.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }));
    expect(screen.getByRole('button', { name: 'Reference 12', pressed: true })).toBeDefined();
    await user.click(button('Reference 12'));
    expect(getScene(studio).reference).toBeNull();
  });

  it('offers a retry when the reference pictures did not load', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let isOffline = true;
    const studio = await openScenePanel({
      references: () => (isOffline ? Promise.reject(new Error('offline')) : Promise.resolve([MARBLE])),
    });
    const { user } = await renderPanel(studio);
    isOffline = false;
    await user.click(button('Try again'));
    await happens(settle);
    expect(button('Marble podium')).toBeDefined();
  });

  it('sets each light of the scene', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    const lights = within(screen.getByRole('group', { name: 'Light' }));
    for (const light of LIGHTS) {
      await user.click(lights.getByRole('radio', { name: LIGHT_NAMES[light] }));
      expect(getScene(studio).light).toBe(light);
    }
  });

  it('sets colors by palette or one at a time, up to four', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    for (const { name, colors } of PALETTES) {
      await user.click(button(name));
      expect(getScene(studio).palette).toEqual(colors);
    }
    change(screen.getByLabelText('Add a color'), '#ff0000');
    change(screen.getByLabelText('Add a color'), '#00ff00');
    expect(getScene(studio).palette).toHaveLength(4);
    expect(screen.queryByLabelText('Add a color')).toBeNull();
    change(screen.getByLabelText('Color 3'), '#0000ff');
    expect(getScene(studio).palette[2]).toBe('#0000ff');
    await user.click(button('Remove color 1'));
    expect(getScene(studio).palette).toHaveLength(3);
    await user.click(button('Sage'));
    await user.click(button('Sage'));
    expect(getScene(studio).palette).toEqual([]);
  });

  it('places, resizes, rotates and flips the product', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    expect(screen.getByText('Placed automatically')).toBeDefined();
    const places = within(screen.getByRole('group', { name: 'Place the product' })).getAllByRole('button');
    const placements = new Set<string>();
    for (const place of places) {
      await user.click(place);
      placements.add(JSON.stringify(placedProduct(getState(studio))?.placement));
    }
    expect(placements.size).toBe(places.length);
    await user.click(button('Flip'));
    change(slider('Rotation'), 30);
    change(slider('Size'), 100);
    expect(getScene(studio).placement?.width).toBeCloseTo(LARGEST_WIDTH);
    change(slider('Size'), 60);
    const { width = 0 } = getScene(studio).placement ?? {};
    expect(slider('Size').value).toBe('60');
    expect(slider('Size').getAttribute('aria-valuetext')).toBe(`${Math.round(width * 100)}%`);
    expect(getScene(studio).placement).toMatchObject({ isFlipped: true, rotationDeg: 30 });
    expect(screen.getByText('Placed by you')).toBeDefined();
  });

  it('adjusts the shadow, which is automatic by default', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    const sliders = ['Direction', 'Softness', 'Strength'] as const;
    const shadowSliders = () => sliders.filter((name) => screen.queryByRole('slider', { name }) !== null);
    const shadow = within(screen.getByRole('group', { name: 'Shadow' }));
    expect(shadowSliders()).toEqual([]);
    await user.click(shadow.getByRole('radio', { name: 'Floating' }));
    expect(slider('Direction').getAttribute('aria-valuetext')).toBe('From the light');
    change(slider('Direction'), 90);
    change(slider('Softness'), 0.2);
    change(slider('Strength'), 1.5);
    expect(getScene(studio).shadow).toMatchObject({
      kind: 'floating',
      directionDeg: 90,
      softness: 0.2,
      opacity: 1.5,
    });
    await user.click(shadow.getByRole('radio', { name: 'None' }));
    expect(getScene(studio).shadow?.kind).toBe('none');
    expect(shadowSliders()).toEqual([]);
    await user.click(shadow.getByRole('radio', { name: 'Auto' }));
    expect(getScene(studio).shadow).toBeNull();
  });

  it('matches the product to the scene’s light by the chosen strength, or not at all for “Exact”', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    expect(slider('Match the scene').getAttribute('aria-valuetext')).toBe('70%');
    change(slider('Match the scene'), 30);
    expect(getScene(studio).matchPercent).toBe(30);
    await user.click(screen.getByRole('button', { name: 'Exact' }));
    expect(getScene(studio).matchPercent).toBe(0);
    expect(slider('Match the scene').getAttribute('aria-valuetext')).toBe('Exact');
    await user.click(radio('Color'));
    expect(screen.queryByRole('slider', { name: 'Match the scene' })).toBeNull();
  });

  it('uses the photo shadow on a color by default, and sets its strength', async () => {
    const shadow = { url: 'blob:shadow', widthPx: 7, heightPx: 5 };
    const studio = await openScenePanel({ productMaps: async () => ({ shadow, clear: null }) });
    const { user } = await renderPanel(studio);
    await user.click(radio('Color'));
    expect(radio('From the photo').checked).toBe(true);
    expect(screen.queryByRole('slider', { name: 'Direction' })).toBeNull();
    change(slider('Strength'), 0.6);
    expect(getScene(studio).shadow).toMatchObject({ kind: 'photo', opacity: 0.6 });
    await user.click(radio('Standing'));
    expect(getScene(studio).shadow).toMatchObject({ kind: 'contact', opacity: 0.6 });
    await user.click(radio('From the photo'));
    expect(getScene(studio).shadow?.kind).toBe('photo');
    // For scenes, the user can choose the shadow in the photo or the scene's own.
    await user.click(radio('Scene'));
    const group = within(screen.getByRole('group', { name: 'Shadow' }));
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'Photo' }).checked).toBe(true);
    await user.click(group.getByRole('radio', { name: 'Auto' }));
    expect(getScene(studio).shadow).toBeNull();
  });

  it('computes the shadow of a lying product, even on a color, and of a standing product after a change of the view', async () => {
    const orders: CompositionOrder[] = [];
    const compose = async (order: CompositionOrder) => {
      orders.push(order);
      return { ...order.size, png: new Blob(['png']), alphaPng: new Blob(['alpha']) };
    };
    const studio = await openScenePanel({ ...tasks({ 'cut-out': lyingCutOut(0.8) }), compose });
    const { user } = await renderPanel(studio);
    await user.click(radio('Color'));
    expect(radio('Lying').checked).toBe(true);
    await studio.download();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Pose of the product' }), 'Standing');
    expect(radio('Standing').checked).toBe(true);
    await studio.download();
    expect(orders.map(({ pose, shadow }) => [pose, shadow.kind])).toEqual([
      ['lies', 'contact'],
      ['stands', 'contact'],
    ]);
  });

  it('explains why there is no photo shadow, and computes one', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    expect(screen.queryByText(/its background isn’t plain, or shows none/)).toBeNull();
    await user.click(radio('Color'));
    expect(radio('From the photo').disabled).toBe(true);
    expect(radio('Standing').checked).toBe(true);
    expect(screen.getByText(/its background isn’t plain, or shows none/)).toBeDefined();
  });

  it('sets the aspect ratio and size of the output, and shows them in pixels', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    for (const isLarger of [false, true]) {
      if (isLarger) await user.click(screen.getByRole('switch', { name: /^Larger size/ }));
      for (const { id, label } of ASPECT_RATIOS) {
        await user.click(radio(label));
        expect(getScene(studio)).toMatchObject({ aspectRatioId: id, isLarger });
        const { widthPx, heightPx } = sceneSize(id, isLarger);
        expect(screen.getByText(`${widthPx} × ${heightPx} px`)).toBeDefined();
      }
    }
    await user.click(radio('1:1'));
    await user.click(radio('2048 px'));
    expect(screen.getByText('2048 × 2048 px')).toBeDefined();
    expect(getScene(studio)).toMatchObject({ isLarger: true, largerSidePx: 2048 });
  });

  it('says up to which size the product’s photo is sharp', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    await user.click(screen.getByRole('switch', { name: /^Larger size/ }));
    const product = placedProduct(getState(studio));
    if (product === null) throw new Error('The product is placed');
    const { box, result } = product;
    const place = (sidePx: number) =>
      act(() =>
        studio.scene.place({
          ...product.placement,
          width: ((box.width * result.widthPx) / sidePx) * (4096 / 3000),
        }),
      );
    place(4096);
    await user.click(radio('4096 px'));
    expect(screen.getByText(/^Your photo is large enough for 3000 px\./)).toBeDefined();
    await user.click(radio('2048 px'));
    expect(screen.queryByText(/^Your photo is large enough/)).toBeNull();
  });

  it('sets the number of variants, which its button shows', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    const variants = within(screen.getByRole('group', { name: 'Variants' }));
    for (const count of GENERATE_COUNTS) {
      await user.click(variants.getByRole('radio', { name: String(count) }));
      expect(button(`Generate ${count} variants`)).toBeDefined();
    }
  });

  it('sets and clears the seed, up to the maximum', async () => {
    const studio = await openScenePanel();
    const { user } = await renderPanel(studio);
    expect(button('Random').disabled).toBe(true);
    await user.type(textbox('Seed'), '4a2');
    expect(getScene(studio).seed).toBe(42);
    change(textbox('Seed'), '999999999999999');
    expect(getScene(studio).seed).toBe(SEED_MAX);
    await user.click(button('Random'));
    expect(getScene(studio).seed).toBeNull();
  });

  it('hides the product settings without a product', async () => {
    const { studio } = await openedWith('describe', { references: async () => [MARBLE] });
    studio.chooseTool('scene');
    await renderPanel(studio);
    expect(screen.queryByRole('group', { name: 'Place the product' })).toBeNull();
    expect(screen.queryByRole('group', { name: 'Shadow' })).toBeNull();
  });

  it('offers another engine, explains the consequences, and uses it', async () => {
    const generate = answerScene();
    const offer: EngineOffer = {
      tool: 'scene',
      id: 'openai',
      name: 'OpenAI',
      model: 'gpt-image-1.5',
      cost_class: 'cents',
      takes_reference: false,
      takes_seed: false,
    };
    const studio = await openScenePanel({ ...tasks({ scene: generate }), engines: async () => [offer] });
    const { user } = await renderPanel(studio);
    await user.type(textbox(WORDS), 'marble');
    const engine = within(screen.getByRole('group', { name: 'Engine' }));
    expect(engine.getByRole<HTMLInputElement>('radio', { name: 'Studio set' }).checked).toBe(true);
    await user.click(engine.getByRole('radio', { name: 'OpenAI' }));
    expect(screen.getByText('gpt-image-1.5')).toBeDefined();
    expect(screen.getByText(/^Your picture is sent to OpenAI\. It follows words only/)).toBeDefined();
    expect(screen.queryByRole('list', { name: 'How your words are understood' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Keep my product’s own pixels' }));
    await user.click(screen.getByRole('switch', { name: 'If it fails, use a studio set' }));
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(generate.mock.calls[0]?.[0].form).toMatchObject({
      engine: 'provider',
      engine_fallback: 'true',
      product_lock: 'false',
    });
  });
});

describe('the Background panel of a finished scene', () => {
  const openFinished = async (
    part: object = {},
    overrides: Partial<StudioServices> = {},
    answers: Parameters<typeof tasks>[0] = {},
  ) => {
    const studio = await openScenePanel({
      ...overrides,
      ...tasks({
        ...answers,
        scene: async ({ onTaskIds, onTask }) => {
          const task = { ...sceneTask(0), result: { ...sceneTask(0).result, ...part } };
          onTaskIds([task.task_id]);
          onTask(task);
          return [task];
        },
      }),
    });
    studio.scene.setScenePrompt('marble podium');
    studio.scene.setLight('night');
    await studio.run();
    studio.scene.setScenePrompt('something else');
    studio.scene.setLight('auto');
    return studio;
  };

  it('reuses its settings with another seed', async () => {
    const studio = await openFinished();
    const { user } = await renderPanel(studio);
    await happens(() => studio.scene.setSeed(7));
    await user.click(button('Reuse settings'));
    expect(getScene(studio)).toMatchObject({ prompt: 'marble podium', light: 'night', seed: null });
    expect(textbox(WORDS).value).toBe('marble podium');
  });

  it('opens the scene as a new photo', async () => {
    const studio = await openFinished();
    const before = requireDocument(studio).id;
    const { user } = await renderPanel(studio);
    await user.click(button('Use as source'));
    await happens(settle);
    expect(requireDocument(studio).id).not.toBe(before);
    expect(requireDocument(studio).results).toEqual([]);
  });

  it('re-imagines the scene with a few words and Enter', async () => {
    const studio = await openFinished();
    const { user } = await renderPanel(studio);
    expect(button('Re-imagine').disabled).toBe(true);
    await user.type(textbox('Re-imagine this scene'), 'at night{Enter}');
    await happens(settle);
    expect(getScene(studio)).toMatchObject({
      prompt: 'at night',
      reference: { kind: 'result', id: sceneTask(0).task_id },
    });
  });

  it('names the engine, and shows the changed product pixels', async () => {
    const pixels = { total: 1000, changed: 12, heat_map_url: '/objects/heat.png' };
    const engine = { id: 'openai', name: 'OpenAI', model: 'gpt-image-1.5', fell_back: false };
    const studio = await openFinished(
      { engine, product_pixels: pixels },
      { taskState: async () => ({ ...sceneTask(0), result: { product_pixels: pixels } }) },
    );
    const { user } = await renderPanel(studio);
    expect(screen.getByText('OpenAI').parentElement?.textContent).toBe('Made by OpenAI · gpt-image-1.5');
    await user.click(button('See proof'));
    expect(screen.getByText('Your product was changed')).toBeDefined();
    const proof = within(screen.getByRole('dialog', { name: '12 of 1,000 product pixels changed' }));
    expect(proof.getByRole('img', { name: 'Where the product was changed' }).getAttribute('src')).toBe(
      pixels.heat_map_url,
    );
  });

  it('reports an untouched product for built-in scenes, and reads its label before and after', async () => {
    const pixels = { total: 1_204_331, changed: 0, worst_delta_e: 0, heat_map_url: '/objects/heat.webp' };
    const lines = [
      ['ACME', 'No 5'],
      ['Acme No', '5'],
    ];
    const productNames: string[] = [];
    const studio = await openFinished(
      { product_pixels: pixels },
      {},
      {
        describe: async ({ form }) => {
          productNames.push(form.image_s3);
          const read_text = lines[productNames.length - 1] ?? [];
          return { ...describedTask(), result: { final_description: 'A bottle.', read_text } };
        },
      },
    );
    const { user } = await renderPanel(studio);
    expect(screen.getByText('Your product is untouched').parentElement?.textContent).toBe(
      'Your product is untouched · 0 of 1,204,331 product pixels changed, not counting the scene’s light.',
    );
    await user.click(button('See proof'));
    const proof = within(screen.getByRole('dialog', { name: '0 of 1,204,331 product pixels changed' }));
    await user.click(proof.getByRole('button', { name: 'Read the label' }));
    expect(proof.getByText('The label reads the same.')).toBeDefined();
    expect(proof.getByText('In this picture').nextSibling?.textContent).toBe('Acme No\n5');
    expect(productNames[1]).toBe(sceneTask(0).result?.key);
    expect(productNames[0]).not.toBe(productNames[1]);
  });

  it('names the compared product if the scene has several', async () => {
    const { result: { scene = null } = {} } = sceneWithLock(0);
    const beside = [{ image_s3: 'uploads/a/perfume', placement: MADE_PLACE }];
    const studio = await openFinished({
      product_pixels: { total: 9, changed: 0, heat_map_url: '/objects/heat.webp' },
      scene: scene && { ...scene, beside },
    });
    await renderPanel(studio);
    const name = requireDocument(studio).photo?.name.replace(/\.[^.]+$/, '');
    const sentence = screen.getByText(`${name} is untouched`).parentElement;
    expect(sentence?.textContent).toMatch(/The other products aren’t compared\.$/);
  });

  it('shows how much a product differs, and where a label reads differently or not at all', async () => {
    const read = [['ACME'], ['ACNE'], [], []];
    const studio = await openFinished(
      { product_pixels: { total: 9, changed: 1, worst_delta_e: 12.34, heat_map_url: '/objects/heat.webp' } },
      {},
      {
        describe: async () => ({
          ...describedTask(),
          result: { final_description: 'A bottle.', read_text: read.shift() ?? [] },
        }),
      },
    );
    const { user } = await renderPanel(studio);
    await user.click(button('See proof'));
    expect(screen.getByText(/^Largest difference: ΔE 12.3/)).toBeDefined();
    await user.click(button('Read the label'));
    expect(screen.getByText(/^The label reads differently/)).toBeDefined();
    await user.click(button('Close'));
    await user.click(button('See proof'));
    await user.click(button('Read the label'));
    expect(screen.getByText('No readable text on this product.')).toBeDefined();
  });

  it('reports that the pixel comparison could not be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const engine = { id: 'openai', name: 'OpenAI', model: null, fell_back: true };
    const pixels = { total: 1000, changed: 1, heat_map_url: '/objects/heat.png' };
    const { user } = await renderPanel(await openFinished({ engine, product_pixels: pixels }));
    expect(screen.getByText('OpenAI').parentElement?.textContent).toBe(
      'The other engine failed; made by OpenAI',
    );
    await user.click(button('See proof'));
    expect(screen.getByText(/^The comparison didn’t load/)).toBeDefined();
  });
});
