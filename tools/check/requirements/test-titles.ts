import { parseSync, Visitor } from 'oxc-parser';
import type { Argument, CallExpression, Expression } from 'oxc-parser';

const RUNNERS = ['it', 'test'];
const GROUPS = ['describe', ...RUNNERS];
/** What keeps a test, or all the others, from running. `skipIf` and `runIf` look at the machine, and are no such thing. */
const SWITCHES = ['skip', 'todo', 'only', 'fails'];

/**
 * The titles of a file's tests as they are written (`it('…')`, `it.each(…)('…')`, `test.skipIf(…)('…')`), and whether each
 * of them runs: one that is skipped, alone by `only`, or inside of such a group does not count. What is commented out is
 * not there.
 *
 * @throws SyntaxError when the file cannot be parsed
 */
export function testTitlesOf(path: string, source: string): Map<string, { readonly runs: boolean }> {
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
      const title = titleOf(node, source);
      if (!RUNNERS.includes(runner) || title === null) return;
      // Groups are entered before what is in them.
      const runs = !switchedOff.some(([start, end]) => start <= node.start && node.end <= end);
      titles.set(title, { runs });
    },
  }).visit(program);
  return titles;
}

/** `it.skipIf(x).each([…])` is it, skipIf and each; what is called of something else is nothing. */
function calleeNames(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return calleeNames(callee.callee);
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return [...calleeNames(callee.object), callee.property.name];
  }
  return [];
}

function titleOf({ arguments: [first] }: CallExpression, source: string): string | null {
  return first === undefined ? null : textOf(first, source);
}

/** A text with something in it that is computed is taken as it is written. */
function textOf(argument: Argument, source: string): string | null {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  return argument.type === 'TemplateLiteral' ? source.slice(argument.start + 1, argument.end - 1) : null;
}
