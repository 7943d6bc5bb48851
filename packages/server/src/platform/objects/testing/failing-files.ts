import fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';

const NAMED = ['open', 'mkdir', 'rename', 'link', 'stat', 'readFile', 'readdir', 'rm'] as const;
const OPENED = ['writeFile', 'sync', 'stat', 'read'] as const;
type FileSystemCall = (this: unknown, ...args: unknown[]) => Promise<unknown>;

export interface FailingFiles {
  /** Names of the file system calls since the last call of {@link failAt}. */
  readonly calls: readonly string[];
  /** Makes the nth file system call (from 1) below the folder fail; all others succeed. */
  failAt(nth: number, code: string): void;
  heal(): void;
  restore(): void;
}

/**
 * Makes one of many file system calls of this process fail, as a failing disk does. Affects only paths below a folder,
 * and all opened files.
 */
export async function startFailingFiles(folder: string): Promise<FailingFiles> {
  let calls: string[] = [];
  let failing: { nth: number; code: string } | null = null;
  const pass = (name: string) => {
    calls.push(name);
    if (failing === null || calls.length !== failing.nth) return;
    const { code } = failing;
    throw Object.assign(new Error(`${code}: as the test wants it, ${name}`), { code, syscall: name });
  };
  const undo: (() => void)[] = [];
  const replace = (owner: object, name: string, isOurs: (path: unknown) => boolean) => {
    const original = Reflect.get(owner, name) as FileSystemCall;
    Reflect.set(owner, name, async function failing(this: unknown, ...args: unknown[]) {
      const isBelow = isOurs(args[0]);
      if (isBelow) pass(name);
      const answer = await Reflect.apply(original, this, args);
      if (isBelow && name === 'open') failWhenClosed(answer as FileHandle, pass);
      return answer;
    });
    undo.push(() => Reflect.set(owner, name, original));
  };
  const handle = await fs.open(tmpdir(), 'r');
  const opened = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  for (const name of NAMED) replace(fs, name, (path) => String(path).startsWith(folder));
  for (const name of OPENED) replace(opened, name, () => true);
  syncBuiltinESMExports();
  return {
    get calls() {
      return calls;
    },
    failAt(nth, code) {
      calls = [];
      failing = { nth, code };
    },
    heal() {
      failing = null;
    },
    restore() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}

/**
 * Makes closing a file fail, by replacing the method of this file handle only. The file is closed in any case; the
 * failure is reported afterwards.
 */
function failWhenClosed(handle: FileHandle, pass: (name: string) => void): void {
  const close = handle.close.bind(handle);
  let isClosed = false;
  handle.close = async () => {
    await close();
    if (isClosed) return;
    isClosed = true;
    pass('close');
  };
}
