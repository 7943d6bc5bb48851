import { parseSync, Visitor } from 'oxc-parser';
import type { Argument, Expression, NewExpression, CallExpression, Program } from 'oxc-parser';

export interface FoundPattern {
  readonly line: number;
  readonly text: string;
  /** Source and flags of the expression, or null if they are computed at runtime. */
  readonly pattern: { readonly source: string; readonly flags: string } | null;
}

/**
 * Finds every regular expression in a TypeScript or JavaScript file: literals, and `RegExp(…)` with or without `new`,
 * whose arguments are resolved if they are constants of the same file.
 * @throws SyntaxError if the file can't be parsed
 */
export function findPatterns(path: string, source: string): FoundPattern[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);
  const constants = collectConstants(program);
  const foundPatterns: FoundPattern[] = [];
  const add = (start: number, end: number, pattern: FoundPattern['pattern']) =>
    foundPatterns.push({
      line: source.slice(0, start).split('\n').length,
      text: source.slice(start, end),
      pattern,
    });
  const addMade = (node: NewExpression | CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [patternSource, flags] = node.arguments.map((argument) => evaluateText(argument, constants));
    const isKnown =
      typeof patternSource === 'string' && (node.arguments.length < 2 || typeof flags === 'string');
    add(node.start, node.end, isKnown ? { source: patternSource, flags: flags ?? '' } : null);
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex)
        add(node.start, node.end, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: addMade,
    CallExpression: addMade,
  }).visit(program);
  return foundPatterns;
}

type Constants = ReadonlyMap<string, Expression>;

function collectConstants(program: Program): Constants {
  const constants = new Map<string, Expression>();
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
  }
  return constants;
}

/** Text of an expression in the code, or null if it is only known at runtime. */
function evaluateText(node: Argument | Expression | undefined, constants: Constants): string | null {
  if (node === undefined) return null;
  const textFrom = (parts: readonly (string | null)[]) =>
    parts.every((part) => part !== null) ? parts.join('') : null;
  const interleave = (quasis: readonly string[], expressions: readonly Expression[]) =>
    textFrom(
      quasis.flatMap((quasi, at) => [
        quasi,
        at < expressions.length ? evaluateText(expressions[at], constants) : '',
      ]),
    );
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null;
    case 'Identifier':
      return evaluateText(constants.get(node.name), constants);
    case 'TemplateLiteral':
      return interleave(
        node.quasis.map(({ value }) => value.cooked ?? ''),
        node.expressions,
      );
    case 'TaggedTemplateExpression':
      return interleave(
        node.quasi.quasis.map(({ value }) => value.raw),
        node.quasi.expressions,
      );
    case 'MemberExpression': {
      const { object, property } = node;
      const target = object.type === 'Identifier' ? constants.get(object.name) : object;
      const isSource = property.type === 'Identifier' && property.name === 'source';
      return isSource && target?.type === 'Literal' && 'regex' in target && target.regex
        ? target.regex.pattern
        : null;
    }
    default:
      return null;
  }
}
