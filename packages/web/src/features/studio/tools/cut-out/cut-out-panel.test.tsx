// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CorrectionStroke } from '../../model/corrections.ts';
import { currentCorrection } from '../../model/document.ts';
import { createStudio } from '../../shell/studio.ts';
import type { Studio } from '../../shell/studio.ts';
import { fakeServices } from '../../testing/fake-services.ts';
import { REFINE_TASK_ID, success, tasks, unsureCutOut } from '../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../testing/fake-tasks.ts';
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
  haveCredits,
  radio,
  renderPanel,
  renderPhonePanel,
  slider,
} from '../../testing/render-studio.tsx';

const STROKE: CorrectionStroke = { mode: 'erase', radiusPx: 9, hardness: 0.5, points: [4, 5, 60, 70] };
const getStrokes = (studio: Studio) => currentCorrection(requireDocument(studio))?.strokes;

describe.each([
  ['panel', renderPanel, 'Correct by hand'],
  ['panel of a phone', renderPhonePanel, 'Correct the edge'],
] as const)('the %s of the Cut out tool', (_where, renderTool, wayIn) => {
  it('asks for a photo when the stage is empty', async () => {
    const { user, actions } = await renderTool(createStudio(fakeServices()));
    await user.click(button('Choose a photo'));
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
  });

  it('removes the background of a photo, and shows the cost', async () => {
    haveCredits({ generations: 5 });
    const { studio } = await openedWith('describe');
    studio.chooseTool('cut-out');
    const { user } = await renderTool(studio);
    expect(readDescription(button('Remove background'))).toBe(
      'Uses 1 of 5 generations. Free if it fails or you cancel.',
    );
    expect(screen.queryByRole('radio', { name: 'White' })).toBeNull();
    expect(screen.queryByRole('button', { name: wayIn })).toBeNull();
    await user.click(button('Remove background'));
    await happens(settle);
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
    expect(screen.queryByRole('button', { name: 'Remove background' })).toBeNull();
  });

  it('sets the background color of a cut-out, and shows whether the file is transparent', async () => {
    const { studio } = await openedWith('cut-out');
    const { user } = await renderTool(studio);
    const colors = within(screen.getByRole('group', { name: 'Background color' })).getAllByRole('radio');
    expect(radio('Transparent').checked).toBe(true);
    expect(screen.getByText(/^Downloads are transparent/)).toBeDefined();
    const backdrops = new Set<string>();
    for (const color of colors) {
      await user.click(color);
      backdrops.add(JSON.stringify(requireDocument(studio).view.backdrop));
    }
    expect(backdrops.size).toBe(colors.length);
    expect(screen.getByText(/^Downloads include this/)).toBeDefined();
    change(screen.getByLabelText('Custom color'), '#ABCDEF');
    expect(requireDocument(studio).view.backdrop).toEqual({ kind: 'color', hex: '#abcdef' });
    await user.click(radio('Transparent'));
    expect(requireDocument(studio).view.backdrop).toEqual({ kind: 'transparent' });
  });

  it('shows quality flags until the user dismisses them', async () => {
    const { studio } = await openedWith('cut-out', tasks({ 'cut-out': unsureCutOut }));
    const { user } = await renderTool(studio);
    expect(screen.getByText('Check the left edge.')).toBeDefined();
    expect(screen.getByText('Cut off at the bottom of the photo.')).toBeDefined();
    await user.click(button('It looks right'));
    expect(screen.queryByText(/^Check the/)).toBeNull();
    expect(getCurrentResult(studio)?.doubts).toEqual([]);
  });

  it('opens the correction brushes, applies corrections for free, and closes the brushes', async () => {
    const refine = vi.fn<TaskAnswer<'refine'>>(async (call) => {
      call.onTaskIds([REFINE_TASK_ID]);
      return { ...success(), task_id: REFINE_TASK_ID };
    });
    const { studio } = await openedWith('cut-out', tasks({ refine }));
    const { user } = await renderTool(studio);
    await user.click(button(wayIn));
    expect(getState(studio).isRefineOpen).toBe(true);
    await user.click(button('Erase'));
    expect(getState(studio).brush.tool).toBe('eraser');
    expect(button('Erase').getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Restore'));
    expect(getState(studio).brush.tool).toBe('brush');
    await user.click(radio('Removed in red'));
    expect(requireDocument(studio).view.refineLook).toBe('red');

    for (const name of ['Undo', 'Clear']) expect(button(name).disabled, name).toBe(true);
    await happens(() => studio.refine.drawCorrection(STROKE));
    await user.click(button('Undo'));
    expect(getStrokes(studio)).toEqual([]);
    await user.click(button('Redo'));
    expect(getStrokes(studio)).toEqual([STROKE]);
    expect(readDescription(button('Apply corrections'))).toBe('Free: uses no generation.');
    await user.click(button('Done'));
    await happens(settle);
    expect(refine).toHaveBeenCalledTimes(1);
    expect(getCurrentResult(studio)?.id).toBe(REFINE_TASK_ID);
    expect(getState(studio).isRefineOpen).toBe(false);
  });
});

describe('the Cut out panel', () => {
  it('explains the quality flags of a cut-out', async () => {
    const { studio } = await openedWith('cut-out', tasks({ 'cut-out': unsureCutOut }));
    await renderPanel(studio);
    expect(
      screen.getByText('Part of the product may be missing, or some background included.'),
    ).toBeDefined();
    expect(screen.getByText('The rest of the product isn’t in the photo.')).toBeDefined();
  });

  it('has a button that leads to the scene tool', async () => {
    const { studio } = await openedWith('cut-out');
    const { user } = await renderPanel(studio);
    await user.click(button('Place in a scene'));
    expect(requireDocument(studio).tool).toBe('scene');
  });

  it('sets hardness and edge snapping of the correction brushes, and clears the corrections', async () => {
    const { studio } = await openedWith('cut-out');
    studio.refine.open();
    const { user } = await renderPanel(studio);
    expect(screen.queryByRole('button', { name: 'Place in a scene' })).toBeNull();
    change(slider('Hardness'), 25);
    expect(getState(studio).brush.hardness).toBe(0.25);
    await user.click(screen.getByRole('switch', { name: /^Snap to edges/ }));
    expect(requireDocument(studio).edits.settings.edges).toBe('hand');
    await happens(() => studio.refine.drawCorrection(STROKE));
    await user.click(button('Clear'));
    expect(button('Clear').disabled).toBe(true);
  });

  it('shows the facts about the photo, then about the result', async () => {
    const { studio } = await openedWith('describe');
    studio.chooseTool('cut-out');
    const { user } = await renderPanel(studio);
    expect(screen.getByRole('heading', { name: 'Photo' })).toBeDefined();
    expect(screen.getByText('mug.png')).toBeDefined();
    await user.click(button('Remove background'));
    await happens(settle);
    expect(screen.getByRole('heading', { name: 'Result' })).toBeDefined();
    expect(
      screen.getByText('Your product isn’t repainted. Only colors at its edge are corrected.'),
    ).toBeDefined();
  });
});
