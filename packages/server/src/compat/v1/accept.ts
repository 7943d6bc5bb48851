import { DomainError } from '../../platform/domain-error.ts';

/** Format of the response for a job that makes a picture: the picture's bytes or JSON. */
export type AnswerForm = 'picture' | 'json';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** Limits on the Accept header, far above the needs of real clients. */
const MAX_RANGES = 32;
const MAX_LENGTH = 1024;

/**
 * Chooses the response format by the Accept header (RFC 9110, section 12.5.1). At equal quality, the type that the
 * header names more precisely wins, and then the picture. Without a header, the response is a picture.
 * @param hasPicture false for tools that return text, whose answer is always JSON
 * @throws DomainError NOT_ACCEPTABLE
 */
export function chooseForm(accept: string | undefined, hasPicture: boolean): AnswerForm {
  if (accept === undefined || accept.trim() === '') return hasPicture ? 'picture' : 'json';
  const ranges = accept.slice(0, MAX_LENGTH).split(',', MAX_RANGES).map(parseMediaRange);
  const json = findQuality(ranges, 'application/json');
  const picture = hasPicture ? findQuality(ranges, 'image/png') : NOT_AT_ALL;
  if (json.quality <= 0 && picture.quality <= 0) throw new DomainError('NOT_ACCEPTABLE');
  if (json.quality !== picture.quality) return json.quality > picture.quality ? 'json' : 'picture';
  return json.precision > picture.precision ? 'json' : 'picture';
}

const NOT_AT_ALL = { quality: -1, precision: -1 };

function parseMediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: value >= 0 && value <= 1 ? value : 0 };
}

/** Quality value of a media type: the one of the most specific range in the header that matches the type. */
function findQuality(ranges: readonly MediaRange[], type: string) {
  const [group = ''] = type.split('/');
  for (const [index, candidateType] of [type, `${group}/*`, '*/*'].entries()) {
    const matchingRange = ranges.find((range) => range.type === candidateType);
    if (matchingRange !== undefined) return { quality: matchingRange.quality, precision: 2 - index };
  }
  return NOT_AT_ALL;
}
