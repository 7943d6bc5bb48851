/** Formatting functions that translated sentences call. The web app's build inserts the calls. */
import { LANGUAGE } from './interface-language.ts';

const pluralRules = new Intl.PluralRules(LANGUAGE);

export const formatNumber = (value: number): string => value.toLocaleString(LANGUAGE);

/** Chooses the text for a count. Texts for exact counts (`=0`) win over the language's plural categories. */
export const choosePlural = (count: number, forms: Readonly<Record<string, string>>): string =>
  forms[`=${count}`] ?? forms[pluralRules.select(count)] ?? forms['other'] ?? '';
