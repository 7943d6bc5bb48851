import {
  extensionFits,
  toGtin14,
  hasPlainLetters,
  inPlainLetters,
  nameWithExtension,
  partsOfName,
} from './file-names.ts';
import type { PictureFacts, PixelFacts } from './picture-facts.ts';
import type { FileFormat, Rule, RuleKind, Side } from './rules.ts';

/** Violation of a rule by a picture. */
export interface Broken {
  readonly measured: string;
  /** Requirement as a grammatical object: 'up to 10 MB'. */
  readonly required: string;
  /** The beginning of a sentence. */
  readonly says: string;
  /** Whether it can be fixed. */
  readonly isFixable: boolean;
}

type RuleOf<Kind extends RuleKind> = Extract<Rule, { kind: Kind }>;
type RuleCheck<Kind extends RuleKind> = (rule: RuleOf<Kind>, facts: PictureFacts) => Broken | null;

/** Returns null if the picture complies with the rule, or couldn't be measured. */
export const channelNeeds = (rule: Rule, facts: PictureFacts): Broken | null =>
  (CHECKS[rule.kind] as RuleCheck<RuleKind>)(rule, facts);

const broken = (measured: string, required: string, says: string, isFixable = true): Broken => ({
  measured,
  required,
  says,
  isFixable,
});

/** Tolerance for measured shares. */
const FILL_TOLERANCE = 0.005;
/** Tolerance for aspect ratios, because sides are whole pixels. */
const RATIO_TOLERANCE = 0.005;
/** Sharpness below which a product is blurred or was enlarged. */
export const SHARP_FROM = 0.3;

