/** Builds the files of a release from a commit. Repeated builds yield the same bytes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { LaunchError } from '../launch/launch-error.ts';
import { billOfMaterials, packageUrl, shippedPackages } from './sbom.ts';
import type { Lockfile } from './sbom.ts';

export interface ReleaseFiles {
  readonly name: string;
  readonly createdAt: Date;
  /** Files by name, with SHA256SUMS last. */
  readonly files: ReadonlyMap<string, Buffer>;
}

export interface ReleaseOptions {
  readonly root: string;
  /** True for an unreleased version, whose files are named after the commit. */
  readonly isDraft: boolean;
}

export const SUMS = 'SHA256SUMS';
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Builds the files.
 * @throws LaunchError if the checkout has uncommitted changes, or the changelog still lists unreleased changes
 */
export function buildRelease({ root, isDraft }: ReleaseOptions): ReleaseFiles {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', args, { cwd: root, maxBuffer: MAX_BYTES, stdio: ['ignore', 'pipe', 'pipe'] });
  if (git('status', '--porcelain').byteLength > 0) {
    throw new LaunchError('A release is made of a commit: commit or stash what was changed.');
  }
  const commit = git('rev-parse', 'HEAD').toString().trim();
  const createdAt = new Date(Number(git('show', '-s', '--format=%ct', 'HEAD').toString()) * 1000);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  const called = isDraft ? `${version}-draft.${commit.slice(0, 12)}` : version;
  const name = `packshot-${called}`;
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  // Sets the umask, so that the machine's Git configuration doesn't affect the archive.
  const tar = git('-c', 'tar.umask=0022', 'archive', '--format=tar', `--prefix=${name}/`, commit);
  const files = new Map<string, Buffer>([
    [`${name}.tar.gz`, compressTar(tar)],
    [
      `${name}.cdx.json`,
      Buffer.from(
        `${JSON.stringify(billOfMaterials(lockfile, { version: called, license, createdAt }), null, 1)}\n`,
      ),
    ],
    [`${name}.licenses.txt`, Buffer.from(licenses(root, lockfile))],
    [
      `${name}.changes.md`,
      Buffer.from(changes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, isDraft)),
    ],
  ]);
  const lines = [...files].map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`);
  files.set(SUMS, Buffer.from(lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('')));
  return { name, createdAt, files };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Compresses the archive. Overwrites the byte for the operating system in the header, which differs between machines.
 */
function compressTar(tar: Buffer): Buffer {
  const bytes = gzipSync(tar, { level: constants.Z_BEST_COMPRESSION });
  bytes[9] = 255;
  return bytes;
}

/**
 * Section about a version in the changelog.
 * @throws LaunchError if it is missing, or if changes are listed that belong to no version
 */
export function changes(changelog: string, version: string, isDraft: boolean): string {
  const section = (title: string): string | null => {
    const start = changelog.search(new RegExp(`^## ${title.replaceAll('.', String.raw`\.`)}(?: |$)`, 'm'));
    if (start < 0) return null;
    const end = changelog.indexOf('\n## ', start + 1);
    return `${changelog.slice(start, end < 0 ? undefined : end).trim()}\n`;
  };
  const unreleased = section('Unreleased');
  const isEmpty = unreleased === null || unreleased.trim() === '## Unreleased';
  if (isDraft) return (isEmpty ? null : unreleased) ?? section(version) ?? '';
  if (!isEmpty) {
    throw new LaunchError(
      'CHANGELOG.md lists changes under "Unreleased": give them their version there and in package.json, or make a draft (--draft).',
    );
  }
  const own = section(version);
  if (own === null)
    throw new LaunchError(`CHANGELOG.md has no section of ${version}, which package.json names.`);
  return own;
}

const TEXTS = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Lists every production package with its license. Includes the license's text if the package is installed on every
 * machine; packages for one platform are installed only on that platform, so their texts are only in the packages.
 */
function licenses(root: string, lockfile: Lockfile): string {
  const parts = [readFileSync(join(root, 'docs', 'licenses.md'), 'utf8').trim(), '# Packages'];
  const listedUrls = new Set<string>();
  for (const each of shippedPackages(lockfile).toSorted((a, b) => (packageUrl(a) < packageUrl(b) ? -1 : 1))) {
    const url = packageUrl(each);
    if (listedUrls.has(url)) continue;
    listedUrls.add(url);
    parts.push(`## ${each.name} ${each.version}\n\n${each.license ?? 'no license is named'}`);
    const folder = join(root, each.path);
    if (each.os !== undefined || each.cpu !== undefined || each.optional === true || !existsSync(folder))
      continue;
    for (const file of readdirSync(folder).toSorted()) {
      if (TEXTS.test(file))
        parts.push(readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
    }
  }
  return `${parts.join('\n\n')}\n`;
}
