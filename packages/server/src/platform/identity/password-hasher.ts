import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError } from '../domain-error.ts';

/**
 * Argon2id (RFC 9106) with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. Takes
 * about 30 ms of one core. See docs/decisions/accounts-and-captcha.md.
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of waiting and running calls. More would wait for seconds, so they are refused with SERVERS_BUSY. */
const MAX_UNFINISHED = 64;

interface ParsedHash {
  readonly parameters: { readonly memory: number; readonly passes: number; readonly parallelism: number };
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const compute = promisify(argon2);

/**
 * Creates the password hasher. Hashes are PHC strings: they contain their salt and parameters, so that the parameters
 * can be raised later.
 */
export function createPasswordHasher() {
  const alone = oneAtATime();
  const derive = (password: string, { parameters, salt, hash }: ParsedHash): Promise<Buffer> =>
    alone(() =>
      compute('argon2id', {
        message: password,
        nonce: salt,
        memory: parameters.memory,
        passes: parameters.passes,
        parallelism: parameters.parallelism,
        tagLength: hash.byteLength,
      }),
    );
  const blank = (): ParsedHash => ({
    parameters: PARAMETERS,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });

  return {
    async hash(password: string): Promise<string> {
      const parsed = blank();
      return format({ ...parsed, hash: await derive(password, parsed) });
    },
    /**
     * Checks a password.
     * @param stored the hash, or null if the account doesn't exist or has no password: does the same work and returns
     * false, so that timing reveals nothing
     */
    async verify(password: string, stored: string | null): Promise<boolean> {
      const parsed = stored === null ? blank() : parse(stored);
      const computed = await derive(password, parsed);
      return timingSafeEqual(computed, parsed.hash) && stored !== null;
    },
    /** True if the hash was made with less memory, fewer passes or another parallelism than new hashes. */
    isOutdated(stored: string): boolean {
      const { memory, passes, parallelism } = parse(stored).parameters;
      return (
        memory < PARAMETERS.memory || passes < PARAMETERS.passes || parallelism !== PARAMETERS.parallelism
      );
    },
  };
}

/**
 * Hashes and verifies passwords, which is deliberately slow. Runs one computation at a time, so that sign-ins can't
 * starve other work.
 */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');

function format({ parameters: { memory, passes, parallelism }, salt, hash }: ParsedHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function parse(stored: string): ParsedHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash cannot be read');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Returns a function that runs work one at a time, and refuses it if `MAX_UNFINISHED` calls are waiting or running. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_UNFINISHED) throw new DomainError('SERVERS_BUSY');
    waiting += 1;
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };
}
