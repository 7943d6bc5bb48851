import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageProgram } from './image.ts';
import { command } from './storage.ts';

/**
 * Shell script that starts the program like a container with a read-only root and no privileges, but without the
 * kernel's control groups: the image's files are mounted read-only in a mount namespace of their own, with the volume
 * and an empty /tmp, and the program runs in it as the image's user.
 */
const ENTER = `
set -e
root=$1 data=$2 user=$3 folder=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "\${user%%:*}" --regid "\${user##*:}" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all env --ignore-environment --chdir="$folder" "$@"
`;

export interface ContainerOptions {
  readonly root: string;
  readonly data: string;
  readonly program: ImageProgram;
  readonly settings: Readonly<Record<string, string>>;
}

const buildArguments = (
  { root, data, program, settings }: ContainerOptions,
  words: readonly string[],
): string[] => {
  const environment = Object.entries({ ...program.environment, ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const own = [root, data, program.user, program.workingFolder, ...environment, ...words];
  return ['--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'enter', ...own];
};

export const runInside = (options: ContainerOptions, words: readonly string[]): string =>
  command('unshare', buildArguments(options, words));

/** Creates the volume's folder like a container engine, owned by the image's user. */
export function makeVolume(folder: string, { user }: ImageProgram): string {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o711 });
  const [owner = 0, group = owner] = user.split(':').map(Number);
  chownSync(data, owner, group);
  return data;
}

export class RunningContainer {
  readonly #child: ChildProcess;
  #log = '';

  constructor(options: ContainerOptions) {
    this.#child = spawn('unshare', buildArguments(options, options.program.command), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text) => (this.#log = (this.#log + String(text)).slice(-20_000)));
  }

  /** Resolves once the address responds with a 2xx status. Rejects if the program ends or the time is over. */
  async answers(address: string, deadlineMs: number): Promise<void> {
    const endMs = performance.now() + deadlineMs;
    while (performance.now() < endMs) {
      if (this.#child.exitCode !== null) break;
      const response = await fetch(address).catch(() => null);
      if (response?.ok === true) return;
      await sleep(200);
    }
    throw new Error(`The container does not answer at ${address}:\n${this.#log}`);
  }

  /** Stops the container like a container engine. Resolves with the exit code, or null if it had to be killed. */
  async stop(graceMs: number): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit') as Promise<[number | null]>;
    this.#child.kill('SIGTERM');
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    const [code] = await exited;
    clearTimeout(killing);
    return code;
  }

  get log(): string {
    return this.#log;
  }
}
