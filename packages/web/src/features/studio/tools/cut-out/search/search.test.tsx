// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { currentCorrection } from '../../../model/document.ts';
import { imagePoint, toScreen } from '../../../model/view-transform.ts';
import type { Studio } from '../../../shell/studio.ts';
import type { StudioServices } from '../../../state/services.ts';
import { fakeServices } from '../../../testing/fake-services.ts';
import { FailureCard } from '../../../shell/failure-card.tsx';
import { Stage } from '../../../shell/stage.tsx';
import { REFINE_TASK_ID, success, TASK_ID, tasks } from '../../../testing/fake-tasks.ts';
import type { TaskAnswer } from '../../../testing/fake-tasks.ts';
import {
  getCurrentResult,
  requireDocument,
  openedWith,
  settle,
  getState,
} from '../../../testing/open-studio.ts';
import { button, happens, radio, renderIn, renderPanel } from '../../../testing/render-studio.tsx';
import { createSearchActions } from './search-actions.ts';
import { createSearchPainter } from './search-painter.ts';

const IMAGE = { widthPx: 600, heightPx: 600 };

const answerRefine: TaskAnswer<'refine'> = async (call) => {
  call.onTaskIds([REFINE_TASK_ID]);
  return { ...success(), task_id: REFINE_TASK_ID };
};

async function openSearch(answer = answerRefine) {
  const refine = vi.fn(answer);
  const exportCorrection = vi.fn<StudioServices['exportCorrection']>(fakeServices().exportCorrection);
  const { studio } = await openedWith('cut-out', { ...tasks({ refine }), exportCorrection });
  studio.view.setImage(IMAGE);
  studio.view.setViewport({
    ...IMAGE,
    insets: { top: 0, right: 0, bottom: 0, left: 0 },
    devicePixelRatio: 1,
  });
  return { studio, refine, exportCorrection };
}

const drawnOn = (studio: Studio) => requireDocument(studio).corrections[TASK_ID]?.strokes;

/**
 * Draws a box or line with one finger.
 * @param points pixels of the picture
 */
function draw(studio: Studio, kind: 'box' | 'line', points: readonly (readonly [number, number])[]): void {
  const painter = createSearchPainter(studio.context, kind, IMAGE);
  const { transform } = studio.view.store.getState();
  if (!transform) throw new Error('There is no stage.');
  const [first, ...others] = points.map(([x, y]) => toScreen(transform, imagePoint(x, y)));
  if (first) painter.begin(first);
  painter.move(others);
  painter.end();
}

