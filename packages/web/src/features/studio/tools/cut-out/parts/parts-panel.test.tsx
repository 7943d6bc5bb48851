// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentCorrection } from '../../../model/document.ts';
import { imagePoint } from '../../../model/view-transform.ts';
import type { Studio } from '../../../shell/studio.ts';
import { Stage } from '../../../shell/stage.tsx';
import { TASK_ID } from '../../../testing/fake-tasks.ts';
import { requireDocument, getFacts, openedWith, getState } from '../../../testing/open-studio.ts';
import {
  button,
  happens,
  radio,
  renderIn,
  renderPanel,
  renderPhonePanel,
} from '../../../testing/render-studio.tsx';
import { createPartsActions, NOTHING_THERE } from './choose-parts.ts';
import type { CutOutSegment, CutOutSegments } from './find-parts.ts';

/** Side of the grid in cells. On it are two jars that are cut out and one that isn't, side by side. */
const SIDE = 30;
const jar = (left: number, isKept: boolean): CutOutSegment => ({
  isKept,
  cells: Uint32Array.from({ length: 36 }, (_, i) => (12 + Math.floor(i / 6)) * SIDE + left + (i % 6)),
});
const JARS = [jar(2, true), jar(12, true), jar(22, false)];

function createParts(parts: readonly CutOutSegment[]): CutOutSegments {
  const partOf = new Uint16Array(SIDE * SIDE);
  const alpha = new Uint8Array(SIDE * SIDE);
  parts.forEach(({ cells, isKept }, index) => {
    for (const cell of cells) {
      partOf[cell] = index + 1;
      alpha[cell] = isKept ? 255 : 0;
    }
  });
  const areaOf = Uint16Array.from(partOf);
  const grid = { scale: 0.05, widthPx: SIDE, heightPx: SIDE };
  return { ...grid, parts, all: parts, partOf, areaOf, isBackdrop: Uint8Array.of(1, 0, 0, 0), alpha };
}

const withParts = (parts: readonly CutOutSegment[] = JARS) =>
  openedWith('cut-out', { findParts: async () => createParts(parts) });

const listModes = (studio: Studio) =>
  currentCorrection(requireDocument(studio))?.strokes.map(({ mode }) => mode);
const chips = (): string[] =>
  within(screen.getByRole('group', { name: 'Parts' }))
    .getAllByRole('button')
    .map((chip) => `${chip.getAttribute('aria-label')} ${chip.getAttribute('aria-pressed')}`);

describe('segment selection', () => {
  it('removes and keeps segments of a cut-out with switches, at once, for free, and with undo', async () => {
    const { studio } = await withParts();
    const { user } = await renderPanel(studio);
    await waitFor(() => expect(chips()).toEqual(['Part 1 true', 'Part 2 true', 'Part 3 false']));
    await user.click(button('Part 1'));
    expect(chips()).toEqual(['Part 1 false', 'Part 2 true', 'Part 3 false']);
    expect(getState(studio).announcement).toBe('Part 1 is removed.');
    await user.click(button('Part 3'));
    expect(chips()).toEqual(['Part 1 false', 'Part 2 true', 'Part 3 true']);
    await user.click(button('Undo'));
    expect(chips()).toEqual(['Part 1 false', 'Part 2 true', 'Part 3 false']);
    await user.click(button('Part 1'));
    // Restoring a dropped segment shows the engine's cut-out of it, not all of the photo's pixels.
    expect(listModes(studio)).toEqual(['erase', 'reset']);
    expect(getState(studio).announcement).toBe('Part 1 is kept.');
    expect(button('Apply corrections')).toBeDefined();
  });

  it('shows no switches for a single segment', async () => {
    const { studio } = await withParts(JARS.slice(0, 1));
    const { user } = await renderPanel(studio);
    expect(screen.queryByRole('group', { name: 'Parts' })).toBeNull();
    await user.click(button('Pick parts'));
    expect(getFacts(studio).isRefining).toBe(true);
    expect(radio('One color').checked).toBe(true);
  });

  it('is available on a phone, beside the brushes', async () => {
    const { studio } = await withParts();
    const { user } = await renderPhonePanel(studio);
    await user.click(button('Keep or remove parts'));
    await waitFor(() => expect(chips()).toHaveLength(3));
    await user.click(button('Part 2'));
    expect(listModes(studio)).toEqual(['erase']);
    await user.click(button('Erase'));
    expect(getState(studio)).toMatchObject({ refineHand: 'brush', brush: { tool: 'eraser' } });
  });

  it('keeps and removes segments under a crosshair moved by keys', async () => {
    const { studio } = await withParts();
    studio.refine.open('parts');
    await renderIn(studio, <Stage />);
    await happens(() => {
      studio.view.setImage({ widthPx: 600, heightPx: 600 });
      studio.view.setViewport({
        widthPx: 600,
        heightPx: 600,
        insets: { top: 0, right: 0, bottom: 0, left: 0 },
        devicePixelRatio: 1,
      });
    });
    const crosshair = await screen.findByRole('button', { name: /^Crosshair/ });
    const press = (key: string, times = 1): void => {
      for (let time = 0; time < times; time += 1) fireEvent.keyDown(crosshair, { key });
    };
    press('Delete');
    expect(listModes(studio)).toEqual(['erase']);
    press('Delete');
    expect(listModes(studio)).toEqual(['erase']);
    press('Enter');
    expect(listModes(studio)).toEqual(['erase', 'reset']);
    press('ArrowRight', 14);
    expect(getState(studio).announcement).toBe('Part 3, removed');
    press('Enter');
    expect(listModes(studio)).toEqual(['erase', 'reset', 'restore']);
    press('ArrowUp', 40);
    expect(getState(studio).announcement).toBe('Background');
    expect(screen.queryByTestId('hint')).toBeNull();
    press('Enter');
    expect(listModes(studio)).toHaveLength(3);
    expect(getState(studio).announcement).toBe(NOTHING_THERE);
    expect(screen.getByTestId('hint').textContent).toBe(NOTHING_THERE);
    press('ArrowDown', 12);
    press('Delete');
    expect(screen.queryByTestId('hint')).toBeNull();
  });

  it('is updated for another cut-out', async () => {
    const { studio } = await withParts();
    const parts = studio.context.get(createPartsActions);
    await parts.find(TASK_ID);
    expect(parts.at(imagePoint(300, 300))).toBe(JARS[1]);
    studio.selectPicture('photo');
    expect(parts.at(imagePoint(300, 300))).toBeNull();
  });
});
