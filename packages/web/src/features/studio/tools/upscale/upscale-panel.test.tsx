// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { UPSCALE_FACTORS } from '@packshot/contract/tools/limits';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ToolSettings } from '../../model/edits.ts';
import type { Studio } from '../../shell/studio.ts';
import { tasks, UPSCALE_TASK_ID, upscaledTask } from '../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../testing/fake-tasks.ts';
import { requireDocument, openedWith, settle } from '../../testing/open-studio.ts';
import {
  button,
  readDescription,
  happens,
  radio,
  renderPanel,
  renderPhonePanel,
} from '../../testing/render-studio.tsx';

const getSettings = (studio: Studio): ToolSettings => requireDocument(studio).edits.settings;

async function openedWithSides(widthPx: number, heightPx: number): Promise<Studio> {
  const picture = { url: 'blob:large', widthPx, heightPx };
  const { studio } = await openedWith('upscale', {
    decodePhoto: async () => ({ picture, converted: null, isReadAlike: true }),
  });
  return studio;
}

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Upscale tool', (_where, renderTool) => {
  it('sets scale and detail, shows the new size, and sends both', async () => {
    const upscale = vi.fn<TaskAnswer<'upscale'>>(async ({ onTaskIds, form }) => {
      onTaskIds([UPSCALE_TASK_ID]);
      return upscaledTask(Number(form.value));
    });
    const { studio } = await openedWith('upscale', tasks({ upscale }));
    const { user } = await renderTool(studio);
    for (const factor of UPSCALE_FACTORS) {
      await user.click(radio(`×${factor}`));
      expect(getSettings(studio).factor).toBe(factor);
      expect(screen.getByText(`${700 * factor} × ${500 * factor} px`)).toBeDefined();
    }
    await user.click(radio('Detailed'));
    expect(getSettings(studio).mode).toBe('detailed');
    await user.click(radio('Faithful'));
    expect(getSettings(studio).mode).toBe('faithful');
    await user.keyboard('{ArrowRight}');
    expect(getSettings(studio).mode).toBe('detailed');
    await user.click(button('Upscale'));
    await happens(settle);
    expect(upscale.mock.calls[0]?.[0]).toMatchObject({ form: { value: 4, mode: 'detailed' } });
    expect(upscale.mock.calls[0]?.[0].form).not.toHaveProperty('clean_up');
  });

  it('cleans up the picture first when that option is on', async () => {
    const upscale = vi.fn<TaskAnswer<'upscale'>>(async ({ onTaskIds, form }) => {
      onTaskIds([UPSCALE_TASK_ID]);
      return upscaledTask(Number(form.value));
    });
    const { studio } = await openedWith('upscale', tasks({ upscale }));
    const { user } = await renderTool(studio);
    await user.click(screen.getByRole('switch', { name: 'Clean up first' }));
    expect(getSettings(studio).cleansUp).toBe(true);
    await user.click(button('Upscale'));
    await happens(settle);
    expect(upscale.mock.calls[0]?.[0]).toMatchObject({ form: { value: 2, clean_up: 'true' } });
  });

  it('disables scales beyond the limit, and explains why', async () => {
    await renderTool(await openedWithSides(2000, 1000));
    expect([radio('×2').disabled, radio('×4').disabled]).toEqual([false, true]);
    expect(screen.getByText('×4 would be larger than 6000 px on a side, which is the limit.')).toBeDefined();
    expect(button('Upscale').disabled).toBe(false);
  });

  it('explains at its button that the picture is too large', async () => {
    await renderTool(await openedWithSides(4000, 1000));
    expect(button('Upscale').disabled).toBe(true);
    expect(readDescription(button('Upscale'))).toBe(OWN_MESSAGES.upscaleTooLarge);
  });

  it('shows the size of the result, compares it, and offers to enlarge again', async () => {
    const { studio } = await openedWith('upscale');
    studio.settings.setUpscale({ factor: 4 });
    await studio.run();
    const { user } = await renderTool(studio);
    expect(screen.getByText('2800 × 2000 px')).toBeDefined();
    expect(screen.queryByRole('radio', { name: '×4' })).toBeNull();
    await user.click(button('Compare before and after'));
    expect(requireDocument(studio).view.compare).toBe('slider');
    await user.click(button('Upscale ×2 more'));
    expect(getSettings(studio).factor).toBe(2);
    expect(radio('×2').checked).toBe(true);
    expect(screen.getByText('5600 × 4000 px')).toBeDefined();
  });
});
