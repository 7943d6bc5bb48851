import { ERRORS } from '@packshot/contract/errors';
import { LANGUAGE } from '@packshot/contract/text/interface-language';

/** Sentence for an error of the server, which answers in English. Its code decides the sentence in other languages. */
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
