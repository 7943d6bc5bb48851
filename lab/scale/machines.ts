// npm --prefix lab run machines                            machines that fail under load
// npm --prefix lab run machines -- --previous fdccc643     a rolling upgrade from that commit, under load
//
// Runs several machines, each in a network namespace of its own, on a network that is slow and loses frames:
// PostgreSQL, Ceph's S3 gateway, two APIs and four workers. One worker is killed, one is cut off from the database, and
// one has a wrong clock. Checks that nothing is lost or charged twice. Needs root on Linux, iproute2, Python 3, Ceph
// and libfaketime (Debian). Doesn't change this machine's own network.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingCephPrograms } from '../../tools/launch/ceph-gateway.ts';
import { ROOT } from '../../tools/launch/settings.ts';
import { hasFakeTime } from './machines/installation.ts';
import { makeNetwork, missingForNetwork } from './machines/network.ts';

const options = parseArgs({
  options: {
    previous: { type: 'string' },
    owners: { type: 'string', default: '6' },
    'cut-off-s': { type: 'string', default: '60' },
    'steady-s': { type: 'string', default: '20' },
    'delay-ms': { type: 'string', default: '2' },
    loss: { type: 'string', default: '0.005' },
    /** True to keep the folder with the logs. */
    keep: { type: 'boolean', default: false },
  },
}).values;
const MACHINES = [
  'people',
  'database',
  'store',
  'api1',
  'api2',
  'api3',
  'api4',
  'worker1',
  'worker2',
  'worker3',
  'worker4',
];

const missing = [
  ...(await missingForNetwork()),
  ...(await missingCephPrograms()),
  ...(hasFakeTime ? [] : ['libfaketime']),
];
if (missing.length > 0) {
  console.log(`Several machines are not tried: ${missing.join(', ')} missing.`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'packshot-machines-'));
chmodSync(folder, 0o755);
const network = await makeNetwork(MACHINES, {
  delayMs: Number(options['delay-ms']),
  loss: Number(options.loss),
});
/** Removes the machines with their processes, also after an interruption. */
function clear(): void {
  network.remove();
  if (options.keep) console.error(`The logs are in ${folder}.`);
  else rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    clear();
    process.exit(1);
  });
try {
  const previous = options.previous === undefined ? '' : checkOut(options.previous);
  const args = [
    join(import.meta.dirname, 'machines/scenario-process.ts'),
    network.machines.mark,
    MACHINES.join(','),
    folder,
    options.owners,
    String(Number(options['cut-off-s']) * 1000),
    String(Number(options['steady-s']) * 1000),
    previous,
  ];
  const scenario = network.machines.spawn('people', process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  scenario.on('message', (line: string) => network.command(line));
  const [code] = (await once(scenario, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  clear();
}

/** Checks out an earlier commit and installs its packages. */
function checkOut(commit: string): string {
  const source = join(folder, 'previous');
  mkdirSync(source);
  const archive = join(folder, 'previous.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  execFileSync('tar', ['-xf', archive, '-C', source]);
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return source;
}
