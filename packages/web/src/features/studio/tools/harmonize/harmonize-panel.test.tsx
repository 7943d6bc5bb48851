// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Studio } from '../../shell/studio.ts';
import type { StudioServices } from '../../state/services.ts';
import { HARMONIZE_TASK_ID, success, tasks } from '../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../testing/fake-tasks.ts';
import { currentOf, documentOf, openedWith, settle } from '../../testing/open-studio.ts';
import {
  button,
  change,
  descriptionOf,
  happens,
  renderPanel,
  renderPhonePanel,
  slider,
} from '../../testing/render-studio.tsx';

/** A product on a background color, with Harmonize open. */
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
])('the %s of Harmonize', (_where, shown) => {
  it('explains what is missing without a background', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('harmonize');
    await shown(studio);
    expect(screen.getByText(/First put it on a picture or a color, in Background\.$/)).toBeDefined();
    expect(button('Harmonize').disabled).toBe(true);
    expect(descriptionOf(button('Harmonize'))).toBe('Put the product on a picture or a color first.');
  });

  it('removes the background first when there is no product', async () => {
    const { studio } = await openedWith('describe');
    studio.chooseTool('harmonize');
    await shown(studio);
    expect(button('Remove background').disabled).toBe(false);
  });

  it('harmonizes at the chosen strength, and explains what another strength would do', async () => {
    const harmonize = vi.fn<TaskAnswer<'harmonize'>>(async ({ onTaskIds }) => {
      onTaskIds([HARMONIZE_TASK_ID]);
      return { ...success(), task_id: HARMONIZE_TASK_ID };
    });
    const studio = await onAColor(tasks({ harmonize }));
    const { user } = await shown(studio);
    expect(
      screen.getByText('Color, contrast, grain and contact shadow follow the background.'),
    ).toBeDefined();
    change(slider('Strength'), 0.6);
    expect(documentOf(studio).edits.settings.strength).toBe(0.6);
    expect(slider('Strength').getAttribute('aria-valuetext')).toBe('60%');
    await user.click(button('Harmonize'));
    await happens(settle);
    expect(harmonize.mock.calls[0]?.[0]).toMatchObject({ form: { strength: '0.60' } });
    expect(currentOf(studio)).toMatchObject({ tool: 'harmonize', strength: 0.6 });
    expect(screen.getByText('Applied at 60%')).toBeDefined();
    expect(button('Harmonize').disabled).toBe(true);
    expect(descriptionOf(button('Harmonize'))).toBe('Already applied at this strength.');
    expect(screen.getByText('Move the slider to preview a weaker effect.')).toBeDefined();
    change(slider('Strength'), 0.3);
    expect(screen.getByText('The stage shows a preview. Harmonize again to apply it.')).toBeDefined();
    change(slider('Strength'), 0.9);
    expect(screen.getByText('Stronger than this result: harmonize again to see it.')).toBeDefined();
    expect(button('Harmonize').disabled).toBe(false);
  });
});
