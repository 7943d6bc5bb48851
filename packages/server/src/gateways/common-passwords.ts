import { readFileSync } from 'node:fs';
import type { CommonPasswords } from '../domain/ports/common-passwords.ts';

/** What people put around a password to get past a rule. */
const SIGNS = '@$!%*?&';
/** What they put in the place of a letter. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['@', 'a'],
  ['$', 's'],
];

/** As the list has them: `P@ssword1!` is `password1`. */
function plainForm(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && SIGNS.includes(password.charAt(start))) start += 1;
  while (end > start && SIGNS.includes(password.charAt(end - 1))) end -= 1;
  let plain = password.slice(start, end).toLowerCase();
  for (const [sign, letter] of LOOKALIKES) plain = plain.replaceAll(sign, letter);
  return plain;
}

/** Reads the list that comes with the product: some eight thousand, under a megabyte in memory. */
export function readCommonPasswords(): CommonPasswords {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const list = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  return { has: (password) => list.has(plainForm(password)) };
}
