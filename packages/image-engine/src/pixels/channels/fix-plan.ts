/** How a picture is brought to what a channel asks for, as geometry: which part of it is kept, how large it becomes. */
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { FixName } from '@packshot/contract/channels/findings';
import type { Channel, Rule } from '@packshot/contract/channels/rules';
import type { Box } from '../raster.ts';

type Size = Pick<Box, 'widthPx' | 'heightPx'>;

export interface FixPlan {
  /** What is shown of the picture, in its pixels; it may reach beyond its edges. */
  readonly window: Box;
  /** Of the file. */
  readonly size: Size;
  /** Pixels of the file for each of the picture's: above 1 there is no more detail than before. */
  readonly scale: number;
}

export interface Planned {
  readonly picture: Size;
  /** Null: not known. */
  readonly product: Box | null;
  /** What lies beyond the picture's edges can be drawn: its ground is even, clear, or about to be white. */
  readonly canGrow: boolean;
  readonly fixes: ReadonlySet<FixName>;
}

/** @returns null when the shape cannot be had without cutting the product or adding a border */
export function planFix(channel: ChannelId, { picture, product, canGrow, fixes }: Planned): FixPlan | null {
  const rules = CHANNELS[channel];
  const whole = { xPx: 0, yPx: 0, ...picture };
  const isFramed = fixes.has('margin') || fixes.has('shape');
  if (!isFramed) return sized(whole, rules, fixes);
  const ratio = ratioFor(rules, picture, fixes);
  const window =
    canGrow && product !== null
      ? around(product, fillFor(rules, product, picture, fixes), ratio)
      : canGrow
        ? grown(picture, ratio)
        : cropped(picture, product, ratio);
  return window === null ? null : sized(window, rules, fixes);
}

const rulesOf = <Kind extends Rule['kind']>(
  { rules }: Channel,
  kind: Kind,
): readonly Extract<Rule, { kind: Kind }>[] =>
  rules.filter((rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind);

/** Width by height: the picture's own where it is allowed. */
function ratioFor(channel: Channel, { widthPx, heightPx }: Size, fixes: ReadonlySet<FixName>): number {
  const allowed = rulesOf(channel, 'ratio').flatMap((rule) =>
    rule.allowed.map(([across, down]) => across / down),
  );
  const own = widthPx / heightPx;
  if (!fixes.has('shape') || allowed.length === 0) return own;
  return allowed.reduce((best, ratio) =>
    Math.abs(Math.log(ratio / own)) < Math.abs(Math.log(best / own)) ? ratio : best,
  );
}

/** The fill that the picture has, where it may stay. */
function fillFor(channel: Channel, product: Size, picture: Size, fixes: ReadonlySet<FixName>): number {
  if (fixes.has('margin')) return channel.preferred.fill;
  const own = Math.max(product.widthPx / picture.widthPx, product.heightPx / picture.heightPx);
  const bounds = rulesOf(channel, 'fill');
  const isAllowed = bounds.every(({ min = 0, max = 1 }) => own >= min && own <= max);
  return isAllowed && own <= 0.95 ? own : channel.preferred.fill;
}

/** A frame around a product, which is in its middle. */
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

/** All of the picture, and more beside it. */
function grown({ widthPx, heightPx }: Size, ratio: number): Box {
  const [across, down] = wholeSides(Math.max(widthPx, heightPx * ratio), ratio, Math.round);
  return {
    xPx: -Math.floor((across - widthPx) / 2),
    yPx: -Math.floor((down - heightPx) / 2),
    widthPx: across,
    heightPx: down,
  };
}

/** As much of the picture as has the shape, as near to its middle as shows all of the product; null: the product would be cut, or nobody knows. */
function cropped({ widthPx, heightPx }: Size, product: Box | null, ratio: number): Box | null {
  if (product === null) return null;
  const [across, down] = wholeSides(Math.min(widthPx, heightPx * ratio), ratio, Math.floor);
  if (product.widthPx > across || product.heightPx > down) return null;
  const place = (length: number, shown: number, from: number, to: number): number =>
    Math.round(Math.min(from, Math.max(to - shown, (length - shown) / 2)));
  return {
    xPx: place(widthPx, across, product.xPx, product.xPx + product.widthPx),
    yPx: place(heightPx, down, product.yPx, product.yPx + product.heightPx),
    widthPx: across,
    heightPx: down,
  };
}

/** Whoever has too few pixels gets more of them only where the channel takes no less. */
function sized(window: Box, channel: Channel, fixes: ReadonlySet<FixName>): FixPlan {
  if (!fixes.has('size') && !fixes.has('margin') && !fixes.has('shape'))
    return { window, size: sizeAt(window, 1), scale: 1 };
  const { least, most } = scalesFor(window, channel);
  const scale = Math.min(Math.max(1, least), most);
  return { window, size: sizeAt(window, scale), scale };
}

const sizeAt = ({ widthPx, heightPx }: Size, scale: number): Size => ({
  widthPx: Math.max(1, Math.round(widthPx * scale)),
  heightPx: Math.max(1, Math.round(heightPx * scale)),
});

/** Half a pixel more than needed, for what is rounded. */
const ROUNDED_PX = 0.5;

/** Between which scales a window is neither too small nor too large to be taken, now and by what is announced. */
function scalesFor(
  { widthPx, heightPx }: Size,
  channel: Channel,
): { readonly least: number; readonly most: number } {
  const sides = {
    width: widthPx,
    height: heightPx,
    longer: Math.max(widthPx, heightPx),
    shorter: Math.min(widthPx, heightPx),
  };
  let [least, most] = [0, Infinity];
  for (const { of, minPx, maxPx, level } of rulesOf(channel, 'side')) {
    if (minPx !== undefined && level === 'refused' && sides[of] < minPx)
      least = Math.max(least, (minPx + ROUNDED_PX) / sides[of]);
    if (maxPx !== undefined && sides[of] > maxPx) most = Math.min(most, (maxPx - ROUNDED_PX) / sides[of]);
  }
  for (const { max } of rulesOf(channel, 'pixels'))
    if (widthPx * heightPx > max) most = Math.min(most, Math.sqrt(max / (widthPx * heightPx)) * 0.999);
  return { least, most };
}
