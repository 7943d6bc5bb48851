import { parseSync, Visitor } from 'oxc-parser';
import type { Node } from 'oxc-parser';

/** Text that users see but translators don't, because it isn't marked for translation. */
export interface BareSentence {
  readonly line: number;
  readonly text: string;
}

/** Matches the names of attributes and properties whose texts users see or hear. */
const SHOWN =
  /^(?:alt|aria-label|aria-roledescription|aria-valuetext|button|caption|description|hint|intro|label|legend|message|note|placeholder|title|[a-z]+Label)$/;
const WORD = /\p{L}{2,}/u;
const SENTENCE = /^\p{Lu}\p{Ll}+(?![\w-]*\p{Lu})|\p{L}{2,} \p{L}/u;
/** Matches texts that are the same in every language: names, formats, units and examples. */
const UNTRANSLATED =
  /^[\s\d.,:·×()/+&%#@>-]*(?:(?:Packshot|JavaScript|PNG|JPE?G|WebP|AVIF|HEIC|ZIP|PDF|CSV|JSON|PSD|SKU|URL|API|GTIN|S3|px|MB|GB|kB|ms|min|dpi|Ctrl|Shift|Alt|Esc|Space|Enter|Stripe|Google|Amazon S3|MIT)[\s\d.,:·×()/+&%#@>-]*)*$/;

/** Elements for names, addresses and code, which browsers must not translate. */
const VERBATIM = /^(?:bdi|code|kbd|pre|samp)$/;

/** Finds elements for verbatim text, such as code, that the browser's translator would still translate. */
export function translatableVerbatimIn(path: string, source: string): readonly BareSentence[] {
  const sentences: BareSentence[] = [];
  new Visitor({
    JSXOpeningElement: ({ name, attributes, start }) => {
      if (name.type !== 'JSXIdentifier' || !VERBATIM.test(name.name)) return;
      const isMarked = attributes.some(
        (attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === 'translate',
      );
      if (!isMarked)
        sentences.push({ line: source.slice(0, start).split('\n').length, text: `<${name.name}>` });
    },
  }).visit(parseSync(path, source).program);
  return sentences;
}

/** Texts that an expression may show: literals, templates and the branches of a condition. */
function textsIn(expression: Node): readonly string[] {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? [expression.value] : [];
  if (expression.type === 'TemplateLiteral')
    return [expression.quasis.map(({ value }) => value.cooked).join('1')];
  if (expression.type === 'LogicalExpression') return textsIn(expression.right);
  if (expression.type !== 'ConditionalExpression') return [];
  return [...textsIn(expression.consequent), ...textsIn(expression.alternate)];
}

export function bareSentencesIn(path: string, source: string): readonly BareSentence[] {
  const bare: BareSentence[] = [];
  const note = (text: string, start: number) => {
    if (!UNTRANSLATED.test(text))
      bare.push({ line: source.slice(0, start).split('\n').length, text: text.trim() });
  };
  const noteSentences = (shown: Node) => {
    for (const text of textsIn(shown)) if (SENTENCE.test(text)) note(text, shown.start);
  };
  new Visitor({
    JSXText: ({ value, start }) => {
      if (WORD.test(value)) note(value, start);
    },
    JSXElement: ({ children }) => {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') noteSentences(child.expression);
    },
    JSXAttribute: ({ name, value }) => {
      const attribute = name.type === 'JSXIdentifier' ? name.name : name.name.name;
      if (value && SHOWN.test(attribute))
        noteSentences(value.type === 'JSXExpressionContainer' ? value.expression : value);
    },
  }).visit(parseSync(path, source).program);
  return bare;
}
