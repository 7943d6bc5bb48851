/** Plans the output file of each result, and checks all of them before any work. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stepsIn } from '@packshot/image-engine/pixels';
import { getFileId } from '../photos/file-id.ts';
import type { Photo } from '../photos/find.ts';
import { UsageError } from '../usage-error.ts';
import { assertNoLinks, besidePhoto, outputPath } from './pattern.ts';
import type { OutputPattern, PatternValues } from './pattern.ts';

export interface Item {
  readonly photo: Photo;
  readonly outputs: readonly Output[];
}

export interface Output {
  /** Index of the photo's variant, counted from 0. */
  readonly variant: number;
  /** Path of the output file; null if the result is printed or written to standard output. */
  readonly path: string | null;
  /** User-facing reason why the file can't be written at this path. */
  readonly problem?: string;
}

export interface OutputSettings {
  /**
   * Pattern from `--out`. If null, results are written next to each photo with `suffix`, or printed if `suffix` is
   * null too.
   */
  readonly pattern: OutputPattern | null;
  readonly suffix: string | null;
  readonly extension: string;
  readonly variants: number;
  readonly toStdout: boolean;
  /** Returns the path of a photo's mask; undefined for commands without masks. */
  readonly resolveMask?: ((photo: Photo) => string) | undefined;
}

/**
 * @returns the planned items, and the photos that are skipped because they are results of other photos
 * @throws UsageError if two results have the same path
 */
export function planOutputs(
  photos: readonly Photo[],
  settings: OutputSettings,
): { readonly items: readonly Item[]; readonly leftOut: readonly Photo[] } {
  const leftOut = resultsOfOthers(planItems(photos, settings));
  const items = planItems(
    photos.filter((photo) => !leftOut.includes(photo)),
    settings,
  );
  assertApart(items);
  return { items: withoutOverwriting(items, settings), leftOut };
}

const resultsOfOthers = (items: readonly Item[]): readonly Photo[] =>
  resultsAmong(
    items.map(({ photo, outputs }) => ({
      input: photo,
      path: photo.path,
      results: outputs.flatMap(({ path }) => (path === null ? [] : [path])),
    })),
  );

interface Leading<Input> {
  readonly input: Input;
  /** Absolute path of the input, like the results' paths; null if the input isn't a file. */
  readonly path: string | null;
  readonly results: readonly string[];
}

/** Inputs that are results of other inputs, directly or indirectly. An input whose only result is itself doesn't count. */
export function resultsAmong<Input>(inputs: readonly Leading<Input>[]): readonly Input[] {
  const planned = new Set(inputs.flatMap(({ path, results }) => results.filter((result) => result !== path)));
  const results = new Map(
    inputs.flatMap((each) =>
      each.path !== null && planned.has(each.path) && isResult(each.path) ? [[each.path, each] as const] : [],
    ),
  );
  const reached = new Set<Leading<Input>>();
  const follow = (leading: Leading<Input>): void => {
    for (const path of leading.results) {
      const result = results.get(path);
      if (result === undefined || reached.has(result)) continue;
      reached.add(result);
      follow(result);
    }
  };
  for (const each of inputs) if (!results.has(each.path ?? '')) follow(each);
  return inputs.filter((each) => reached.has(each)).map(({ input }) => input);
}

function planItems(photos: readonly Photo[], settings: OutputSettings): Item[] {
  const digits = String(photos.length).length;
  return photos.map((photo, at) => ({
    photo,
    outputs: Array.from({ length: settings.variants }, (_, variant) =>
      planOutput(photo, String(at + 1).padStart(digits, '0'), variant, settings),
    ),
  }));
}

function planOutput(photo: Photo, n: string, variant: number, settings: OutputSettings): Output {
  const { suffix, extension, variants, toStdout } = settings;
  const values: PatternValues = {
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

/** Checks whether the file at this path is one that this program wrote. */
function isResult(path: string): boolean {
  try {
    return (stepsIn(readFileSync(path))?.steps.length ?? 0) > 0;
  } catch {
    return false;
  }
}

/** Whether file names ignore case: Windows and macOS treat cup.png and Cup.png as the same file. */
const IS_CASELESS = process.platform === 'win32' || process.platform === 'darwin';

function assertApart(items: readonly Item[]): void {
  const photoByPath = new Map<string, Photo>();
  for (const { photo, outputs } of items)
    for (const { path } of outputs) {
      if (path === null) continue;
      const key = IS_CASELESS ? path.toLowerCase() : path;
      const other = photoByPath.get(key);
      if (other === undefined) {
        photoByPath.set(key, photo);
        continue;
      }
      const of = other === photo ? `each variant of ${photo.label}` : `${other.label} and ${photo.label}`;
      const by = other === photo ? '{variant}' : '{dir}, {name} or {n}';
      throw new UsageError(
        `${of} would be written to ${relative('.', path)}; tell them apart by ${by} in --out`,
      );
    }
}

/** Marks items whose output would overwrite an input photo or mask, even if their paths are written differently. */
function withoutOverwriting(
  items: readonly Item[],
  { resolveMask }: Pick<OutputSettings, 'resolveMask'>,
): readonly Item[] {
  const inputs = new Map<string, Photo | MaskPath>();
  const keep = (path: string | null, input: Photo | MaskPath): void => {
    const id = path === null ? null : getFileId(path);
    if (id !== null) inputs.set(id, input);
  };
  for (const { photo } of items) {
    const mask = resolveMask?.(photo);
    if (mask !== undefined) keep(mask, { mask: relative('.', mask) });
  }
  for (const { photo } of items) keep(photo.path, photo);
  return items.map(({ photo, outputs }) => ({
    photo,
    outputs: outputs.map((output) => {
      const id = output.path === null ? null : getFileId(output.path);
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

interface MaskPath {
  readonly mask: string;
}
