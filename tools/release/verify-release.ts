/** Verifies that a file of a release is unchanged. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LaunchError } from '../launch/launch-error.ts';
import { sha256, SUMS } from './build-release.ts';
import { verifyBytes } from './minisign.ts';

export interface VerifyOptions {
  readonly file: string;
  /** Public key in minisign's format; null only together with `isUnsigned`. */
  readonly publicKey: string | null;
  /** Whether comparing hashes is enough; an attacker who changes a file can change its hash too. */
  readonly isUnsigned: boolean;
}

/**
 * Verifies the file, and other files of the release beside it.
 * @returns a line for each compared file
 * @throws LaunchError if a file was changed, or can't be verified
 */
export function verifyRelease({ file, publicKey, isUnsigned }: VerifyOptions): string[] {
  const folder = dirname(file);
  const sums = readOrRefuse(join(folder, SUMS));
  const lines: string[] = [];
  if (publicKey !== null) {
    const comment = verifyBytes(sums, readOrRefuse(join(folder, `${SUMS}.minisig`)).toString(), publicKey);
    lines.push(`signed: ${comment}`);
  } else if (!isUnsigned) {
    throw new LaunchError(
      'Give the public key of who released it (--key minisign.pub), or --unsigned to compare hashes alone,\nwhich an attacker who changes the file can change too.',
    );
  }
  const names = new Set<string>();
  for (const line of sums.toString().trimEnd().split('\n')) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    if (hash === undefined || name === undefined) throw new LaunchError(`${SUMS} is damaged.`);
    names.add(name);
    const path = join(folder, name);
    // Skips missing files, because a user may have downloaded only some of them.
    if (!existsSync(path) && name !== basename(file)) continue;
    if (sha256(readOrRefuse(path)) !== hash)
      throw new LaunchError(`${name} was changed: its hash is another.`);
    lines.push(`unchanged: ${name}`);
  }
  if (!names.has(basename(file)) && basename(file) !== SUMS) {
    throw new LaunchError(`${basename(file)} is not a file of this release.`);
  }
  return lines;
}

function readOrRefuse(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new LaunchError(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`, {
      cause,
    });
  }
}
