import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('a password hash', () => {
  it('accepts only its own password, and is different each time', async () => {
    const [one, two] = await Promise.all([passwords.hash('rightpass1'), passwords.hash('rightpass1')]);
    expect(one).not.toBe(two);
    expect(await passwords.verify('rightpass1', one)).toBe(true);
    expect(await passwords.verify('rightpass2', one)).toBe(false);
    expect(await passwords.verify('', one)).toBe(false);
  });

  it('matches the reference implementation', async () => {
    // Output of: echo -n "password" | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32 -e
    const reference =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', reference)).toBe(true);
  });

  it('takes as long to check for a missing account, and the password counts as wrong', async () => {
    expect(await passwords.verify('rightpass1', null)).toBe(false);
  });

  it('is reported as outdated if its parameters are weaker than those of new hashes', async () => {
    expect(passwords.isOutdated(await passwords.hash('rightpass1'))).toBe(false);
    expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$AAAA')).toBe(true);
  });

  it('is computed one at a time, and refused when too many are waiting', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, () => passwords.verify('rightpass1', null)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(16);
    expect(await passwords.verify('rightpass1', null)).toBe(false);
  });
});
