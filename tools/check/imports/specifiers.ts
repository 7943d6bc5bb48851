import { parseSync, Visitor } from 'oxc-parser';
import type { Argument, Expression } from 'oxc-parser';

export interface Specifier {
  /** Specifier as written, or null if it is computed and can't be checked. */
  text: string | null;
  line: number;
  /** Kind of the reference. `url` may also refer to a folder, or to a file that the program only reads. */
  kind: 'import' | 'url';
  /** Whether the reference is an `import type` or `export type`, which loads nothing at run time. */
  isType?: boolean;
}

/**
 * Finds every reference from a TypeScript or JavaScript file to another module: imports and re-exports (types
 * included), `import()`, `import('…')` in types, `import.meta.resolve`, `import.meta.glob`, every form of `require`,
 * and `new URL('…', import.meta.url)`, which starts workers and child processes.
 *
 * @throws SyntaxError if the file can't be parsed
 */
export function listSpecifiers(path: string, source: string): Specifier[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);

  const specifiers: Specifier[] = [];
  const lineAt = lineFinder(source);
  const add = (start: number, text: string | null, kind: Specifier['kind'] = 'import', isType = false) =>
    specifiers.push({ text, line: lineAt(start), kind, isType });

  new Visitor({
    ImportDeclaration: (node) =>
      void add(node.start, node.source.value, 'import', node.importKind === 'type'),
    ExportAllDeclaration: (node) =>
      void add(node.start, node.source.value, 'import', node.exportKind === 'type'),
    ExportNamedDeclaration: (node) =>
      void (node.source && add(node.start, node.source.value, 'import', node.exportKind === 'type')),
    ImportExpression: (node) => void add(node.start, literal(node.source)),
    TSImportType: (node) => void add(node.start, literal(node.source), 'import', true),
    TSExternalModuleReference: (node) => void add(node.start, node.expression.value),
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (!first || !isLoader(node.callee)) return;
      const text = literal(first);
      // `resolve` with a computed name only finds a file; loading that file would be a computed reference of its own.
      if (text !== null || !isMember(node.callee, 'resolve')) add(node.start, text);
    },
    NewExpression: (node) => {
      const [path, base] = node.arguments;
      if (!path || !base || !isNamed(node.callee, 'URL') || !isImportMeta(base, 'url')) return;
      // A computed path refers to data rather than a module; data has no import rules.
      const text = literal(path);
      if (text !== null) add(node.start, text, 'url');
    },
  }).visit(program);
  return specifiers;
}

export function listCssSpecifiers(source: string): Specifier[] {
  const withoutComments = source.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const lineAt = lineFinder(source);
  return [...withoutComments.matchAll(/@import\s+(?:url\(\s*)?['"]([^'"]+)['"]/g)].map((match) => ({
    text: match[1] ?? null,
    line: lineAt(match.index),
    kind: 'import',
  }));
}

/** True for `require(…)`, `require.resolve(…)`, the same calls on `createRequire(…)`, `import.meta.resolve(…)` and `.glob(…)`. */
function isLoader(callee: Expression): boolean {
  if (isRequire(callee)) return true;
  if (callee.type !== 'MemberExpression') return false;
  if (isMember(callee, 'resolve') && isRequire(callee.object)) return true;
  return callee.object.type === 'MetaProperty' && (isMember(callee, 'resolve') || isMember(callee, 'glob'));
}

function isMember(node: Expression, name: string): boolean {
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === name
  );
}

function isRequire(node: Expression): boolean {
  return (
    isNamed(node, 'require') || (node.type === 'CallExpression' && isNamed(node.callee, 'createRequire'))
  );
}

function isNamed(node: Expression, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isImportMeta(node: Argument, property: string): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'MetaProperty' && isMember(node, property);
}

function literal(node: Expression | Argument): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next === -1 ? starts.length : next;
  };
}
