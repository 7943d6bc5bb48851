import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySources } from './copy.ts';
import { getPackage, plant } from './fault.ts';
import type { Fault } from './fault.ts';
import { runTests } from './run-tests.ts';
import type { FileOutcome } from './run-tests.ts';

/**
 * Result of trying a fault. `killed`: a test of the file failed. `survived`: all tests passed. `not-planted`: the text
 * to replace doesn't occur exactly once. `undecided`: the tests couldn't be run, with the fault or even without it.
 */
type FaultVerdict = 'killed' | 'survived' | 'not-planted' | 'undecided';

export interface Trial {
  readonly fault: Fault;
  readonly verdict: FaultVerdict;
  readonly seconds: number;
  readonly why: string;
}

export interface TrialOptions {
  readonly root: string;
  /** Number of faults tried at a time, each in a copy of its own. */
  readonly jobs: number;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Time in milliseconds after which no further fault is started. */
  readonly budgetMs: number;
  readonly onTrial: (trial: Trial) => void;
}

/**
 * Inserts one fault after another into a copy of the sources and runs its test.
 * @returns the tried faults, which are all unless the time ran out
 * @throws the signal's reason when it is aborted; the copies are removed then too
 */
export async function tryFaults(faults: readonly Fault[], options: TrialOptions): Promise<Trial[]> {
  const waiting = [...faults];
  const endsAtMs = performance.now() + options.budgetMs;
  // Tries at least one fault, however little time there is, so that every run has a result.
  const next = (): Fault | undefined =>
    performance.now() < endsAtMs || waiting.length === faults.length ? waiting.shift() : undefined;
  const trials: Trial[] = [];
  // Outcome of each test file without a fault, determined once per file. A test that fails without the fault proves
  // nothing.
  const unplanted = new Map<string, Promise<FileOutcome>>();
  const work = async (): Promise<void> => {
    const copy = await copySources(options.root);
    try {
      for (let fault = next(); fault !== undefined; fault = next()) {
        const startedMs = performance.now();
        const { verdict, why } = await tryFault(fault, copy.folder, unplanted, options);
        const trial = { fault, verdict, why, seconds: (performance.now() - startedMs) / 1000 };
        trials.push(trial);
        options.onTrial(trial);
      }
    } finally {
      await copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, faults.length) }, work));
  return trials;
}

async function tryFault(
  fault: Fault,
  folder: string,
  unplanted: Map<string, Promise<FileOutcome>>,
  { env, signal }: TrialOptions,
): Promise<{ verdict: FaultVerdict; why: string }> {
  const { test, needsDatabase } = fault;
  const run = () =>
    runTests({ root: join(folder, getPackage(test)), file: join(folder, test), needsDatabase, env, signal });
  const file = join(folder, fault.file);
  const text = await readFile(file, 'utf8');
  let planted: string;
  try {
    planted = plant(text, fault);
  } catch (error) {
    return { verdict: 'not-planted', why: (error as Error).message };
  }
  const unplantedRun = unplanted.get(test) ?? run();
  unplanted.set(test, unplantedRun);
  const outcome = await unplantedRun;
  if (outcome !== 'green') return { verdict: 'undecided', why: `${test} is ${outcome} without the fault` };
  await writeFile(file, planted);
  try {
    return toVerdict(test, await run());
  } finally {
    await writeFile(file, text);
  }
}

function toVerdict(test: string, outcome: FileOutcome): { verdict: FaultVerdict; why: string } {
  if (outcome === 'broken' || outcome === 'too-slow')
    return { verdict: 'undecided', why: `${test} is ${outcome} with the fault` };
  if (outcome === 'green') return { verdict: 'survived', why: `${test} stays green` };
  return { verdict: 'killed', why: '' };
}
