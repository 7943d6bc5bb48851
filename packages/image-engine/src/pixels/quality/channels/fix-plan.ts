/** Plans the crop and size with which a picture meets a channel's rules. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { FixName } from '@packshot/contract/channels/findings';
import type { Channel, Rule } from '@packshot/contract/channels/rules';
import type { Box, RgbaRaster } from '../../raster/raster.ts';
import { emptyRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import type { Size } from '../../raster/box.ts';

interface FixPlan {
  /**
   * Region of the picture that the fixed file shows, in the picture's pixels; it may extend beyond the picture's
   * edges.
   */
  readonly window: Box;
  readonly size: Size;
  /** Pixels of the fixed file per pixel of the picture; a scale above 1 adds no detail. */
  readonly scale: number;
}

/** Target for enlarging a small picture: the channel's preferred size, or only its minimum. */
export type Enlarging = 'preferred' | 'least';

interface Planned {
  readonly picture: Size;
  /** Bounding box of the product, or null if unknown. */
  readonly product: Box | null;
  /**
   * True if the background can be extended beyond the picture's edges, because it is uniform, transparent, or will be
   * whitened.
   */
  readonly canGrow: boolean;
  readonly fixes: ReadonlySet<FixName>;
  readonly enlarging?: Enlarging;
}

/**
 * Plans the fix.
 * @returns null if the channel's aspect ratio is impossible without cutting off the product or adding a border
 */
export function planFix(
  channel: ChannelId,
  { picture, product, canGrow, fixes, enlarging = 'preferred' }: Planned,
): FixPlan | null {
  const rules = CHANNELS[channel];
  const whole = { xPx: 0, yPx: 0, ...picture };
  const isFramed = fixes.has('margin') || fixes.has('shape');
  if (!isFramed) return planSize(whole, rules, fixes, enlarging);
  const ratio = ratioFor(rules, picture, fixes);
  const window =
    canGrow && product !== null
      ? around(product, fillFor(rules, product, picture, fixes), ratio)
      : canGrow
        ? growToRatio(picture, ratio)
        : cropToRatio(picture, product, ratio);
  return window === null ? null : planSize(window, rules, fixes, enlarging);
}

