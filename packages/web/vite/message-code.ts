/** Converts a message in ICU MessageFormat to JavaScript code. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export { TYPE } from '@formatjs/icu-messageformat-parser';
export type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export interface ArgumentCode {
  readonly code: string;
  /** Whether the expression may be repeated without changing what the program does. */
  readonly isSimple: boolean;
}

/** Names of the formatting functions in the generated code. */
export interface FormatNames {
  readonly number: string;
  readonly plural: string;
}

/** Parses a message. Tags stay text, because `Rich` replaces them when it renders the sentence. */
export const parseMessage = (message: string): MessageFormatElement[] => parse(message, { ignoreTag: true });

export const needsFormats = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some(
    (element) =>
      element.type === TYPE.number ||
      element.type === TYPE.plural ||
      (element.type === TYPE.select &&
        Object.values(element.options).some(({ value }) => needsFormats(value))),
  );

/**
 * Generates an expression that evaluates to the message.
 * @param values expressions of its arguments; null for a text without arguments
 * @throws Error if the message has an argument that isn't given or an unsupported kind of element
 */
export function messageCode(
  message: string,
  values: ReadonlyMap<string, ArgumentCode> | null,
  formats: FormatNames,
): string {
  if (values === null) return JSON.stringify(message);
  const elements = parseMessage(message);
  const uses = new Map<string, number>();
  const parameters: [name: string, code: string][] = [];
  countUses(elements, uses, null);
  const names = new Map<string, string>();
  for (const [name, { code, isSimple }] of values) {
    const isRepeated = (uses.get(name) ?? 0) > 1;
    names.set(name, isRepeated && !isSimple ? `__${name}` : code);
    if (isRepeated && !isSimple) parameters.push([`__${name}`, code]);
  }
  const body = write(elements, { message, names, formats, plural: null });
  if (parameters.length === 0) return body;
  return `((${parameters.map(([name]) => name).join(',')})=>${body})(${parameters.map(([, code]) => code).join(',')})`;
}

function countUses(
  elements: readonly MessageFormatElement[],
  uses: Map<string, number>,
  plural: string | null,
) {
  for (const element of elements) {
    const name =
      element.type === TYPE.pound
        ? plural
        : 'options' in element || 'value' in element
          ? element.value
          : null;
    if (name !== null && element.type !== TYPE.literal) uses.set(name, (uses.get(name) ?? 0) + 1);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    const inside = element.type === TYPE.plural ? element.value : plural;
    for (const { value } of Object.values(element.options)) countUses(value, uses, inside);
  }
}

interface Writing {
  readonly message: string;
  readonly names: ReadonlyMap<string, string>;
  readonly formats: FormatNames;
  /** Name of the argument for which `#` stands, or null. */
  readonly plural: string | null;
}

function write(elements: readonly MessageFormatElement[], writing: Writing): string {
  const parts = elements.map((element) => writeElement(element, writing));
  if (parts.length === 0) return '""';
  if (parts.every(({ text }) => text !== undefined))
    return JSON.stringify(parts.map(({ text }) => text).join(''));
  return `\`${parts.map(({ text, code }) => (text === undefined ? `\${${code ?? ''}}` : escape(text))).join('')}\``;
}

const escape = (text: string): string => text.replaceAll(/[`\\]|\$\{/g, '\\$&');

function writeElement(
  element: MessageFormatElement,
  writing: Writing,
): { readonly text?: string; readonly code?: string } {
  const argument = (name: string): string => {
    const code = writing.names.get(name);
    if (code === undefined) throw new Error(`No value for {${name}} in: ${writing.message}`);
    return code;
  };
  const options = (plural: string | null) => {
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return '';
    const written = Object.entries(element.options).map(
      ([name, { value }]) => `${JSON.stringify(name)}:${write(value, { ...writing, plural })}`,
    );
    return `{${written.join(',')}}`;
  };
  const { number, plural } = writing.formats;
  switch (element.type) {
    case TYPE.literal:
      return { text: element.value };
    case TYPE.argument:
      return { code: argument(element.value) };
    case TYPE.number:
      return { code: `${number}(${argument(element.value)})` };
    case TYPE.pound:
      return { code: `${number}(${argument(writing.plural ?? '#')})` };
    case TYPE.plural:
      return { code: `${plural}(${argument(element.value)},${options(element.value)})` };
    case TYPE.select: {
      const other = write(element.options['other']?.value ?? [], writing);
      return { code: `(${options(writing.plural)}[${argument(element.value)}]??${other})` };
    }
    default:
      throw new Error(`Unsupported element in: ${writing.message}`);
  }
}
