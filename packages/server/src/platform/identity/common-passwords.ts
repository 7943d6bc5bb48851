import { readFileSync } from 'node:fs';

/** Characters that users add around a password to satisfy a password rule. */
const SIGNS = '@$!%*?&';
/** Characters that users substitute for letters. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['@', 'a'],
  ['$', 's'],
];

/** Normalizes a password to the form used in the list: `P@ssword1!` becomes `password1`. */
function plainForm(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && SIGNS.includes(password.charAt(start))) start += 1;
  while (end > start && SIGNS.includes(password.charAt(end - 1))) end -= 1;
  let plain = password.slice(start, end).toLowerCase();
  for (const [sign, letter] of LOOKALIKES) plain = plain.replaceAll(sign, letter);
  return plain;
}

/** Reads our list of common passwords: about eight thousand, under a megabyte in memory. */
export function readCommonPasswords() {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const list = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  return {
    /**
     * Returns true if the list has this password, ignoring case, surrounding punctuation and characters substituted for
     * letters.
     */
    has: (password: string): boolean => list.has(plainForm(password)),
  };
}

export type CommonPasswords = ReturnType<typeof readCommonPasswords>;