const CHECKS: { readonly [Kind in RuleKind]: RuleCheck<Kind> } = {
  bytes: ({ max }, { file }) =>
    file.bytes <= max
      ? null
      : broken(megabytes(file.bytes), `up to ${megabytes(max)}`, `The file is ${megabytes(file.bytes)}`),
  format: ({ allowed }, { file }) =>
    file.format !== null && allowed.includes(file.format)
      ? null
      : broken(
          formatName(file.format),
          joinWords(allowed.map(formatName)),
          file.format === null
            ? 'The file’s format isn’t known'
            : `The file is ${formatWithArticle(file.format)}`,
        ),
  extension: (_, { file: { name, format } }) => {
    if (name === null || format === null || extensionFits(name, format)) return null;
    const { extension } = partsOfName(name);
    const ends = extension === '' ? 'has no extension' : `ends in .${extension}`;
    const expectedExtension = partsOfName(nameWithExtension('x', format)).extension;
    return broken(
      extension,
      `.${expectedExtension}`,
      `The file name ${ends}, but the file is ${formatWithArticle(format)}`,
    );
  },
  side: checkSide,
  pixels: ({ max }, { file: { widthPx, heightPx } }) =>
    widthPx * heightPx <= max
      ? null
      : broken(
          megapixels(widthPx * heightPx),
          `up to ${megapixels(max)}`,
          `The picture has ${megapixels(widthPx * heightPx)}`,
        ),
  ratio: ({ allowed }, { file: { widthPx, heightPx } }) => {
    if (widthPx === 0 || heightPx === 0) return null;
    const ratio = widthPx / heightPx;
    if (allowed.some(([across, down]) => Math.abs((ratio * down) / across - 1) <= RATIO_TOLERANCE))
      return null;
    return broken(
      ratioName(widthPx, heightPx),
      allowed.map(([across, down]) => ratioName(across, down)).join(' or '),
      `The picture’s shape is ${ratioName(widthPx, heightPx)}`,
    );
  },
  color: checkColor,
  opaque: (_, { pixels }) => {
    const share = pixels?.transparentShare ?? 0;
    if (share === 0) return null;
    return broken(
      percent(share),
      'pictures without transparency',
      `Transparent areas (${percent(share).toLowerCase()} of the picture) turn black or white after upload`,
    );
  },
  white: (_, { pixels }) => {
    if (pixels === null || pixels.edge.notWhite === 0) return null;
    const { notWhite, pixels: all, worst } = pixels.edge;
    if (pixels.ground.kind === 'clear')
      return broken('transparent', 'pure white (255, 255, 255)', 'The background is transparent');
    return broken(
      `${worst.join(', ')} at worst`,
      'pure white (255, 255, 255)',
      `The background isn’t pure white (${percent(notWhite / all).toLowerCase()} of the edge, at worst ${worst.join(', ')})`,
    );
  },
  light: ({ minLevel }, { pixels }) => {
    if (pixels === null || pixels.ground.kind === 'clear') return null;
    if (pixels.ground.kind === 'scene')
      return broken('a scene', 'a plain light background', 'The background isn’t plain');
    const { color } = pixels.ground;
    if (Math.min(...color) >= minLevel) return null;
    return broken(
      color.join(', '),
      `a light one (${minLevel} or more)`,
      `The background color is ${color.join(', ')}`,
    );
  },
  fill: ({ min = 0, max = 1 }, { file, pixels }) => {
    const fill = pixels === null ? null : computeFill(file, pixels);
    if (fill === null) return null;
    const says = `The product fills ${percent(fill)} of the frame`;
    if (fill < min - FILL_TOLERANCE) return broken(percent(fill), `at least ${percent(min)}`, says);
    if (fill > max + FILL_TOLERANCE) return broken(percent(fill), `up to ${percent(max)}`, says);
    return null;
  },
  whole: (_, { pixels }) => {
    const sides = pixels?.product?.cutOffAt ?? [];
    if (sides.length === 0) return null;
    const where = joinWords(sides.map((side) => SIDE_WORDS[side]));
    return broken(where, 'the whole product', `The product is cut off at the ${where}`, false);
  },
  border: (_, { pixels }) => {
    if (!pixels?.border) return null;
    const { sides, thicknessPx } = pixels.border;
    const where =
      sides.length === 4 ? 'on all sides' : `at the ${joinWords(sides.map((side) => SIDE_WORDS[side]))}`;
    return broken(
      `${thicknessPx} pixels`,
      'none',
      `There is a border of ${thicknessPx} ${thicknessPx === 1 ? 'pixel' : 'pixels'} ${where}`,
    );
  },
  sharp: (_, { pixels }) => {
    const sharpness = pixels?.sharpness ?? null;
    if (sharpness === null || sharpness >= SHARP_FROM) return null;
    return broken(
      percent(sharpness),
      'sharp pictures',
      `The ${pixels?.product ? 'product' : 'picture'} is not sharp: it is out of focus or was enlarged`,
      false,
    );
  },
  words: (_, { pixels }) => {
    const lines = pixels?.linesBeside ?? 0;
    if (lines === 0) return null;
    const statement = lines === 1 ? 'There is a line of text' : `There are ${lines} lines of text`;
    return broken(`${lines}`, 'none', `${statement} beside the product`);
  },
  single: (_, { pixels }) => {
    const things = pixels?.product?.things ?? 1;
    if (things <= 1) return null;
    return broken(
      `${things}`,
      'one object, unless they’re sold together',
      `There are ${things} separate objects`,
      false,
    );
  },
  name: ({ like }, { file: { name } }) => {
    if (name === null) return null;
    const { stem } = partsOfName(name);
    if (like === 'gtin-14') {
      if (stem.length === 14 && toGtin14(stem) === stem) return null;
      return broken(stem, 'a GTIN of 14 digits', 'The file name isn’t a GTIN-14', toGtin14(stem) !== null);
    }
    if (hasPlainLetters(stem)) return null;
    return broken(stem, `letters like “${inPlainLetters(stem)}”`, 'The file name has umlauts or accents');
  },
};

