import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Peer {
  /** URL of the running product, without a trailing slash. */
  readonly address: string;
  readonly folder: string;
  /** Test key with the scopes that the programs need. */
  readonly key: string;
}

/** Sample photo, which every checkout contains. */
const SAMPLE = join(import.meta.dirname, '../../packages/web/src/lib/samples/mug.jpg');
export const samplePhoto = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(SAMPLE));
export const SAMPLE_PATH = SAMPLE;

export async function installPeer({ folder }: Peer, name: string, version: string): Promise<string> {
  const own = join(folder, name.replaceAll(/\W+/g, '-'));
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { code, output } = await run('npm', install, { cwd: own });
  if (code !== 0) throw new Error(`${name} ${version} cannot be installed: ${output.slice(-500)}`);
  return own;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function run(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output, ended } = begin(command, args, options);
  void child;
  return { code: await ended, output: output() };
}

export function begin(command: string, args: readonly string[], { cwd, env = {} }: ProgramOptions) {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += String(data)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return { child, output: () => text, ended };
}

export function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

export const isPng = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).toString('hex') === '89504e470d0a1a0a';
