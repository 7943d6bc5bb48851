import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, PrivateIdentifier } from 'oxc-parser';

export interface ToolComparison {
  readonly tool: string;
  readonly line: number;
}

const EQUALITIES: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);

/**
 * Finds comparisons of a variable, field or call whose name contains `tool` with a tool's name, by equality or in a
 * `switch`.
 * @param names the tools' names
 */
export function findComparisons(path: string, source: string, names: ReadonlySet<string>): ToolComparison[] {
  const { program } = parseSync(path, source);
  const comparisons: ToolComparison[] = [];
  const note = (subject: Operand, name: Operand): void => {
    const tool = isTool(subject) ? getText(name) : null;
    if (tool !== null && names.has(tool))
      comparisons.push({ tool, line: source.slice(0, name.start).split('\n').length });
  };
  new Visitor({
    BinaryExpression: ({ operator, left, right }) => {
      if (!EQUALITIES.has(operator)) return;
      note(left, right);
      note(right, left);
    },
    SwitchStatement: ({ discriminant, cases }) => {
      for (const { test } of cases) if (test) note(discriminant, test);
    },
  }).visit(program);
  return comparisons;
}

type Operand = Expression | PrivateIdentifier;

/** True for `tool`, `document.tool`, `result?.tool` and `toolOf(record)`. */
function isTool(node: Operand): boolean {
  switch (node.type) {
    case 'Identifier':
      return /tool/i.test(node.name);
    case 'MemberExpression':
      return node.property.type === 'Identifier' && /tool/i.test(node.property.name);
    case 'CallExpression':
      return isTool(node.callee);
    case 'ChainExpression':
      return isTool(node.expression);
    default:
      return false;
  }
}

const getText = (node: Operand): string | null =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
