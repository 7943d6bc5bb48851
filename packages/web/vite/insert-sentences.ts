/** Inserts translated sentences into a finished script, in place of the placeholder names that stand for them. */
import { textOfKey } from '@packshot/contract/text/translation';
import { MagicString } from 'magic-string';
import { parseSync, Visitor } from 'rolldown/utils';
import type { ESTree } from 'rolldown/utils';
import { messageCode } from './message-code.ts';
import type { ArgumentCode } from './message-code.ts';
import { literalText } from './messages-in.ts';
import type { Translations } from './translations.ts';

/**
 * Placeholder names that stand for a sentence and for the language until all scripts are written. They are global
 * names, which no minifier changes.
 */
export const MESSAGE = '__MESSAGE__';
export const LANGUAGE_NAME = '__LANGUAGE__';

/** Whether a script contains sentences, and so differs between languages. */
export const hasSentences = (code: string): boolean => code.includes(MESSAGE) || code.includes(LANGUAGE_NAME);

/**
 * Replaces the placeholder names in a script.
 * @param translations null for English
 * @throws Error for a translation with other arguments than the English text
 */
export function insertSentences(code: string, language: string, translations: Translations | null): string {
  if (!hasSentences(code)) return code;
  const edited = new MagicString(code);
  new Visitor({
    Identifier: ({ name, start, end }) => {
      if (name === LANGUAGE_NAME) edited.overwrite(start, end, JSON.stringify(language));
    },
    // Runs when the call has been visited, because its arguments are replaced before the call itself.
    'CallExpression:exit': ({ callee, arguments: [key, values, number, plural], start, end }) => {
      if (callee.type !== 'Identifier' || callee.name !== MESSAGE) return;
      const sentence = translate(literalText(key), language, translations);
      const argumentCodes = readArguments(values, (node) => edited.slice(node.start, node.end));
      const formats = { number: nameIn(number), plural: nameIn(plural) };
      edited.overwrite(start, end, messageCode(sentence, argumentCodes, formats));
    },
  }).visit(parseSync('script.js', code).program);
  return edited.toString();
}

function translate(key: string | null, language: string, translations: Translations | null): string {
  if (key === null) throw new Error(`A sentence has lost its text in ${language}`);
  return translations?.get(key) || textOfKey(key);
}

const nameIn = (node: ESTree.Node | undefined): string => (node?.type === 'Identifier' ? node.name : '');

function readArguments(
  node: ESTree.Node | undefined,
  codeOf: (value: ESTree.Node) => string,
): ReadonlyMap<string, ArgumentCode> | null {
  if (node?.type !== 'ObjectExpression') return null;
  const values = node.properties.flatMap((property): [string, ArgumentCode][] => {
    if (property.type !== 'Property') return [];
    const name = property.key.type === 'Identifier' ? property.key.name : (literalText(property.key) ?? '');
    if (name === 'context') return [];
    return [[name, { code: codeOf(property.value), isSimple: isSimple(property.value) }]];
  });
  return values.length === 0 ? null : new Map(values);
}

/** True for names, literals and properties of names, which may be repeated without changing the program's effect. */
const isSimple = (node: ESTree.Node): boolean =>
  node.type === 'Identifier' ||
  node.type === 'Literal' ||
  (node.type === 'MemberExpression' && !node.computed && isSimple(node.object));
