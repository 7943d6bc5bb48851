import { z } from 'zod';

/** White space that may surround what people type or paste, in characters; it is cut off. */
const MAX_PADDING = 200;

/**
 * Text of at most so many characters. A longer one is refused there and then: no pattern or other rule that follows looks at it.
 * Every text that a request may carry is made with this or with `trimmedText`; a test walks all schemas of requests.
 */
export const boundedText = (maxLength: number, message?: string) =>
  z.string().max(maxLength, { abort: true, ...(message !== undefined && { error: message }) });

/** The same without the white space around it, which does not count. */
export const trimmedText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(maxLength + MAX_PADDING, bound)
    .trim()
    .max(maxLength, bound);
};

/** The same on one line: white space of any kind and length becomes one space, and may be as long again as the text. */
export const oneLineText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(2 * maxLength + MAX_PADDING, bound)
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .max(maxLength, bound);
};

/** An id in a request. */
export const idTextSchema = boundedText(36).check(z.uuid());

/** A secret that travels in a link: 256 bits in base64url. */
export const linkTokenSchema = boundedText(43).regex(/^[\w-]{43}$/);

/** A moment in a request, as ISO 8601. */
export const timestampTextSchema = boundedText(40).check(z.iso.datetime({ offset: true }));

/** Longer than any number that is meant. */
const MAX_DIGITS = 32;

/** A number, or the digits of one as forms and queries carry them; text that is too long for a number is none. */
export const numberText = <Schema extends z.ZodType>(number: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.length > MAX_DIGITS ? NaN : value), number);
