// @vitest-environment happy-dom
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Crop } from '../../model/crop.ts';
import type { Studio } from '../../shell/studio.ts';
import type { StudioServices } from '../../state/services.ts';
import {
  getCurrentResult,
  requireDocument,
  openedWith,
  settle,
  getState,
} from '../../testing/open-studio.ts';
import {
  button,
  change,
  readDescription,
  happens,
  radio,
  renderPanel,
  renderPhonePanel,
  slider,
} from '../../testing/render-studio.tsx';
import { getCrop } from './cropping.ts';

const cropIn = (studio: Studio): Crop => getCrop(requireDocument(studio));
async function cutOutBeingCropped(overrides: Partial<StudioServices> = {}): Promise<Studio> {
  const { studio } = await openedWith('cut-out', overrides);
  studio.chooseTool('crop');
  return studio;
}

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Crop tool', (_where, renderTool) => {
  it('sets each aspect ratio, with clicks and with arrow keys', async () => {
    const { studio } = await openedWith('crop');
    const { user } = await renderTool(studio);
    expect(radio('Free').checked).toBe(true);
    for (const { label, value } of ASPECT_RATIOS) {
      await user.click(radio(label));
      expect(getState(studio).cropRatio).toBe(value);
    }
    await user.click(radio('4:5 Instagram portrait'));
    expect(getState(studio).cropRatio).toBe(4 / 5);
    await user.click(radio('2:3 Pinterest'));
    expect(getState(studio).cropRatio).toBe(2 / 3);
    expect(screen.queryByRole('radio', { name: /Amazon|Etsy/ })).toBeNull();
    radio('Free').focus();
    await user.keyboard('{ArrowRight}');
    expect(getState(studio).cropRatio).toBe(700 / 500);
    expect(radio('Original').checked).toBe(true);
  });

  it('straightens, shows the angle, and resets it', async () => {
    const { studio } = await openedWith('crop');
    const { user } = await renderTool(studio);
    expect(button('Angle 0.0°. Reset to zero').disabled).toBe(true);
    change(slider('Angle'), -12.5);
    expect(cropIn(studio).angleDeg).toBe(-12.5);
    expect(slider('Angle').getAttribute('aria-valuetext')).toBe('-12.5 degrees');
    await user.click(button('Angle −12.5°. Reset to zero'));
    expect(cropIn(studio).angleDeg).toBe(0);
  });

  it('rotates and flips', async () => {
    const { studio } = await openedWith('crop');
    const { user } = await renderTool(studio);
    await user.click(button('Rotate right'));
    expect(cropIn(studio)).toMatchObject({ quarterTurns: 1, isFlipped: false });
    await user.click(button('Rotate left'));
    expect(cropIn(studio).quarterTurns).toBe(0);
    await user.click(button('Flip horizontally'));
    expect(cropIn(studio)).toMatchObject({ quarterTurns: 0, isFlipped: true });
    await user.click(button('Flip vertically'));
    expect(cropIn(studio)).toMatchObject({ quarterTurns: 2, isFlipped: false });
  });

  it('can’t crop a photo with its background to the product', async () => {
    const { studio } = await openedWith('crop');
    await renderTool(studio);
    expect(button('Trim to product').disabled).toBe(true);
  });

  it('crops a cut-out to the product', async () => {
    const productRows = vi.fn(async () => [{ xPx: 100, yPx: 50, widthPx: 350, heightPx: 350 }]);
    const studio = await cutOutBeingCropped({ productRows });
    const { user } = await renderTool(studio);
    await user.click(button('Trim to product'));
    await settle();
    expect(productRows).toHaveBeenCalledTimes(1);
    expect(cropIn(studio).width).toBeCloseTo(0.5);
  });

  it('applies a crop for free, and asks for a crop before it can be applied', async () => {
    const { studio } = await openedWith('crop');
    const { user } = await renderTool(studio);
    expect(button('Apply crop').disabled).toBe(true);
    expect(readDescription(button('Apply crop'))).toBe(
      'Drag the corners, or rotate or straighten the picture.',
    );
    await user.click(radio('1:1'));
    expect(readDescription(button('Apply crop'))).toBe('Free: uses no generation.');
    await user.click(button('Apply crop'));
    await happens(settle);
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'crop', widthPx: 500, heightPx: 500 });
  });

  it('cannot apply a crop while the product is being measured', async () => {
    const pendingRows = Promise.withResolvers<readonly never[]>();
    const studio = await cutOutBeingCropped({ productRows: () => pendingRows.promise });
    const { user } = await renderTool(studio);
    await user.click(button('Rotate right'));
    await user.click(button('Trim to product'));
    expect(button('Apply crop').getAttribute('aria-busy')).toBe('true');
    await happens(() => pendingRows.resolve([]));
    expect(button('Apply crop').disabled).toBe(false);
  });
});

it('the Crop panel shows the crop’s size and why trimming to the product is disabled, and resets the crop', async () => {
  const { studio } = await openedWith('crop');
  const { user } = await renderPanel(studio);
  expect(screen.getByText('700 × 500 px')).toBeDefined();
  expect(readDescription(button('Trim to product'))).toBe('Remove the background first.');
  expect(button('Reset crop').disabled).toBe(true);
  await user.click(radio('1:1'));
  expect(screen.getByText('500 × 500 px')).toBeDefined();
  await user.click(button('Reset crop'));
  expect(screen.getByText('700 × 500 px')).toBeDefined();
  expect(radio('Free').checked).toBe(true);
});
