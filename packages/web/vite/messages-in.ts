import { messageKey } from '@packshot/contract/text/translation';
import { parseSync, Visitor } from 'rolldown/utils';
import type { ESTree } from 'rolldown/utils';

/** Matches the module that exports the functions `t` and `messages`, which mark sentences. */
const MARKS = /\/translation(?:\.ts)?$/;
/** Matches the module of the server whose translators are passed to other code under the name `t`. */
const TRANSLATORS = /platform\/translations(?:\.ts)?$/;
export const MAY_HAVE_MESSAGES = /\/translations?(?:\.ts)?'/;

export interface MarkedMessage {
  /** Start offset of the call, or of the text in a table, within the module. */
  readonly start: number;
  readonly end: number;
  /** Offset after the text argument of the call; null for a text in a table. */
  readonly textEnd: number | null;
  /** Key of the message in the table of translations. */
  readonly key: string;
  readonly text: string;
  /** Names of the message's arguments; null for a text without arguments, which isn't ICU MessageFormat. */
  readonly values: readonly string[] | null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ModuleMessages {
  readonly messages: readonly MarkedMessage[];
  /** Calls of `messages`. Each call is replaced by the table that is its argument. */
  readonly tables: readonly { readonly call: Span; readonly table: Span }[];
}

/**
 * Finds marked sentences.
 * @param path decides the syntax: TypeScript, with or without JSX
 * @throws Error if the module can't be parsed or an argument of a marking function isn't a literal
 */
export function messagesIn(path: string, source: string): ModuleMessages {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const marks = importedMarks(program);
  const messages: MarkedMessage[] = [];
  const tables: { call: Span; table: Span }[] = [];
  const refuse = ({ start }: { readonly start: number }, problem: string): never => {
    throw new Error(`${path}:${source.slice(0, start).split('\n').length}: ${problem}`);
  };
  new Visitor({
    CallExpression: ({ start, end, callee, arguments: [first, second] }) => {
      const mark = callee.type === 'Identifier' ? marks.get(callee.name) : undefined;
      if (mark === undefined) return;
      if (mark === 'messages') {
        if (!first || !/^(?:Object|Array)Expression$/.test(first.type))
          return refuse(callee, 'messages() needs a literal table');
        messages.push(...tableMessages(first));
        tables.push({ call: { start, end }, table: first });
        return;
      }
      const text = literalText(first);
      if (!first || text === null) return refuse(callee, 't() needs a literal sentence');
      if (second && second.type !== 'ObjectExpression')
        return refuse(second, 'the values of t() are written as an object');
      const { names, context } = readValues(second, (node) =>
        refuse(node, 'the values of t() need plain names, and its context a literal'),
      );
      messages.push({ start, end, textEnd: first.end, key: messageKey(text, context), text, values: names });
    },
  }).visit(program);
  return { messages, tables };
}

/** Local names under which a module imports the marking functions. */
function importedMarks({ body }: ESTree.Program): ReadonlyMap<string, 't' | 'messages'> {
  const marks = new Map<string, 't' | 'messages'>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    if (TRANSLATORS.test(statement.source.value)) marks.set('t', 't');
    if (!MARKS.test(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
      const { name } = specifier.imported;
      if (name === 't' || name === 'messages') marks.set(specifier.local.name, name);
    }
  }
  return marks;
}

function tableMessages(node: ESTree.Node): readonly MarkedMessage[] {
  const text = literalText(node);
  if (text !== null) {
    return [{ start: node.start, end: node.end, textEnd: null, key: text, text, values: null }];
  }
  if (node.type === 'ArrayExpression') {
    return node.elements.flatMap((element) => (element ? tableMessages(element) : []));
  }
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) =>
    property.type === 'Property' ? tableMessages(property.value) : [],
  );
}

function readValues(
  object: ESTree.ObjectExpression | undefined,
  refuse: (node: ESTree.Node) => never,
): { readonly names: readonly string[] | null; readonly context: string | undefined } {
  const names: string[] = [];
  let context: string | undefined;
  for (const property of object?.properties ?? []) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier')
      return refuse(property);
    const { name } = property.key;
    if (name === 'context') context = literalText(property.value) ?? refuse(property);
    else names.push(name);
  }
  return { names: names.length === 0 ? null : names, context };
}

/** Text of a string literal or of a template without expressions; null for everything else. */
export function literalText(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}
