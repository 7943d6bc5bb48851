/** Languages of the interface and of mails, with their native names. English is the source of all translations. */
export const INTERFACE_LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES;

/** Cookie with the language that a user chose; without it, the browser's languages decide. */
export const LANGUAGE_COOKIE = 'language';

export const isInterfaceLanguage = (value: unknown): value is InterfaceLanguage =>
  typeof value === 'string' && Object.hasOwn(INTERFACE_LANGUAGES, value);
