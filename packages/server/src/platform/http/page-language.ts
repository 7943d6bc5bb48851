import { INTERFACE_LANGUAGES, isInterfaceLanguage } from '@packshot/contract';
import type { InterfaceLanguage } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const LANGUAGES = Object.keys(INTERFACE_LANGUAGES);
/** Maximum length of a header that is parsed; the rest is cut off. */
const HEADER_MAX_LENGTH = 4_096;
/** Matches the value of the cookie `LANGUAGE_COOKIE`. */
const CHOICE = /(?:^|; ?)language=([a-z]{2})(?:;|$)/;

/**
 * Chooses the language of a page: the one that the user selected, or else the browser's most preferred one that the app
 * supports.
 */
export function pageLanguage({ headers }: Pick<FastifyRequest, 'headers'>): InterfaceLanguage {
  const chosen = CHOICE.exec((headers.cookie ?? '').slice(0, HEADER_MAX_LENGTH))?.[1];
  return isInterfaceLanguage(chosen) ? chosen : acceptedLanguage({ headers });
}

/** Most preferred language of the Accept-Language header that the app supports; English if there is none. */
export function acceptedLanguage({ headers }: Pick<FastifyRequest, 'headers'>): InterfaceLanguage {
  const accepted = (headers['accept-language'] ?? '').slice(0, HEADER_MAX_LENGTH);
  const language = new Negotiator({ headers: { 'accept-language': accepted } }).language(LANGUAGES);
  return isInterfaceLanguage(language) ? language : 'en';
}
