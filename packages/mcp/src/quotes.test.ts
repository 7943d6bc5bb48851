import { describe, expect, it } from 'vitest';
import { createQuotes } from './quotes.ts';

const SECRET = Buffer.alloc(32, 'one');
const WORK = { holder: 'ann', tool: 'cut_out', args: { picture: 'a.png', count: 2 } };

let now = new Date('2026-11-23T12:00:00Z');
const quotes = createQuotes(SECRET, () => now);

describe('a price quote', () => {
  it('is accepted for the same work, in any order of its arguments', () => {
    const { text } = quotes.give(WORK, 1);
    expect(quotes.read(text, WORK)).toMatchObject({ credits: 1 });
    expect(quotes.read(text, { ...WORK, args: { count: 2, picture: 'a.png' } })).toMatchObject({
      credits: 1,
    });
    expect(quotes.read(text, { ...WORK, args: { ...WORK.args, seed: undefined } })).toMatchObject({
      credits: 1,
    });
  });

  it('has a unique ID each time', () => {
    const ids = Array.from({ length: 100 }, () => quotes.read(quotes.give(WORK, 1).text, WORK).id);
    expect(new Set(ids).size).toBe(100);
  });

  it.each([
    ['another key', { ...WORK, holder: 'bob' }],
    ['another tool', { ...WORK, tool: 'upscale' }],
    ['another argument', { ...WORK, args: { ...WORK.args, count: 4 } }],
    ['one argument less', { ...WORK, args: { picture: 'a.png' } }],
    ['one argument more', { ...WORK, args: { ...WORK.args, seed: 1 } }],
    ['an argument of another kind', { ...WORK, args: { ...WORK.args, count: '2' } }],
  ])('is refused for %s', (_what, work) => {
    expect(() => quotes.read(quotes.give(WORK, 1).text, work)).toThrow(
      expect.objectContaining({ code: 'QUOTE_INVALID' }),
    );
  });

  it('is refused when any of its characters was changed', () => {
    const { text } = quotes.give(WORK, 1);
    for (let at = 0; at < text.length; at++) {
      // Skips the last character, because some of its bits are unused in base64.
      if (at === text.length - 1) continue;
      const letter = text[at] === 'A' ? 'B' : 'A';
      const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
      expect(() => quotes.read(changed, WORK), changed).toThrow(
        expect.objectContaining({ code: 'QUOTE_INVALID' }),
      );
    }
    for (const other of ['', '.', '..', 'q1..', `${text}.more`, text.slice(0, -4), 'x'.repeat(10_000)])
      expect(() => quotes.read(other, WORK), other).toThrow(
        expect.objectContaining({ code: 'QUOTE_INVALID' }),
      );
  });

  it('is refused when it was made with another secret', () => {
    const { text } = createQuotes(Buffer.alloc(32, 'two')).give(WORK, 0);
    expect(() => quotes.read(text, WORK)).toThrow(expect.objectContaining({ code: 'QUOTE_INVALID' }));
  });

  it('expires after ten minutes', () => {
    now = new Date('2026-11-23T12:00:00Z');
    const { text, expiresAt } = quotes.give(WORK, 1);
    expect(expiresAt).toEqual(new Date('2026-11-23T12:10:00Z'));
    now = new Date('2026-11-23T12:09:59Z');
    expect(quotes.read(text, WORK)).toMatchObject({ credits: 1 });
    now = new Date('2026-11-23T12:10:00Z');
    expect(() => quotes.read(text, WORK)).toThrow(expect.objectContaining({ code: 'QUOTE_EXPIRED' }));
  });
});
