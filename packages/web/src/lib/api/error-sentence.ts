import { ERRORS } from '@packshot/contract/errors';
import { LANGUAGE } from '@packshot/contract/text/interface-language';

/**
 * Message for an error of the server: in English the server's own, in other languages the one that belongs to its
 * code, if this release knows the code.
 */
export function errorSentence({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string {
  if (LANGUAGE === 'en' || !Object.hasOwn(ERRORS, code)) return message;
  return ERRORS[code as keyof typeof ERRORS].message;
}
