import { emptyRaster } from '../raster.ts';
import type { RgbaRaster } from '../raster.ts';
import { finish } from '../work.ts';
import { sceneOf } from './scene.ts';
import { estimateSurroundings } from './surroundings.ts';
import type { EstimatedSurroundings } from './surroundings.ts';

/** What a picture tells of its light and its ground before a product is put into it. */
export const surroundingsIn = (picture: RgbaRaster): EstimatedSurroundings =>
  estimateSurroundings(finish(sceneOf(picture, emptyRaster(picture.widthPx, picture.heightPx, 1))));
