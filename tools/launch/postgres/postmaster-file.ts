import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Contents of `postmaster.pid`, which a PostgreSQL writes that is running (or has crashed). */
export interface PostmasterFile {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Indices of the file's lines, from PostgreSQL's src/include/utils/pidfile.h, starting at 0. */
const LINE = { pid: 0, port: 3, status: 7 };

/** Reads the file. Returns null if it is missing or can't be parsed because it is being written or was truncated by a power failure. */
export function readPostmasterFile(dataFolder: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pid = Number(lines[LINE.pid]);
  const port = Number(lines[LINE.port]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.isInteger(port) ? port : 0, isReady: lines[LINE.status]?.trim() === 'ready' };
}

/**
 * True if the process with this ID is a PostgreSQL on this data folder. After a crash or a reboot, the ID in the file
 * may belong to any other program.
 */
export function isPostmasterFor(dataFolder: string, pid: number): boolean {
  const [program, ...args] = readCommandLine(pid);
  return program !== undefined && basename(program) === 'postgres' && args.includes(dataFolder);
}

/** IDs of the processes of a PostgreSQL that is running on this data folder, whatever its `postmaster.pid` contains. */
export function processesUsing(dataFolder: string): number[] {
  if (process.platform === 'linux') {
    return (
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        // Child processes have other command lines, but the same program and working directory.
        .filter((pid) => isPostmasterFor(dataFolder, pid) || isServerIn(dataFolder, pid))
    );
  }
  const { stdout } = spawnSync('ps', ['-ww', '-ax', '-o', 'pid=,command='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(` -D ${dataFolder} `))
    .map((line) => Number.parseInt(line, 10));
}

function isServerIn(dataFolder: string, pid: number): boolean {
  try {
    const name = readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim();
    return name === 'postgres' && readlinkSync(`/proc/${String(pid)}/cwd`) === dataFolder;
  } catch (error) {
    // The process has ended, or belongs to another user, who couldn't run a server on our folder.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return false;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Command line of a process as words; empty for a zombie, or a process that has ended. */
function readCommandLine(pid: number): string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ESRCH') return [];
      throw error;
    }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  // The output doesn't separate words reliably if a path contains spaces, but the server's own options can be found.
  const [, program, dataFolder] = /^(.*?) -D (.*?) -c /.exec(stdout.slice(0, 4096).trim()) ?? [];
  return program === undefined || dataFolder === undefined ? [] : [program, '-D', dataFolder];
}
