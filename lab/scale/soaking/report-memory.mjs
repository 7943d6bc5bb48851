// Preloaded into the product's processes by soak.ts: on SIGUSR2 it collects garbage and writes the size of the
// remaining memory to a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.SOAK_MEMORY_FOLDER;
const COLLECTIONS = 4;

if (folder !== undefined && globalThis.gc !== undefined) {
  process.on('SIGUSR2', () => {
    for (let time = 0; time < COLLECTIONS; time += 1) globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(join(folder, String(process.pid)), String(heapUsed + external));
  });
}
