import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process with all its threads. A process whose priority is lower already (for example by a
 * service's `Nice=`) stays unchanged, because raising it may need rights.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() >= niceness) return;
  setPriority(niceness);
  lowerSession(niceness);
  for (const thread of listThreads()) lowerThread(thread, niceness);
}

/**
 * Lowers the priority of the session that this process leads. Where Linux divides the processors among sessions
 * (autogroups), a process's own priority only counts within its session.
 */
function lowerSession(niceness: number): void {
  try {
    if (readSessionId() !== process.pid || readSessionNiceness() >= niceness) return;
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // The system has no autogroups, or allows no change now; the process's own priority has to suffice.
  }
}

/** ID of this process's session: the fourth field after the program's name in brackets, which may contain spaces. */
function readSessionId(): number {
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(session);
}

/** Reads a line such as `/autogroup-123 nice 5`. */
const readSessionNiceness = (): number =>
  Number(readFileSync('/proc/self/autogroup', 'utf8').split(' nice ')[1]);

/** Threads of this process; on Linux each has a priority of its own, and `setPriority` changes only the first. */
function listThreads(): readonly number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [];
}

function lowerThread(thread: number, niceness: number): void {
  try {
    setPriority(thread, niceness);
  } catch (error) {
    // Ignores a thread that has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
