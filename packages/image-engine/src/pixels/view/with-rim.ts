import { SURE_FROM } from '@packshot/contract';
import type { ReadView } from '@packshot/contract';
import type { RgbaRaster } from '../raster.ts';
import { readViewAlone } from './read-view.ts';

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
