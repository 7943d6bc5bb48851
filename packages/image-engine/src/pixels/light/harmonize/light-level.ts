import { linearRamp } from '../../raster/smooth.ts';
import { readability } from './cast-shift.ts';
import type { LightShift } from './cast-shift.ts';
import type { SceneTint } from './scene-tint.ts';
import type { CompositeCells } from './composite-cells.ts';
import { quantile } from './quantile.ts';

/** Brightness at which a surface near the product counts as lit by day, and at which as dark (linear light). */
const [DARK, DAY] = [0.1, 0.45];
/**
 * Ratio of the brightest light to the median, and lightness of the brightest light, from which lamps are assumed and
 * at which they are sure. Black paper by day is dark as well, but shows no lamps.
 */
const [LAMPS_FROM, LAMPS_SURE] = [4, 10];
const [LAMP_DIM, LAMP_BRIGHT] = [0.74, 0.88];
/** Light of a picture's brighter parts by night and by day; a bright sky seen from a dark place is no lamp. */
const [NIGHT, DAYLIGHT] = [0.16, 0.42];
/** Shift toward cold or magenta light, and toward warm light, from which a dark scene is dusk, night or lamplight. */
const [COLD_FROM, COLD_SURE] = [0.008, 0.04];
const [WARM_FROM, WARM_SURE] = [0.035, 0.075];
/** Brightest light of a scene without any highlight, and of one with usual highlights (linear light). */
const [NO_HIGHLIGHT, HIGHLIGHT] = [0.11, 0.22];
/**
 * Spread of colors (see `SceneTint`) up to which bright spots may be gloss on a single surface and from which they are
 * lamps; and up to which a scene without highlights may be dark paper and from which it is badly lit.
 */
const [FEW_COLORS, COLORS] = [0.04, 0.07];
const [ONE_COLOR, SOME_COLORS] = [0.02, 0.04];
/** Product brightness relative to the surroundings: up to the first value it fits them, from the second it's too bright. */
const [FITS, TOO_BRIGHT] = [1, 2.2];
const DARKEST_LEVEL = 0.32;
const BRIGHT_SHARE = 0.9;
const [HIGH_SHARE, LAMP_SHARE] = [0.95, 0.995];

/**
 * Brightness of the scene's light relative to the product's, at most 1. A dark scene counts as dimly lit only if it
 * shows lamps, has colored light, or has no highlight at all; other dark scenes may be dark surfaces by day.
 */
export function estimateLevel(
  { background, product }: CompositeCells,
  shift: LightShift,
  tint: SceneTint,
): number {
  const { lightness, share } = background;
  const nearLight = Math.min(tint.bright, tint.brightBelow) ** 3;
  const top = quantile(lightness, share, LAMP_SHARE);
  const contrast = Math.log(top ** 3 / Math.max(1e-3, quantile(lightness, share, 0.5) ** 3));
  const isNight = 1 - linearRamp(quantile(lightness, share, HIGH_SHARE) ** 3, NIGHT, DAYLIGHT);
  const lamps =
    isNight *
    linearRamp(contrast, Math.log(LAMPS_FROM), Math.log(LAMPS_SURE)) *
    linearRamp(top, LAMP_DIM, LAMP_BRIGHT) *
    linearRamp(tint.spread, FEW_COLORS, COLORS);
  const cold = Math.hypot(Math.min(0, shift.warmth), Math.max(0, shift.magenta));
  const colored = Math.max(
    linearRamp(cold, COLD_FROM, COLD_SURE),
    linearRamp(shift.warmth, WARM_FROM, WARM_SURE),
  );
  const flat =
    (1 - linearRamp(top ** 3, NO_HIGHLIGHT, HIGHLIGHT)) * linearRamp(tint.spread, ONE_COLOR, SOME_COLORS);
  const dark = 1 - linearRamp(nearLight, DARK, DAY);
  const dim = readability(tint) * dark * (1 - (1 - lamps) * (1 - colored) * (1 - flat));
  const own = quantile(product.lightness, product.share, BRIGHT_SHARE) ** 3;
  return 1 - (1 - DARKEST_LEVEL) * dim * linearRamp(own / Math.max(1e-3, nearLight), FITS, TOO_BRIGHT);
}
