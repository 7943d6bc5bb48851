/**
 * Draws pictures that a channel accepts, and pictures with one planted fault each. The pictures are drawn so that all
 * their properties are known exactly.
 */
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Rule, RuleKind } from '@packshot/contract/channels/rules';
import { boxMean } from '../pixels/raster/box-filter.ts';
import { seededRandom } from '../pixels/raster/random.ts';
import { crop, emptyRaster } from '../pixels/raster/raster.ts';
import type { Rgb, RgbaRaster } from '../pixels/raster/raster.ts';

export interface ChannelPicture {
  readonly label: string;
  /** Fault planted in the picture, or null for a faultless picture. */
  readonly fault: RuleKind | null;
  readonly image: RgbaRaster;
  readonly name: string;
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif';
  readonly isCmyk: boolean;
  /** Number of padding bytes after the picture, which decoders ignore. */
  readonly paddingBytes: number;
}

interface ChannelScene {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly shape: number;
  readonly color: Rgb;
  readonly ground: Rgb;
  /** True if the background is a room with uneven light and objects. */
  readonly isRoom: boolean;
  readonly hasShadow: boolean;
  readonly fill: number;
  /** Offset of the product from the center, in shares of the picture. */
  readonly shiftX: number;
  readonly shiftY: number;
  readonly hasSecond: boolean;
  readonly seed: number;
}

type RandomNumber = () => number;

/**
 * Faults that can be drawn; a channel's pictures get those for which it has a rule. Rules about the number of pixels
 * and about text aren't covered.
 */
export const PLANTED: readonly RuleKind[] = [
  'bytes',
  'format',
  'extension',
  'side',
  'ratio',
  'color',
  'opaque',
  'white',
  'light',
  'fill',
  'whole',
  'border',
  'sharp',
  'single',
  'name',
];

/**
 * Generates good and faulty pictures for a channel.
 * @param size 1 for the channel's preferred size, 0 for the smallest accepted one
 * @param isNeeded returns false for faults, or null for good pictures, that aren't drawn
 */
export function* channelPictures(
  channel: ChannelId,
  count: number,
  size: 0 | 1,
  isNeeded: (fault: RuleKind | null) => boolean = () => true,
): Generator<ChannelPicture> {
  const { rules } = CHANNELS[channel];
  const kinds = PLANTED.filter((kind) => rules.some((rule) => rule.kind === kind));
  for (let i = 0; i < 2 * count; i++) {
    const fault = i < count ? null : kinds[i % kinds.length];
    if (isNeeded(fault)) yield paintNumber(channel, { i, fault, size });
  }
}

/**
 * Generates equal numbers of good and faulty pictures for one rule, for each channel that has the rule in turn. The
 * pictures differ from those of `channelPictures`.
 * @param size as for `channelPictures`
 */
export function* rulePictures(
  kind: RuleKind,
  count: number,
  size: 0 | 1,
): Generator<ChannelPicture & { readonly channel: ChannelId }> {
  const channels = CHANNEL_IDS.filter((id) => CHANNELS[id].rules.some((rule) => rule.kind === kind));
  for (let i = 0; i < 2 * count; i++) {
    const channel = channels[i % channels.length];
    yield { channel, ...paintNumber(channel, { i: OTHERS_FROM + i, fault: i < count ? null : kind, size }) };
  }
}

const OTHERS_FROM = 1_000;

function paintNumber(
  channel: ChannelId,
  { i, fault, size }: Pick<PictureOrder, 'i' | 'fault' | 'size'>,
): ChannelPicture {
  const seed = [...channel].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), i) % 100_003;
  const whole = seededRandom(seed);
  const random = (): number => whole(2 ** 24) / 2 ** 24;
  return createPicture(channel, { i, seed, fault, random, size });
}

interface PictureOrder {
  readonly i: number;
  readonly seed: number;
  readonly fault: RuleKind | null;
  readonly random: RandomNumber;
  readonly size: 0 | 1;
}

