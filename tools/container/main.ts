// npm run container builds the image and makes one cut-out with it: read-only, without privileges, as its own user.
// Needs root on Debian, and buildah and mmdebstrap (apt-get install --no-install-recommends buildah mmdebstrap), but no
// image registry.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGuest, readOutcome } from '../../packages/server/src/testing/api-client.ts';
import { findProgram } from '../launch/find-program.ts';
import { freePorts } from '../launch/free-port.ts';
import { ROOT } from '../launch/settings.ts';
import { withOwnDevices } from './own-devices.ts';
import {
  buildToolsIn,
  LARGEST_BYTES,
  platformsIn,
  readProgram,
  setuidFilesIn,
  measureSize,
} from './image.ts';
import { makeVolume, RunningContainer, runInside } from './running.ts';
import type { ContainerOptions } from './running.ts';
import { addNode, command, ImageStorage, importDebian, registryMounts } from './storage.ts';

const IMAGE = 'localhost/packshot';
/** Base images, named as in the Containerfile. */
const DEBIAN = 'docker.io/library/debian:bookworm-slim';
const NODE = 'docker.io/library/node:24-bookworm-slim';
const SUITE = 'bookworm';
/** Time limit in milliseconds for the first start, which creates a database. */
const START_MS = 180_000;
/** Space in bytes for the two build images and the final one. */
const ROOM_BYTES = 12e9;
/** Time limit in milliseconds for preparing the network for cut-outs. */
const NETWORK_MS = 900_000;
const STOP_GRACE_MS = 30_000;

const missing: string[] = [];
for (const name of ['buildah', 'mmdebstrap', 'prlimit', 'unshare', 'setpriv'])
  if ((await findProgram(name)) === null) missing.push(name);
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0) {
  process.stderr.write(`Building the image here needs ${missing.join(', ')}.\n`);
  process.exit(1);
}

withOwnDevices();

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

function assertThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

const folder = mkdtempSync(join(tmpdir(), 'packshot-container-'));
// Builds in memory if there is enough: each layer is a copy of all files, which is many times faster there than on
// disk. The mount exists only in this namespace.
const isInMemory = freemem() > ROOM_BYTES;
if (isInMemory) command('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', folder]);
/** Containers that must be stopped at the end, also after a failure. */
const started: RunningContainer[] = [];
let isCleared = false;
async function clear(): Promise<void> {
  if (isCleared) return;
  isCleared = true;
  await started[0]?.stop(STOP_GRACE_MS);
  if (isInMemory) command('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}
// Stops the containers when this program is interrupted, because their processes would outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void clear().finally(() => process.exit(1)));
try {
  const storage = new ImageStorage(join(folder, 'storage'));
  build(storage);
  await tryOut(storage);
  say('The image is fit for use.');
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n${started[0]?.log ?? ''}\n`,
  );
  process.exitCode = 1;
} finally {
  await clear();
}

function build(storage: ImageStorage): void {
  const startMs = performance.now();
  importDebian(storage, folder, DEBIAN, SUITE);
  addNode(storage, DEBIAN, NODE);
  say(`Debian and Node, from packages: ${seconds(startMs)}`);
  const buildMs = performance.now();
  const args = ['build', '--isolation', 'chroot', '--pull-never', '--format', 'docker', ...registryMounts()];
  storage.buildah([...args, '--tag', IMAGE, '--file', 'Containerfile', '.'], { cwd: ROOT });
  say(`The image: ${seconds(buildMs)}`);
}

async function tryOut(storage: ImageStorage): Promise<void> {
  const program = readProgram(storage, IMAGE);
  const root = storage.mountImage(IMAGE);
  const sizeBytes = measureSize(root);
  say(`Its size: ${Math.round(sizeBytes / 1e6)} MB`);
  assertThat(sizeBytes < LARGEST_BYTES, `The image takes more than ${LARGEST_BYTES / 1e6} MB.`);
  const tools = buildToolsIn(root);
  assertThat(tools.length === 0, `The image has build tools: ${tools.join(', ')}`);
  assertThat(setuidFilesIn(root).length === 0, 'The image has programs that give rights.');
  assertThat(
    platformsIn(root).length === 1,
    `The image has other platforms' files: ${platformsIn(root).join(', ')}`,
  );
  assertThat(
    /^[1-9]\d*:[1-9]\d*$/.test(program.user),
    `The image's user is ${program.user}, which may be root.`,
  );
  assertThat(program.volumes.join() === '/data', `The image's volumes are ${program.volumes.join()}.`);

  const [port = 0] = await freePorts(1);
  const address = `http://127.0.0.1:${port}`;
  const data = makeVolume(folder, program);
  const settings = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: address };
  const options: ContainerOptions = { root, data, program, settings };
  const rights = runInside(options, [
    'sh',
    '-c',
    'id -u; grep -h CapEff /proc/self/status; touch /app/x /etc/x 2>&1; true',
  ]);
  assertThat(
    rights.startsWith(`${program.user.split(':')[0]}\n`),
    `The program is not the image's user: ${rights}`,
  );
  assertThat(/CapEff:\s+0+$/m.test(rights), `The program has rights: ${rights}`);
  assertThat(
    (rights.match(/Read-only file system/g) ?? []).length === 2,
    `The root can be written to: ${rights}`,
  );

  const startMs = performance.now();
  const running = new RunningContainer(options);
  started.push(running);
  await running.answers(`${address}/readyz`, START_MS);
  say(`Started, read-only and as ${program.user}: ${seconds(startMs)}`);
  runInside(options, program.healthCheck);
  await networkIsReady(join(data, 'models/models'));
  say(`The network for cut-outs, made ready: ${seconds(startMs)} after the start`);
  await cutOutOnce(address);
  const code = await running.stop(STOP_GRACE_MS);
  assertThat(code === 0, `It did not stop in order: ${String(code)}`);
  // Checks that the API no longer responds.
  assertThat(
    !(await fetch(address).then(
      () => true,
      () => false,
    )),
    'The API still answers after the stop.',
  );
}

/** Waits until the network is prepared, which may exceed a task's time limit on a busy machine. */
async function networkIsReady(models: string): Promise<void> {
  const endMs = performance.now() + NETWORK_MS;
  const isReady = (): boolean =>
    existsSync(models) && readdirSync(models).some((name) => /^isnet-[^.]+$/.test(name));
  while (!isReady()) {
    assertThat(performance.now() < endMs, 'The network for cut-outs is not ready.');
    await sleep(500);
  }
}

async function cutOutOnce(address: string): Promise<void> {
  const page = await fetch(address);
  assertThat(page.ok && (await page.text()).includes('<div id="root"'), 'It serves no pages.');
  const startMs = performance.now();
  const guest = await newGuest(address);
  const photo = readFileSync(join(ROOT, 'packages/web/src/lib/samples/mug.jpg'));
  const { key } = await guest.upload(photo);
  const { states } = await readOutcome(await guest.cutOut(key));
  const last = states.at(-1);
  assertThat(last?.status === 'SUCCESS', `The cut-out ended as ${JSON.stringify(last)}`);
  const file = await fetch(new URL(last?.result?.image_url ?? '', address));
  assertThat(file.headers.get('content-type') === 'image/png', 'The cut-out cannot be fetched.');
  say(`One cut-out: ${seconds(startMs)}`);
}
