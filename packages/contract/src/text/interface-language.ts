import type { InterfaceLanguage } from './interface-languages.ts';

/** Language of this copy of the code. The web app's build makes a copy for each language, and replaces this value. */
export const LANGUAGE: InterfaceLanguage = 'en';