function createPicture(channel: ChannelId, { i, seed, fault, random, size }: PictureOrder): ChannelPicture {
  const { rules, preferred } = CHANNELS[channel];
  const rule = rules.find(({ kind }) => kind === fault) ?? null;
  const scene = sceneFor(channel, { i, seed, fault, random, size });
  let image = draw(scene, random);
  if (fault === 'sharp') image = blurImage(image, Math.max(3, Math.round(scene.widthPx / 160)));
  if (fault === 'border') image = addBorder(image, random);
  if (fault === 'opaque') withTransparency(image, i, random);
  // This variant changes one pixel by one level, so its file must be in a lossless format.
  const isOneOff = fault === 'white' && seed % 2 === 0;
  if (isOneOff) withOneOff(image, random);
  const format =
    isOneOff || fault === 'opaque' ? 'png' : fault === 'format' ? formatNotIn(rule) : preferred.format;
  const stem = fault === 'name' ? 'Große Tasse' : GTINS[i % GTINS.length];
  const extension =
    fault === 'extension' ? 'png' : { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' }[format];
  return {
    label: `${channel} ${i} ${fault ?? 'good'}`,
    fault,
    image,
    name: `${stem}.${extension}`,
    format,
    isCmyk: fault === 'color',
    paddingBytes: rule?.kind === 'bytes' ? rule.max : 0,
  };
}

const GTINS = ['04006381333931', '00012345678905', '09780201379624'] as const;

const formatNotIn = (rule: Rule | null): 'webp' | 'png' | 'avif' => {
  const allowed: readonly string[] = rule?.kind === 'format' ? rule.allowed : [];
  return allowed.includes('webp') ? 'avif' : allowed.includes('png') ? 'webp' : 'png';
};

/** Size of the smallest picture that the channel accepts. */
function smallest(channel: ChannelId): readonly [number, number] {
  const { preferred, rules } = CHANNELS[channel];
  let scale = 340 / Math.max(preferred.widthPx, preferred.heightPx);
  for (const rule of rules) {
    if (rule.kind !== 'side' || rule.minPx === undefined || rule.level !== 'refused') continue;
    const sides = { width: preferred.widthPx, height: preferred.heightPx };
    const side = {
      ...sides,
      longer: Math.max(sides.width, sides.height),
      shorter: Math.min(sides.width, sides.height),
    };
    scale = Math.max(scale, rule.minPx / side[rule.of]);
  }
  return [Math.ceil(preferred.widthPx * scale), Math.ceil(preferred.heightPx * scale)];
}

function sceneFor(channel: ChannelId, { i, seed, fault, random, size }: PictureOrder): ChannelScene {
  const { preferred, rules } = CHANNELS[channel];
  const has = (kind: RuleKind): boolean => rules.some((rule) => rule.kind === kind);
  let [widthPx, heightPx] = size === 1 ? [preferred.widthPx, preferred.heightPx] : smallest(channel);
  if (fault === 'side') [widthPx, heightPx] = tooSmall(channel, widthPx, heightPx);
  if (fault === 'ratio') widthPx = Math.round(widthPx * (random() < 0.5 ? 0.8 : 1.12));
  const isPlain = has('white') || has('light') || i % 3 !== 2;
  const fillRule = rules.find((rule): rule is Extract<Rule, { kind: 'fill' }> => rule.kind === 'fill');
  const { min = 0.6, max = 0.95 } = fillRule ?? {};
  const isTooFull = fillRule?.max !== undefined && random() < 0.4;
  return {
    widthPx,
    heightPx,
    shape: i % 4,
    color: COLORS[(i * 7 + seed) % COLORS.length],
    ground: groundFor(channel, fault === 'white' && seed % 2 === 0 ? null : fault, random),
    isRoom: !isPlain,
    hasShadow: isPlain && random() < 0.4 && !['fill', 'whole', 'border', 'single'].includes(fault ?? ''),
    fill:
      fault === 'fill'
        ? isTooFull
          ? 0.97
          : min - 0.05 - random() * 0.25
        : min + 0.015 + random() * (Math.min(max, 0.94) - min - 0.03),
    shiftX: fault === 'whole' ? (random() < 0.5 ? -0.3 : 0.3) : 0,
    shiftY: 0,
    hasSecond: fault === 'single',
    seed,
  };
}

function tooSmall(channel: ChannelId, widthPx: number, heightPx: number): readonly [number, number] {
  const side = CHANNELS[channel].rules.find(
    (rule): rule is Extract<Rule, { kind: 'side' }> => rule.kind === 'side' && rule.minPx !== undefined,
  );
  if (side?.minPx === undefined) return [widthPx, heightPx];
  const own = {
    width: widthPx,
    height: heightPx,
    longer: Math.max(widthPx, heightPx),
    shorter: Math.min(widthPx, heightPx),
  };
  const scale = Math.min(1, (side.minPx / own[side.of]) * 0.9);
  return [Math.round(widthPx * scale), Math.round(heightPx * scale)];
}

const COLORS: readonly Rgb[] = [
  [178, 44, 52],
  [38, 70, 120],
  [30, 32, 34],
  [206, 168, 92],
  [64, 128, 84],
  [150, 150, 156],
  [226, 120, 60],
];

const PLANTED_GROUNDS: readonly Rgb[] = [
  [254, 254, 253],
  [254, 255, 255],
  [250, 250, 250],
  [253, 251, 247],
  [246, 246, 248],
];

function groundFor(channel: ChannelId, fault: RuleKind | null, random: RandomNumber): Rgb {
  const { rules } = CHANNELS[channel];
  const light = rules.find((rule): rule is Extract<Rule, { kind: 'light' }> => rule.kind === 'light');
  if (fault === 'white') return PLANTED_GROUNDS[Math.floor(random() * PLANTED_GROUNDS.length)];
  if (fault === 'light')
    return random() < 0.5
      ? [90, 120, 160]
      : ([light?.minLevel ?? 0, 190, 180].map((level) => level - 25) as unknown as Rgb);
  if (rules.some(({ kind }) => kind === 'white')) return [255, 255, 255];
  if (light !== undefined)
    return random() < 0.5 ? [255, 255, 255] : [light.minLevel + 5, light.minLevel + 5, light.minLevel + 6];
  return random() < 0.5 ? [255, 255, 255] : [232, 230, 226];
}

function draw(scene: ChannelScene, random: RandomNumber): RgbaRaster {
  const { widthPx, heightPx, ground, isRoom } = scene;
  const image = emptyRaster(widthPx, heightPx, 4);
  const [red, green, blue] = ground;
  new Uint32Array(image.data.buffer).fill(red + green * 2 ** 8 + blue * 2 ** 16 + 255 * 2 ** 24);
  const clamped = new Uint8ClampedArray(image.data.buffer);
  for (let y = 0, at = 0; isRoom && y < heightPx; y++)
    for (let x = 0; x < widthPx; x++, at += 4) {
      const room = roomLight(x / widthPx, y / heightPx, random);
      for (let c = 0; c < 3; c++) clamped[at + c] = ground[c] + room;
    }
  const frame = productFrame(scene);
  if (scene.hasShadow) layShadow(image, frame, scene);
  layProduct(image, frame, scene, random);
  if (scene.hasSecond)
    layProduct(
      image,
      {
        ...frame,
        left: widthPx * 0.03,
        top: heightPx * 0.03,
        width: widthPx * 0.13,
        height: heightPx * 0.13,
      },
      scene,
      random,
    );
  return image;
}

/** Light of a wall and a table, uneven everywhere, with grain. */
const roomLight = (x: number, y: number, random: RandomNumber): number =>
  (y > 0.62 ? -90 - 60 * x + 30 * Math.sin(x * 40 + y * 9) : -20 - 70 * (1 - x) * (1 - y)) +
  (random() - 0.5) * 14;

interface DrawnFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Aspect ratios of the product's shapes, width by height. */
const SHAPES = [0.42, 1, 1.5, 0.8] as const;

function productFrame({
  widthPx,
  heightPx,
  shape,
  fill,
  shiftX,
  shiftY,
  hasSecond,
}: ChannelScene): DrawnFrame {
  const ratio = SHAPES[shape];
  const share = hasSecond ? Math.min(fill, 0.6) : fill;
  const height = Math.min(share * heightPx, (share * widthPx) / ratio);
  const width = height * ratio;
  const isMoved = shiftX !== 0;
  return {
    // For the fault “cut off”, the product is moved over an edge and loses a third of its width.
    left: isMoved
      ? shiftX < 0
        ? -width / 3
        : widthPx - (width * 2) / 3
      : (widthPx - width) / 2 + (hasSecond ? widthPx * 0.16 : 0),
    top: (heightPx - height) / 2 + shiftY * heightPx + (hasSecond ? heightPx * 0.16 : 0),
    width,
    height,
  };
}

/**
 * True if a point of the product's box belongs to the product's shape: a bottle, a ball, a box, or a mug with its
 * handle.
 */
function isOn(shape: number, x: number, y: number): boolean {
  if (shape === 0) return y < 0.25 ? Math.abs(x - 0.5) < 0.2 + Math.max(0, y - 0.15) * 3 : true;
  if (shape === 1) return Math.hypot(x - 0.5, y - 0.5) <= 0.5;
  if (shape === 2) return true;
  if (x < 0.72) return true;
  const ring = Math.hypot((x - 0.72) / 0.28, (y - 0.5) / 0.34);
  return ring <= 1 && ring >= 0.6;
}

/**
 * Draws the product with shading, grain, and a label with letters. The edges of label and letters determine the
 * measured sharpness.
 */
function layProduct(
  image: RgbaRaster,
  { left, top, width, height }: DrawnFrame,
  { shape, color, seed }: ChannelScene,
  random: RandomNumber,
): void {
  const { widthPx, heightPx } = image;
  const clamped = new Uint8ClampedArray(image.data.buffer);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(heightPx, top + height); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(widthPx, left + width); x++) {
      const [u, v] = [(x + 0.5 - left) / width, (y + 0.5 - top) / height];
      if (u < 0 || u > 1 || v < 0 || v > 1 || !isOn(shape, u, v)) continue;
      const isLabel = u > 0.25 && u < 0.65 && v > 0.4 && v < 0.7;
      const isLetter = isLabel && (Math.floor(u * 60 + seed) * 7 + Math.floor(v * 34) * 5) % 3 === 0;
      const round = 0.72 + 0.4 * Math.sin(Math.PI * (0.15 + 0.7 * u));
      const grain = (random() - 0.5) * 6;
      const at = (y * widthPx + x) * 4;
      for (let c = 0; c < 3; c++)
        clamped[at + c] = Math.min(245, (isLetter ? 24 : isLabel ? 222 : color[c] * round) + grain);
    }
}

