import { parseSync, Visitor } from 'oxc-parser';
import type { Comment, Program } from 'oxc-parser';

/** Comment or word that doesn't name what it refers to. */
export interface VagueText {
  readonly line: number;
  /** First words of the text, or the vague word itself. */
  readonly text: string;
  readonly fault: 'opening' | 'pronoun';
}

/** Matches words at the start of a comment that stand in for the noun that it describes. */
const OPENING = /^(?:What|Who|Whose|Whom|Whoever|Those|That|Of|None|Null:|Absent:)(?![\w’'-])/;
/** Matches pronouns that stand in for a user, a client, a worker or another party. */
const PRONOUN = /(?<![\w-])(?:nobody|somebody|whoever|anybody)(?![\w-])/gi;

/**
 * Finds vague openings of comments, and vague pronouns in comments and sentences of a TypeScript or JavaScript file.
 */
export function findVague(path: string, source: string): VagueText[] {
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const { comments, program } = parseSync(path, source);
  const openings = openingComments(comments, source)
    .map(({ start, value }) => ({ start, text: value.replace(/^[\s*]+/, '') }))
    .filter(({ text }) => OPENING.test(text))
    .map(({ start, text }) => ({
      line: lineAt(start),
      text: text.slice(0, 60).replaceAll(/\s+/g, ' '),
      fault: 'opening' as const,
    }));
  const pronouns = [...comments, ...sentencesIn(program)].flatMap(({ start, end }) =>
    [...source.slice(start, end).matchAll(PRONOUN)].map(({ 0: text, index }) => ({
      line: lineAt(start + index),
      text,
      fault: 'pronoun' as const,
    })),
  );
  return [...openings, ...pronouns];
}

function sentencesIn(program: Program): { start: number; end: number }[] {
  const sentences: { start: number; end: number }[] = [];
  const note = (text: unknown, { start, end }: { start: number; end: number }): void => {
    if (typeof text === 'string' && /\S\s+\S/.test(text)) sentences.push({ start, end });
  };
  new Visitor({
    Literal: (node) => note(node.value, node),
    TemplateElement: (node) => note(node.value.raw, node),
    JSXText: (node) => note(node.value, node),
  }).visit(program);
  return sentences;
}

/** Comments without the lines that continue a comment on the line above. */
function openingComments(comments: readonly Comment[], source: string): Comment[] {
  return comments.filter(({ type, start }, at) => {
    const before = comments[at - 1];
    if (type !== 'Line' || before?.type !== 'Line') return true;
    return !/^[ \t]*\n[ \t]*$/.test(source.slice(before.end, start)) || !startsItsLine(before, source);
  });
}

const startsItsLine = ({ start }: Comment, source: string): boolean =>
  /^[ \t]*$/.test(source.slice(source.lastIndexOf('\n', start - 1) + 1, start));
