import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findProgram } from '../../../tools/launch/find-program.ts';

const PREFIX = 'packshot-';
const NAMESPACES = '/run/netns';
const WIRE = new URL('wire.py', import.meta.url).pathname;
const HUB = 'hub';

/** Requirements for network namespaces and the simulated wire that this machine lacks; empty if it has all. */
export async function missingForNetwork(): Promise<string[]> {
  const missing = process.platform === 'linux' && process.getuid?.() === 0 ? [] : ['root on Linux'];
  for (const program of ['ip', 'python3']) if ((await findProgram(program)) === null) missing.push(program);
  return missing;
}

/** Machines, each a network namespace. A process on one of them can start programs on any other. */
export class Machines {
  readonly mark: string;
  readonly names: readonly string[];

  constructor(mark: string, names: readonly string[]) {
    this.mark = mark;
    this.names = names;
  }

  findAddress(name: string): string {
    return `10.77.0.${1 + this.names.indexOf(name)}`;
  }

  /** Starts a program on a machine. The returned process is the program itself. */
  spawn(name: string, program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    return spawn('ip', ['netns', 'exec', this.mark + name, program, ...args], options);
  }
}

export interface Network {
  readonly machines: Machines;
  /**
   * Sends a command to the wire. `cut A B`: drops all frames between two machines, without notice. `mend A B`: forwards
   * them again.
   */
  command(line: string): void;
  /** Kills all processes on the machines and removes the machines. May be called twice. */
  remove(): void;
}

export interface WireOptions {
  /** Delay of each frame in one direction. */
  readonly delayMs: number;
  /** Share of the frames that are lost. */
  readonly loss: number;
}

/**
 * Creates the machines, connected by one simulated wire (`wire.py`) and to nothing else. Doesn't change this machine's
 * own network.
 */
export async function makeNetwork(
  names: readonly string[],
  { delayMs, loss }: WireOptions,
): Promise<Network> {
  removeLeftovers();
  const machines = new Machines(`${PREFIX}${process.pid}-`, names);
  const { mark } = machines;
  const remove = (): void => removeNamespaces((name) => name.startsWith(mark));
  try {
    for (const name of [HUB, ...names]) {
      ip('netns', 'add', mark + name);
      ip('-n', mark + name, 'link', 'set', 'lo', 'up');
    }
    for (const [place, name] of names.entries()) {
      const [hub, own] = [mark + HUB, mark + name];
      ip('-n', hub, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', own);
      ip(
        '-n',
        own,
        'link',
        'set',
        'eth0',
        'address',
        `02:00:00:00:00:${place.toString(16).padStart(2, '0')}`,
      );
      ip('-n', own, 'address', 'add', `${machines.findAddress(name)}/24`, 'dev', 'eth0');
      ip('-n', hub, 'link', 'set', name, 'up');
      ip('-n', own, 'link', 'set', 'eth0', 'up');
    }
    const wire = machines.spawn(HUB, 'python3', [WIRE, String(delayMs), String(loss), ...names], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (wire.stdout === null) throw new Error('The wire has no output');
    await once(createInterface({ input: wire.stdout }), 'line');
    return { machines, command: (line) => void wire.stdin?.write(`${line}\n`), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });

/** Removes the machines of runs that were killed. */
function removeLeftovers(): void {
  removeNamespaces((name) => {
    const [, pid] = /^packshot-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function removeNamespaces(isOurs: (name: string) => boolean): void {
  for (const name of namespaces().filter(isOurs)) {
    for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended meanwhile.
      }
    }
    ip('netns', 'delete', name);
  }
}

function namespaces(): string[] {
  try {
    return readdirSync(NAMESPACES);
  } catch {
    return [];
  }
}
