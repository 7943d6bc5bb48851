/** Which file each result becomes, decided and checked before anything is made. */
import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { stepsIn } from '@packshot/image-engine/pixels';
import type { Photo } from '../photos/find.ts';
import { UsageError } from '../usage-error.ts';
import { assertNoLinks, besidePhoto, outputPath } from './pattern.ts';
import type { OutputPattern, Values } from './pattern.ts';

export interface Item {
  readonly photo: Photo;
  readonly outputs: readonly Output[];
}

export interface Output {
  /** From 0. */
  readonly variant: number;
  /** Null: printed, or written to standard output. */
  readonly path: string | null;
  /** Why it cannot be written there, for people. */
  readonly problem?: string;
}

export interface OutputSettings {
  /** Null: beside each photo under `suffix`; printed when that is null too. */
  readonly pattern: OutputPattern | null;
  readonly suffix: string | null;
  readonly extension: string;
  readonly variants: number;
  readonly toStdout: boolean;
}

/**
 * @returns what is to be done, and the photos that are left out because they are results of the others
 * @throws UsageError when two results would be one file
 */
export function planOutputs(
  photos: readonly Photo[],
  settings: OutputSettings,
): { readonly items: readonly Item[]; readonly leftOut: readonly Photo[] } {
  const planned = new Set(
    itemsOf(photos, settings).flatMap(({ outputs }) => outputs.map(({ path }) => path)),
  );
  const leftOut = photos.filter(({ path }) => path !== null && planned.has(path) && isResult(path));
  const items = itemsOf(
    photos.filter((photo) => !leftOut.includes(photo)),
    settings,
  );
  assertApart(items);
  return { items: withoutOverwriting(items), leftOut };
}

function itemsOf(photos: readonly Photo[], settings: OutputSettings): Item[] {
  const digits = String(photos.length).length;
  return photos.map((photo, at) => ({
    photo,
    outputs: Array.from({ length: settings.variants }, (_, variant) =>
      outputOf(photo, String(at + 1).padStart(digits, '0'), variant, settings),
    ),
  }));
}

function outputOf(photo: Photo, n: string, variant: number, settings: OutputSettings): Output {
  const { suffix, extension, variants, toStdout } = settings;
  const values: Values = {
    name: photo.name,
    dir: photo.dir,
    ext: extension,
    n,
    variant: variants === 1 ? '' : String(variant + 1),
  };
  const pattern =
    settings.pattern ?? (suffix === null || toStdout ? null : besidePhoto(photo, suffix, values));
  if (pattern === null) return { variant, path: null };
  try {
    const path = outputPath(pattern, values);
    assertNoLinks(pattern.folder, path);
    return { variant, path };
  } catch (error) {
    return { variant, path: null, problem: (error as Error).message };
  }
}

/** Whether something that was named beside the photos is one of our files. */
function isResult(path: string): boolean {
  try {
    return (stepsIn(readFileSync(path))?.steps.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** These file systems take cup.png and Cup.png for one. */
const IS_CASELESS = process.platform === 'win32' || process.platform === 'darwin';

function assertApart(items: readonly Item[]): void {
  const taken = new Map<string, Photo>();
  for (const { photo, outputs } of items)
    for (const { path } of outputs) {
      if (path === null) continue;
      const key = IS_CASELESS ? path.toLowerCase() : path;
      const other = taken.get(key);
      if (other === undefined) {
        taken.set(key, photo);
        continue;
      }
      const of = other === photo ? `each variant of ${photo.label}` : `${other.label} and ${photo.label}`;
      const by = other === photo ? '{variant}' : '{dir}, {name} or {n}';
      throw new UsageError(
        `${of} would be written to ${relative('.', path)}; tell them apart by ${by} in --out`,
      );
    }
}

/** A photo that was named is never written over, by whichever path it is reached. */
function withoutOverwriting(items: readonly Item[]): readonly Item[] {
  const inputs = new Map(
    items.flatMap(({ photo }) => {
      const id = photo.path === null ? null : idOf(photo.path);
      return id === null ? [] : [[id, photo] as const];
    }),
  );
  return items.map(({ photo, outputs }) => ({
    photo,
    outputs: outputs.map((output) => {
      const id = output.path === null ? null : idOf(output.path);
      const input = id === null ? undefined : inputs.get(id);
      if (input === undefined) return output;
      const problem = `Its result would be written over ${input === photo ? 'it' : input.label}: photos stay as they are.`;
      return { ...output, problem };
    }),
  }));
}

function idOf(path: string): string | null {
  const there = statSync(path, { throwIfNoEntry: false, bigint: true });
  return there === undefined ? null : `${there.dev}:${there.ino}`;
}