/** Share of the frame that the product fills along its tighter side, or null if unknown. */
export function computeFill(
  { widthPx, heightPx }: PictureFacts['file'],
  { product }: PixelFacts,
): number | null {
  if (product === null || widthPx === 0 || heightPx === 0) return null;
  return Math.max(product.box.widthPx / widthPx, product.box.heightPx / heightPx);
}

function checkSide(
  { of, minPx = 0, maxPx = Infinity, purpose }: RuleOf<'side'>,
  { file }: PictureFacts,
): Broken | null {
  const { widthPx, heightPx } = file;
  if (widthPx === 0 || heightPx === 0) return null;
  const sidePx = {
    width: widthPx,
    height: heightPx,
    longer: Math.max(widthPx, heightPx),
    shorter: Math.min(widthPx, heightPx),
  }[of];
  const what = `The ${of === 'longer' || of === 'shorter' ? `${of} side` : of} has ${sidePx} pixels`;
  const why = purpose === undefined ? '' : ` for ${purpose}`;
  if (sidePx < minPx) return broken(`${sidePx}`, `at least ${minPx}${why}`, what);
  if (sidePx > maxPx) return broken(`${sidePx}`, `up to ${maxPx}${why}`, what);
  return null;
}

function checkColor({ asks, maxBits }: RuleOf<'color'>, { file }: PictureFacts): Broken | null {
  const { colors, bitsPerSample, profile } = file;
  const required = `${asks === 'srgb' ? 'sRGB' : 'RGB'}${maxBits === undefined ? '' : ` of ${maxBits} bits`}`;
  if (colors === 'cmyk') return broken('CMYK', required, 'The colors are CMYK');
  if (maxBits !== undefined && bitsPerSample !== null && bitsPerSample > maxBits)
    return broken(`${bitsPerSample} bits`, required, `The colors have ${bitsPerSample} bits`);
  if (asks === 'srgb' && profile !== null && !isSrgb(profile))
    return broken(profile, required, `The color profile is ${profile}`);
  return null;
}

/** sRGB profiles have many names. */
const isSrgb = (profile: string): boolean => /srgb|iec ?61966|^c2$/i.test(profile);

const SIDE_WORDS: Readonly<Record<Side, string>> = {
  left: 'left edge',
  right: 'right edge',
  top: 'upper edge',
  bottom: 'lower edge',
};

const FORMAT_NAMES: Readonly<Record<FileFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  heic: 'HEIC',
  gif: 'GIF',
  tiff: 'TIFF',
  bmp: 'BMP',
};
const formatName = (format: FileFormat | null): string =>
  format === null ? 'unknown' : FORMAT_NAMES[format];
const formatWithArticle = (format: FileFormat): string =>
  `${format === 'avif' ? 'an' : 'a'} ${FORMAT_NAMES[format]}`;

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 10_000) / 100} MB`;
const megapixels = (pixels: number): string => `${Math.round(pixels / 100_000) / 10} megapixels`;
/** Uses enough digits to differ from the required value. */
const percent = (share: number): string =>
  share > 0 && share < 0.001 ? 'Less than 0.1%' : `${Math.round(share * 1000) / 10}%`;

/** Aspect ratios that are known by their numbers. */
const KNOWN_RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [4, 3],
  [3, 2],
  [5, 4],
  [16, 9],
  [2, 1],
  [7, 5],
  [3, 1],
];

/** Formats an aspect ratio as 4:3 if the sides are close to a known one, else relative to 1. */
function ratioName(widthPx: number, heightPx: number): string {
  for (const [long, short] of KNOWN_RATIOS) {
    const isNear = (across: number, down: number): boolean =>
      Math.abs((widthPx * down) / (heightPx * across) - 1) < 0.002;
    if (isNear(long, short)) return `${long}:${short}`;
    if (isNear(short, long)) return `${short}:${long}`;
  }
  const ratio = widthPx / heightPx;
  return ratio >= 1 ? `${Math.round(ratio * 100) / 100}:1` : `1:${Math.round(100 / ratio) / 100}`;
}
