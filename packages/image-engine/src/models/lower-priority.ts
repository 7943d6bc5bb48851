import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process with all its threads. A process whose priority is lower already (for example by a
 * service's `Nice=`) stays unchanged, because raising it may need rights.
 */
export function lowerPriority(niceness: number): void {
  lowerSession(niceness);
  if (getPriority() >= niceness) return;
  setPriority(niceness);
  for (const thread of listThreads()) lowerThread(thread, niceness);
}

/** Linux allows one change of a session's priority each 100 ms, for all processes together. */
const RETRY_MS = 150;
const MAX_TRIES = 5;

/**
 * Lowers the priority of the session that this process leads. Where Linux divides the processors among sessions
 * (autogroups), a process's own priority only counts within its session.
 */
function lowerSession(niceness: number, tries = 1): void {
  try {
    if (readSessionId() !== process.pid || readSessionNiceness() >= niceness) return;
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch (error) {
    // Where the system has no autogroups, the process's own priority suffices.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && tries < MAX_TRIES)
      setTimeout(() => lowerSession(niceness, tries + 1), RETRY_MS * tries).unref();
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
  return existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [];
}

function lowerThread(thread: number, niceness: number): void {
  try {
    setPriority(thread, niceness);
  } catch (error) {
    // Ignores a thread that has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
