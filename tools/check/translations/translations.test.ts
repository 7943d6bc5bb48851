import { describe, expect, it } from 'vitest';
import { bareSentencesIn, translatableVerbatimIn } from './bare-sentences.ts';
import { faultsIn } from './compare.ts';

const PHOTOS = '{count, plural, one {# photo} other {# photos}} of {name}';
const compare = (text: string, translation: string, values: readonly string[] | null = ['count', 'name']) =>
  faultsIn({ text, values }, translation, 'de');

describe('the comparison of a translation with its English text', () => {
  it.each([
    ['another order', PHOTOS, '{name}: {count, plural, one {# Foto} other {# Fotos}}'],
    ['an exact count', PHOTOS, '{count, plural, =0 {keine Fotos} one {# Foto} other {# Fotos}} von {name}'],
    ['tags in another order', 'Read <a>this</a> and <b>that</b>', '<b>Jenes</b> und <a>dieses</a>'],
  ])('accepts %s', (_case, text, translation) => {
    expect(compare(text, translation, text === PHOTOS ? ['count', 'name'] : null)).toEqual([]);
  });

  it.each([
    ['a missing argument', PHOTOS, '{count, plural, one {# Foto} other {# Fotos}}'],
    ['a renamed argument', PHOTOS, '{count, plural, one {# Foto} other {# Fotos}} von {wer}'],
    ['a plural that became a number', PHOTOS, '{count} Fotos von {name}'],
    ['a missing plural form', PHOTOS, '{count, plural, other {# Fotos}} von {name}'],
    [
      'a plural form of another language',
      PHOTOS,
      '{count, plural, one {# F} few {# F} other {# F}} von {name}',
    ],
    ['a place instead of a count', PHOTOS, '{count, selectordinal, one {# F} other {# F}} von {name}'],
    ['a plural without its number', PHOTOS, '{count, plural, one {Foto} other {Fotos}} von {name}'],
    ['a brace that isn’t closed', PHOTOS, '{count, plural, one {# Foto} other {# Fotos} von {name}'],
    ['a tag that isn’t closed', 'Read <a>this</a>', 'Lies <a>dies'],
    ['a tag that is swapped', 'Read <a>this</a>', '</a>Lies dies<a>'],
    ['another tag', 'Read <a>this</a>', 'Lies <a>dies</a> <br/>'],
    ['an invisible character at the end', 'Save', 'Speichern\u200B'],
  ])('reports %s', (_case, text, translation) => {
    expect(compare(text, translation, text === PHOTOS ? ['count', 'name'] : null)).toHaveLength(1);
  });
});

describe('the search for unmarked sentences', () => {
  const inComponent = (element: string) =>
    bareSentencesIn('page.tsx', `const a = ${element};`).map(({ text }) => text);

  it.each([
    ['an element', '<p>Choose a photo</p>'],
    ['a label', '<Field label="First name" />'],
    ['an expression', "<p>{'Choose a photo'}</p>"],
    ['a condition', "<p>{isOpen ? 'Close the panel' : 'Open the panel'}</p>"],
    ['a template in a label', '<p aria-label={`Page ${page} of all`} />'],
  ])('finds the text of %s', (_place, element) => {
    expect(inComponent(element).length).toBeGreaterThan(0);
  });

  it.each([
    ['a marked sentence', "<p title={t('Choose a photo')}>{t('Choose a photo')}</p>"],
    ['a brand or a format', '<p>PNG, WebP</p>'],
    ['a class name', "<p className={isOpen ? 'flex items-center' : 'grid gap-2'} />"],
  ])('ignores %s', (_case, element) => {
    expect(inComponent(element)).toEqual([]);
  });

  it('finds elements for verbatim text that a browser would translate', () => {
    const source = 'const a = <p><code>sku</code><bdi translate="no">Ann</bdi></p>;';
    expect(translatableVerbatimIn('page.tsx', source)).toEqual([{ line: 1, text: '<code>' }]);
  });
});
