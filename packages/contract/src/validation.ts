import { z } from 'zod';
import {
  ALPHA_OPAQUE,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  UPLOAD_EXTENSIONS,
} from './limits.ts';
import { ACCOUNT_MESSAGES } from './account-messages.ts';

/** Neither space nor at sign, nothing invisible, and none of the signs that mail programs read as punctuation between addresses. */
const ADDRESS_TEXT = '[^\\s\\p{C}@<>()\\[\\]\\\\,;:"]+';

/** Text, at sign, text, dot, text; no spaces; trimmed. */
export const emailSchema = z
  .string()
  .trim()
  .max(254, ACCOUNT_MESSAGES.invalidEmail)
  .regex(
    new RegExp(`^${ADDRESS_TEXT}@${ADDRESS_TEXT}\\.${ADDRESS_TEXT}$`, 'u'),
    ACCOUNT_MESSAGES.invalidEmail,
  );

/** Letters of any script, spaces, apostrophes (straight or curly) and hyphens; 2 to 30 characters after trimming. */
export const personNameSchema = z
  .string()
  .trim()
  .min(NAME_MIN_LENGTH, ACCOUNT_MESSAGES.invalidName)
  .max(NAME_MAX_LENGTH, ACCOUNT_MESSAGES.invalidName)
  .regex(/^[\p{L}\p{M} '’-]+$/u, ACCOUNT_MESSAGES.invalidName);

/** At least 8 characters, a letter and a digit; only letters, digits and @ $ ! % * ? & */
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN_LENGTH, ACCOUNT_MESSAGES.passwordTooShort)
  .max(PASSWORD_MAX_LENGTH, ACCOUNT_MESSAGES.passwordTooLong)
  .regex(/^[A-Za-z\d@$!%*?&]*$/, ACCOUNT_MESSAGES.passwordForbiddenCharacter)
  .regex(/^(?=.*[A-Za-z])(?=.*\d)/, ACCOUNT_MESSAGES.passwordNeedsLetterAndDigit);

/** True when the file's name ends in one of the accepted extensions, whatever its case. */
export function hasSupportedExtension(fileName: string): boolean {
  const lower = fileName.toLowerCase();
  return UPLOAD_EXTENSIONS.some((extension) => lower.endsWith(extension));
}

/** The name a download is saved under: 'jpg' (and 'jpeg') as extension becomes 'png'. */
export function downloadFileName(name: string): string {
  return name.replace(/\.jpe?g$/i, '.png');
}

/** True when any alpha value (0 to 255) is below 255. */
export function isTransparent(alpha: ArrayLike<number>): boolean {
  for (let i = 0; i < alpha.length; i += 1) if ((alpha[i] ?? ALPHA_OPAQUE) < ALPHA_OPAQUE) return true;
  return false;
}
