import type { InterfaceLanguage } from './interface-languages.ts';

/** Language of this script. The web app's build replaces it in each language's copy. */
export const LANGUAGE: InterfaceLanguage = 'en';