describe('a box drawn to find an object', () => {
  it('is searched at once, for free, and undone with its result', async () => {
    const { studio, refine, exportCorrection } = await openSearch();
    studio.refine.open('box');
    const { user } = await renderPanel(studio);
    expect(button('Box').getAttribute('aria-pressed')).toBe('true');
    await user.click(radio('Keep it'));
    await happens(() =>
      draw(studio, 'box', [
        [100, 120],
        [300, 700],
      ]),
    );
    expect(refine.mock.calls[0]?.[0].form).toMatchObject({ find: 'restore' });
    expect(exportCorrection.mock.calls[0]?.[0]).toEqual([
      { mode: 'restore', rings: [[100, 120, 300, 120, 300, 600, 100, 600]], find: 'restore' },
    ]);
    expect(getCurrentResult(studio)?.id).toBe(REFINE_TASK_ID);
    // The mode stays open, so that the user can draw the next box.
    expect(getState(studio)).toMatchObject({ isRefineOpen: true, refineHand: 'box' });
    await user.click(button('Undo'));
    expect(requireDocument(studio).edits.currentId).toBe(TASK_ID);
    expect(drawnOn(studio)).toEqual([]);
  });

  it('can reduce the cut-out to the found object', async () => {
    const { studio, refine } = await openSearch();
    studio.refine.open('box');
    await renderPanel(studio);
    expect(radio('Only this').checked).toBe(true);
    await happens(() =>
      draw(studio, 'box', [
        [100, 120],
        [300, 400],
      ]),
    );
    expect(refine.mock.calls[0]?.[0].form).toMatchObject({ find: 'only' });
  });

  it('changes nothing when no object is found, and says so beside the tool without a dialog', async () => {
    const { studio } = await openSearch(async (call) => {
      call.onTaskIds([REFINE_TASK_ID]);
      const { code, message } = { code: 'NOTHING_FOUND' as const, message: OWN_MESSAGES.nothingFound };
      return {
        ...success(),
        task_id: REFINE_TASK_ID,
        status: 'FAILURE',
        result: undefined,
        error: { code, message },
      };
    });
    studio.refine.open('box');
    await renderPanel(studio);
    await renderIn(studio, <FailureCard onChoosePhoto={() => undefined} />);
    await happens(() =>
      draw(studio, 'box', [
        [100, 120],
        [300, 400],
      ]),
    );
    expect(screen.getByText(OWN_MESSAGES.nothingFound).getAttribute('role')).toBe('status');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getState(studio).job).toMatchObject({ failure: { message: OWN_MESSAGES.nothingFound } });
    expect(requireDocument(studio).edits.currentId).toBe(TASK_ID);
    expect(drawnOn(studio)).toEqual([]);
  });

  it('can be a rough line, and remove the found object', async () => {
    const { studio, refine, exportCorrection } = await openSearch();
    studio.refine.open('box');
    const { user } = await renderPanel(studio);
    await user.click(radio('Remove it'));
    await user.click(radio('Line'));
    await happens(() =>
      draw(studio, 'line', [
        [100, 100],
        [200, 90],
        [220, 300],
      ]),
    );
    expect(refine.mock.calls[0]?.[0].form).toMatchObject({ find: 'erase' });
    expect(exportCorrection.mock.calls[0]?.[0]).toEqual([
      { mode: 'erase', rings: [[100, 100, 200, 90, 220, 300]], find: 'erase' },
    ]);
  });

  it('is ignored when it is too small to be intended', async () => {
    const { studio, refine } = await openSearch();
    studio.refine.open('box');
    draw(studio, 'box', [
      [100, 120],
      [103, 400],
    ]);
    draw(studio, 'line', [[100, 120]]);
    await settle();
    expect(refine).not.toHaveBeenCalled();
  });

  it('is sent with the existing strokes, and replaces an unsearched box', async () => {
    const { studio, refine, exportCorrection } = await openSearch();
    studio.refine.drawCorrection({ mode: 'erase', rings: [[1, 1, 9, 1, 9, 9]] });
    studio.refine.drawCorrection({ mode: 'erase', rings: [[2, 2, 8, 2, 8, 8]], find: 'erase' });
    studio.context.get(createSearchActions).setFind('restore');
    studio.refine.open('box');
    draw(studio, 'box', [
      [100, 120],
      [300, 400],
    ]);
    await settle();
    expect(exportCorrection.mock.calls[0]?.[0].map(({ mode }) => mode)).toEqual(['erase', 'restore']);
    expect(drawnOn(studio)?.map(({ mode }) => mode)).toEqual(['erase']);
    expect(refine.mock.calls[0]?.[0].form).toMatchObject({ find: 'restore' });
  });

  it('is moved and resized by keys, announced, and searched', async () => {
    const { studio, refine } = await openSearch();
    studio.refine.open('box');
    await renderIn(studio, <Stage />);
    const box = await screen.findByRole('button', { name: /^Box\. Arrow keys/ });
    fireEvent.keyDown(box, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(box, { key: 'ArrowUp', altKey: true, shiftKey: true });
    expect(getState(studio).announcement).toBe('Box from 40% to 80% across, 30% to 60% down');
    await happens(() => fireEvent.keyDown(box, { key: 'Delete' }));
    expect(refine.mock.calls[0]?.[0].form).toMatchObject({ find: 'erase' });
    expect(currentCorrection(requireDocument(studio))?.strokes).toEqual([]);
    // The box has the focus again, at its last position.
    const again = await screen.findByRole('button', { name: /^Box\. Arrow keys/ });
    expect([document.activeElement, again.style.left]).toEqual([again, '40%']);
  });
});
