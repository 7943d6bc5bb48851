import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nearest } from '../options/nearest.ts';
import type { Photo } from '../photos/find.ts';
import { UsageError } from '../usage-error.ts';

/** What a pattern may ask for. */
const PLACEHOLDERS = ['name', 'ext', 'n', 'dir', 'variant'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export type Values = Readonly<Record<Placeholder, string>>;

/** Where results go. */
export interface OutputPattern {
  /** Nothing that a photo is called leads out of it. */
  readonly folder: string;
  /** Below the folder, with placeholders. */
  readonly rest: string;
}

const isPlaceholder = (name: string): name is Placeholder =>
  PLACEHOLDERS.some((candidate) => candidate === name);
const BRACED = /\{([^{}]{0,40})\}/g;

/**
 * Reads `--out`. A folder, or what ends like one, stands for its files `{dir}/{name}.{ext}`. Throws UsageError for a placeholder that there
 * is not, and for `..` behind one.
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

/** The path of one result. Throws Error, for people, where a name would lead out of the folder. */
export function outputPath({ folder, rest }: OutputPattern, values: Values): string {
  const filled = rest.replaceAll(BRACED, (_, name: Placeholder) => values[name]);
  // An empty {dir} leaves a slash in front, which is no root.
  const path = resolve(folder, `./${filled}`);
  const below = relative(folder, path);
  if (below === '' || below.startsWith(`..${sep}`) || below === '..' || isAbsolute(below))
    throw new Error(`Its name leads out of ${folder}.`);
  return path;
}

/**
 * Throws Error, for people, when a symbolic link lies on the way from the folder to the file, or is the file: what is written through it
 * would land elsewhere.
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

/** Beside each photo, under a name that says what was done. */
export function besidePhoto(photo: Photo, suffix: string, values: Values): OutputPattern {
  const folder = photo.path === null ? resolve('.') : dirname(photo.path);
  const variant = values.variant === '' ? '' : '-{variant}';
  return { folder, rest: `{name}-${suffix}${variant}.{ext}` };
}
