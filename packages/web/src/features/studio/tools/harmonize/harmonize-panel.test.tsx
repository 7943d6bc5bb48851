// @vitest-environment happy-dom
import { ESTIMATED_SURROUNDINGS } from '@packshot/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Studio } from '../../shell/studio.ts';
import { ToolPanel } from '../../shell/tool-panel.tsx';
import type { StudioServices } from '../../state/services.ts';
import { pngFile } from '../../testing/fake-services.ts';
import { HARMONIZE_TASK_ID, success, tasks } from '../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../testing/fake-tasks.ts';
import { getCurrentResult, requireDocument, openedWith, settle } from '../../testing/open-studio.ts';
import {
  button,
  change,
  readDescription,
  happens,
  renderCommanded,
  renderPanel,
  renderPhonePanel,
  slider,
} from '../../testing/render-studio.tsx';
import LightHandles from './light-handles.tsx';
import { lightAtPlace, placeOfLight } from './light-place.ts';

async function onAColor(overrides: Partial<StudioServices> = {}): Promise<Studio> {
  const { studio } = await openedWith('cut-out', overrides);
  studio.chooseTool('scene');
  studio.scene.setColor('#e8c4bb');
  studio.chooseTool('harmonize');
  await settle();
  return studio;
}

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Harmonize tool', (_where, renderTool) => {
  it('explains that a background is missing', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('harmonize');
    await renderTool(studio);
    expect(screen.getByText(/^Matches a product’s light, color and shadows to its background/)).toBeDefined();
    expect(button('Harmonize').disabled).toBe(true);
    expect(readDescription(button('Harmonize'))).toBe('Place the product on a picture or a color first.');
  });

  it('opens the choice of a background picture for a cut-out without one', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('harmonize');
    const { user } = await renderTool(studio);
    await user.click(button('Choose a background picture'));
    expect(requireDocument(studio)).toMatchObject({
      tool: 'scene',
      edits: { scene: { background: 'picture' } },
    });
  });

  it('shows the result with the line between before and after, until another tool is chosen', async () => {
    const studio = await onAColor();
    const { user } = await renderTool(studio);
    expect(screen.queryByRole('button', { name: 'Choose a background picture' })).toBeNull();
    expect(requireDocument(studio).view.compare).toBe('result');
    await user.click(button('Harmonize'));
    await happens(settle);
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'harmonize' });
    expect(requireDocument(studio).view.compare).toBe('slider');
    await happens(() => studio.chooseTool('scene'));
    expect(requireDocument(studio).view.compare).toBe('result');
  });

  it('removes the background first when there is no product', async () => {
    const { studio } = await openedWith('describe');
    studio.chooseTool('harmonize');
    await renderTool(studio);
    expect(button('Remove background').disabled).toBe(false);
  });

  it('harmonizes at the chosen strength, and explains the effect of another strength', async () => {
    const harmonize = vi.fn<TaskAnswer<'harmonize'>>(async ({ onTaskIds }) => {
      onTaskIds([HARMONIZE_TASK_ID]);
      return { ...success(), task_id: HARMONIZE_TASK_ID };
    });
    const studio = await onAColor(tasks({ harmonize }));
    const { user } = await renderTool(studio);
    expect(screen.getByText('Light, color and shadows follow the background.')).toBeDefined();
    change(slider('Match the scene'), 0.6);
    expect(requireDocument(studio).edits.settings.strength).toBe(0.6);
    expect(slider('Match the scene').getAttribute('aria-valuetext')).toBe('60%');
    await user.click(button('Harmonize'));
    await happens(settle);
    expect(harmonize.mock.calls[0]?.[0]).toMatchObject({ form: { strength: '0.60' } });
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'harmonize', strength: 0.6 });
    expect(screen.getByText('Applied at 60%')).toBeDefined();
    expect(button('Harmonize').disabled).toBe(true);
    expect(readDescription(button('Harmonize'))).toBe('Already applied at this strength.');
    expect(screen.getByText('Move the slider to preview a weaker effect.')).toBeDefined();
    change(slider('Match the scene'), 0.3);
    expect(screen.getByText('This is a preview. Harmonize again to apply it.')).toBeDefined();
    change(slider('Match the scene'), 0.9);
    expect(screen.getByText('You raised the strength. Harmonize again to see it.')).toBeDefined();
    expect(button('Harmonize').disabled).toBe(false);
    await user.click(button('Exact'));
    expect(requireDocument(studio).edits.settings.strength).toBe(0);
    expect(slider('Match the scene').getAttribute('aria-valuetext')).toBe('Exact');
  });
});

