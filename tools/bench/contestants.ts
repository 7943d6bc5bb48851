import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ContestantAnswer, ContestantRequest } from './cutout/messages.ts';

export type Contestant = ReturnType<typeof contestant>;

export const contestant = (name: string, file: string, folder: string) => ({
  name,
  // Started without the benchmark's own Node flags, which would close the IPC channel on which the program waits.
  start: (): ChildProcess =>
    fork(file, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
});

export async function ask(child: ChildProcess, request: ContestantRequest): Promise<ContestantAnswer> {
  child.send(request);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A contestant ended with ${String(code)}`);
  });
  const answered = once(child, 'message').then(([answer]) => answer as ContestantAnswer);
  ended.catch(() => undefined);
  return Promise.race([answered, ended]);
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Results of each program for one photo. The programs take turns; the first round is a warm-up and isn't returned. */
export async function warm(
  contestants: readonly Contestant[],
  photo: string,
  rounds: number,
): Promise<Map<string, ContestantAnswer[]>> {
  const children = contestants.map(({ start }) => start());
  const answers = new Map(contestants.map(({ name }) => [name, [] as ContestantAnswer[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [i, { name }] of contestants.entries()) {
      const child = children[i];
      if (child === undefined) continue;
      const answer = await ask(child, { photo });
      if (round >= 0) answers.get(name)?.push(answer);
    }
    console.error(`  round ${round + 1} of ${rounds}`);
  }
  await Promise.all(children.map(stop));
  return answers;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
