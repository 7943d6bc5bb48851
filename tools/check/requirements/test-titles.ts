import { parseSync, Visitor } from 'oxc-parser';
import type { Argument, CallExpression, Expression } from 'oxc-parser';

const RUNNERS = ['it', 'test'];
const GROUPS = ['describe', ...RUNNERS];
/**
 * Modifiers that prevent a test, or all other tests, from running. `skipIf` and `runIf` depend on the machine and
 * don't count.
 */
const SWITCHES = ['skip', 'todo', 'only', 'fails'];

/**
 * Titles of a file's tests as written (`it('…')`, `it.each(…)('…')`, `test.skipIf(…)('…')`), each with whether the
 * test runs: it doesn't if it is skipped, excluded by `only`, or inside a group for which this is true. Tests in
 * comments are ignored.
 *
 * @throws SyntaxError if the file can't be parsed
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
      // The visitor reaches groups before the tests inside them.
      const runs = !switchedOff.some(([start, end]) => start <= node.start && node.end <= end);
      titles.set(title, { runs });
    },
  }).visit(program);
  return titles;
}

/** Names in a called expression: for `it.skipIf(x).each([…])` it, skipIf and each. Empty for other kinds of calls. */
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

/** Text of an argument. A template with expressions is returned as written in the source. */
function readText(argument: Argument, source: string): string | null {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  return argument.type === 'TemplateLiteral' ? source.slice(argument.start + 1, argument.end - 1) : null;
}
