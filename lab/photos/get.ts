/**
 * Extracts the photos of manifest.tsv from git repositories on this machine and checks their hashes.
 *
 *   node lab/photos/get.ts --from FOLDER [--from FOLDER …] --to FOLDER [--use test] [--part tune]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

interface Photo {
  use: string;
  file: string;
  repository: string;
  commit: string;
  path: string;
  sha256: string;
  part: string;
}

/** Repositories lie at most this many folders below `owner+name`. */
const MAX_DEPTH = 3;
/** Largest file that git may print, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const FILE_NAME = /^(test|cutouts|backgrounds)\/[\w-]+\.(jpg|png|webp)$/;

const readManifest = (): Photo[] => {
  const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'manifest.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const photo = Object.fromEntries(
      names.map((name, index) => [name, cells[index] ?? '']),
    ) as unknown as Photo;
    if (!FILE_NAME.test(photo.file)) throw new Error(`The manifest has an unsafe file name: ${photo.file}`);
    return photo;
  });
};

const isGitFolder = (folder: string): boolean =>
  existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));

/** Finds a bare git folder or the `.git` of a clone, in the folder itself or below it. */
function findGitFolder(folder: string, depth = 0): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (isGitFolder(folder)) return folder;
  if (isGitFolder(join(folder, '.git'))) return join(folder, '.git');
  if (depth === MAX_DEPTH) return undefined;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const found = entry.isDirectory() ? findGitFolder(join(folder, entry.name), depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Looks for `owner+name/**` (bare) and `owner/name` (a clone) in every folder. */
const findRepository = (folders: string[], repository: string): string | undefined =>
  folders
    .flatMap((folder) => [join(folder, repository.replace('/', '+')), join(folder, repository)])
    .map((folder) => findGitFolder(folder))
    .find((folder) => folder !== undefined);

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function readBlob(gitFolder: string, revision: string, path: string): Uint8Array | undefined {
  try {
    return execFileSync('git', [`--git-dir=${gitFolder}`, 'cat-file', 'blob', `${revision}:${path}`], {
      maxBuffer: MAX_FILE_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

const isComplete = (file: string, sha256: string): boolean =>
  existsSync(file) && hash(readFileSync(file)) === sha256;

/** Writes one photo. Returns the reason if that isn't possible. */
function extract(photo: Photo, gitFolder: string | undefined, target: string): string | undefined {
  if (!gitFolder) return `repository ${photo.repository} not found`;
  // A later state of the repository is fine as long as the file is the same.
  const versions = [photo.commit, 'HEAD'].map((revision) => readBlob(gitFolder, revision, photo.path));
  const bytes = versions.find((version) => version && hash(version) === photo.sha256);
  if (!bytes) {
    const reason = versions.some(Boolean) ? 'has another hash' : `not found at commit ${photo.commit}`;
    return `${photo.repository}: ${photo.path} ${reason}`;
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.partial`, bytes);
  renameSync(`${target}.partial`, target);
  return undefined;
}

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', multiple: true },
    to: { type: 'string' },
    use: { type: 'string' },
    part: { type: 'string' },
  },
});
const { from, to, use, part } = options;
if (!from || !to) {
  console.error('Usage: node lab/photos/get.ts --from FOLDER --to FOLDER [--use test] [--part tune]');
  process.exit(2);
}

const gitFolders = new Map<string, string | undefined>();
const missing: string[] = [];
let written = 0;
let skipped = 0;
for (const photo of readManifest()) {
  if ((use && photo.use !== use) || (part && photo.part !== part)) continue;
  const target = join(to, photo.file);
  if (isComplete(target, photo.sha256)) {
    skipped++;
    continue;
  }
  if (!gitFolders.has(photo.repository)) {
    gitFolders.set(photo.repository, findRepository(from, photo.repository));
  }
  const problem = extract(photo, gitFolders.get(photo.repository), target);
  if (problem) missing.push(`${photo.file}: ${problem}`);
  else written++;
}
console.log(`${written} written, ${skipped} already there, ${missing.length} missing`);
for (const line of missing) console.log(`missing ${line}`);
if (missing.length > 0) process.exitCode = 1;