it('the check for changed product pixels is shown for the new picture, not for the previous one', async () => {
  const pixels = {
    total: 1_204_331,
    changed: 0,
    worst_delta_e: 0,
    heat_map_url: '/heat.webp',
    compared_with: 'pasted',
    light: { strength: 0.6, least_gain: 0.8, most_gain: 1.05 },
  } as const;
  const harmonize: TaskAnswer<'harmonize'> = async ({ onTaskIds }) => {
    onTaskIds([HARMONIZE_TASK_ID]);
    const successTask = success();
    return {
      ...successTask,
      task_id: HARMONIZE_TASK_ID,
      result: { ...successTask.result, product_pixels: pixels },
    };
  };
  const studio = await onAColor(tasks({ harmonize }));
  const { user } = await renderPanel(studio);
  expect(screen.queryByText('Your product is untouched')).toBeNull();
  await user.click(button('Harmonize'));
  await happens(settle);
  expect(screen.getByText('Your product is untouched').parentElement?.textContent).toBe(
    'Your product is untouched · 0 of 1,204,331 product pixels changed beyond the matched lighting (60%), compared with the pasted product, not with its photo.',
  );
  await user.click(button('See proof'));
  const proof = within(screen.getByRole('dialog', { name: '0 of 1,204,331 product pixels changed' }));
  expect(proof.getByText(/colors multiplied by 0\.80 to 1\.05\)\. No detail was added/)).toBeDefined();
});

it.each([
  ['Warmer', 'warmth', [0.4, 0.8, 1]],
  ['Cooler', 'warmth', [-0.4, -0.8, -1]],
  ['Brighter', 'brightness', [0.4, 0.8, 1]],
  ['Darker', 'brightness', [-0.4, -0.8, -1]],
] as const)(
  'the button “%s” goes a step farther with each tap, up to the limit',
  async (name, part, steps) => {
    const studio = await onAColor();
    const { user } = await renderPhonePanel(studio);
    for (const step of steps) {
      await user.click(button(name));
      expect(requireDocument(studio).edits.settings.surroundings[part]).toBe(step);
    }
    expect(button(name).disabled).toBe(true);
  },
);

