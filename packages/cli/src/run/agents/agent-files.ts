/** Restricts the files that an agent may read, and provides paths for its results. */
import { constants } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { Refusal } from '@packshot/mcp';
import { UsageError } from '../../usage-error.ts';

export type AgentFiles = Awaited<ReturnType<typeof openAgentFiles>>;

/**
 * @param folders folders that may be read
 * @param out folder for results
 * @throws UsageError if a path isn't a folder, or the results folder is a link among the photos
 */
export async function openAgentFiles(folders: readonly string[], out: string) {
  const roots = await Promise.all(folders.map(resolveRoot));
  const outFolder = await folderFor(out, roots);
  /** Paths that are reserved but not written yet. */
  const reservedPaths = new Set<string>();
  return {
    /**
     * Reads a file in one of the folders.
     * @throws Refusal for any other file, and for links
     */
    async read(text: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
      const path = await findExistingPath(listCandidatePaths(text, roots), roots);
      return { bytes: await readRegular(path), name: safeName(parse(path).name) };
    },
    /** Path for a new file of this name that doesn't exist yet. */
    async pathFor(name: string, extension: string): Promise<string> {
      for (let number = 1; ; number++) {
        const path = join(outFolder, `${safeName(name)}${number === 1 ? '' : `-${number}`}.${extension}`);
        if (reservedPaths.has(path) || (await stat(path).catch(() => null)) !== null) continue;
        reservedPaths.add(path);
        return path;
      }
    },
  };
}

async function resolveRoot(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => null);
  if (root === null || !(await stat(root)).isDirectory()) throw new UsageError(`${folder} is no folder`);
  return root;
}

/** Resolves the results folder. A link inside a photo folder is rejected, because the folder's author could redirect the results. */
async function folderFor(out: string, roots: readonly string[]): Promise<string> {
  await mkdir(out, { recursive: true });
  const own = await realpath(out);
  const directPath = join(await realpath(dirname(resolve(out))), basename(out));
  if (own !== directPath && roots.some((root) => isBelow(directPath, root)))
    throw new UsageError(`${out} is a link to another place. Name a folder for results with --out.`);
  return own;
}

const outside = (): Refusal =>
  new Refusal('FILE_OUTSIDE', 'This file is not below the folders that "packshot mcp" was started with.', {
    status: 403,
  });

/** Candidate paths below the roots, judged by their text only; links on the disk are checked later. */
function listCandidatePaths(text: string, roots: readonly string[]): readonly string[] {
  if (text.includes('\0')) throw outside();
  const path = /^file:/i.test(text) ? fromUrl(text) : text;
  if (path.split(/[\\/]/).includes('..')) throw outside();
  const candidates = isAbsolute(path) ? [resolve(path)] : roots.map((root) => resolve(root, path));
  const below = candidates.filter((each) => roots.some((root) => isBelow(each, root)));
  if (below.length === 0) throw outside();
  return below;
}

function fromUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    throw outside();
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way) && !way.split(sep).includes('..');
}

/** First candidate that exists. Its real path must equal the given one, so that no part is a link. */
async function findExistingPath(paths: readonly string[], roots: readonly string[]): Promise<string> {
  for (const path of paths) {
    const own = await realpath(path).catch(() => null);
    if (own === null) continue;
    if (own !== path || !roots.some((root) => isBelow(own, root))) throw outside();
    return path;
  }
  const [name = ''] = paths.map((path) => basename(path));
  throw new Refusal('FILE', `There is no file ${name}.`, { param: 'picture', status: 404 });
}

/** Doesn't follow a file that has become a link meanwhile, and doesn't wait for devices or pipes. */
async function readRegular(path: string): Promise<Uint8Array> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => {
    throw outside();
  });
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new Refusal('FILE', 'It is no file.', { param: 'picture' });
    if (info.size > UPLOAD_MAX_BYTES)
      throw new Refusal('TOO_LARGE_BYTES', `A picture has at most ${UPLOAD_MAX_BYTES / 1024 ** 2} MB.`, {
        param: 'picture',
        status: 413,
      });
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const NAME_MAX_LENGTH = 80;

/** Reduces a name to letters, digits and safe punctuation, in any script. */
const safeName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '-').replace(/^[.\s-]+/, '')]
    .slice(0, NAME_MAX_LENGTH)
    .join('') || 'picture';
