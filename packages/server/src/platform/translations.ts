import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import type { InterfaceLanguage } from '@packshot/contract';
import { setCallLanguage } from '@packshot/contract/text/call-language';
import { createTranslator, translateBy } from '@packshot/contract/text/translation';
import type { Translate } from '@packshot/contract/text/translation';

export type { Translate } from '@packshot/contract/text/translation';

/** Folders with one file of translations per language: this package's, such as those of mails, and the contract's. */
const FOLDERS = [
  new URL('../../translations/', import.meta.url),
  new URL('../translations/', import.meta.resolve('@packshot/contract')),
];
const translators = new Map<InterfaceLanguage, Translate>();

/** Returns the function that translates to a language; the language's files are read once. */
export function getTranslator(language: InterfaceLanguage): Translate {
  const translator = translators.get(language) ?? createTranslator(language, readTranslations(language));
  translators.set(language, translator);
  return translator;
}

function readTranslations(language: InterfaceLanguage): Readonly<Record<string, string>> {
  const files = FOLDERS.map((folder) => new URL(`${language}.json`, folder)).filter(existsSync);
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object),
  ) as Record<string, string>;
}

const current = new AsyncLocalStorage<InterfaceLanguage>();
setCallLanguage(() => current.getStore() ?? 'en');
translateBy(() => {
  const language = current.getStore();
  return language === undefined ? null : getTranslator(language);
});

/**
 * Runs a function with this language, so that the texts that it creates, such as findings about a picture, are in this
 * language.
 */
export const inLanguage = <Result>(language: InterfaceLanguage, act: () => Result): Result =>
  language === 'en' ? act() : current.run(language, act);
