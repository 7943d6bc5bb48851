/** The files that an agent may read, and where what it makes goes. */
import { constants } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { Refusal } from '@packshot/mcp';
import { UsageError } from '../../usage-error.ts';

export type AgentFiles = Awaited<ReturnType<typeof openAgentFiles>>;

/**
 * @param folders what may be read; @param out where results go
 * @throws UsageError for what is no folder, and for a link among the photos as the place for results
 */
export async function openAgentFiles(folders: readonly string[], out: string) {
  const roots = await Promise.all(folders.map(resolveRoot));
  const outFolder = await folderFor(out, roots);
  /** Promised, but not written yet. */
  const reservedPaths = new Set<string>();
  return {
    /** Reads a file below one of the folders. Throws Refusal for every other one, and for links. */
    async read(text: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
      const path = await findExistingPath(listCandidatePaths(text, roots), roots);
      return { bytes: await readRegular(path), name: safeName(parse(path).name) };
    },
    /** A path for a new file of this name, where none is yet. */
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

/** What lies in a folder of photos does not say where results go: whoever made the folder would. */
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

/** The paths below a root that may be meant, by their letters alone; whether they are that on the disk is looked at later. */
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

/** The first that is there. Its own place is the one that was named: no part of the way to it is a link. */
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

/** One that became a link meanwhile is not followed, and a device or pipe is not waited for. */
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

/** A name that is only a name, in any script. */
const safeName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '-').replace(/^[.\s-]+/, '')]
    .slice(0, NAME_MAX_LENGTH)
    .join('') || 'picture';
