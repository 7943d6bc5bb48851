import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.ts';

const BENCHMARK_FOLDER = join(ROOT, 'tools', 'bench');
/** Page of the documentation with the figures; each benchmark has a section with its name. */
export const BENCHMARK_DOCUMENT = join(ROOT, 'docs', 'benchmarks.md');

export const benchmarkProgram = (name: string): string => join(BENCHMARK_FOLDER, `${name}.ts`);

/** Names of the benchmarks: programs in their folder. A file with exports is a module of a benchmark. */
export function benchmarkNames(): string[] {
  return readdirSync(BENCHMARK_FOLDER)
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
    .filter((file) => !/^export /m.test(readFileSync(join(BENCHMARK_FOLDER, file), 'utf8')))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