/** Draws a soft shadow below the product, away from the picture's edge. */
function layShadow(
  { data, widthPx, heightPx }: RgbaRaster,
  { left, top, width, height }: DrawnFrame,
  { ground }: ChannelScene,
): void {
  const [centerX, centerY] = [left + width / 2, top + height * 0.98];
  const [radiusX, radiusY] = [
    Math.min(width * 0.7, widthPx * 0.44),
    Math.min(height * 0.08, (heightPx - 2 - centerY) * 0.95),
  ];
  if (radiusY < 4) return;
  for (let y = Math.floor(centerY - radiusY); y < centerY + radiusY; y++)
    for (let x = Math.max(0, Math.floor(centerX - radiusX)); x < Math.min(widthPx, centerX + radiusX); x++) {
      const away = Math.hypot((x - centerX) / radiusX, (y - centerY) / radiusY);
      if (away >= 1 || y < 0 || y >= heightPx) continue;
      const light = 1 - 0.22 * (1 - away) ** 2 * (1 + 2 * away);
      const at = (y * widthPx + x) * 4;
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(ground[c] * light);
    }
}

function blurImage({ data, widthPx, heightPx }: RgbaRaster, radiusPx: number): RgbaRaster {
  const image = emptyRaster(widthPx, heightPx, 4);
  const [samples, room] = [new Float32Array(widthPx * heightPx), new Float32Array(widthPx * heightPx)];
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < samples.length; i++) samples[i] = data[i * 4 + c];
    for (let pass = 0; pass < 2; pass++) boxMean(samples, samples, widthPx, heightPx, radiusPx, room);
    for (let i = 0; i < samples.length; i++) image.data[i * 4 + c] = Math.round(samples[i]);
  }
  for (let i = 3; i < data.length; i += 4) image.data[i] = 255;
  return image;
}

