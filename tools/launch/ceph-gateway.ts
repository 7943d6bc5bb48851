import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';
import { freePorts } from './free-port.ts';

const run = promisify(execFile);

/** Ceph, from Debian packages: apt-get install --no-install-recommends ceph-mon ceph-osd ceph-mgr radosgw */
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const START_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 3;

export interface CephGateway {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** Programs that a gateway needs but this machine lacks; empty if it can be started. */
export async function missingCephPrograms(): Promise<string[]> {
  const programPaths = await Promise.all(
    PROGRAMS.map(async (program) => ({ program, path: await findProgram(program) })),
  );
  return programPaths.filter(({ path }) => path === null).map(({ program }) => program);
}

/**
 * Starts a real S3 server for tests: one Ceph monitor, one object daemon with all data in memory, and the RADOS
 * gateway, in a temporary folder. All listen on the loopback interface and don't authenticate each other.
 * @param address where the gateway listens
 */
export async function startCephGateway(address = '127.0.0.1'): Promise<CephGateway> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(address);
    } catch (error) {
      // Tries again if another process took a port after it was chosen.
      if (!(error instanceof DaemonEnded) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

class DaemonEnded extends Error {}

async function startOnce(address: string): Promise<CephGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-ceph-'));
  const daemons: ReturnType<typeof spawn>[] = [];
  const hasEnded = () => daemons.some((each) => each.exitCode !== null || each.signalCode !== null);
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => kill(daemon)));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [gatewayPort = 0, monitorPort = 0, oldMonitorPort = 0] = await freePorts(3);
    const clusterId = randomUUID();
    const monitorAddress = `[v2:127.0.0.1:${String(monitorPort)},v1:127.0.0.1:${String(oldMonitorPort)}]`;
    const configFile = join(folder, 'ceph.conf');
    for (const name of ['mon', 'osd/0', 'run', 'log', 'rgw'])
      await mkdir(join(folder, name), { recursive: true });
    await writeFile(
      configFile,
      configuration(folder, clusterId, monitorAddress, `${address}:${String(gatewayPort)}`),
    );

    const ceph = (program: string, ...args: string[]) =>
      run(program, ['-c', configFile, ...args], { timeout: START_TIMEOUT_MS });
    const daemon = (program: string, ...args: string[]) => {
      // Runs the daemon in the foreground (-f), so that the spawned process is the daemon itself.
      daemons.push(spawn(program, ['-c', configFile, '-f', ...args], { stdio: 'ignore' }));
    };

    const monitorMap = join(folder, 'monmap');
    await run('monmaptool', [
      '--create',
      '--clobber',
      '--fsid',
      clusterId,
      '--addv',
      'a',
      monitorAddress,
      monitorMap,
    ]);
    await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monitorMap);
    daemon('ceph-mon', '-i', 'a');
    const objectDaemonId = randomUUID();
    await ceph('ceph', 'osd', 'new', objectDaemonId);
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', objectDaemonId);
    await ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=localhost', 'root=default');
    daemon('ceph-osd', '-i', '0');
    await until(
      'the object daemon',
      async () => (await ceph('ceph', 'osd', 'stat')).stdout.includes('1 up'),
      hasEnded,
    );

    const [accessKeyId, secretAccessKey] = ['testkey', 'testsecret'];
    await ceph(
      'radosgw-admin',
      'user',
      'create',
      '--uid=test',
      '--display-name=test',
      `--access-key=${accessKeyId}`,
      `--secret-key=${secretAccessKey}`,
    );
    daemon('radosgw', '-n', 'client.admin');
    const endpoint = `http://${address}:${String(gatewayPort)}`;
    await until('the gateway', async () => (await fetch(endpoint)).ok, hasEnded);
    return { endpoint, accessKeyId, secretAccessKey, stop };
  } catch (error) {
    const log = await readFile(join(folder, 'log', 'client.admin.log'), 'utf8').catch(
      () => '(no gateway log)',
    );
    const wasEnded = hasEnded();
    await stop();
    const message = `The S3 test server did not start. ${log.slice(-2000)}`;
    throw wasEnded ? new DaemonEnded(message, { cause: error }) : new Error(message, { cause: error });
  }
}

async function until(what: string, isReady: () => Promise<boolean>, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    // A refused connection or a failing command means that the daemon isn't ready yet.
    if (await isReady().catch(() => false)) return;
    if (hasEnded()) throw new Error(`a process that ${what} needs has ended`);
    if (Date.now() > deadline)
      throw new Error(`${what} was not ready in ${String(START_TIMEOUT_MS / 1000)} s`);
    await sleep(250);
  }
}

/** Kills a daemon without a clean shutdown, because all data is in memory and in a folder that is removed anyway. */
async function kill(daemon: ReturnType<typeof spawn>): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  daemon.kill('SIGKILL');
  await ended;
}

function configuration(
  folder: string,
  clusterId: string,
  monitorAddress: string,
  gatewayAddress: string,
): string {
  return `[global]
fsid = ${clusterId}
mon host = ${monitorAddress}
public addr = 127.0.0.1
ms bind ipv4 = true
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
ms client mode = crc
ms service mode = crc
ms cluster mode = crc
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
pid file = ${folder}/run/$name.pid
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
mon data avail crit = 1
mon data avail warn = 2

[mon.a]
mon data = ${folder}/mon/a

[osd]
osd objectstore = memstore
memstore device bytes = 4294967296
osd data = ${folder}/osd/$id

[client]
rgw frontends = beast endpoint=${gatewayAddress}
rgw data = ${folder}/rgw
rgw enable ops log = false
rgw thread pool size = 32
`;
}
