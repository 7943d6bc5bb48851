import { z } from 'zod';

/** Maximum white space around typed or pasted text, in characters; it is trimmed. */
const MAX_PADDING = 200;

/**
 * Text of at most `maxLength` characters. Longer text is refused before any other rule, such as a pattern, runs. Text
 * in requests uses this, `trimmedText` or `oneLineText`.
 */
export const boundedText = (maxLength: number, message?: string) =>
  z.string().max(maxLength, { abort: true, ...(message !== undefined && { error: message }) });

/** Text of at most `maxLength` characters after trimming; surrounding white space doesn't count. */
export const trimmedText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(maxLength + MAX_PADDING, bound)
    .trim()
    .max(maxLength, bound);
};

/**
 * Invisible characters, some of which can reverse the letter order wherever the text is quoted. Joiners are allowed,
 * because scripts and emoji need them.
 */
const INVISIBLE = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Trimmed text on a single line: white space is collapsed to one space, and invisible characters are removed. The
 * untrimmed text may be about twice as long.
 */
export const oneLineText = (maxLength: number, message?: string) => {
  const bound = { abort: true, ...(message !== undefined && { error: message }) };
  return z
    .string()
    .max(2 * maxLength + MAX_PADDING, bound)
    .overwrite((text) => text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim())
    .max(maxLength, bound);
};

export const idTextSchema = boundedText(36).check(z.uuid());

/** A secret in a link: 256 bits in base64url. */
export const linkTokenSchema = boundedText(43).regex(/^[\w-]{43}$/);

export const timestampTextSchema = boundedText(40).check(z.iso.datetime({ offset: true }));

/** Most digits of a number in a request; more than any valid number has. */
const MAX_DIGITS = 32;
const DIGITS = /^-?\d+(\.\d+)?$/;

/**
 * Number, or its digits as sent in forms and queries. Rejects other text that JavaScript would convert: empty text,
 * 0x10, 1e3, Infinity.
 * @param says message about the expected format
 */
export const numberText = <Schema extends z.ZodType>(number: Schema, says = 'Send a number in digits.') =>
  z.preprocess((value, { addIssue }) => {
    if (typeof value === 'number') return value;
    const text = typeof value === 'string' && value.length <= MAX_DIGITS ? value.trim() : '';
    if (DIGITS.test(text)) return Number(text);
    addIssue({ code: 'custom', message: says });
    return z.NEVER;
  }, number);

export type FlagText = 'true' | 'false';
export const flagText = (is: boolean): FlagText => (is ? 'true' : 'false');
