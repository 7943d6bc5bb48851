/** Jobs that draw and encode at full size. They can take seconds, so they run in a worker. */
import { cropPicture } from '../tools/crop/crop-picture.ts';
import { productRows } from '../tools/crop/product-rows.ts';
import { encodeExport, writePng } from '../export/encode-export.ts';
import { measureExport } from '../export/measure-export.ts';
import { writePsd } from '../export/write-psd.ts';
import { completeRemoval } from '../tools/magic/complete-removal.ts';
import { loadParts } from '../tools/cut-out/parts/load-parts.ts';
import { pixelsOn } from '../tools/cut-out/load-pixels.ts';
import { exportCorrection } from '../tools/cut-out/export-strokes.ts';
import { exportMask } from '../tools/magic/rasterize.ts';
import { makeThumbnail, resizePicture } from '../documents/small-pictures.ts';
import { edgeColor } from '../documents/edge-color.ts';
import { visibleBox } from '../documents/visible-box.ts';
import { estimateSurroundings } from '../composite/read-surroundings.ts';
import { compose } from '../composite/compose.ts';
import { measureCompositeIntegrity } from '../composite/prove-composite.ts';
import { mapPictures } from '../composite/map-pictures.ts';

/** Jobs whose arguments and results can be transferred between threads, and that need no API of pages. */
export const DRAWING_JOBS = {
  compose,
  proveComposite: measureCompositeIntegrity,
  mapPictures,
  cropPicture,
  productRows,
  encodeExport,
  writePng,
  writePsd,
  measureExport,
  loadParts,
  completeRemoval,
  exportMask,
  exportCorrection,
  pixelsOn,
  makeThumbnail,
  resizePicture,
  visibleBox,
  edgeColor,
  estimateSurroundings,
};

export type DrawingJobs = typeof DRAWING_JOBS;
export type DrawingJobName = keyof DrawingJobs;

export interface DrawingRequest {
  readonly id: number;
  readonly name: DrawingJobName;
  readonly args: readonly unknown[];
}

export type DrawingAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: { readonly name: string; readonly message: string } };
