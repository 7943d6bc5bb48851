import { expect, test } from 'vitest';
import { spell } from './spell.ts';

const ALPHABET = ['O', 'a', 'b', '0', ' '];

/** Scores in which each step has one likely character, with a weakly probable space at the steps in `spaces`. */
function scoreSteps(steps: string, spaces: readonly number[] = [], trace = 0.03, alphabet = ALPHABET) {
  const signs = alphabet.length + 1;
  const data = new Float32Array(steps.length * signs);
  [...steps].forEach((sign, step) => {
    data[step * signs + (sign === '_' ? 0 : alphabet.indexOf(sign) + 1)] = 0.9;
    if (spaces.includes(step)) data[step * signs + signs - 1] = trace;
  });
  return { data, steps: steps.length, signs };
}

test.each([
  ['aab__bb', 'abb'],
  ['a_a', 'aa'],
  ['_ab ba_', 'ab ba'],
  ['____', ''],
])('the network’s output “%s” is spelled “%s”', (steps, text) => {
  expect(spell(scoreSteps(steps), ALPHABET).text).toBe(text);
});

test('a space of low probability is inserted, but not a space of very low probability', () => {
  expect(spell(scoreSteps('ab__ba', [2, 3]), ALPHABET).text).toBe('ab ba');
  expect(spell(scoreSteps('ab__ba', [2, 3], 0.01), ALPHABET).text).toBe('abba');
});

test('a zero read among letters becomes an O, but not in a number', () => {
  expect(spell(scoreSteps('b0ab'), ALPHABET).text).toBe('bOab');
  expect(spell(scoreSteps('0_0'), ALPHABET).text).toBe('00');
  expect(spell(scoreSteps('0O'), ALPHABET).text).toBe('00');
});

test('a B read among small letters becomes an ß', () => {
  const alphabet = ['B', 'a', 'b', 'A', ' '];
  const spellSteps = (steps: string) => spell(scoreSteps(steps, [], 0, alphabet), alphabet).text;
  expect(spellSteps('aaBb')).toBe('aßb');
  expect(spellSteps('BabB')).toBe('Babß');
  expect(spellSteps('ABA')).toBe('ABA');
});

test('a word’s certainty is the mean of its letters, without blanks', () => {
  expect(spell(scoreSteps('_a_b_'), ALPHABET).certainty).toBeCloseTo(0.9, 5);
  expect(spell(scoreSteps('__'), ALPHABET).certainty).toBe(0);
});
