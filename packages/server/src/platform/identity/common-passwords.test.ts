import { readFileSync } from 'node:fs';
import { passwordSchema } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { readCommonPasswords } from './common-passwords.ts';

const common = readCommonPasswords();

describe('the list of common passwords', () => {
  it.each([
    'password1',
    'Password1',
    'P@ssw0rd',
    '!password123!',
    'qwerty123',
    '1qaz2wsx',
    'abc12345',
    'ABC1234!',
  ])('includes %s', (password) => {
    // The test is meaningful only for passwords that the password rule accepts.
    expect(passwordSchema.safeParse(password).success).toBe(true);
    expect(common.has(password)).toBe(true);
  });

  it.each(['rightpass1', 'fir7Spoonful', 'password1fir7', '', '!!!!!!!!', '# Taken'])(
    'excludes %j',
    (password) => {
      expect(common.has(password)).toBe(false);
    },
  );

  it('contains only passwords that the password rule accepts, and no duplicates', () => {
    const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const entries = lines.filter((line) => !line.startsWith('#'));
    expect(entries.length).toBeGreaterThan(5000);
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries.filter((entry) => !passwordSchema.safeParse(`${entry}!`).success)).toEqual([]);
  });
});
