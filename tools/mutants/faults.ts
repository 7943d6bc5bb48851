import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../launch/settings.ts';
import type { Fault } from './fault.ts';

/** Content of a `*.faults.json` file. The test with the same name must fail with each of its faults. */
interface FaultsFile {
  readonly needsDatabase?: true;
  readonly faults: readonly Omit<Fault, 'test' | 'needsDatabase'>[];
}

const ENDING = /\.faults\.json$/;

function testBeside(file: string, root: string): string {
  const test = file.replace(ENDING, '.test.ts');
  return existsSync(join(root, test)) ? test : `${test}x`;
}

function readFaults(root: string): Fault[] {
  const files = globSync('packages/*/{src,test}/**/*.faults.json', { cwd: root }).toSorted();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { faults, needsDatabase = false } = JSON.parse(text) as FaultsFile;
    return faults.map((fault) => ({ ...fault, needsDatabase, test: testBeside(file, root) }));
  });
}

export const FAULTS: readonly Fault[] = readFaults(ROOT);
