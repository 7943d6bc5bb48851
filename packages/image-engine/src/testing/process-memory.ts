import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';

/** True if this system allows reading memory peaks; logs a warning otherwise. */
export function canReadPeaks(): boolean {
  if (platform() === 'linux') return true;
  console.warn('Skipped: the memory of another process is read as Linux reports it');
  return false;
}

/** Peak resident memory of another process since `forgetPeak` or since its start, in MB (10⁶ bytes). */
export function peakMegabytes(pid: number): number {
  const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (match === null) throw new Error(`Process ${pid} does not say what it has held`);
  return Number(match[1]) * 1.024e-3;
}

/** Resets a process's memory peak to its current usage. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** ID of a child process that runs a file of this name; undefined if no child does. */
export function childRunning(fileName: string): number | undefined {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(fileName));
}
