import { IntlMessageFormat } from 'intl-messageformat';
import { LANGUAGE } from './interface-language.ts';

/**
 * Values for the placeholders of a message. `context` isn't inserted; it distinguishes messages whose texts are equal
 * in English but not in other languages.
 */
export type MessageValues = Readonly<Record<string, string | number>> & {
  readonly context?: string;
};

export type Translate = (message: string, values?: MessageValues) => string;

let findTranslator: () => Translate | null = () => null;

/**
 * Sets the function that finds the translator of the current call. Servers use it to answer each request in the user's
 * language.
 * @param find returns null for English
 */
export function translateBy(find: () => Translate | null): void {
  findTranslator = find;
}

/**
 * Marks a sentence for translation. The web app's build replaces the call by the sentence in each language; elsewhere
 * it returns the English sentence, unless `translateBy` has set a translator. Both arguments must be literals, so that
 * `npm run check` can compare the translations with the source.
 * @param message English text; with `values` in ICU MessageFormat, such as `{count, plural, one {# photo} other {#
 * photos}}`
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export function t(message: string, values?: MessageValues): string {
  const translate = findTranslator();
  if (translate !== null) return translate(message, values);
  return hasArguments(values) ? formatMessage(message, values, LANGUAGE) : message;
}

/** Translates a sentence that was stored in English, such as a task's stage. */
export const translateStored = (sentence: string): string => findTranslator()?.(sentence) ?? sentence;

/** Marks all texts of a table for translation, as `t` does for one. Each is translated when code reads it. */
export function messages<const Table extends object>(table: Table): Table {
  for (const [name, value] of Object.entries(table) as [string, unknown][]) {
    if (typeof value === 'string') {
      Object.defineProperty(table, name, { get: () => t(value), enumerable: true, configurable: true });
    } else if (typeof value === 'object' && value !== null) {
      messages(value);
    }
  }
  return table;
}

const CONTEXT_SEPARATOR = ' || ';
/** Key of a text in the table of translations. Equal texts with different contexts are translated separately. */
export const messageKey = (text: string, context: string | undefined): string =>
  context === undefined ? text : `${text}${CONTEXT_SEPARATOR}${context}`;
export const textOfKey = (key: string): string => key.split(CONTEXT_SEPARATOR, 1)[0] ?? key;

/**
 * Creates a translator that formats messages at runtime.
 * @param translations by message key; a sentence without translation stays English
 */
export const createTranslator =
  (language: string, translations: Readonly<Record<string, string>>): Translate =>
  (message, values) => {
    const sentence = translations[messageKey(message, values?.context)] ?? message;
    return hasArguments(values) ? formatMessage(sentence, values, language) : sentence;
  };

/** Whether the message has arguments. A message without them is plain text, which may contain braces. */
const hasArguments = (values: MessageValues | undefined): values is MessageValues =>
  values !== undefined && Object.keys(values).some((name) => name !== 'context');

/** Parsed messages by language and text. Both come from the source and its translations, so their number is bounded. */
const parsedMessages = new Map<string, IntlMessageFormat>();

/** Fills the arguments of a message in ICU MessageFormat. Tags such as `<link>` are left in place. */
function formatMessage(message: string, values: MessageValues, language: string): string {
  const key = `${language} ${message}`;
  const parsed =
    parsedMessages.get(key) ?? new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  parsedMessages.set(key, parsed);
  return String(parsed.format(values));
}
