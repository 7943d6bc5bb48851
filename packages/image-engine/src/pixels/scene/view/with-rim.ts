import { SURE_FROM } from '@packshot/contract';
import type { ReadView } from '@packshot/contract';
import { alphaOnGrid } from '../../matte/passes/halves.ts';
import type { RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import { readPhoto, readViewAlone, VIEW_SIDE_PX } from './read-view.ts';

/**
 * What a round rim or foot measures counts more than what a standing product resembles. A hanging one has none, and of what lies a curve says
 * nothing of the camera.
 * @param rimDeg as its ellipse shows it; null: there is none
 */
export const withRim = (view: ReadView | undefined, rimDeg: number | null): ReadView | undefined =>
  view?.pose !== 'stands' || rimDeg === null
    ? view
    : { ...view, elevationDeg: rimDeg, confidence: Math.max(view.confidence, SURE_FROM) };

/** How a product was seen that came as a cut-out; null where nothing tells. */
export const viewOfCutOut = (cutOut: RgbaRaster, rimDeg: number | null): ReadView | null =>
  withRim(readViewAlone(cutOut), rimDeg) ?? null;

/**
 * How the product of a photo was seen, at its full size. Where the ground tells nothing, a rim counts as it does of a cut-out.
 * @param image cut out
 * @param seen the photo as the network saw it, whatever its shape there
 * @param rimDegOf measures the ellipse of a rim or a foot; null: there is none
 */
export function readViewOf(
  image: RgbaRaster,
  seen: RgbRaster,
  rimDegOf: (image: RgbaRaster) => number | null,
): ReadView | undefined {
  const scale = VIEW_SIDE_PX / Math.max(image.widthPx, image.heightPx);
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  const photo = resample(seen, side(image.widthPx), side(image.heightPx), 'linear');
  const read = readPhoto(photo, alphaOnGrid(image, photo));
  return read?.isGroundBlank === true ? withRim(read.view, rimDegOf(image)) : read?.view;
}
