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
  /** The path of the mask that a photo is worked on with; absent: none has one. */
  readonly maskOf?: ((photo: Photo) => string) | undefined;
}

/**
 * @returns what is to be done, and the photos that are left out because they are results of the others
 * @throws UsageError when two results would be one file
 */
export function planOutputs(
  photos: readonly Photo[],
  settings: OutputSettings,
): { readonly items: readonly Item[]; readonly leftOut: readonly Photo[] } {
  const leftOut = resultsOfOthers(itemsOf(photos, settings));
  const items = itemsOf(
    photos.filter((photo) => !leftOut.includes(photo)),
    settings,
  );
  assertApart(items);
  return { items: withoutOverwriting(items, settings), leftOut };
}

/** Those that a photo which is worked on leads to, by way of other results too. One that leads only to itself is nobody's result. */
function resultsOfOthers(items: readonly Item[]): readonly Photo[] {
  const planned = new Set(
    items.flatMap(({ photo, outputs }) =>
      outputs.flatMap(({ path }) => (path === null || path === photo.path ? [] : [path])),
    ),
  );
  const results = new Map(
    items.flatMap((item) => {
      const { path } = item.photo;
      return path !== null && planned.has(path) && isResult(path) ? [[path, item] as const] : [];
    }),
  );
  const reached = new Set<Item>();
  const follow = ({ outputs }: Item): void => {
    for (const { path } of outputs) {
      const result = path === null ? undefined : results.get(path);
      if (result === undefined || reached.has(result)) continue;
      reached.add(result);
      follow(result);
    }
  };
  for (const item of items) if (!results.has(item.photo.path ?? '')) follow(item);
  return items.filter((item) => reached.has(item)).map(({ photo }) => photo);
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

/** A photo that was named, or its mask, is never written over, by whichever path it is reached. */
function withoutOverwriting(
  items: readonly Item[],
  { maskOf }: Pick<OutputSettings, 'maskOf'>,
): readonly Item[] {
  const inputs = new Map<string, Photo | Mask>();
  const keep = (path: string | null, input: Photo | Mask): void => {
    const id = path === null ? null : idOf(path);
    if (id !== null) inputs.set(id, input);
  };
  for (const { photo } of items) {
    const mask = maskOf?.(photo);
    if (mask !== undefined) keep(mask, { mask: relative('.', mask) });
  }
  for (const { photo } of items) keep(photo.path, photo);
  return items.map(({ photo, outputs }) => ({
    photo,
    outputs: outputs.map((output) => {
      const id = output.path === null ? null : idOf(output.path);
      const input = id === null ? undefined : inputs.get(id);
      if (input === undefined) return output;
      const problem =
        'mask' in input
          ? `Its result would be written over the mask ${input.mask}: masks stay as they are.`
          : `Its result would be written over ${input === photo ? 'it' : input.label}: photos stay as they are.`;
      return { ...output, problem };
    }),
  }));
}

interface Mask {
  /** As people see its path. */
  readonly mask: string;
}

/** Null: it is not there, or cannot be reached, which whoever reads or writes it finds out. */
function idOf(path: string): string | null {
  try {
    const there = statSync(path, { bigint: true });
    return `${there.dev}:${there.ino}`;
  } catch {
    return null;
  }
}
