import {
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './accounts/limits.ts';
import { UPLOAD_EXTENSIONS } from './tools/limits.ts';
import { boundedText, trimmedText } from './bounded-text.ts';
import { ACCOUNT_MESSAGES } from './accounts/messages.ts';

/**
 * Email address: text, at sign, text, dot, text. Text contains no spaces, at signs, invisible characters, or
 * characters that mail programs read as separators. After the at sign, text may begin with a dot and contain more
 * dots. The pattern matches the first dot that isn't at the beginning, so that there is only one way to match an
 * address.
 */
const ADDRESS =
  /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"][^\s\p{C}@<>()[\]\\,;:".]*\.[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Email address; surrounding white space is removed. */
export const emailSchema = trimmedText(254, ACCOUNT_MESSAGES.invalidEmail).regex(
  ADDRESS,
  ACCOUNT_MESSAGES.invalidEmail,
);

/**
 * Name of a person: letters of any script, spaces, apostrophes (straight or curly) and hyphens; 2 to 30 characters
 * after trimming.
 */
export const personNameSchema = trimmedText(NAME_MAX_LENGTH, ACCOUNT_MESSAGES.invalidName)
  .min(NAME_MIN_LENGTH, ACCOUNT_MESSAGES.invalidName)
  .regex(/^[\p{L}\p{M} '’-]+$/u, ACCOUNT_MESSAGES.invalidName);

/** New password: at least 8 characters, including a letter and a digit; only letters, digits and @ $ ! % * ? & */
export const passwordSchema = boundedText(PASSWORD_MAX_LENGTH, ACCOUNT_MESSAGES.passwordTooLong)
  .min(PASSWORD_MIN_LENGTH, ACCOUNT_MESSAGES.passwordTooShort)
  .regex(/^[A-Za-z\d@$!%*?&]*$/, ACCOUNT_MESSAGES.passwordForbiddenCharacter)
  .regex(/^(?=.*[A-Za-z])(?=.*\d)/, ACCOUNT_MESSAGES.passwordNeedsLetterAndDigit);

export function hasSupportedExtension(fileName: string): boolean {
  const lower = fileName.toLowerCase();
  return UPLOAD_EXTENSIONS.some((extension) => lower.endsWith(extension));
}

/** Replaces the extension 'jpg' or 'jpeg' with 'png' for a download. */
export function downloadFileName(name: string): string {
  return name.replace(/\.jpe?g$/i, '.png');
}
