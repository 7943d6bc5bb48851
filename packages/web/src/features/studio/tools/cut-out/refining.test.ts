import { describe, expect, it, vi } from 'vitest';
import { currentCorrection } from '../../model/document.ts';
import { currentResult, findSource } from '../../model/results.ts';
import type { Studio } from '../../shell/studio.ts';
import { answerFor, REFINE_TASK_ID, success, TASK_ID, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import {
  requireDocument,
  getFacts,
  openedWith,
  perform,
  getReason,
  getWorkName,
} from '../../testing/open-studio.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';

const STROKE: CorrectionStroke = { mode: 'restore', radiusPx: 9, hardness: 0.5, points: [4, 5, 60, 70] };
const ERASED: CorrectionStroke = { ...STROKE, mode: 'erase' };

const getStrokes = (studio: Studio) => currentCorrection(requireDocument(studio))?.strokes;
describe('correcting a cut-out by hand', () => {
  it('sends photo, cut-out and strokes, costs nothing, and continues from the new cut-out', async () => {
    const calls: AskedTask<'refine'>[] = [];
    const { services, studio } = await openedWith('cut-out', {
      generationsLeft: () => (calls.length === 0 ? 5 : 0),
      upload: async (blob) => ((await blob.text()) === 'strokes' ? 'u/1/strokes' : 'u/1/photo'),
      ...tasks({
        refine: async (call) => {
          calls.push(call);
          call.onTaskIds([REFINE_TASK_ID]);
          return { ...success(), task_id: REFINE_TASK_ID };
        },
      }),
    });
    studio.brush.choose('brush');
    expect(getFacts(studio)).toMatchObject({
      isRefining: true,
      isDrawing: true,
      hasMask: false,
      canSave: true,
    });
    studio.refine.drawCorrection(STROKE);
    studio.refine.setEdges('hand');
    expect(getWorkName(studio)).toBe('refine');
    expect(getReason(studio)).toBeNull();
    // Saving is disabled, because the file doesn't contain the drawn corrections yet.
    expect(getFacts(studio)).toMatchObject({ hasMask: true, canSave: false });
    await studio.run();
    expect(calls).toMatchObject([
      { form: { image_s3: 'u/1/photo', matte_s3: 'u/1/result.png', mask_s3: 'u/1/strokes', edges: 'hand' } },
    ]);
    const document = requireDocument(studio);
    expect(currentResult(document)).toMatchObject({ id: REFINE_TASK_ID, tool: 'cut-out', inputId: TASK_ID });
    expect(findSource(document, REFINE_TASK_ID)).toBe('photo');
    expect(getStrokes(studio)).toEqual([]);
    expect(document.corrections[TASK_ID]?.strokes).toEqual([STROKE]);

    studio.refine.drawCorrection(ERASED);
    await studio.run();
    expect(calls).toHaveLength(2);
    expect(services.notices).toEqual([]);
  });

  it('undoes the run first, then one stroke at a time, and redoes them in the opposite order', async () => {
    const { studio } = await openedWith('cut-out');
    studio.brush.choose('eraser');
    studio.refine.drawCorrection(STROKE);
    studio.refine.drawCorrection(ERASED);
    await studio.run();
    studio.undo();
    expect(requireDocument(studio).edits.currentId).toBe(TASK_ID);
    expect(getStrokes(studio)).toEqual([STROKE, ERASED]);
    studio.undo();
    studio.undo();
    expect(getStrokes(studio)).toEqual([]);
    studio.redo();
    studio.redo();
    expect(getStrokes(studio)).toEqual([STROKE, ERASED]);
    studio.redo();
    expect(requireDocument(studio).edits.currentId).toBe(REFINE_TASK_ID);
  });

  it('doesn’t close the brushes during undo, and keeps earlier steps', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('scene');
    studio.scene.setLight('night');
    studio.chooseTool('cut-out');
    studio.brush.choose('eraser');
    expect(getFacts(studio)).toMatchObject({ isRefining: true, canUndo: false, canRedo: false });
    studio.undo();
    expect(requireDocument(studio).edits).toMatchObject({ currentId: TASK_ID, scene: { light: 'night' } });
    studio.refine.drawCorrection(STROKE);
    expect(getFacts(studio)).toMatchObject({ canUndo: true });
    studio.undo();
    studio.undo();
    expect(getStrokes(studio)).toEqual([]);
    expect(getFacts(studio)).toMatchObject({ isRefining: true, canUndo: false, canRedo: true });
    expect(requireDocument(studio).edits.currentId).toBe(TASK_ID);
  });

  it('undoes all strokes at once with clear, and redo restores them in order', async () => {
    const { studio } = await openedWith('cut-out');
    studio.refine.open();
    studio.refine.drawCorrection(STROKE);
    studio.refine.drawCorrection(ERASED);
    perform(studio, 'magic:clear');
    expect(getStrokes(studio)).toEqual([]);
    studio.redo();
    expect(getStrokes(studio)).toEqual([STROKE]);
  });

  it('is applied when the tool changes, and when the brushes are closed', async () => {
    const refine = vi.fn(answerFor('refine'));
    const { studio } = await openedWith('cut-out', tasks({ refine }));
    studio.refine.open();
    studio.refine.drawCorrection(STROKE);
    studio.chooseTool('scene');
    await expect.poll(() => requireDocument(studio).edits.currentId).toBe(REFINE_TASK_ID);
    expect(requireDocument(studio).tool).toBe('scene');
    expect(refine).toHaveBeenCalledTimes(1);
    studio.chooseTool('cut-out');
    expect(getFacts(studio).isRefining).toBe(true);
    perform(studio, 'cut-out:refine');
    expect(getFacts(studio).isRefining).toBe(false);
    expect(refine).toHaveBeenCalledTimes(1);
  });

  it('keeps every stroke when the server doesn’t respond', async () => {
    const { studio } = await openedWith(
      'cut-out',
      tasks({ refine: () => Promise.reject(new Error('offline')) }),
    );
    studio.refine.open();
    studio.refine.drawCorrection(STROKE);
    await studio.run();
    expect(studio.store.getState().job.phase).toBe('failed');
    expect(getStrokes(studio)).toEqual([STROKE]);
  });

  it('is available only while a cut-out is on the stage', async () => {
    const { studio } = await openedWith('cut-out');
    studio.refine.open();
    studio.selectPicture('photo');
    expect(getFacts(studio)).toMatchObject({ isRefining: false, canRefine: false });
    studio.refine.drawCorrection(STROKE);
    expect(requireDocument(studio).corrections).toEqual({});
  });
});
