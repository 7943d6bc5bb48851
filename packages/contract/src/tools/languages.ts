/** Languages in which prompts are understood and products described. */
export const DESCRIPTION_LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type DescriptionLanguage = (typeof DESCRIPTION_LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<DescriptionLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
};
