import type { Base } from './contact-base.ts';
import type { CompositeCells } from './composite-cells.ts';
import { ramp, smooth, smoothWeighted } from '../../raster/smooth.ts';

/** Blurs, in cells, between which detail is measured; the first is the picture itself. */
const FINE_SIGMA = 1;
const COARSE_SIGMAS = [2, 4, 8] as const;
/**
 * Ratio of fine to coarse contrast: up to the first value the background is out of focus, from the second on it isn't.
 */
const [OUT_OF_FOCUS_RATIO, IN_FOCUS_RATIO] = [0.32, 0.45];
/**
 * Coarse contrast of lightness: up to the first value nothing can be told, because the background is plain; from the
 * second on it has shapes whose edges show the focus.
 */
const [PLAIN_CONTRAST, CLEAR_CONTRAST] = [0.007, 0.012];
/** Area around the base, as shares of its size: beside its ends, above its lowest line, and below it. */
const ASIDE_SHARE = 0.15;
const ABOVE_SHARE = 0.05;
const BELOW_SHARE = 0.45;
const ONLY_BACKGROUND = 0.99;
const MIN_CELLS = 40;

/**
 * Confidence from 0 to 1 that the whole background is out of focus, around the product's base too. Then it is far
 * behind the product, which rests on nothing that the picture shows.
 */
export function outOfFocus({ background, widthPx: w, heightPx: h }: CompositeCells, base: Base): number {
  const isBackground = background.share.map((share) => (share >= ONLY_BACKGROUND ? 1 : 0));
  const blurBySigma = (sigma: number): Float32Array =>
    smoothWeighted(background.lightness, smooth(isBackground, w, h, sigma), isBackground, w, h, sigma);
  const [slight, ...softer] = [FINE_SIGMA, ...COARSE_SIGMAS].map(blurBySigma);
  const size = base.sizePx;
  const isNear = (i: number): boolean => {
    const [x, y] = [i % w, Math.floor(i / w)];
    return (
      x >= base.left - ASIDE_SHARE * size &&
      x <= base.right + ASIDE_SHARE * size &&
      y >= base.bottom - ABOVE_SHARE * size &&
      y <= base.bottom + BELOW_SHARE * size
    );
  };
  const cells = [...isBackground.keys()].filter((i) => isBackground[i] === 1);
  const confidences = [cells, cells.filter(isNear)].map((area) => {
    if (area.length < MIN_CELLS) return 0;
    const contrast = (one: Float32Array, other: Float32Array): number =>
      Math.sqrt(area.reduce((sum, i) => sum + (one[i] - other[i]) ** 2, 0) / area.length);
    const coarse = Math.max(...softer.slice(1).map((soft, k) => contrast(softer[k], soft)));
    const fine = contrast(background.lightness, slight) / Math.max(1e-6, coarse);
    return (
      ramp(coarse, PLAIN_CONTRAST, CLEAR_CONTRAST) * (1 - ramp(fine, OUT_OF_FOCUS_RATIO, IN_FOCUS_RATIO))
    );
  });
  return Math.min(...confidences);
}
