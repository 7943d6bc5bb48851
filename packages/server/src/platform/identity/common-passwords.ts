import { readFileSync } from 'node:fs';

/** Characters that users add around a password to satisfy a rule. */
const SIGNS = '@$!%*?&';
/** Characters that users substitute for letters. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['@', 'a'],
  ['$', 's'],
];

/** Normalizes to the list's form: `P@ssword1!` becomes `password1`. */
function plainForm(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && SIGNS.includes(password.charAt(start))) start += 1;
  while (end > start && SIGNS.includes(password.charAt(end - 1))) end -= 1;
  let plain = password.slice(start, end).toLowerCase();
  for (const [sign, letter] of LOOKALIKES) plain = plain.replaceAll(sign, letter);
  return plain;
}

/** Reads the product's list: about eight thousand passwords, under a megabyte in memory. */
export function readCommonPasswords() {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const list = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  return {
    /** Ignores case and surrounding punctuation. */
    has: (password: string): boolean => list.has(plainForm(password)),
  };
}

/** Commonly used passwords, which attackers try first. */
export type CommonPasswords = ReturnType<typeof readCommonPasswords>;
