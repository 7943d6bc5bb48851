import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.ts';

export const BENCHMARK_FOLDER = join(ROOT, 'tools', 'bench');
/** Where the figures are kept, each benchmark's in a section of its name. */
export const BENCHMARK_DOCUMENT = join(ROOT, 'docs', 'benchmarks.md');

/** Names of the benchmarks: the programs of their folder. A file there that exports something is a part of one. */
export function benchmarkNames(): string[] {
  return readdirSync(BENCHMARK_FOLDER)
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
    .filter((file) => !/^export /m.test(readFileSync(join(BENCHMARK_FOLDER, file), 'utf8')))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
