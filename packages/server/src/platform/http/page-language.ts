import { INTERFACE_LANGUAGES, isInterfaceLanguage } from '@packshot/contract';
import type { InterfaceLanguage } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const LANGUAGES = Object.keys(INTERFACE_LANGUAGES);
/** Longer headers are cut before they are parsed. */
const HEADER_MAX_LENGTH = 4_096;
/** The cookie `LANGUAGE_COOKIE`. */
const CHOICE = /(?:^|; ?)language=([a-z]{2})(?:;|$)/;

/** Language of a page: the one that the user chose, or else the first of the browser's languages that we have. */
export function pageLanguage({ headers }: Pick<FastifyRequest, 'headers'>): InterfaceLanguage {
  const chosen = CHOICE.exec((headers.cookie ?? '').slice(0, HEADER_MAX_LENGTH))?.[1];
  if (isInterfaceLanguage(chosen)) return chosen;
  const accepted = (headers['accept-language'] ?? '').slice(0, HEADER_MAX_LENGTH);
  const language = new Negotiator({ headers: { 'accept-language': accepted } }).language(LANGUAGES);
  return isInterfaceLanguage(language) ? language : 'en';
}
