import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.ts';

const BENCHMARK_FOLDER = join(ROOT, 'tools', 'bench');
/** The page with the figures; each benchmark has a section with its name. */
export const BENCHMARK_DOCUMENT = join(ROOT, 'docs', 'benchmarks.md');

/** Programs that take long or need a filled database: they run only when they are named. Their figures are in docs/scale.md. */
const SCALE_FOLDER = join(ROOT, 'tools', 'scale');

/** The program of a benchmark; null when there is none of that name. */
export function benchmarkProgram(name: string): string | null {
  if (benchmarkNames().includes(name)) return join(BENCHMARK_FOLDER, `${name}.ts`);
  return namesIn(SCALE_FOLDER).includes(name) ? join(SCALE_FOLDER, `${name}.ts`) : null;
}

/** Names of the benchmarks, which are the programs in their folder. A file with exports is part of one. */
export const benchmarkNames = (): string[] => namesIn(BENCHMARK_FOLDER);

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
    .filter((file) => !/^export /m.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
