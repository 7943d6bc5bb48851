import { ERRORS } from '@packshot/contract/errors';
import { LANGUAGE } from '@packshot/contract/text/interface-language';

/** Message for an error of the server, which answers in English; in other languages, its code decides. */
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
