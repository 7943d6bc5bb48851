import { readFileSync } from 'node:fs';

/** Fewer are too few for a server that others use. */
export const FEW_DESCRIPTORS = 1024;

/** The soft limit of open files and sockets of this process (`ulimit -n`); null where it isn't known or unlimited. */
export function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
