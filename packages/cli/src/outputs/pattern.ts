import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nearest } from '../options/nearest.ts';
import type { Photo } from '../photos/find.ts';
import { UsageError } from '../usage-error.ts';

/** Placeholders of an output pattern. */
const PLACEHOLDERS = ['name', 'ext', 'n', 'dir', 'variant'] as const;
type PatternPlaceholder = (typeof PLACEHOLDERS)[number];

export type PatternValues = Readonly<Record<PatternPlaceholder, string>>;

/** Destination of the results. */
export interface OutputPattern {
  /** Folder that no photo name can escape. */
  readonly folder: string;
  /** Path below the folder, with placeholders. */
  readonly rest: string;
}

const isPlaceholder = (name: string): name is PatternPlaceholder =>
  PLACEHOLDERS.some((candidate) => candidate === name);
const BRACED = /\{([^{}]{0,40})\}/g;

/**
 * Parses `--out`. A folder, or a path ending with a slash, means `{dir}/{name}.{ext}` inside it.
 * @throws UsageError for an unknown placeholder, or for `..` after one
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
 * Path of a result.
 * @throws Error with a user-facing message if a name would lead outside the folder
 */
export function outputPath({ folder, rest }: OutputPattern, values: PatternValues): string {
  const filled = rest.replaceAll(BRACED, (_, name: PatternPlaceholder) => values[name]);
  // An empty {dir} leaves a leading slash, which must not be read as the root.
  const path = resolve(folder, `./${filled}`);
  const below = relative(folder, path);
  if (below === '' || below.startsWith(`..${sep}`) || below === '..' || isAbsolute(below))
    throw new Error(`Its name leads out of ${folder}.`);
  return path;
}

/**
 * Rejects symbolic links on the way from the folder to the file, because a write would land elsewhere.
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

/** Pattern next to each photo, with a suffix for the operation. */
export function besidePhoto(photo: Photo, suffix: string, values: PatternValues): OutputPattern {
  const folder = photo.path === null ? resolve('.') : dirname(photo.path);
  const variant = values.variant === '' ? '' : '-{variant}';
  return { folder, rest: `{name}-${suffix}${variant}.{ext}` };
}
