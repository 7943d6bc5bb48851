import { parseMessage, TYPE } from '../../../packages/web/vite/message-code.ts';
import type { MessageFormatElement } from '../../../packages/web/vite/message-code.ts';
import type { MarkedMessage } from '../../../packages/web/vite/messages-in.ts';

const TAG = /<\/?\w+>/g;
/** Matches spaces at the ends of a sentence, which would be lost, or doubled, where sentences are joined. */
const ENDS = /^\s|\s$/;

/** Faults of a translation: other arguments or tags than the English text, or plural forms that its language lacks. */
export function faultsIn(
  { text, values }: Pick<MarkedMessage, 'text' | 'values'>,
  translation: string,
  language: string,
): readonly string[] {
  const faults: string[] = [];
  if (sorted(text.match(TAG) ?? []) !== sorted(translation.match(TAG) ?? [])) faults.push('its tags differ');
  if (ENDS.test(translation) && !ENDS.test(text)) faults.push('it starts or ends with a space');
  if (values === null) return faults;
  try {
    const elements = parseMessage(translation);
    if (sorted(argumentsOf(parseMessage(text))) !== sorted(argumentsOf(elements)))
      faults.push('its arguments differ');
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = pluralsIn(elements).flatMap((forms) => needed.filter((form) => !forms.includes(form)));
    if (missing.length > 0) faults.push(`it lacks the plural ${[...new Set(missing)].join(', ')}`);
  } catch (error) {
    faults.push(`it can't be parsed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return faults;
}

const sorted = (words: readonly string[]): string => [...new Set(words)].toSorted().join(' ');

/** Elements of a message, and those inside its plural and select options. */
const withInner = (elements: readonly MessageFormatElement[]): readonly MessageFormatElement[] =>
  elements.flatMap((element) => [
    element,
    ...(element.type === TYPE.plural || element.type === TYPE.select
      ? Object.values(element.options).flatMap(({ value }) => withInner(value))
      : []),
  ]);

/** Arguments of a message, with the kinds of selection on which the code depends. */
const argumentsOf = (elements: readonly MessageFormatElement[]): readonly string[] =>
  withInner(elements).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return [];
    const options = element.type === TYPE.select ? Object.keys(element.options).toSorted().join('|') : '';
    return [`${element.value}:${options}`];
  });

const pluralsIn = (elements: readonly MessageFormatElement[]): readonly (readonly string[])[] =>
  withInner(elements).flatMap((element) =>
    element.type === TYPE.plural ? [Object.keys(element.options)] : [],
  );
