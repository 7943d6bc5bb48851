import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import type { ExportLayout, Length, Sides } from '../tools/public-jobs/arrangement.ts';
import type { CutOutOrder } from '../tools/public-jobs/composed-cut-outs.ts';
import { readPictureFacts } from '../uploads/picture-header.ts';
import type { SentFields } from './body.ts';
import { invalid, removeBgRefusal } from './refusals.ts';

export const REMOVE_BG_FILES = ['image_file', 'bg_image_file'] as const;

const MEGAPIXEL = 1_000_000;
const PNG_MAX_PIXELS = 10 * MEGAPIXEL;
/**
 * Size limit of results in ZIP format. Higher than for PNG, because the ZIP's PNG is small: it contains only the gray
 * alpha mask.
 */
const ZIP_MAX_PIXELS = 50 * MEGAPIXEL;
/** Maximum number of pixels of each result size. */
const SIZES: Readonly<Record<string, number>> = {
  preview: 0.25 * MEGAPIXEL,
  small: 0.25 * MEGAPIXEL,
  regular: 0.25 * MEGAPIXEL,
  medium: 1.5 * MEGAPIXEL,
  hd: 4 * MEGAPIXEL,
  full: 25 * MEGAPIXEL,
  '4k': 25 * MEGAPIXEL,
  auto: 25 * MEGAPIXEL,
  '50mp': 50 * MEGAPIXEL,
};
const FORMATS: Readonly<Record<string, ExportLayout['format'] | 'zip'>> = {
  auto: 'auto',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  // Format `zip`, which remove.bg's own command-line tool requests.
  zip: 'zip',
};
const CHANNELS = { rgba: 'rgba', alpha: 'alpha' } as const;
const URL_MAX_LENGTH = 2048;
/** Longest text parameter, in characters. */
const TEXT_MAX_LENGTH = 64;

type Texts = SentFields['texts'];

/** Parses a request of a remove.bg client. Throws DomainError for invalid parameters. */
export function removeBgOrder({ texts, files }: SentFields): Omit<CutOutOrder, 'signal' | 'onStarted'> {
  const photo = parsePhoto({ texts, files });
  const format = parseChoice(texts, 'format', FORMATS, 'auto', 'Send auto, png, jpg, webp or zip.');
  const isZip = format === 'zip';
  const channels = parseChoice(texts, 'channels', CHANNELS, 'rgba', 'Send rgba or alpha.');
  const isCropped = parseFlag(texts, 'crop');
  const scale = parseScale(texts);
  const region = parseRegion(texts);
  if (region !== undefined && 'bytes' in photo.picture) assertInside(region, photo.picture.bytes);
  for (const name of ['add_shadow', 'semitransparency']) parseFlag(texts, name);
  return {
    photo,
    ground: parseBackground({ texts, files }),
    isZip,
    arrangement: {
      region,
      maxPixels: parseChoice(
        texts,
        'size',
        SIZES,
        'preview',
        'Send preview, medium, hd, full, 50MP or auto.',
      ),
      maxPixelsOfPng: isZip ? ZIP_MAX_PIXELS : PNG_MAX_PIXELS,
      margins: isCropped ? parseMargins(texts) : undefined,
      scale,
      position: parsePosition(texts),
      channels,
      format: isZip ? 'jpeg' : format,
    },
  };
}

function readText(texts: Texts, name: string): string | undefined {
  const text = texts[name];
  if (text === undefined) return undefined;
  if (text.length > TEXT_MAX_LENGTH) throw invalid(name, `Send at most ${TEXT_MAX_LENGTH} characters.`);
  return text.trim().toLowerCase() || undefined;
}

function parseChoice<Value>(
  texts: Texts,
  name: string,
  values: Readonly<Record<string, Value>>,
  preset: string,
  reason: string,
): Value {
  const text = readText(texts, name) ?? preset;
  const value = Object.hasOwn(values, text) ? values[text] : undefined;
  if (value === undefined) throw invalid(name, reason);
  return value;
}

function parseFlag(texts: Texts, name: string): boolean {
  return parseChoice(
    texts,
    name,
    { true: true, '1': true, false: false, '0': false },
    'false',
    'Send true or false.',
  );
}

function parsePhoto({ texts, files }: SentFields): CutOutOrder['photo'] {
  const { image_url: url, image_file_b64: base64 } = texts;
  const { image_file: file } = files;
  const sources = [file, url, base64].filter((source) => source !== undefined);
  if (sources.length > 1) throw removeBgRefusal('multiple_sources');
  if (file !== undefined) return { param: 'image_file', picture: file };
  if (url !== undefined) return { param: 'image_url', picture: { url: checkUrl('image_url', url) } };
  if (base64 === undefined) throw removeBgRefusal('missing_source');
  return {
    param: 'image_file_b64',
    picture: { bytes: decodeBase64('image_file_b64', base64), fileName: '' },
  };
}

/** Decodes base64, with or without a data URL prefix. */
function decodeBase64(name: string, text: string): Uint8Array {
  const start = text.startsWith('data:') ? text.indexOf(',', 5) + 1 : 0;
  const bytes = Buffer.from(start === 0 ? text : text.slice(start), 'base64');
  if (bytes.byteLength > UPLOAD_MAX_BYTES)
    throw new DomainError('TOO_LARGE_BYTES', { detail: { param: name } });
  if (bytes.byteLength === 0) throw new DomainError('EMPTY_FILE', { detail: { param: name } });
  return bytes;
}

function checkUrl(name: string, url: string): string {
  if (url.length <= URL_MAX_LENGTH) return url;
  throw invalid(name, `Send at most ${URL_MAX_LENGTH} characters.`);
}

