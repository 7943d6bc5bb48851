import { readFileSync } from 'node:fs';

/** Limit of open files below which a public server may run short of file descriptors. */
export const FEW_DESCRIPTORS = 1024;

/** Soft limit on the open files and sockets of this process (`ulimit -n`), or null if unknown or unlimited. */
export function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
