import { parseSync, Visitor } from 'oxc-parser';
import type { JSXChild, Node } from 'oxc-parser';

export interface BrowserCodeFault {
  readonly line: number;
  readonly rule: 'canvas' | 'text-beside-condition';
  readonly text: string;
}

const CANVAS_CALLS = new Set(['getImageData', 'toBlob', 'toDataURL', 'convertToBlob']);
const CANVAS_GLOBALS = new Set(['OffscreenCanvas', 'createImageBitmap']);

/**
 * Finds code that draws or reads pixels with the browser's canvas directly, and text next to a conditional element.
 * @throws SyntaxError when the file cannot be parsed
 */
export function findFaults(path: string, source: string): BrowserCodeFault[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);
  const faults: BrowserCodeFault[] = [];
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, rule: BrowserCodeFault['rule']) =>
    faults.push({
      line: source.slice(0, start).split('\n').length,
      rule,
      text: source.slice(start, end).trim().replaceAll(/\s+/g, ' ').slice(0, 80),
    });
  const checkChildren = (children: readonly JSXChild[], parent: string): void => {
    for (const child of children)
      if (isText(child, parent) && children.some((other) => other !== child && comesAndGoes(other)))
        add(child, 'text-beside-condition');
  };
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && CANVAS_GLOBALS.has(node.callee.name)) add(node, 'canvas');
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'Identifier' && CANVAS_GLOBALS.has(callee.name)) add(node, 'canvas');
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const [first] = node.arguments;
      const makesCanvas =
        callee.property.name === 'createElement' && first?.type === 'Literal' && first.value === 'canvas';
      if (makesCanvas || CANVAS_CALLS.has(callee.property.name)) add(node, 'canvas');
    },
    JSXElement: ({ children, openingElement: { name } }) =>
      checkChildren(children, name.type === 'JSXIdentifier' ? name.name : ''),
    JSXFragment: ({ children }) => checkChildren(children, ''),
  }).visit(program);
  return faults;
}

/** Detects conditional elements: `{condition && <X />}` and `{condition ? <X /> : <Y />}`. */
function comesAndGoes(child: JSXChild): boolean {
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return (
    (expression.type === 'LogicalExpression' && isElement(expression.right)) ||
    (expression.type === 'ConditionalExpression' &&
      (isElement(expression.consequent) || isElement(expression.alternate)))
  );
}

function isElement(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isElement(node.expression);
  if (node.type === 'LogicalExpression') return isElement(node.right);
  if (node.type === 'ConditionalExpression') return isElement(node.consequent) || isElement(node.alternate);
  return node.type === 'JSXElement' || node.type === 'JSXFragment';
}

/** Matches elements that contain running text, in which an identifier stands for text. */
const PHRASING = /^(?:a|bdi|button|dd|dt|em|h[1-6]|label|legend|option|p|span|strong|summary|td|th)$/;

/** True for text, or for an expression that yields text: a template, a word, `{name}` in a line of text. */
function isText(child: JSXChild, parent: string): boolean {
  if (child.type === 'JSXText') return child.value.trim() !== '';
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  if (expression.type === 'Identifier' || expression.type === 'MemberExpression')
    return PHRASING.test(parent);
  if (expression.type === 'ConditionalExpression')
    return isWord(expression.consequent) || isWord(expression.alternate);
  return isWord(expression);
}

const isWord = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string' && node.value.trim() !== '');
