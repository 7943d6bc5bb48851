/** Reads the translations of marked sentences: one file for each package and language. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_LANGUAGES } from '@packshot/contract/text/interface-languages';
import { textOfKey } from '@packshot/contract/text/translation';
import { pseudoTranslation } from './pseudo-translation.ts';
import type { InterfaceLanguage } from '@packshot/contract/text/interface-languages';

export interface Translations {
  /** Finds the translation of a message by its key; empty or undefined if there is none yet. */
  readonly get: (key: string) => string | undefined;
  /** Text that changes with the translations. */
  readonly version: string;
}

export type TargetLanguage = Exclude<InterfaceLanguage, 'en'>;
/** Languages into which sentences are translated: all but English, the source. */
export const TARGET_LANGUAGES = Object.keys(INTERFACE_LANGUAGES).filter(
  (language): language is TargetLanguage => language !== 'en',
);

const PACKAGES = join(import.meta.dirname, '../..');
/** Packages whose sentences the web app shows. */
const PACKAGES_OF_WEB = ['web', 'contract'];

export const translationsFile = (name: string, language: TargetLanguage): string =>
  join(PACKAGES, name, 'translations', `${language}.json`);

export const PSEUDO_TRANSLATIONS: Translations = {
  get: (key) => pseudoTranslation(textOfKey(key)),
  version: 'pseudo',
};

export function readTranslations(language: TargetLanguage): Translations {
  const texts = PACKAGES_OF_WEB.map((name) => translationsFile(name, language))
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'));
  const entries = texts.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, string>));
  const byKey = new Map(entries);
  const version = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 8);
  return { get: (key) => byKey.get(key), version };
}
