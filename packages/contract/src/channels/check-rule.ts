import { callLanguage } from '../text/call-language.ts';
import { messages, t } from '../text/translation.ts';
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

export interface Broken {
  readonly measured: string;
  /** Required value as the object of 'accepts' or 'recommends': 'up to 10 MB'. */
  readonly required: string;
  readonly says: string;
  readonly isFixable: boolean;
}

type RuleOf<Kind extends RuleKind> = Extract<Rule, { kind: Kind }>;
type RuleCheck<Kind extends RuleKind> = (rule: RuleOf<Kind>, facts: PictureFacts) => Broken | null;

/** Returns null if the picture complies with the rule, or couldn't be measured. */
export const channelNeeds = (rule: Rule, facts: PictureFacts): Broken | null =>
  (CHECKS[rule.kind] as RuleCheck<RuleKind>)(rule, facts);

const brokenRule = (measured: string, required: string, says: string, isFixable = true): Broken => ({
  measured,
  required,
  says,
  isFixable,
});

/** Tolerance when comparing the product's measured share of the frame with a rule. */
const FILL_TOLERANCE = 0.005;
/** Tolerance when comparing aspect ratios, because sides are whole pixels. */
const RATIO_TOLERANCE = 0.005;
/** Sharpness below which a product counts as blurred or enlarged. */
export const SHARP_FROM = 0.3;

