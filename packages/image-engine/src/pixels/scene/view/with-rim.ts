import { SURE_FROM } from '@packshot/contract';
import type { ReadView } from '@packshot/contract';
import { alphaOnGrid } from '../../matte/passes/halves.ts';
import { visibleBounds } from '../../raster/alpha.ts';
import type { Box, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import { findCutEdges } from '../../stage/cut-off.ts';
import { readPhoto, readViewAlone, VIEW_SIDE_PX } from './read-view.ts';

/**
 * Replaces a standing product's estimated camera elevation by the more precise one measured at a round rim or base. A
 * hanging product has no such ellipse, and the shape of a lying product's curves doesn't depend on the camera.
 * @param rimDeg elevation measured at an ellipse, or null without one
 */
export const withRim = (view: ReadView | undefined, rimDeg: number | null): ReadView | undefined =>
  view?.pose !== 'stands' || rimDeg === null
    ? view
    : { ...view, elevationDeg: rimDeg, confidence: Math.max(view.confidence, SURE_FROM) };

/** Determines the camera view of a product that was uploaded as a cut-out; null if unclear. */
export const viewOfCutOut = (cutOut: RgbaRaster, rimDeg: number | null): ReadView | null =>
  withCord(withRim(readViewAlone(cutOut), rimDeg), cutOut, visibleBounds(cutOut)) ?? null;

/** A product that a cord holds from above the photo hangs, whatever its outline looks like. */
function withCord(view: ReadView | undefined, image: RgbaRaster, box: Box | undefined): ReadView | undefined {
  if (!view || !box || !findCutEdges(image, box).hangsFromEdge) return view;
  return { ...view, pose: 'hangs', footLines: [], confidence: Math.max(view.confidence, SURE_FROM) };
}

/**
 * Determines the camera view of a photo's product, given at full size. On a blank background the elevation measured at
 * a rim is used as for a cut-out.
 * @param image cut-out of the product, and its visible box
 * @param inputPhoto the photo as the network's input, possibly stretched
 * @param measureRimDeg measures the elevation from the ellipse of a rim or base; null without one
 */
export function readProductView(
  image: RgbaRaster,
  inputPhoto: RgbRaster,
  measureRimDeg: (image: RgbaRaster) => number | null,
  box: Box | undefined,
): ReadView | undefined {
  const scale = VIEW_SIDE_PX / Math.max(image.widthPx, image.heightPx);
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  const photo = resample(inputPhoto, side(image.widthPx), side(image.heightPx), 'linear');
  const read = readPhoto(photo, alphaOnGrid(image, photo));
  const view = read?.isGroundBlank === true ? withRim(read.view, measureRimDeg(image)) : read?.view;
  return withCord(view, image, box);
}
