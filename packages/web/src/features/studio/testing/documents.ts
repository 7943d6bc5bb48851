import { createDocument } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { addResult } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { Result } from '../model/results.ts';

const newDocument = (): StudioDocument =>
  createDocument({
    id: '6f1d3c1e-5a0b-4f5e-9a51-1f0f4b6f2d11',
    nowMs: 1_760_000_000_000,
    tool: 'cut-out',
    photo: { name: 'mug.jpg', sizeBytes: 62_732, mimeType: 'image/jpeg', widthPx: 700, heightPx: 700 },
  });

export const CUT_OUT: Result = {
  id: '0b1c9c57-95d3-4a77-8a56-7a7d3a1f6a01',
  tool: 'cut-out',
  inputId: PHOTO_ID,
  key: 'u/1/result.png',
  widthPx: 700,
  heightPx: 700,
  durationMs: 1840,
  isDownloaded: true,
  scene: null,
  cropOf: null,
  strength: null,
};

export const PHOTO = {
  name: 'mug.jpg',
  sizeBytes: 62_732,
  mimeType: 'image/jpeg',
  widthPx: 700,
  heightPx: 700,
  uploadKey: 'u/1/mug',
  openedFrom: null,
};
export const MASKS: StudioDocument['masks'] = {
  [PHOTO_ID]: { strokes: [{ tool: 'brush', radiusPx: 12.5, points: [1, 2, 3.5, 4] }], undone: [] },
};

/** Document that has a result, a mask, a correction and view settings. */
export const finishedDocument = (): StudioDocument => ({
  ...addResult({ ...newDocument(), ownerId: 'user-1', photo: PHOTO }, CUT_OUT, 5),
  masks: MASKS,
  corrections: {
    [CUT_OUT.id]: {
      strokes: [{ mode: 'restore', radiusPx: 9, hardness: 0.5, points: [4, 5, 6.5, 7] }],
      undone: [],
    },
  },
  view: {
    compare: 'slider',
    splitFraction: 0.3,
    backdrop: { kind: 'color', hex: '#ffffff' },
    refineLook: 'red',
    newBesideId: null,
  },
});