const CHECKS: { readonly [Kind in RuleKind]: RuleCheck<Kind> } = {
  bytes: ({ max }, { file }) =>
    file.bytes <= max
      ? null
      : brokenRule(
          megabytes(file.bytes),
          t('up to {size}', { size: megabytes(max) }),
          t('The file is {size}', { size: megabytes(file.bytes) }),
        ),
  format: ({ allowed }, { file }) =>
    file.format !== null && allowed.includes(file.format)
      ? null
      : brokenRule(
          formatName(file.format),
          joinWords(allowed.map(formatName)),
          file.format === null
            ? t('The file’s format isn’t known')
            : t('The file is {format}', { format: formatWithArticle(file.format) }),
        ),
  extension: (_, { file: { name, format } }) => {
    if (name === null || format === null || extensionFits(name, format)) return null;
    const { extension } = partsOfName(name);
    const actual = formatWithArticle(format);
    const expectedExtension = partsOfName(nameWithExtension('x', format)).extension;
    return brokenRule(
      extension,
      `.${expectedExtension}`,
      extension === ''
        ? t('The file name has no extension, but the file is {format}', { format: actual })
        : t('The file name ends in .{extension}, but the file is {format}', { extension, format: actual }),
    );
  },
  side: checkSide,
  pixels: ({ max }, { file: { widthPx, heightPx } }) =>
    widthPx * heightPx <= max
      ? null
      : brokenRule(
          megapixels(widthPx * heightPx),
          t('up to {size}', { size: megapixels(max) }),
          t('The picture has {size}', { size: megapixels(widthPx * heightPx) }),
        ),
  ratio: ({ allowed }, { file: { widthPx, heightPx } }) => {
    if (widthPx === 0 || heightPx === 0) return null;
    const ratio = widthPx / heightPx;
    if (allowed.some(([across, down]) => Math.abs((ratio * down) / across - 1) <= RATIO_TOLERANCE))
      return null;
    return brokenRule(
      ratioName(widthPx, heightPx),
      new Intl.ListFormat(callLanguage(), { type: 'disjunction' }).format(
        allowed.map(([across, down]) => ratioName(across, down)),
      ),
      t('The picture’s shape is {ratio}', { ratio: ratioName(widthPx, heightPx) }),
    );
  },
  color: checkColor,
  opaque: (_, { pixels }) => {
    const share = pixels?.transparentShare ?? 0;
    if (share === 0) return null;
    return brokenRule(
      percent(share),
      t('pictures without transparency'),
      t('Transparent areas ({share} of the picture) turn black or white after upload', {
        share: percent(share).toLowerCase(),
      }),
    );
  },
  white: (_, { pixels }) => {
    if (pixels === null || pixels.edge.notWhite === 0) return null;
    const { notWhite, pixels: all, worst } = pixels.edge;
    if (pixels.ground.kind === 'clear')
      return brokenRule('transparent', t('pure white (255, 255, 255)'), t('The background is transparent'));
    return brokenRule(
      `${worst.join(', ')} at worst`,
      t('pure white (255, 255, 255)'),
      t('The background isn’t pure white: {share} of the picture’s edge is darker, down to {worst}', {
        share: percent(notWhite / all).toLowerCase(),
        worst: worst.join(', '),
      }),
    );
  },
  light: ({ minLevel }, { pixels }) => {
    if (pixels === null || pixels.ground.kind === 'clear') return null;
    if (pixels.ground.kind === 'scene')
      return brokenRule('a scene', t('a plain light background'), t('The background isn’t plain'));
    const { color } = pixels.ground;
    if (Math.min(...color) >= minLevel) return null;
    return brokenRule(
      color.join(', '),
      t('a light one ({minLevel} or more)', { minLevel }),
      t('The background color is {color}', { color: color.join(', ') }),
    );
  },
  fill: ({ min = 0, max = 1 }, { file, pixels }) => {
    const fill = pixels === null ? null : computeFill(file, pixels);
    if (fill === null) return null;
    const says = t('The product fills {share} of the frame', { share: percent(fill) });
    if (fill < min - FILL_TOLERANCE)
      return brokenRule(percent(fill), t('at least {size}', { size: percent(min) }), says);
    if (fill > max + FILL_TOLERANCE)
      return brokenRule(percent(fill), t('up to {size}', { size: percent(max) }), says);
    return null;
  },
  whole: (_, { pixels }) => {
    const sides = pixels?.product?.cutOffAt ?? [];
    if (sides.length === 0) return null;
    const edges = joinWords(sides.map((side) => SIDE_WORDS[side]));
    return brokenRule(
      edges,
      t('the whole product'),
      t('The product is cut off at the {edges}', { edges }),
      false,
    );
  },
  border: (_, { pixels }) => {
    if (!pixels?.border) return null;
    const { sides, thicknessPx } = pixels.border;
    return brokenRule(
      `${thicknessPx} pixels`,
      t('none', { context: 'border' }),
      sides.length === 4
        ? t(
            'There is a border of {thicknessPx} {thicknessPx, plural, one {pixel} other {pixels}} on all sides',
            { thicknessPx },
          )
        : t(
            'There is a border of {thicknessPx} {thicknessPx, plural, one {pixel} other {pixels}} at the {edges}',
            { thicknessPx, edges: joinWords(sides.map((side) => SIDE_WORDS[side])) },
          ),
    );
  },
  sharp: (_, { pixels }) => {
    const sharpness = pixels?.sharpness ?? null;
    if (sharpness === null || sharpness >= SHARP_FROM) return null;
    return brokenRule(
      percent(sharpness),
      t('sharp pictures'),
      pixels?.product
        ? t('The product is not sharp: it is out of focus or was enlarged')
        : t('The picture is not sharp: it is out of focus or was enlarged'),
      false,
    );
  },
  words: (_, { pixels }) => {
    const lines = pixels?.linesBeside ?? 0;
    if (lines === 0) return null;
    return brokenRule(
      `${lines}`,
      t('none', { context: 'text' }),
      t(
        '{lines, plural, one {There is a line of text beside the product} other {There are {lines} lines of text beside the product}}',
        { lines },
      ),
    );
  },
  single: (_, { pixels }) => {
    const things = pixels?.product?.things ?? 1;
    if (things <= 1) return null;
    return brokenRule(
      `${things}`,
      t('one object, unless they’re sold together'),
      t('There are {things} separate objects', { things }),
      false,
    );
  },
  name: ({ like }, { file: { name } }) => {
    if (name === null) return null;
    const { stem } = partsOfName(name);
    if (like === 'gtin-14') {
      if (stem.length === 14 && toGtin14(stem) === stem) return null;
      return brokenRule(
        stem,
        t('a GTIN of 14 digits'),
        t('The file name isn’t a GTIN-14'),
        toGtin14(stem) !== null,
      );
    }
    if (hasPlainLetters(stem)) return null;
    return brokenRule(
      stem,
      t('letters like “{name}”', { name: inPlainLetters(stem) }),
      t('The file name has umlauts or accents'),
    );
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
  const says = t(
    '{of, select, width {The width has {sidePx} pixels} height {The height has {sidePx} pixels} longer {The longer side has {sidePx} pixels} other {The shorter side has {sidePx} pixels}}',
    { of, sidePx },
  );
  if (sidePx < minPx) {
    const required =
      purpose === undefined
        ? t('at least {size}', { size: minPx })
        : t('at least {size} for {purpose}', { size: minPx, purpose });
    return brokenRule(`${sidePx}`, required, says);
  }
  if (sidePx > maxPx) {
    const required =
      purpose === undefined
        ? t('up to {size}', { size: maxPx })
        : t('up to {size} for {purpose}', { size: maxPx, purpose });
    return brokenRule(`${sidePx}`, required, says);
  }
  return null;
}

function checkColor({ asks, maxBits }: RuleOf<'color'>, { file }: PictureFacts): Broken | null {
  const { colors, bitsPerSample, profile } = file;
  const space = asks === 'srgb' ? 'sRGB' : 'RGB';
  const required = maxBits === undefined ? space : t('{space} of {maxBits} bits', { space, maxBits });
  if (colors === 'cmyk') return brokenRule('CMYK', required, t('The colors are CMYK'));
  if (maxBits !== undefined && bitsPerSample !== null && bitsPerSample > maxBits)
    return brokenRule(
      `${bitsPerSample} bits`,
      required,
      t('The colors have {bitsPerSample} bits', { bitsPerSample }),
    );
  if (asks === 'srgb' && profile !== null && !isSrgb(profile))
    return brokenRule(profile, required, t('The color profile is {profile}', { profile }));
  return null;
}

const isSrgb = (profile: string): boolean => /srgb|iec ?61966|^c2$/i.test(profile);

/** Names of the picture's sides, as they follow 'at the'. */
const SIDE_WORDS: Readonly<Record<Side, string>> = messages({
  left: 'left edge',
  right: 'right edge',
  top: 'upper edge',
  bottom: 'lower edge',
});

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
  format === 'avif' ? t('an AVIF') : t('a {format}', { format: FORMAT_NAMES[format] });

const joinWords = (words: readonly string[]): string =>
  words.length < 2
    ? (words[0] ?? '')
    : t('{list} and {last}', { list: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
const formatDecimal = (value: number): string =>
  value.toLocaleString(callLanguage(), { maximumFractionDigits: 2, useGrouping: false });

const megabytes = (bytes: number): string => `${formatDecimal(Math.ceil(bytes / 10_000) / 100)} MB`;
const megapixels = (pixels: number): string =>
  t('{size} megapixels', { size: formatDecimal(Math.round(pixels / 100_000) / 10) });
/** Formats a share in percent, with at most one decimal. */
const percent = (share: number): string =>
  share > 0 && share < 0.001
    ? t('Less than 0.1%')
    : t('{percent}%', { percent: formatDecimal(Math.round(share * 1000) / 10) });

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

/** Formats an aspect ratio as 4:3 if the sides are close to a common ratio, else relative to 1. */
function ratioName(widthPx: number, heightPx: number): string {
  for (const [long, short] of KNOWN_RATIOS) {
    const isNear = (across: number, down: number): boolean =>
      Math.abs((widthPx * down) / (heightPx * across) - 1) < 0.002;
    if (isNear(long, short)) return `${long}:${short}`;
    if (isNear(short, long)) return `${short}:${long}`;
  }
  const ratio = widthPx / heightPx;
  return ratio >= 1
    ? `${formatDecimal(Math.round(ratio * 100) / 100)}:1`
    : `1:${formatDecimal(Math.round(100 / ratio) / 100)}`;
}
