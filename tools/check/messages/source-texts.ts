import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, MemberExpression, PrivateIdentifier } from 'oxc-parser';

export interface SourceTexts {
  /** String literals, parts of templates, and text between tags, trimmed. */
  readonly texts: readonly string[];
  /** Members that the file refers to, such as `MESSAGES.downloadFailed`. */
  readonly members: readonly string[];
}

/**
 * Reads a file.
 * @throws SyntaxError if the file can't be parsed
 */
export function readSourceTexts(path: string, source: string): SourceTexts {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);

  const texts: string[] = [];
  const members: string[] = [];
  new Visitor({
    Literal: (node) => void (typeof node.value === 'string' && texts.push(node.value.trim())),
    TemplateElement: (node) => void texts.push((node.value.cooked ?? '').trim()),
    JSXText: (node) => void texts.push(node.value.replaceAll(/\s+/g, ' ').trim()),
    MemberExpression: (node) => {
      const name = memberName(node);
      if (name !== null) members.push(name);
    },
  }).visit(program);
  return { texts: texts.filter((text) => text !== ''), members };
}

function memberName({ object, property }: MemberExpression): string | null {
  const [owner, name] = [getName(object), getName(property)];
  return owner === null || name === null ? null : `${owner}.${name}`;
}

const getName = (node: Expression | PrivateIdentifier): string | null =>
  node.type === 'Identifier' ? node.name : null;
