/** Creates a folder for running the code examples of the developer pages. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../../../node_modules');

export interface PrintedExample {
  /** Name of the snippet and its language, such as `first-picture/curl`. */
  readonly name: string;
  readonly code: string;
}

/** Folder with our API client and command-line tool, and an API key in the environment. */
export interface DeveloperWorkplace {
  /**
   * Runs an example. Throws if it fails.
   * @returns the output that the example printed
   */
  run(example: PrintedExample): Promise<string>;
  /** Throws if one of the examples doesn't compile as a strict TypeScript program. */
  checkTypes(examples: readonly PrintedExample[]): Promise<void>;
  /** Starts an example that runs until it is stopped, such as a server. */
  start(example: PrintedExample, env: Readonly<Record<string, string>>): Promise<ChildProcess>;
  /** Reads a file that an example wrote. */
  look(name: string): Promise<Buffer>;
  /** Reads a file that an example wrote, and removes it. */
  take(name: string): Promise<Buffer>;
  remove(): Promise<void>;
}

/**
 * TypeScript options of a strict Node program. It reads the API client's sources, because the client isn't built here.
 */
const COMPILER_OPTIONS =
  '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024 --types node'.split(
    ' ',
  );

/**
 * Waits for the process to end. Throws if it fails.
 * @returns the process's output
 */
async function readOutput(name: string, child: ChildProcess): Promise<string> {
  let printed = '';
  let complaints = '';
  child.stdout?.on('data', (chunk) => (printed += String(chunk)));
  child.stderr?.on('data', (chunk) => (complaints += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${printed}${complaints}`);
  return printed;
}

/** Creates the folder. Its packages are linked instead of installed by npm. */
export async function createDeveloperWorkplace(
  env: Readonly<Record<string, string>>,
): Promise<DeveloperWorkplace> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-examples-'));
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
    run: async (example) => readOutput(example.name, await launch(example)),
    async checkTypes(examples) {
      const files = examples.map((_example, at) => `example-${at}.mts`);
      await Promise.all(examples.map(({ code }, at) => writeFile(join(folder, `example-${at}.mts`), code)));
      const compiler = spawn(join(MODULES, '.bin', 'tsc'), [...COMPILER_OPTIONS, ...files], { cwd: folder });
      await readOutput('tsc', compiler);
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