const listRules = <Kind extends Rule['kind']>(
  { rules }: Channel,
  kind: Kind,
): readonly Extract<Rule, { kind: Kind }>[] =>
  rules.filter((rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind);

/**
 * Width divided by height of the fixed picture: the allowed ratio that is nearest to the picture's own if the shape is
 * to be fixed, else the picture's own.
 */
function ratioFor(channel: Channel, { widthPx, heightPx }: Size, fixes: ReadonlySet<FixName>): number {
  const allowed = listRules(channel, 'ratio').flatMap((rule) =>
    rule.allowed.map(([across, down]) => across / down),
  );
  const own = widthPx / heightPx;
  if (!fixes.has('shape') || allowed.length === 0) return own;
  return allowed.reduce((best, ratio) =>
    Math.abs(Math.log(ratio / own)) < Math.abs(Math.log(best / own)) ? ratio : best,
  );
}

/**
 * Share of the fixed picture that the product fills: its current share, or the channel's preferred one if the margin is
 * to be fixed or the current share isn't allowed.
 */
function fillFor(channel: Channel, product: Size, picture: Size, fixes: ReadonlySet<FixName>): number {
  if (fixes.has('margin')) return channel.preferred.fill;
  const own = Math.max(product.widthPx / picture.widthPx, product.heightPx / picture.heightPx);
  const bounds = listRules(channel, 'fill');
  const isAllowed = bounds.every(({ min = 0, max = 1 }) => own >= min && own <= max);
  return isAllowed && own <= 0.95 ? own : channel.preferred.fill;
}

/** Region around a product, which is centered in it. */
function around(product: Box, fill: number, ratio: number): Box {
  const widthPx = Math.max(product.widthPx / fill, (product.heightPx / fill) * ratio);
  const [across, down] = wholeSides(widthPx, ratio, Math.round);
  return {
    xPx: Math.round(product.xPx + (product.widthPx - across) / 2),
    yPx: Math.round(product.yPx + (product.heightPx - down) / 2),
    widthPx: across,
    heightPx: down,
  };
}

const wholeSides = (
  widthPx: number,
  ratio: number,
  round: (n: number) => number,
): readonly [number, number] => [Math.max(1, round(widthPx)), Math.max(1, round(widthPx / ratio))];

/** Region of the given ratio around the whole picture, extended on two opposite sides. */
function growToRatio({ widthPx, heightPx }: Size, ratio: number): Box {
  const [across, down] = wholeSides(Math.max(widthPx, heightPx * ratio), ratio, Math.round);
  return {
    xPx: -Math.floor((across - widthPx) / 2),
    yPx: -Math.floor((down - heightPx) / 2),
    widthPx: across,
    heightPx: down,
  };
}

/**
 * Region of the given ratio inside the picture, as close to its center as possible with the whole product inside. Null
 * if the product is unknown or would be cut off.
 */
function cropToRatio({ widthPx, heightPx }: Size, product: Box | null, ratio: number): Box | null {
  if (product === null) return null;
  const [across, down] = wholeSides(Math.min(widthPx, heightPx * ratio), ratio, Math.floor);
  if (product.widthPx > across || product.heightPx > down) return null;
  const place = (length: number, visibleLength: number, from: number, to: number): number =>
    Math.round(Math.min(from, Math.max(to - visibleLength, (length - visibleLength) / 2)));
  return {
    xPx: place(widthPx, across, product.xPx, product.xPx + product.widthPx),
    yPx: place(heightPx, down, product.yPx, product.yPx + product.heightPx),
    widthPx: across,
    heightPx: down,
  };
}

/**
 * Maximum factor for enlarging to the channel's recommended size; if it would be larger, the picture is enlarged only
 * to the minimum size.
 */
const MOST_ENLARGED = 10;
/** Tolerance for aspect ratios that differ only by rounding. */
const SAME_SHAPE = 0.005;

function planSize(window: Box, channel: Channel, fixes: ReadonlySet<FixName>, enlarging: Enlarging): FixPlan {
  if (!fixes.has('size') && !fixes.has('margin') && !fixes.has('shape'))
    return { window, size: sizeAt(window, 1), scale: 1 };
  const scale = scaleFor(window, channel, enlarging);
  return { window, size: sizeAt(window, scale), scale };
}

/**
 * Scale of the fixed picture, at least 1 unless the channel's maximum requires less: enlarges a picture that is too
 * small, to the channel's preferred size if the aspect ratio is the same.
 */
function scaleFor(window: Size, channel: Channel, enlarging: Enlarging): number {
  const { least, advised, most } = scalesFor(window, channel);
  const { widthPx, heightPx } = channel.preferred;
  const preferred = widthPx / window.widthPx;
  const isSameShape = Math.abs((preferred * window.heightPx) / heightPx - 1) < SAME_SHAPE;
  // If the aspect ratios match, uses the scale for exactly the preferred sides, without rounding up.
  const isEnough = isSameShape && advised <= preferred + 1 / Math.min(window.widthPx, window.heightPx);
  const targetScale = advised > 1 && isEnough ? preferred : advised;
  const enlarged = enlarging === 'preferred' && targetScale <= MOST_ENLARGED ? targetScale : least;
  return Math.min(Math.max(1, least, enlarged), most);
}

const sizeAt = ({ widthPx, heightPx }: Size, scale: number): Size => ({
  widthPx: Math.max(1, Math.round(widthPx * scale)),
  heightPx: Math.max(1, Math.round(heightPx * scale)),
});

/** Margin for rounding sizes to whole pixels. */
const ROUNDED_PX = 0.5;

/** Minimum, recommended and maximum scale of a region, by current and announced rules of the channel. */
function scalesFor(
  { widthPx, heightPx }: Size,
  channel: Channel,
): { readonly least: number; readonly advised: number; readonly most: number } {
  const sides = {
    width: widthPx,
    height: heightPx,
    longer: Math.max(widthPx, heightPx),
    shorter: Math.min(widthPx, heightPx),
  };
  let [least, advised, most] = [0, 0, Infinity];
  for (const { of, minPx, maxPx, level } of listRules(channel, 'side')) {
    if (minPx !== undefined && sides[of] < minPx) {
      const scale = (minPx + ROUNDED_PX) / sides[of];
      advised = Math.max(advised, scale);
      if (level === 'refused') least = Math.max(least, scale);
    }
    if (maxPx !== undefined && sides[of] > maxPx) most = Math.min(most, (maxPx - ROUNDED_PX) / sides[of]);
  }
  for (const { max } of listRules(channel, 'pixels'))
    if (widthPx * heightPx > max) most = Math.min(most, Math.sqrt(max / (widthPx * heightPx)) * 0.999);
  return { least, advised, most };
}

/**
 * Renders a picture's planned region at its planned size. At scale 1 no pixel changes.
 * @param fill RGBA of the area beyond the picture's edges
 */
export function reframe(
  image: RgbaRaster,
  { window, size, scale }: FixPlan,
  fill: readonly [number, number, number, number],
): RgbaRaster {
  const framed = cutWindow(image, window, fill);
  if (scale === 1) return framed;
  // Cubic interpolation rings less at edges than Lanczos.
  return resample(framed, size.widthPx, size.heightPx, 'cubic');
}

function cutWindow(
  image: RgbaRaster,
  { xPx, yPx, widthPx, heightPx }: FixPlan['window'],
  fill: readonly [number, number, number, number],
): RgbaRaster {
  if (xPx === 0 && yPx === 0 && widthPx === image.widthPx && heightPx === image.heightPx) return image;
  const framed = emptyRaster(widthPx, heightPx, 4);
  for (let i = 0; i < framed.data.length; i += 4) framed.data.set(fill, i);
  const [left, right] = [Math.max(0, xPx), Math.min(image.widthPx, xPx + widthPx)];
  const [top, bottom] = [Math.max(0, yPx), Math.min(image.heightPx, yPx + heightPx)];
  for (let y = top; y < bottom && right > left; y++) {
    const row = image.data.subarray((y * image.widthPx + left) * 4, (y * image.widthPx + right) * 4);
    framed.data.set(row, ((y - yPx) * widthPx + left - xPx) * 4);
  }
  return framed;
}
