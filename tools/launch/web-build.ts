import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { acquireFileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import { ROOT } from './settings.ts';

const BUILD_TIMEOUT_MS = 300_000;

/** Input files of the web app's build. */
const INPUTS = [
  'package-lock.json',
  'packages/web/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'packages/web/{src,public,translations,vite}/**',
  'packages/contract/{package.json,src/**,translations/**}',
  'packages/image-engine/{package.json,src/pixels/**}',
];

/**
 * Builds the web app unless its `dist` was built from the same sources.
 * @returns whether a build was needed
 * @throws LaunchError with the compiler's output
 */
export async function buildWeb(
  webFolder: string,
  cacheFolder: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const hash = await hashInputs();
  const stamp = join(cacheFolder, 'web-build');
  const isCurrent = () =>
    existsSync(join(webFolder, 'dist', 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash;
  if (isCurrent()) return false;

  mkdirSync(cacheFolder, { recursive: true });
  const lock = await acquireFileLock(join(cacheFolder, 'web-build.lock'), BUILD_TIMEOUT_MS);
  if (!lock) throw new LaunchError('Another build of the web app does not finish.');
  try {
    if (isCurrent()) return false;
    // Removes the stamp first, so that an interrupted build doesn't count as complete.
    rmSync(stamp, { force: true });
    await runVite(webFolder, signal);
    writeFileSync(stamp, hash);
    return true;
  } finally {
    lock.release();
  }
}

async function hashInputs(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(INPUTS, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function runVite(webFolder: string, signal: AbortSignal | undefined): Promise<void> {
  const manifest = createRequire(join(webFolder, 'package.json')).resolve('vite/package.json');
  const child = spawn(process.execPath, [join(dirname(manifest), 'bin', 'vite.js'), 'build'], {
    cwd: webFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new LaunchError(`The web app could not be built:\n\n${output.trimEnd().slice(-4000)}`));
    });
  });
}
