import { describe, expect, it } from 'vitest';
import { insertSentences } from './insert-sentences.ts';
import { messageCode } from './message-code.ts';
import { messagesIn } from './messages-in.ts';
import { pseudoTranslation } from './pseudo-translation.ts';

const MODULE = "import { messages, t } from '@packshot/contract/text/translation';\n";
const keysIn = (source: string) => messagesIn('page.tsx', MODULE + source).messages.map(({ key }) => key);

describe('sentences marked in a module', () => {
  it('are found in calls, nested calls and tables of texts', () => {
    expect(
      keysIn(`const a = <p title={t('A title')}>{t('Hello {name}', { name: t('guest') })}</p>;
        const words = messages({ one: 'First', more: { two: "Second" }, list: ['Third'], other: a });`),
    ).toEqual(['A title', 'Hello {name}', 'guest', 'First', 'Second', 'Third']);
  });

  it('are kept apart by their context when they are equal', () => {
    expect(keysIn("t('Open', { context: 'state' }); t('Open');")).toEqual(['Open || state', 'Open']);
  });

  it('aren’t found in calls of other functions with the same names', () => {
    const source = "const t = (text: string) => text; t('Not marked');";
    expect(messagesIn('page.ts', source).messages).toEqual([]);
  });

  it.each([
    ['t(title);', /page\.tsx:2: t\(\) needs a literal sentence/],
    ['t(isOpen ? "Open" : "Closed");', /needs a literal sentence/],
    ["t('Hello {name}', values);", /written as an object/],
    ["t('Hello {name}', { ...values });", /plain names/],
    ['messages(table);', /literal table/],
  ])('are refused when written as %s', (source, problem) => {
    expect(() => keysIn(source)).toThrow(problem);
  });
});

const FORMATS = { number: 'number', plural: 'plural' };
/** Evaluates the generated code of a message, with German formats. */
function evaluate(message: string, values: Readonly<Record<string, string>>, scope: object = {}): unknown {
  const codes = Object.entries(values).map(
    ([name, code]) => [name, { code, isSimple: /^\w+$/.test(code) }] as const,
  );
  const code = messageCode(message, new Map(codes), FORMATS);
  const rules = new Intl.PluralRules('de');
  const formats = {
    number: (value: number) => value.toLocaleString('de'),
    plural: (count: number, forms: Record<string, string>) =>
      forms[`=${count}`] ?? forms[rules.select(count)],
  };
  const names = { ...formats, ...scope };
  // eslint-disable-next-line typescript/no-implied-eval
  return new Function(...Object.keys(names), `return ${code}`)(...Object.values(names));
}

describe('code of a message', () => {
  it.each([
    [0, 'Keine Fotos'],
    [1, '1 Foto'],
    [12_000, '12.000 Fotos'],
  ])('chooses the plural for %d', (count, text) => {
    const message = '{count, plural, =0 {Keine Fotos} one {# Foto} other {# Fotos}}';
    expect(evaluate(message, { count: 'count' }, { count })).toBe(text);
  });

  it.each([
    ['png', 'als PNG'],
    ['gif', 'als Bild'],
  ])('selects the text for %s', (kind, text) => {
    const message = 'als {kind, select, png {PNG} other {Bild}}';
    expect(evaluate(message, { kind: 'kind' }, { kind })).toBe(text);
  });

  it('evaluates an argument that occurs twice only once', () => {
    let calls = 0;
    const next = () => (calls += 1);
    expect(evaluate('{count} und {count}', { count: 'next()' }, { next })).toBe('1 und 1');
    expect(calls).toBe(1);
  });

  it('keeps backticks, backslashes, dollar signs and tags as text', () => {
    expect(evaluate('`C:\\\\{name}` $\u0027{\u0027x\u0027}\u0027 <b>fett</b>', { name: '"temp"' })).toBe(
      '`C:\\\\temp` ${x} <b>fett</b>',
    );
  });

  it('keeps braces of a message without arguments', () => {
    expect(messageCode('{sku}-{slot}', null, FORMATS)).toBe('"{sku}-{slot}"');
  });

  it('refuses an argument that the call doesn’t give', () => {
    expect(() => messageCode('{file}', new Map([['name', { code: 'x', isSimple: true }]]), FORMATS)).toThrow(
      /No value for \{file\}/,
    );
  });
});

describe('sentences inserted into a script', () => {
  const translations = {
    get: (key: string) =>
      ({ Save: 'Speichern', 'Hello {name}': 'Hallo, {name}', guest: 'Gast', Open: '' })[key],
    version: '1',
  };
  const script =
    'f(__MESSAGE__(`Save`),__MESSAGE__("Hello {name}",{name:__MESSAGE__("guest")}),__LANGUAGE__)';

  it('are the translations', () => {
    expect(insertSentences(script, 'de', translations)).toBe('f("Speichern",`Hallo, ${"Gast"}`,"de")');
  });

  it('are the English texts in the English script', () => {
    expect(insertSentences(script, 'en', null)).toBe('f("Save",`Hello ${"guest"}`,"en")');
  });

  it('stay English while there is no translation', () => {
    expect(insertSentences('f(__MESSAGE__("Open || state"),__MESSAGE__("New"))', 'de', translations)).toBe(
      'f("Open","New")',
    );
  });
});

it('a pseudo-translation puts a text in brackets, and keeps its arguments and tags', () => {
  expect(pseudoTranslation('Use <link>{count, plural, one {# photo} other {# photos}}</link>')).toMatch(
    /^\[Ušé <link>\{count, plural, one \{# phôtô\} other \{# phôtôš\}\}<\/link>·+\]$/,
  );
});