function addBorder(image: RgbaRaster, random: RandomNumber): RgbaRaster {
  const { widthPx, heightPx } = image;
  const thick = Math.max(2, Math.round(widthPx * (0.006 + random() * 0.04)));
  const isBars = random() < 0.3;
  const color = COLORS[Math.floor(random() * 3)];
  const framed = crop(image, { xPx: 0, yPx: 0, widthPx, heightPx });
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++, at += 4) {
      const isAcross = y < thick || y >= heightPx - thick;
      if (isAcross || (!isBars && (x < thick || x >= widthPx - thick))) framed.data.set([...color, 255], at);
    }
  return framed;
}

/** Makes part of a picture transparent: bars, a hole, or one nearly opaque pixel. */
function withTransparency({ data, widthPx, heightPx }: RgbaRaster, i: number, random: RandomNumber): void {
  const bar = Math.round(widthPx * (0.02 + random() * 0.2));
  const [left, top] = [Math.floor(random() * widthPx * 0.8), Math.floor(random() * heightPx * 0.8)];
  for (let y = 0, at = 3; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++, at += 4) {
      if (i % 3 === 0 && (x < bar || x >= widthPx - bar)) data[at] = 0;
      if (i % 3 === 1 && x >= left && x < left + 9 && y >= top && y < top + 9) data[at] = 120;
      if (i % 3 === 2 && x === left && y === top) data[at] = 254;
    }
}

/** Changes one pixel at the picture's edge by one level. */
function withOneOff({ data, widthPx }: RgbaRaster, random: RandomNumber): void {
  data[Math.floor(random() * widthPx) * 4 + 2] = 254;
}
