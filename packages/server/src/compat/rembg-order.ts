import type { CutOutOrder } from '../tools/public-jobs/composed-cut-outs.ts';
import type { SentFields } from './body.ts';
import { invalid } from './refusals.ts';

export const REMBG_FILES = ['file'] as const;

/** Size limit that no result reaches, because rembg returns results in the size of the photo. */
const ANY_SIZE = 100_000_000;
const URL_MAX_LENGTH = 2048;
const TEXT_MAX_LENGTH = 64;
const YES = ['true', '1', 'on', 'yes', 't', 'y'];

/**
 * Parses a request of a rembg client. The choice of model and the alpha-matting settings are accepted but ignored:
 * this server has one model, and always refines edges.
 */
export function rembgOrder(
  { texts, files }: SentFields,
  url: string | undefined,
): Omit<CutOutOrder, 'signal' | 'onStarted'> {
  return {
    photo: parsePhoto(files, url),
    ground: parseBackground(readText(texts, 'bgc')),
    arrangement: {
      maxPixels: ANY_SIZE,
      maxPixelsOfPng: ANY_SIZE,
      channels: YES.includes(readText(texts, 'om') ?? '') ? 'alpha' : 'rgba',
      format: 'png',
    },
  };
}

function parsePhoto({ file }: SentFields['files'], url: string | undefined): CutOutOrder['photo'] {
  if (url !== undefined) {
    if (url === '' || url.length > URL_MAX_LENGTH) throw invalid('url', 'Send the address of a picture.');
    return { param: 'url', picture: { url } };
  }
  if (file === undefined) throw invalid('file', 'Send the picture as a file of a form.');
  return { param: 'file', picture: file };
}

function readText(texts: SentFields['texts'], name: string): string | undefined {
  const text = texts[name];
  if (text === undefined) return undefined;
  if (text.length > TEXT_MAX_LENGTH) throw invalid(name, `Send at most ${TEXT_MAX_LENGTH} characters.`);
  return text.toLowerCase();
}

/** Parses a background color in the form `red,green,blue,alpha`, each 0 to 255. */
function parseBackground(text: string | undefined): CutOutOrder['ground'] {
  if (text === undefined) return undefined;
  const parts = text.split(',').map((part) => (/^ ?\d{1,3} ?$/.test(part) ? Number(part) : 256));
  if (parts.length !== 4 || parts.some((part) => part > 255))
    throw invalid('bgc', 'Send four numbers from 0 to 255: red, green, blue, alpha.');
  return { color: `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}` };
}
