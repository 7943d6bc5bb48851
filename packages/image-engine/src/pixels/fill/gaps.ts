import { raster } from '../raster/raster.ts';
import type { AlphaRaster } from '../raster/raster.ts';

const DRAWN_FROM = 128;
/** What encloses more of the picture than this is a frame, and not a thing with a gap. */
const MOST_SHARE = 0.35;

/**
 * The gaps in what is drawn over, as a mask: what is not drawn, but enclosed by it. A gap that was erased stays open, because somebody wants to
 * keep what shows there. Undefined when there is none.
 */
export function gapsIn(drawn: AlphaRaster, erased: AlphaRaster): AlphaRaster | undefined {
  const { data, widthPx: w, heightPx: h } = drawn;
  const seen = Uint8Array.from(data, (value) => (value >= DRAWN_FROM ? 1 : 0));
  const gaps = new Uint8Array(w * h);
  let isAny = false;
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue;
    const area = [start];
    let isOpen = false;
    seen[start] = 1;
    for (const i of area) {
      const x = i % w;
      if (x === 0 || x === w - 1 || i < w || i >= w * (h - 1) || erased.data[i] >= DRAWN_FROM) isOpen = true;
      for (const next of [x > 0 ? i - 1 : i, x < w - 1 ? i + 1 : i, i - w, i + w]) {
        if (seen[next] !== 0) continue;
        seen[next] = 1;
        area.push(next);
      }
    }
    if (isOpen || area.length > MOST_SHARE * w * h) continue;
    isAny = true;
    for (const i of area) gaps[i] = 255;
  }
  return isAny ? raster(gaps, w, h, 1) : undefined;
}
