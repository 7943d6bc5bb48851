// Upgrades the cluster in a folder from the system's PostgreSQL, and is killed after a step, as by `kill -9`: node
// killed-upgrade.ts FOLDER STEP. A step is a change to a file in the folder, or the end of the copying, given by its
// name or its number from 1. If there are fewer steps, the program ends by itself and prints them.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { moveDatabase } from '../../../../packages/server/src/platform/backup/move-database.ts';

const [folder = '', killAt = '0'] = process.argv.slice(2);
const steps: string[] = [];
function pass(step: string): void {
  steps.push(step);
  if (step === killAt || steps.length === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'copyFileSync', 'writeFileSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  const countCalls = (...args: unknown[]): unknown => {
    const answer = original(...args);
    const path = String(args[name === 'renameSync' || name === 'copyFileSync' ? 1 : 0]);
    if (path.startsWith(folder)) pass(`${name} ${path.slice(folder.length)}`);
    return answer;
  };
  Object.assign(fs, { [name]: countCalls });
}
syncBuiltinESMExports();

const { systemBinaries } = await import('../binaries.ts');
const { upgradeMajor } = await import('../major-upgrade.ts');
const binaries = systemBinaries();
if (binaries === null) throw new Error('The system has no PostgreSQL');
await upgradeMajor({
  folder,
  durability: 'none',
  say: () => {},
  findOlder: () => binaries,
  async move(from, to) {
    pass('copying begins');
    await moveDatabase(from, to);
    pass('copying ends');
  },
});
process.stdout.write(JSON.stringify(steps));
