import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { putReadyCluster } from '../postgres/testing/ready-cluster.ts';
import { ROOT } from '../settings.ts';
import { buildWeb } from '../web-build.ts';

/**
 * Environment of a single test: data, caches and a one-page web app, for the fake programs in the folder `stand-in`.
 */
export interface Playground {
  folder: string;
  dataFolder: string;
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Creates the environment. The first start creates the database and builds the web app. */
export async function createPlayground(): Promise<Playground> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot start ü-'));
  // If the tests run as root, PostgreSQL's account must be able to pass through this folder.
  await chmod(folder, 0o755);
  const web = await writeWebApp(folder);
  const dataFolder = join(folder, 'data');
  const env = {
    ...process.env,
    PACKSHOT_MAINS: join(import.meta.dirname, 'stand-in'),
    PACKSHOT_WEB: web,
    PACKSHOT_CACHE: join(folder, 'cache'),
    PACKSHOT_SKIP_INSTALL: '1',
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    PORT: '0',
  };
  return { folder, dataFolder, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Copies a database and a built web app into an environment, so that a start creates neither. */
export async function makeReady({ folder, dataFolder }: Playground): Promise<void> {
  const built = await (builtWebApp ??= buildWebApp());
  for (const part of [join('web', 'dist'), 'cache'])
    await cp(join(built, part), join(folder, part), { recursive: true });
  await mkdir(dataFolder);
  await putReadyCluster(join(dataFolder, 'postgres'));
}

/** Writes the sources of a web app of one page. */
async function writeWebApp(folder: string): Promise<string> {
  const web = join(folder, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html><title>stand-in</title>');
  await writeFile(join(web, 'package.json'), '{}');
  await symlink(join(ROOT, 'node_modules'), join(web, 'node_modules'));
  return web;
}

let builtWebApp: Promise<string> | undefined;

/** Builds the web app once for all ready environments, because a build takes longer than the rest of a start. */
async function buildWebApp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-built-web-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildWeb(await writeWebApp(folder), join(folder, 'cache'));
  return folder;
}

/** Command that a test has started, with its output so far, and methods that wait for more. */
export class Launched {
  readonly child: ChildProcess;
  output = '';
  readonly ended: Promise<number | null>;

  constructor(child: ChildProcess) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (this.output += String(chunk)));
    }
    this.ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  }

  async until(pattern: RegExp, timeoutMs = 45_000): Promise<RegExpExecArray> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      const isOver = this.child.exitCode !== null || this.child.signalCode !== null;
      if (isOver || Date.now() > deadline) {
        throw new Error(`${isOver ? 'It ended' : 'Time is up'} before ${String(pattern)}:\n${this.output}`);
      }
      await sleep(20);
    }
  }

  async url(): Promise<string> {
    return (await this.until(/http:\/\/localhost:\d+/))[0];
  }
}

export const launch = (env: NodeJS.ProcessEnv, ...args: string[]): Launched =>
  launchTool('start.mjs', env, ...args);

/** Runs a program in tools/ as npm would. */
export function launchTool(name: string, env: NodeJS.ProcessEnv, ...args: string[]): Launched {
  const program = join(ROOT, 'tools', name);
  return new Launched(
    spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

/**
 * IDs of the processes whose environment or command line contains the folder's path, as in all processes that a test
 * has started in it.
 */
export function listProcesses(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => mentions(name, 'environ', folder) || mentions(name, 'cmdline', folder))
    .map(Number);
}

/** Sends a signal to each of these processes. Skips those that an earlier signal has ended. */
export function signalAll(folder: string, signal: NodeJS.Signals): void {
  for (const pid of listProcesses(folder)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function mentions(pid: string, file: 'environ' | 'cmdline', folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder);
  } catch {
    // The process has ended, or this user may not read its environment.
    return false;
  }
}
