import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nearest } from '@packshot/contract/text/nearest';
import type { Photo } from '../photos/find.ts';
import { UsageError } from '../usage-error.ts';

const PLACEHOLDERS = ['name', 'ext', 'n', 'dir', 'variant'] as const;
type PatternPlaceholder = (typeof PLACEHOLDERS)[number];

export type PatternValues = Readonly<Record<PatternPlaceholder, string>>;

/** Destination of the results: a folder, and a pattern for file paths in it. */
export interface OutputPattern {
  /** Folder of the results. A photo's name can't lead to a path outside it. */
  readonly folder: string;
  readonly rest: string;
}

const isPlaceholder = (name: string): name is PatternPlaceholder =>
  PLACEHOLDERS.some((candidate) => candidate === name);
const BRACED = /\{([^{}]{0,40})\}/g;

/**
 * Parses the value of `--out`. A folder, or a path that ends with a slash, means `{dir}/{name}.{ext}` inside that
 * folder.
 * @throws UsageError for an unknown placeholder, or for `..` after a placeholder
 */
export function outputPattern(text: string): OutputPattern {
  const slashed = process.platform === 'win32' ? text.replaceAll('\\', '/') : text;
  for (const [, name = ''] of slashed.matchAll(BRACED)) {
    if (isPlaceholder(name)) continue;
    const near = nearest(name, PLACEHOLDERS);
    throw new UsageError(
      `--out knows no {${name}}; ${near === undefined ? '' : `did you mean {${near}}? `}there are ${PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ')}`,
    );
  }
  const isFolder =
    slashed.endsWith('/') ||
    (existsSync(slashed) && statSync(slashed).isDirectory() && !slashed.includes('{'));
  const whole = isFolder ? `${slashed.replace(/\/$/, '')}/{dir}/{name}.{ext}` : slashed;
  const parts = whole.split('/');
  const first = parts.findIndex((part) => part.includes('{'));
  const literal = first < 0 ? parts.length - 1 : first;
  const rest = parts.slice(literal);
  if (rest.includes('..')) throw new UsageError('--out cannot have .. behind a placeholder');
  const folder = parts.slice(0, literal).join('/') || (whole.startsWith('/') ? '/' : '.');
  return { folder: resolve(folder), rest: rest.join('/') };
}

/**
 * Path of a result, with the pattern's placeholders filled in.
 * @throws Error with a user-facing message if a photo's name would lead outside the folder
 */
export function outputPath({ folder, rest }: OutputPattern, values: PatternValues): string {
  const filled = rest.replaceAll(BRACED, (_, name: PatternPlaceholder) => values[name]);
  // An empty {dir} leaves a slash at the start of the path; the added dot keeps it relative to the folder.
  const path = resolve(folder, `./${filled}`);
  const below = relative(folder, path);
  if (below === '' || below.startsWith(`..${sep}`) || below === '..' || isAbsolute(below))
    throw new Error(`Its name leads out of ${folder}.`);
  return path;
}

/**
 * Rejects symbolic links between the folder and the file, because they would redirect the write to another folder.
 * @throws Error with a user-facing message
 */
export function assertNoLinks(folder: string, path: string): void {
  let at = folder;
  for (const part of relative(folder, path).split(sep)) {
    at = join(at, part);
    const there = lstatSync(at, { throwIfNoEntry: false });
    if (there === undefined) return;
    if (there.isSymbolicLink())
      throw new Error(`${relative('.', at)} is a symbolic link; nothing is written through it.`);
  }
}

/** Pattern for a result in the folder of its photo, named like the photo with a suffix for the operation. */
export function besidePhoto(photo: Photo, suffix: string, values: PatternValues): OutputPattern {
  const folder = photo.path === null ? resolve('.') : dirname(photo.path);
  const variant = values.variant === '' ? '' : '-{variant}';
  return { folder, rest: `{name}-${suffix}${variant}.{ext}` };
}
