/** The languages in which prompts are understood and products described. */
export const DESCRIPTION_LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type DescriptionLanguage = (typeof DESCRIPTION_LANGUAGES)[number];
