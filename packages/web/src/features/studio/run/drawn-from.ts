/** Stored pictures that a file made in this browser shows. The server compares the file with them before signing it. */
import type { DrawingMatrix } from '@packshot/contract/tools/export';
import { createComposition, isComposedOnSaving, productIn } from '../composite/composing.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { drawnPlace } from '../model/composition.ts';
import { cropMatrix } from '../model/crop-matrix.ts';
import type { StudioDocument } from '../model/document.ts';
import type { StagePicture } from '../model/picture.ts';
import { findResult } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { PixelSize } from '../model/size.ts';
import type { Tools } from '../state/studio-context.ts';
import type { StudioState } from '../state/studio-state.ts';

export interface DrawnHere {
  /** Pictures in the file, topmost first. */
  readonly pictures: readonly {
    /** Storage key of the picture, or the picture itself if it isn't on the server yet. */
    readonly source: string | StagePicture;
    /** Transform from the picture's pixels to those of the drawing. */
    readonly matrix: DrawingMatrix;
  }[];
  readonly ground?: string;
}

const SAME: DrawingMatrix = [1, 0, 0, 1, 0, 0];

export const storedDrawing = (key: string): DrawnHere => ({ pictures: [{ source: key, matrix: SAME }] });

/** Drawing of the picture on the stage, or null if that is neither on the server nor drawn from pictures there. */
export function drawnOnStage(tools: Tools, state: StudioState): DrawnHere | null {
  const { document } = state;
  if (!document) return null;
  if (!isComposedOnSaving(tools, document)) return drawnFrom(document, document.edits.currentId);
  const order = createComposition(tools, state);
  const product = productIn(document);
  return order && product && composedFrom(document, product, order);
}

export function drawnFrom(document: StudioDocument, id: PictureId): DrawnHere | null {
  const result = findResult(document, id);
  if (!result) {
    const { openedFrom, uploadKey } = document.photo ?? {};
    const source = uploadKey ?? openedFrom?.key ?? null;
    return source === null ? null : storedDrawing(source);
  }
  if (result.key !== '') return storedDrawing(result.key);
  const { cropOf } = result;
  const size = cropOf && findSize(document, cropOf.id);
  return size && layDrawing(drawnFrom(document, cropOf.id), cropMatrix(cropOf.crop, size));
}

function findSize(document: StudioDocument, id: PictureId): PixelSize | null {
  const { widthPx, heightPx } = findResult(document, id) ?? document.photo ?? {};
  return widthPx && heightPx ? { widthPx, heightPx } : null;
}

function composedFrom(
  document: StudioDocument,
  product: Result,
  { placement, box, size, background }: CompositionOrder,
): DrawnHere | null {
  const own = { widthPx: product.widthPx, heightPx: product.heightPx };
  const { centerXPx, centerYPx, ...whole } = drawnPlace(placement, box, size, own);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const side = placement.isFlipped ? -1 : 1;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const across = whole.widthPx / product.widthPx;
  const down = whole.heightPx / product.heightPx;
  const placed: DrawingMatrix = [across, 0, 0, down, -whole.middleXPx, -whole.middleYPx];
  const turned: DrawingMatrix = [cos * side, sin * side, -sin, cos, centerXPx, centerYPx];
  const drawing = layDrawing(drawnFrom(document, product.id), after(turned, placed));
  if (drawing === null || background.kind === 'transparent') return drawing;
  if (background.kind === 'color') return { ...drawing, ground: background.hex };
  const { picture } = background;
  const scale = Math.max(size.widthPx / picture.widthPx, size.heightPx / picture.heightPx);
  const matrix: DrawingMatrix = [
    scale,
    0,
    0,
    scale,
    (size.widthPx - picture.widthPx * scale) / 2,
    (size.heightPx - picture.heightPx * scale) / 2,
  ];
  return { pictures: [...drawing.pictures, { source: picture, matrix }] };
}

/** Drawing as it appears in an export file: transformed, and on a background color unless the drawing has its own. */
export function withBackground(
  drawing: DrawnHere | null,
  ground: string | null,
  matrix: DrawingMatrix = SAME,
): DrawnHere | null {
  const inFile = layDrawing(drawing, matrix);
  return inFile && ground !== null && inFile.ground === undefined ? { ...inFile, ground } : inFile;
}

/** Drawing after a transform that places it in another picture. */
function layDrawing(drawing: DrawnHere | null, matrix: DrawingMatrix): DrawnHere | null {
  if (drawing === null) return null;
  const { pictures } = drawing;
  return {
    ...drawing,
    pictures: pictures.map(({ source, matrix: first }) => ({ source, matrix: after(matrix, first) })),
  };
}

/** Combines two transforms into one that applies `first`, then `last`. */
function after(last: DrawingMatrix, first: DrawingMatrix): DrawingMatrix {
  const [a, b, c, d, e, f] = last;
  const [p, q, r, s, t, u] = first;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}
