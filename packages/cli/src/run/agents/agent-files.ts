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
 * @param folders folders that the agent may read
 * @param out folder for the agent's results
 * @throws UsageError if a path isn't a folder, or the results folder is a link inside a photo folder
 */
export async function openAgentFiles(folders: readonly string[], out: string) {
  const roots = await Promise.all(folders.map(resolveRoot));
  const outFolder = await folderFor(out, roots);
  /** Paths that are reserved for results but not written yet. */
  const reservedPaths = new Set<string>();
  return {
    /**
     * Reads a file inside one of the folders.
     * @throws Refusal for any other file, and for symbolic links
     */
    async read(text: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
      const path = await findExistingPath(listCandidatePaths(text, roots), roots);
      return { bytes: await readRegular(path), name: safeName(parse(path).name) };
    },
    /** Reserves a path for a new file: this name, with a number appended if a file with that name exists. */
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

/**
 * Resolves the results folder. Rejects a symbolic link inside a photo folder, because the folder's author could
 * redirect the results with it.
 */
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

/** Candidate paths below the readable folders, judged by their text only; later steps check for links on the disk. */
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

/** First candidate path that exists. It must equal its real path, so that none of its folders is a symbolic link. */
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

/**
 * Reads a regular file. Refuses a file that has become a symbolic link meanwhile, and doesn't block on devices or
 * pipes.
 */
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

const safeName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '-').replace(/^[.\s-]+/, '')]
    .slice(0, NAME_MAX_LENGTH)
    .join('') || 'picture';
