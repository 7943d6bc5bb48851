import { spawn } from 'node:child_process';

/** Runs a program to its end and collects its output. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; stdoutOnly?: boolean },
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  const take = (chunk: unknown) => (output += String(chunk));
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', options.stdoutOnly ? () => {} : take);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