describe('the light and ground setting', () => {
  const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };
  /** Opens a product on a background picture with the Harmonize tool, and records its requests. */
  async function onAPicture() {
    const harmonize = vi.fn<TaskAnswer<'harmonize'>>(async ({ onTaskIds }) => {
      onTaskIds([HARMONIZE_TASK_ID]);
      return { ...success(), task_id: HARMONIZE_TASK_ID };
    });
    const compose = vi.fn<StudioServices['compose']>(async ({ size }) => ({
      ...size,
      png: new Blob(['png']),
      alphaPng: new Blob(['alpha']),
    }));
    const { studio, services } = await openedWith('cut-out', { compose, ...tasks({ harmonize }) });
    const estimateSurroundings = vi.spyOn(services, 'estimateSurroundings');
    studio.chooseTool('scene');
    await studio.scene.setBackgroundPicture(pngFile('table.png'));
    studio.chooseTool('harmonize');
    await settle();
    studio.view.setViewport({ widthPx: 500, heightPx: 500, insets: NO_INSETS, devicePixelRatio: 1 });
    const { user } = await renderCommanded(studio, (context) => (
      <>
        <ToolPanel context={context} />
        <LightHandles />
      </>
    ));
    return { studio, harmonize, compose, estimateSurroundings, user };
  }
  const sun = (): HTMLElement => screen.getByTestId('light');
  const line = (): HTMLElement => screen.getByTestId('ground-line');
  const getSurroundings = (studio: Studio) => requireDocument(studio).edits.settings.surroundings;

  it('shows the estimate, changes with the arrow keys, is sent with the request, and can be reset', async () => {
    const { studio, harmonize, compose, estimateSurroundings, user } = await onAPicture();
    expect(screen.getAllByText('Estimated', { selector: 'dd' })).toHaveLength(2);
    // The estimate gets the position of the product, behind which the surface ends.
    expect(estimateSurroundings.mock.calls[0]?.[2]).toEqual({ bottom: 0.84, height: 0.59 });
    expect(screen.getByText('Light from the front left, 40° high')).toBeDefined();
    fireEvent.keyDown(sun(), { key: 'ArrowRight' });
    expect(getSurroundings(studio).light).toEqual({ fromDeg: -55, heightDeg: 40 });
    fireEvent.keyDown(line(), { key: 'ArrowDown' });
    expect(getSurroundings(studio).groundLine).toBe(0.41);
    expect(screen.getAllByText('Set by you')).toHaveLength(2);
    change(slider('Warmth'), 30);
    const camera = screen.getByRole('combobox', { name: 'Camera height' });
    expect(within(camera).getByRole('option', { selected: true }).textContent).toBe(
      'Camera: eye level (estimated)',
    );
    await user.selectOptions(camera, 'Camera: top view (flat lay)');
    await user.click(button('Harmonize'));
    await happens(settle);
    const form = harmonize.mock.calls[0]?.[0].form;
    expect(JSON.parse(form?.surroundings ?? '')).toEqual({
      light: { fromDeg: -55, heightDeg: 40 },
      groundLine: 0.41,
      elevationDeg: 88,
      warmth: 0.3,
      brightness: null,
    });
    // Composes without the computed shadow, because harmonizing adds a shadow that matches the light.
    expect(compose.mock.calls[0]?.[0].shadow.kind).toBe('none');
    expect(button('Harmonize').disabled).toBe(true);
    fireEvent.keyDown(sun(), { key: 'Delete' });
    expect(getSurroundings(studio).light).toBeNull();
    expect(screen.getByText('You changed the light or the ground: harmonize again to see it.')).toBeDefined();
    expect(button('Harmonize').disabled).toBe(false);
    await user.click(button('Reset to estimate'));
    expect(getSurroundings(studio)).toEqual(ESTIMATED_SURROUNDINGS);
  });

  it('changes with the dragged sun, in one undo step for each drag', async () => {
    const { studio } = await onAPicture();
    fireEvent.pointerDown(sun(), { pointerId: 1, button: 0 });
    fireEvent.pointerMove(sun(), { pointerId: 1, clientX: 490, clientY: 250 });
    const first = getSurroundings(studio).light;
    fireEvent.pointerMove(sun(), { pointerId: 1, clientX: 10, clientY: 250 });
    fireEvent.pointerUp(sun(), { pointerId: 1 });
    expect(first?.fromDeg).toBeGreaterThan(45);
    expect(getSurroundings(studio).light?.fromDeg).toBeLessThan(-45);
    await happens(() => studio.undo());
    expect(getSurroundings(studio)).toEqual(ESTIMATED_SURROUNDINGS);
  });

  it('isn’t sent when it is unset', async () => {
    const { studio, harmonize } = await onAPicture();
    await happens(() => studio.run());
    expect(harmonize.mock.calls[0]?.[0].form).not.toHaveProperty('surroundings');
  });
});

describe('the position of the light', () => {
  it('is opposite to its shadow, and converts back to the same light', () => {
    expect(placeOfLight({ fromDeg: 180, heightDeg: 5 }, 100).y).toBeCloseTo(-100);
    expect(placeOfLight({ fromDeg: 90, heightDeg: 90 }, 100).x).toBeCloseTo(0);
    for (const light of [
      { fromDeg: -120, heightDeg: 20 },
      { fromDeg: 35, heightDeg: 60 },
    ])
      expect(lightAtPlace(placeOfLight(light, 80), 80)).toEqual(light);
  });
});