function parseBackground({ texts, files }: SentFields): CutOutOrder['ground'] {
  const color = readText(texts, 'bg_color');
  const { bg_image_url: url } = texts;
  const { bg_image_file: file } = files;
  if ([color, url, file].filter((ground) => ground !== undefined).length > 1)
    throw removeBgRefusal('multiple_bg_sources');
  if (file !== undefined) return { param: 'bg_image_file', picture: file };
  if (url !== undefined) return { param: 'bg_image_url', picture: { url: checkUrl('bg_image_url', url) } };
  return color === undefined ? undefined : { color: parseColor(color) };
}

const COLOR_NAMES: Readonly<Record<string, string>> = {
  aqua: '00ffff',
  beige: 'f5f5dc',
  black: '000000',
  blue: '0000ff',
  brown: 'a52a2a',
  cyan: '00ffff',
  fuchsia: 'ff00ff',
  gold: 'ffd700',
  gray: '808080',
  green: '008000',
  ivory: 'fffff0',
  lime: '00ff00',
  magenta: 'ff00ff',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'ffa500',
  pink: 'ffc0cb',
  purple: '800080',
  red: 'ff0000',
  silver: 'c0c0c0',
  teal: '008080',
  transparent: '00000000',
  turquoise: '40e0d0',
  violet: 'ee82ee',
  white: 'ffffff',
  yellow: 'ffff00',
};

/**
 * Parses a color.
 * @returns `#rrggbbaa`
 */
function parseColor(text: string): string {
  const hex = Object.hasOwn(COLOR_NAMES, text) ? (COLOR_NAMES[text] ?? '') : text.replace(/^#/, '');
  if (!/^[0-9a-f]{3,8}$/.test(hex) || hex.length === 5 || hex.length === 7)
    throw invalid('bg_color', 'Send a hex code of 3, 4, 6 or 8 digits, or the name of a basic color.');
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return `#${digits.padEnd(8, 'f')}`;
}

/** Parses a length in the form `30px`, `10%`, or pixels without a unit. */
function parseLength(name: string, text: string): Length {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,4})?)(px|%)?$/.exec(text) ?? [];
  if (digits === undefined) throw invalid(name, 'Send lengths like 30px or 10%.');
  return unit === '%' ? { share: Number(digits) / 100 } : { px: Number(digits) };
}

const parseLengths = (name: string, text: string): Length[] =>
  text.split(/[\s,]/).flatMap((word) => (word === '' ? [] : [parseLength(name, word)]));

function parseRegion(texts: Texts): Sides | undefined {
  const text = readText(texts, 'roi');
  if (text === undefined) return undefined;
  const [left, top, right, bottom, ...more] = parseLengths('roi', text);
  if (!left || !top || !right || !bottom || more.length > 0) throw invalid('roi', 'Send x1 y1 x2 y2.');
  const isWhole =
    [left, top].every(isZero) && [right, bottom].every((side) => 'share' in side && side.share === 1);
  if (isWhole) return undefined;
  if (isBefore(right, left) || isBefore(bottom, top)) throw removeBgRefusal('roi_region_empty');
  return { top, right, bottom, left };
}

const isZero = (length: Length): boolean => ('px' in length ? length.px : length.share) === 0;

/** Whether a region's end isn't after its start along one axis. False if their units differ. */
function isBefore(end: Length, start: Length): boolean {
  if ('px' in end) return 'px' in start && end.px <= start.px;
  return 'share' in start && end.share <= start.share;
}

/**
 * Checks before charging that the region is inside the photo. The stored size doesn't show whether the photo is
 * rotated, so the region may fit either orientation.
 */
function assertInside(region: Sides, bytes: Uint8Array): void {
  const { widthPx, heightPx } = readPictureFacts(bytes);
  // The photo's size may be unknown here if it follows a long color profile in the file.
  if (widthPx === 0) return;
  const exceeds = (length: Length): boolean =>
    'px' in length ? length.px > Math.max(widthPx, heightPx) : length.share > 1;
  if (Object.values(region).some(exceeds)) throw removeBgRefusal('roi_exceeds_bounds');
}

function parseMargins(texts: Texts): Sides {
  const text = readText(texts, 'crop_margin') ?? '0';
  const lengths = parseLengths('crop_margin', text);
  const [top, right = top, bottom = top, left = right] = lengths;
  if (!top || !right || !bottom || !left || ![1, 2, 4].includes(lengths.length))
    throw invalid('crop_margin', 'Send one, two or four lengths.');
  return { top, right, bottom, left };
}

const SCALE_MIN = 0.1;

function parseScale(texts: Texts): number | undefined {
  const text = readText(texts, 'scale');
  if (text === undefined || text === 'original') return undefined;
  const length = text.endsWith('%') ? parseLength('scale', text) : null;
  if (length === null || !('share' in length) || length.share < SCALE_MIN || length.share > 1)
    throw invalid('scale', 'Send 10% to 100%, or original.');
  return length.share;
}

function parsePosition(texts: Texts): ExportLayout['position'] {
  const text = readText(texts, 'position');
  if (text === undefined || text === 'original') return undefined;
  if (text === 'center') return { x: 0.5, y: 0.5 };
  const [x, y = x, ...more] = parseLengths('position', text);
  const isShare = (length: Length | undefined): length is { share: number } =>
    length !== undefined && 'share' in length && length.share <= 1;
  if (!isShare(x) || !isShare(y) || more.length > 0)
    throw invalid('position', 'Send original, center, or one or two shares from 0% to 100%.');
  return { x: x.share, y: y.share };
}
