import { afterEach, expect, it } from 'vitest';
import { createTranslator, messages, t, translateBy } from './translation.ts';

afterEach(() => translateBy(() => null));

const german = createTranslator('de', {
  'Hello {name}': 'Hallo, {name}',
  Open: 'Öffnen',
  'Open || state': 'Offen',
  '{count, plural, one {# photo} other {# photos}}': '{count, plural, one {# Foto} other {# Fotos}}',
});

it.each([
  [1, '1 photo', '1 Foto'],
  [12_000, '12,000 photos', '12.000 Fotos'],
])('a text is formatted with a count of %d in the current language', (count, english, translated) => {
  const format = () => t('{count, plural, one {# photo} other {# photos}}', { count });
  expect(format()).toBe(english);
  translateBy(() => german);
  expect(format()).toBe(translated);
});

it('equal texts with different contexts have different translations', () => {
  translateBy(() => german);
  expect([t('Open'), t('Open', { context: 'state' })]).toEqual(['Öffnen', 'Offen']);
});

it('a text without arguments keeps its braces, and a text without a translation stays English', () => {
  translateBy(() => german);
  expect([t('{sku}-{slot}'), t('Closed')]).toEqual(['{sku}-{slot}', 'Closed']);
});

it('a value is inserted into a message as plain text', () => {
  expect(t('Hello {name}', { name: '{count} <b>it’s</b>' })).toBe('Hello {count} <b>it’s</b>');
});

it('a table of texts is translated when it is read', () => {
  const table = messages({ open: 'Open', more: { list: ['Open'] }, other: 1 });
  expect(table).toEqual({ open: 'Open', more: { list: ['Open'] }, other: 1 });
  translateBy(() => german);
  expect(table).toEqual({ open: 'Öffnen', more: { list: ['Öffnen'] }, other: 1 });
});
