import { OWN_MESSAGES } from '@packshot/contract';
import type { Box } from '@packshot/image-engine/pixels';
import { describe, expect, it, vi } from 'vitest';
import { findPayer, PHOTO_ID, findSource } from '../../model/results.ts';
import { createStudio } from '../../shell/studio.ts';
import { stageSize } from '../../state/tools.ts';
import { reasonNotTakeable } from '../../export/takeable.ts';
import { fakeServices, pngFile } from '../../testing/fake-services.ts';
import { success, TASK_ID, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import {
  getCurrentResult,
  requireDocument,
  getFacts,
  getReason,
  getState,
} from '../../testing/open-studio.ts';
import { getCrop, isOpaque } from './cropping.ts';

async function openCrop(
  overrides: Parameters<typeof fakeServices>[0] = {},
  tool: 'cut-out' | 'describe' = 'cut-out',
) {
  const services = fakeServices(overrides);
  const studio = createStudio(services);
  await studio.takePhoto([pngFile()], tool);
  studio.chooseTool('crop');
  return { services, studio };
}

describe('a photo to be cropped', () => {
  it.each([
    ['image/jpeg', true],
    ['image/heic', true],
    ['image/png', false],
    ['image/webp', false],
    ['image/avif', false],
  ])('of type %s counts as opaque: %s', async (mimeType, expected) => {
    const { studio } = await openCrop();
    const document = requireDocument(studio);
    const photo = document.photo && { ...document.photo, mimeType };
    expect(isOpaque({ ...document, photo }, PHOTO_ID)).toBe(expected);
  });
});

describe('cropping', () => {
  it('crops a photo and its cut-out together, and leaves both as they were', async () => {
    const { studio, services } = await openCrop();
    await studio.crop.trim();
    expect(stageSize(studio.context.tools, getState(studio))).toEqual({ widthPx: 700, heightPx: 500 });
    expect(reasonNotTakeable(studio.context.tools, getState(studio))).toBe('Apply the crop first.');
    await studio.run();
    expect(reasonNotTakeable(studio.context.tools, getState(studio))).toBeNull();
    const document = requireDocument(studio);
    const cutOut = getCurrentResult(studio);
    expect(cutOut).toMatchObject({ tool: 'cut-out', widthPx: 400, heightPx: 400, key: '' });
    const sourceId = findSource(document, cutOut?.id ?? '');
    const source = document.results.find(({ id }) => id === sourceId);
    expect(source).toMatchObject({ tool: 'crop', inputId: PHOTO_ID, widthPx: 400, heightPx: 400 });
    expect(document.results.map(({ tool }) => tool)).toEqual(['cut-out', 'crop', 'cut-out']);
    // Downloading the trimmed picture is charged to the cut-out; the photo is the user's own and free.
    expect(findPayer(document, cutOut?.id ?? '')?.id).toBe(TASK_ID);
    expect(findPayer(document, sourceId)).toBeNull();
    expect(getFacts(studio)).toMatchObject({ canSave: true, canRefine: true });
    studio.selectPicture(sourceId);
    expect(getFacts(studio).canSave).toBe(true);
    expect(services.notices).toEqual([]);
  });

  it('isn’t applied until the product is measured for trimming, and follows rotations meanwhile', async () => {
    const pendingRows = Promise.withResolvers<readonly Box[]>();
    const { studio } = await openCrop({ productRows: () => pendingRows.promise });
    studio.crop.turn('right');
    const trimming = studio.crop.trim();
    await studio.run();
    expect(requireDocument(studio).results.map(({ tool }) => tool)).toEqual(['cut-out']);
    expect(studio.store.getState().isCropping).toBe(true);
    studio.crop.turn('right');
    pendingRows.resolve([{ xPx: 100, yPx: 50, widthPx: 300, heightPx: 200 }]);
    await trimming;
    await studio.run();
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'cut-out', widthPx: 300, heightPx: 200 });
  });

  it('undo first restores the whole picture, and then the crop settings step by step', async () => {
    const { studio } = await openCrop();
    studio.crop.turn('right');
    studio.crop.straighten(5);
    studio.crop.straighten(6);
    studio.crop.endCropping();
    expect(getCrop(requireDocument(studio))).toMatchObject({ quarterTurns: 1, angleDeg: 6 });
    expect(stageSize(studio.context.tools, getState(studio))).toEqual({ widthPx: 500, heightPx: 700 });
    await studio.run();
    studio.undo();
    expect(requireDocument(studio).edits.currentId).toBe(TASK_ID);
    studio.chooseTool('crop');
    expect(getCrop(requireDocument(studio)).angleDeg).toBe(6);
    studio.undo();
    expect(getCrop(requireDocument(studio))).toMatchObject({ quarterTurns: 1, angleDeg: 0 });
    studio.undo();
    expect(getReason(studio)).not.toBeNull();
  });

  it('starts again from the whole picture instead of cropping a cropped picture', async () => {
    const { studio } = await openCrop();
    await studio.crop.trim();
    await studio.run();
    studio.chooseTool('crop');
    expect(stageSize(studio.context.tools, getState(studio))).toEqual({ widthPx: 700, heightPx: 500 });
    expect(getCrop(requireDocument(studio)).width).toBeCloseTo(400 / 700);
    expect(getReason(studio)).not.toBeNull();
    studio.crop.setRatio(16 / 10);
    await studio.run();
    expect(getCurrentResult(studio)?.cropOf?.id).toBe(TASK_ID);
  });

  it('straightens there and back without losing picture area', async () => {
    const { studio } = await openCrop();
    for (const angle of [10, 30, 10, 0]) studio.crop.straighten(angle);
    expect(getCrop(requireDocument(studio))).toMatchObject({ angleDeg: 0, width: 1, height: 1 });
  });

  it('doesn’t shift masks, corrections and the product against their picture', async () => {
    const { studio } = await openCrop();
    studio.chooseTool('cut-out');
    studio.refine.drawCorrection({ mode: 'erase', radiusPx: 4, hardness: 1, points: [1, 2] });
    studio.undo();
    studio.chooseTool('scene');
    const placement = { centerX: 0.4, centerY: 0.6, width: 0.5, rotationDeg: 3, isFlipped: true };
    studio.scene.place(placement);
    studio.scene.endPlacing();
    studio.chooseTool('magic');
    studio.brush.draw({ tool: 'brush', radiusPx: 5, points: [9, 9] });
    studio.chooseTool('crop');
    studio.crop.flip('horizontal');
    await studio.run();
    const { masks, edits } = requireDocument(studio);
    expect(masks[TASK_ID]?.strokes).toHaveLength(1);
    expect(masks[edits.currentId]).toBeUndefined();
    expect(edits.scene.placement).toEqual(placement);
  });

  it('crops a bare photo before any tool has run, and uploads it when a tool needs it', async () => {
    const calls: AskedTask<'cut-out'>[] = [];
    const upload = vi.fn(async (blob: Blob) => ((await blob.text()) === 'crop' ? 'u/1/crop' : 'u/1/photo'));
    const { studio } = await openCrop(
      {
        upload,
        ...tasks({
          'cut-out': async (call) => {
            calls.push(call);
            call.onTaskIds([TASK_ID]);
            return success();
          },
        }),
      },
      'describe',
    );
    studio.crop.setRatio(1);
    await studio.run();
    expect(getCurrentResult(studio)).toMatchObject({ tool: 'crop', widthPx: 500, heightPx: 500 });
    expect(upload).not.toHaveBeenCalled();
    expect(requireDocument(studio).tool).toBe('cut-out');
    await studio.run();
    expect(calls).toMatchObject([{ form: { image_s3: 'u/1/crop' } }]);
    expect(getCurrentResult(studio)?.inputId).toBe(requireDocument(studio).results[0]?.id);
  });

  it('reports a failed crop or a missing product, and keeps the settings', async () => {
    const { studio, services } = await openCrop(
      { crop: () => Promise.reject(new Error('too large')) },
      'describe',
    );
    await studio.crop.trim();
    studio.crop.turn('left');
    await studio.run();
    expect(services.notices.map(({ message }) => message)).toEqual([
      OWN_MESSAGES.noProductToTrim,
      OWN_MESSAGES.cropFailed,
    ]);
    expect(requireDocument(studio)).toMatchObject({ results: [], tool: 'crop' });
    expect(getCrop(requireDocument(studio)).quarterTurns).toBe(3);
  });
});
