import { z } from 'zod';

/** White space around typed or pasted text, in characters; it is trimmed. */
const MAX_PADDING = 200;

/**
 * Text of at most `maxLength` characters. A longer text is refused before any other rule, such as a pattern,
 * runs. Every text in a request is made with this or with `trimmedText`; a test checks all request schemas.
 */
export const boundedText = (maxLength: number, message?: string) =>
  z.string().max(maxLength, { abort: true, ...(message !== undefined && { error: message }) });

/** The same, trimmed; surrounding white space does not count. */
export const trimmedText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(maxLength + MAX_PADDING, bound)
    .trim()
    .max(maxLength, bound);
};

/** Invisible, and able to turn the order of the letters around wherever the text is quoted. Joiners stay: scripts and emoji need them. */
const INVISIBLE = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * The same on one line: any run of white space becomes one space, and may be as long as the text itself. Marks that only change the direction
 * of writing are left out.
 */
export const oneLineText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(2 * maxLength + MAX_PADDING, bound)
    .overwrite((text) => text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim())
    .max(maxLength, bound);
};

/** An id in a request. */
export const idTextSchema = boundedText(36).check(z.uuid());

/** A secret in a link: 256 bits in base64url. */
export const linkTokenSchema = boundedText(43).regex(/^[\w-]{43}$/);

/** A timestamp in a request, as ISO 8601. */
export const timestampTextSchema = boundedText(40).check(z.iso.datetime({ offset: true }));

/** Longer than any valid number. */
const MAX_DIGITS = 32;
const DIGITS = /^-?\d+(\.\d+)?$/;

/**
 * A number, or its digits as sent in forms and queries. What JavaScript would make a number of besides is none: nothing at all, 0x10, 1e3,
 * Infinity.
 * @param says what to send instead
 */
export const numberText = <Schema extends z.ZodType>(number: Schema, says = 'Send a number in digits.') =>
  z.preprocess((value, { addIssue }) => {
    if (typeof value === 'number') return value;
    const text = typeof value === 'string' && value.length <= MAX_DIGITS ? value.trim() : '';
    if (DIGITS.test(text)) return Number(text);
    addIssue({ code: 'custom', message: says });
    return z.NEVER;
  }, number);

/** A yes or no, as forms carry it. */
export type FlagText = 'true' | 'false';
export const flagText = (is: boolean): FlagText => (is ? 'true' : 'false');
