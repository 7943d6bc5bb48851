import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { testCacheDir } from '@packshot/image-engine/testing/shared-files';
import { runProgram } from '../program.ts';

const BIN = fileURLToPath(new URL('../../bin/packshot.mjs', import.meta.url));
export const FIXTURES = fileURLToPath(
  new URL('../../../image-engine/src/testing/fixtures/', import.meta.url),
);

export interface CommandResult {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

export interface CommandFolder {
  readonly path: string;
  /**
   * Runs the command in this process, because starting one takes half a second; with options in a process of its own.
   * @param onOutput called for each chunk of standard output, which may contain several lines; returns a signal to send
   *   to the process, or null
   */
  readonly run: (
    args: readonly string[],
    options?: { readonly input?: Uint8Array; readonly onOutput?: (line: string) => NodeJS.Signals | null },
  ) => Promise<CommandResult>;
  readonly [Symbol.dispose]: () => void;
}

/** Creates an empty folder in which tests run the command, with its own signing key and certificate. */
export function commandFolder(): CommandFolder {
  const root = mkdtempSync(join(tmpdir(), 'packshot-cli-'));
  const path = join(root, 'work');
  mkdirSync(path);
  const ownEnv = {
    PACKSHOT_CACHE_DIR: testCacheDir,
    PACKSHOT_CREDENTIALS_DIR: join(root, 'credentials'),
    NO_COLOR: '1',
    PACKSHOT_SERVER: '',
  };
  return {
    path,
    run: (args, options) =>
      options === undefined
        ? runHere(path, ownEnv, args)
        : new Promise((resolve, reject) => {
            const { input, onOutput } = options;
            const child = spawn(process.execPath, [BIN, ...args], {
              cwd: path,
              env: { ...process.env, ...ownEnv },
            });
            const output: Buffer[] = [];
            let errors = '';
            child.stdout.on('data', (part: Buffer) => {
              output.push(part);
              const signal = onOutput?.(part.toString());
              if (signal !== undefined && signal !== null) child.kill(signal);
            });
            child.stderr.on('data', (part: Buffer) => void (errors += part.toString()));
            child.on('error', reject);
            child.on('close', (code) => resolve({ code, output: Buffer.concat(output), errors }));
            child.stdin.on('error', () => undefined);
            child.stdin.end(input);
          }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs the command in this process, and restores its working folder and environment afterwards. */
async function runHere(
  path: string,
  ownEnv: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<CommandResult> {
  const folder = process.cwd();
  const earlierEnv = { ...process.env };
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  process.chdir(path);
  Object.assign(process.env, ownEnv);
  try {
    const code = await runProgram(args, { input, output, errors }, new AbortController().signal);
    return {
      code,
      output: (output.read() as Buffer | null) ?? Buffer.alloc(0),
      errors: String(errors.read() ?? ''),
    };
  } finally {
    process.chdir(folder);
    for (const key of Object.keys(ownEnv)) {
      if (earlierEnv[key] === undefined) delete process.env[key];
      else process.env[key] = earlierEnv[key];
    }
  }
}

export const parseJsonLines = ({ output }: CommandResult): Record<string, unknown>[] =>
  output
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
