/**
 * Lets the user keep or drop segments of a cut-out. Each change is a correction stroke, so that it is previewed,
 * undone and applied like other strokes.
 */
import { t } from '@packshot/contract/text/translation';
import { createStore } from 'zustand/vanilla';
import type { AreaStroke, CorrectionStroke } from '../../../model/corrections.ts';
import { currentCorrection } from '../../../model/document.ts';
import { currentResult, isCutOut, findResult, findSource } from '../../../model/results.ts';
import type { PictureId } from '../../../model/results.ts';
import type { StudioDocument } from '../../../model/document.ts';
import { bestRendition } from '../../../state/studio-state.ts';
import type { StudioContext } from '../../../state/studio-context.ts';
import type { ImagePoint } from '../../../model/view-transform.ts';
import { createRefineActions } from '../refine-actions.ts';
import { StrokeField } from '../stroke-field.ts';
import { computeCover, partAt } from './find-parts.ts';
import type { CutOutSegment, CutOutSegments, Reach } from './find-parts.ts';
import { traceOutlines } from './outline.ts';

interface PartsState {
  /** Segments of the current cut-out, or null if unknown. */
  readonly cutOut: { readonly id: PictureId; readonly parts: CutOutSegments } | null;
  readonly reach: Reach;
  /** Segment under the pointer, or the segment of the chip under the pointer. */
  readonly lit: CutOutSegment | null;
  /** Point at which the user just clicked on the plain background, or null. */
  readonly missedAt: ImagePoint | null;
}

export const NOTHING_THERE = t(
  'No part was found at this point. Draw a box around the part, or paint it in with the brush.',
);
/** Time in milliseconds for which the message is shown: long enough to read it. */
const MISS_SHOWN_MS = 3_500;

export function createPartsActions(context: StudioContext) {
  const { services, store: studio } = context;
  const store = createStore<PartsState>(() => ({ cutOut: null, reach: 'object', lit: null, missedAt: null }));
  let sought: PictureId | null = null;
  let missTimer: ReturnType<typeof setTimeout> | undefined;

  const find = async (id: PictureId): Promise<void> => {
    const state = studio.getState();
    const { document } = state;
    const result = document && currentResult(document);
    if (!document || result?.id !== id || !isCutOut(result) || sought === id) return;
    const cutOut = bestRendition(state, result.id);
    const photo = bestRendition(state, findSource(document, result.id));
    if (!cutOut || !photo) return;
    sought = result.id;
    const earliestId = findEarliest(document, result.id);
    const earliest = earliestId === result.id ? null : bestRendition(state, earliestId);
    try {
      const parts = await services.findParts(result, { photo, cutOut, earliest });
      // Ignores the segments if the user has changed to another cut-out meanwhile.
      if (sought !== result.id) return;
      const reach = parts.parts.filter(({ isKept }) => isKept).length > 1 ? 'object' : 'area';
      store.setState({ cutOut: { id: result.id, parts }, reach, lit: null });
    } catch (error) {
      if (sought === result.id) sought = null;
      console.warn('The parts of this cut-out cannot be told apart.', error);
    }
  };

  /** Segments of the cut-out on the stage, or null if the loaded ones belong to another cut-out. */
  const partsNow = (): CutOutSegments | null => {
    const { cutOut: segmented } = store.getState();
    return segmented && segmented.id === studio.getState().document?.edits.currentId ? segmented.parts : null;
  };
  const strokesNow = (): readonly CorrectionStroke[] => {
    const { document } = studio.getState();
    return (document && currentCorrection(document)?.strokes) ?? [];
  };
  const isOn = (part: CutOutSegment): boolean => {
    const parts = partsNow();
    return parts !== null && isPartOn(parts, createField(parts, strokesNow()), part);
  };

  return {
    store,
    /** Finds the segments of the cut-out with this ID, which is on the stage, unless they were requested already. */
    find,
    setReach: (reach: Reach): void => store.setState({ reach }),
    light: (lit: CutOutSegment | null): void => {
      if (lit !== store.getState().lit) store.setState({ lit });
    },
    at: ({ x, y }: ImagePoint): CutOutSegment | null => {
      const parts = partsNow();
      return parts && partAt(parts, x * parts.scale, y * parts.scale, store.getState().reach);
    },
    /** Tells the user that there is no segment at the clicked point. */
    miss: (missedAt: ImagePoint): void => {
      // Shows no message while the segments are unknown.
      if (!partsNow()) return;
      store.setState({ missedAt });
      context.announce(NOTHING_THERE);
      clearTimeout(missTimer);
      missTimer = setTimeout(() => store.setState({ missedAt: null }), MISS_SHOWN_MS);
    },
    isOn,
    /** Keeps or drops a segment, unless it already has that state, and announces the state. */
    set: (part: CutOutSegment, shouldKeep: boolean): void => {
      const parts = partsNow();
      if (!parts) return;
      store.setState({ missedAt: null });
      if (isOn(part) !== shouldKeep) {
        const stroke = createStroke(parts, part, shouldKeep);
        if (stroke) context.get(createRefineActions).drawCorrection(stroke);
      }
      const name = partName(parts, part);
      context.announce(
        shouldKeep ? t('{part} is kept.', { part: name }) : t('{part} is removed.', { part: name }),
      );
    },
  };
}

/** ID of the first cut-out, before any correction. */
function findEarliest(document: StudioDocument, id: PictureId): PictureId {
  const input = findResult(document, id)?.inputId;
  return input !== undefined && isCutOut(findResult(document, input)) ? findEarliest(document, input) : id;
}

/** Correction strokes, drawn on the grid of the segments. */
export function createField(parts: CutOutSegments, strokes: readonly CorrectionStroke[]): StrokeField {
  const { scale, widthPx, heightPx } = parts;
  const field = new StrokeField({ scale, widthPx, heightPx, leftPx: 0, topPx: 0 });
  field.setStrokes(strokes);
  return field;
}

/** Alpha (0 to 255) from which a cell counts as visible. */
const SEEN = 96;

export function isPartOn(
  { alpha }: CutOutSegments,
  { restore, erase }: StrokeField,
  { cells }: CutOutSegment,
): boolean {
  let visibleCount = 0;
  for (const cell of cells) {
    const [back, removedAlpha] = [restore[cell] ?? 0, erase[cell] ?? 0];
    if (((alpha[cell] ?? 0) * Math.max(0, 255 - back - removedAlpha)) / 255 + back >= SEEN) visibleCount += 1;
  }
  return visibleCount > cells.length / 2;
}

/** Stroke that shows or hides a segment, or removes corrections in it. Null if it has no outline. */
function createStroke(parts: CutOutSegments, part: CutOutSegment, isOn: boolean): AreaStroke | null {
  const rings = traceOutlines(parts, computeCover(parts, part), parts.scale);
  const mode = isOn === part.isKept ? 'reset' : isOn ? 'restore' : 'erase';
  return rings.length === 0 ? null : { mode, rings };
}

/** Name of a segment, with the same number as its chip. */
export function partName({ parts }: CutOutSegments, part: CutOutSegment): string {
  const index = parts.indexOf(part);
  return index === -1 ? t('This area') : t('Part {number}', { number: index + 1 });
}
