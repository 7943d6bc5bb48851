import { parseMessage, TYPE } from '../../../packages/web/vite/message-code.ts';
import type { MessageFormatElement } from '../../../packages/web/vite/message-code.ts';
import type { MarkedMessage } from '../../../packages/web/vite/messages-in.ts';

/** Whole tags with their text. Elements aren't nested. */
const TAG = /<(\w+)>[^<]*<\/(\w+)>/g;
/**
 * Matches spaces at the ends of a sentence, also invisible ones; they would be lost or doubled where sentences are
 * joined.
 */
const ENDS = /^[\s\u200B\uFEFF]|[\s\u200B\uFEFF]$/;

/**
 * Compares a translation with its English text.
 * @returns faults: other tags or arguments, other kinds of arguments, or plural forms that don't suit the language
 */
export function faultsIn(
  { text, values }: Pick<MarkedMessage, 'text' | 'values'>,
  translation: string,
  language: string,
): readonly string[] {
  const faults: string[] = [];
  if (tagsIn(text) !== tagsIn(translation)) faults.push('its tags differ');
  if (ENDS.test(translation) && !ENDS.test(text)) faults.push('it starts or ends with a space');
  if (values === null) return faults;
  try {
    const elements = parseMessage(translation);
    if (sortWords(listArguments(parseMessage(text))) !== sortWords(listArguments(elements)))
      faults.push('its arguments differ');
    const categories: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const { options, offset, pluralType } of pluralsIn(elements)) {
      const forms = Object.keys(options);
      const isComplete = categories.every((category) => forms.includes(category));
      const isKnown = forms.every((form) => form.startsWith('=') || categories.includes(form));
      if (!isComplete || !isKnown) faults.push(`its plural needs ${categories.join(' and ')}`);
      if (offset !== 0 || pluralType !== 'cardinal')
        faults.push('its plural has an offset, or counts places');
    }
  } catch (error) {
    faults.push(`it can't be parsed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return faults;
}

/** Names of whole tags in alphabetical order, and everything else that looks like a tag. */
const tagsIn = (text: string): string => {
  const whole = [...text.matchAll(TAG)].map(([, opened = '', closed = '']) => `${opened}/${closed}`);
  return [...whole, ...(text.replaceAll(TAG, '').match(/<\/?\w+/g) ?? [])].toSorted().join(' ');
};

const sortWords = (words: readonly string[]): string => [...new Set(words)].toSorted().join(' ');

const withInner = (elements: readonly MessageFormatElement[]): readonly MessageFormatElement[] =>
  elements.flatMap((element) => [
    element,
    ...(element.type === TYPE.plural || element.type === TYPE.select
      ? Object.values(element.options).flatMap(({ value }) => withInner(value))
      : []),
  ]);

/** Arguments of a message with their kinds; `#` for a number in a plural form. */
const listArguments = (elements: readonly MessageFormatElement[]): readonly string[] =>
  withInner(elements).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.tag) return [];
    if (element.type === TYPE.pound) return ['#'];
    const options = element.type === TYPE.select ? Object.keys(element.options).toSorted().join('|') : '';
    return [`${element.value}:${element.type}:${options}`];
  });

const pluralsIn = (elements: readonly MessageFormatElement[]) =>
  withInner(elements).filter((element) => element.type === TYPE.plural);
