/** A folder in which a developer runs what the pages for developers print. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../../../node_modules');

export interface PrintedExample {
  /** The snippet and its language, as `first-picture/curl`. */
  readonly name: string;
  readonly code: string;
}

/** With the client, the command and a key in the environment. */
export interface DeveloperWorkplace {
  /** @returns what the example printed. Throws when it fails. */
  run(example: PrintedExample): Promise<string>;
  /** Throws when one of these does not compile as a strict TypeScript program. */
  checkTypes(examples: readonly PrintedExample[]): Promise<void>;
  /** Starts an example that goes on. */
  start(example: PrintedExample, env: Readonly<Record<string, string>>): Promise<ChildProcess>;
  /** The bytes of a file, such as an example wrote. */
  look(name: string): Promise<Buffer>;
  /** The same, and the file is removed. */
  take(name: string): Promise<Buffer>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** As a strict program for Node; the client is not built here, so its own sources are read. */
const COMPILER_OPTIONS =
  '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024 --types node'.split(
    ' ',
  );

/** @returns what it printed. Throws when it fails. */
async function outputOf(name: string, child: ChildProcess): Promise<string> {
  let printed = '';
  let complaints = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (complaints += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${printed}${complaints}`);
  return printed;
}

/** Makes the folder; nothing is in it but what npm would install. */
export async function createDeveloperWorkplace(
  env: Readonly<Record<string, string>>,
): Promise<DeveloperWorkplace> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-examples-'));
  // As after `npm install` of the packages.
  await symlink(MODULES, join(folder, 'node_modules'));
  const path = [join(MODULES, '.bin'), process.env['PATH']].join(delimiter);
  const launch = async ({ name, code }: PrintedExample, more: Readonly<Record<string, string>> = {}) => {
    const isShell = !name.endsWith('/typescript');
    const file = join(folder, 'example.mts');
    if (!isShell) await writeFile(file, code);
    const [command, ...args] = isShell ? ['bash', '-euo', 'pipefail', '-c', code] : [process.execPath, file];
    return spawn(command ?? '', args, { cwd: folder, env: { ...process.env, PATH: path, ...env, ...more } });
  };
  return {
    run: async (example) => outputOf(example.name, await launch(example)),
    async checkTypes(examples) {
      const files = examples.map((_example, at) => `example-${at}.mts`);
      await Promise.all(examples.map(({ code }, at) => writeFile(join(folder, `example-${at}.mts`), code)));
      const compiler = spawn(join(MODULES, '.bin', 'tsc'), [...COMPILER_OPTIONS, ...files], { cwd: folder });
      await outputOf('tsc', compiler);
    },
    start: launch,
    look: (name) => readFile(join(folder, name)),
    async take(name) {
      const file = join(folder, name);
      const bytes = await readFile(file);
      await rm(file);
      return bytes;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
