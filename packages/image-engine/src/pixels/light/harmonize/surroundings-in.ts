import { emptyRaster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { sceneOf } from './composite-cells.ts';
import { estimateSurroundings } from './surroundings.ts';
import type { EstimatedSurroundings, Standing } from './surroundings.ts';

/** What a picture tells of its light and its ground before a product is put into it, there where it is to stand. */
export const surroundingsIn = (picture: RgbaRaster, stands?: Standing): EstimatedSurroundings =>
  estimateSurroundings(finish(sceneOf(picture, emptyRaster(picture.widthPx, picture.heightPx, 1))), stands);
