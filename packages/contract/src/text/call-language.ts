import { LANGUAGE } from './interface-language.ts';
import type { InterfaceLanguage } from './interface-languages.ts';

let find: () => InterfaceLanguage = () => LANGUAGE;

export function setCallLanguage(findLanguage: () => InterfaceLanguage): void {
  find = findLanguage;
}

/** Language for numbers and dates in sentences of the current call; in the web app, that of the script. */
export const callLanguage = (): InterfaceLanguage => find();
