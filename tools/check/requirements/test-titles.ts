import { parseSync, Visitor } from 'oxc-parser';
import type { Argument, CallExpression, Expression } from 'oxc-parser';

const RUNNERS = ['it', 'test'];
const GROUPS = ['describe', ...RUNNERS];
/** Modifiers that keep a test, or all others, from running. `skipIf` and `runIf` depend on the machine and don't count. */
const SWITCHES = ['skip', 'todo', 'only', 'fails'];

/**
 * Titles of a file's tests as written (`it('…')`, `it.each(…)('…')`, `test.skipIf(…)('…')`), each with whether it runs:
 * a test doesn't when it is skipped, excluded by `only`, or inside such a group. Commented-out tests are ignored.
 *
 * @throws SyntaxError when the file cannot be parsed
 */
export function listTestTitles(path: string, source: string): Map<string, { readonly runs: boolean }> {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);

  const titles = new Map<string, { readonly runs: boolean }>();
  const switchedOff: [start: number, end: number][] = [];
  new Visitor({
    CallExpression: (node) => {
      const names = calleeNames(node.callee);
      const [runner = ''] = names;
      if (!GROUPS.includes(runner)) return;
      if (names.some((name) => SWITCHES.includes(name))) switchedOff.push([node.start, node.end]);
      const title = readTitle(node, source);
      if (!RUNNERS.includes(runner) || title === null) return;
      // Groups are visited before their contents.
      const runs = !switchedOff.some(([start, end]) => start <= node.start && node.end <= end);
      titles.set(title, { runs });
    },
  }).visit(program);
  return titles;
}

/** Names in a callee: for `it.skipIf(x).each([…])` returns it, skipIf and each. Empty for calls on anything else. */
function calleeNames(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return calleeNames(callee.callee);
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return [...calleeNames(callee.object), callee.property.name];
  }
  return [];
}

function readTitle({ arguments: [first] }: CallExpression, source: string): string | null {
  return first === undefined ? null : readText(first, source);
}

/** Text of an argument. A template with expressions is returned as written. */
function readText(argument: Argument, source: string): string | null {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  return argument.type === 'TemplateLiteral' ? source.slice(argument.start + 1, argument.end - 1) : null;
}
