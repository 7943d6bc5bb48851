import { createCutOut } from '../pixels/scene/cut-out.ts';
import type { CutOut } from '../pixels/scene/cut-out.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';

type BlockColor = readonly [number, number, number];

/** Picture of an upright block in the middle of a transparent picture, in one color or in the colors of `colorAt`. */
export function drawnPicture(
  widthPx: number,
  heightPx: number,
  colorAt: (x: number, y: number) => BlockColor = () => [40, 90, 200],
): RgbaRaster {
  const margin = 3;
  const [w, h] = [widthPx + 2 * margin, heightPx + 2 * margin];
  const data = new Uint8Array(w * h * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = ((y + margin) * w + x + margin) * 4;
      data.set([...colorAt(x, y), 255], at);
    }
  }
  return raster(data, w, h, 4);
}

/** Cut-out of the block that `drawnPicture` draws. */
export function drawnProduct(...drawing: Parameters<typeof drawnPicture>): CutOut {
  const cutOut = createCutOut(drawnPicture(...drawing));
  if (cutOut === undefined) throw new Error('Nothing was drawn');
  return cutOut;
}
