// npm --prefix lab run soak -- --minutes 45
//
// Runs the real product under low, mixed load: photos are uploaded, cut out, saved, downloaded and deleted, and small
// runs are made. Meanwhile records the memory and handles of every process: a slope larger than its error is a leak. At
// the end compares the stored files with the database, and checks the data's invariants. Linux only, for the memory.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newGuest } from '../../packages/server/src/testing/api-client.ts';
import { brokenInvariants } from '../../packages/server/src/testing/invariants.ts';
import { variedPhotos } from '../../packages/image-engine/src/testing/varied-photos.ts';
import { onRunningProduct } from '../../tools/bench/running-product.ts';
import type { BenchProduct } from '../../tools/bench/running-product.ts';
import { onDatabase, onPool } from '../../tools/bench/shop-owner.ts';
import { samplePhotos } from '../../tools/bench/sample-photos.ts';
import { Customer } from './soaking/customer.ts';
import type { CallCount } from './soaking/customer.ts';
import { createReport } from './soaking/report.ts';
import { collectGarbage, lookAtProcesses, WATCHED_NAMES } from './soaking/watched-processes.ts';
import type { Held, WatchedName } from './soaking/watched-processes.ts';

const { minutes, 'pause-s': pauseS } = parseArgs({
  options: { minutes: { type: 'string', default: '45' }, 'pause-s': { type: 'string', default: '8' } },
}).values;
const DURATION_MS = Number(minutes) * 60_000;
/** Pause between two pictures of one customer, in milliseconds. */
const PAUSE_MS = Number(pauseS) * 1000;
const CUSTOMERS = 2;
const RUN_EVERY = 8;
const RUN_PHOTOS = 4;
const PHOTO_SIDE_PX = 640;
const LOOKS_EVERY_MS = 5_000;
/** Share of the time that isn't counted, in which caches fill and code is compiled. */
const WARM_UP_SHARE = 0.2;
/** Maximum number of attempts for the first picture; each ends after at most five minutes, the time limit of a task. */
const MOST_TRIES = 4;

const memoryFolder = await mkdtemp(join(tmpdir(), 'packshot-soak-'));
process.env['SOAK_MEMORY_FOLDER'] = memoryFolder;
process.env['NODE_OPTIONS'] =
  `--expose-gc --import=${join(import.meta.dirname, 'soaking/report-memory.mjs')}`;

await onRunningProduct(async (product) => {
  const photos: Uint8Array[] = [];
  const size = { longestSidePx: PHOTO_SIDE_PX, smallestShare: 0.6 };
  for await (const { file, isBroken } of variedPhotos(samplePhotos(), 40, size))
    if (!isBroken) photos.push(file);
  const count: CallCount = { calls: 0, errors: [] };
  const customers: Customer[] = [];
  for (let index = 0; index < CUSTOMERS; index += 1) customers.push(await newCustomer(product, index, count));
  await firstPicture(customers, photos);
  count.calls = 0;
  const held = new Map<WatchedName, Held[]>(WATCHED_NAMES.map((name) => [name, []]));
  const startedMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedMs;
  let [made, runs] = [0, 0];

  // Memory left after a garbage collection, at the start and the end of the counted time; collecting in between would
  // hide growth.
  const left: ReadonlyMap<WatchedName, number>[] = [];
  const watch = async (): Promise<void> => {
    while (elapsedMs() < DURATION_MS) {
      if (left.length === 0 && elapsedMs() > DURATION_MS * WARM_UP_SHARE)
        left.push(await collectGarbage(memoryFolder));
      for (const [name, each] of lookAtProcesses(elapsedMs())) held.get(name)?.push(each);
      await sleep(LOOKS_EVERY_MS);
    }
  };
  const work = async (customer: Customer, first: number): Promise<void> => {
    for (let turn = first; elapsedMs() < DURATION_MS; turn += 1) {
      const photo = (at: number): Uint8Array => photos[(turn + at) % photos.length] ?? new Uint8Array();
      try {
        if (turn % RUN_EVERY === RUN_EVERY - 1) {
          await customer.makeRun(Array.from({ length: RUN_PHOTOS }, (_, at) => photo(at)));
          runs += 1;
        } else {
          await customer.makeOne(photo(0));
          made += 1;
        }
      } catch (error) {
        count.errors.push(String(error));
        console.error(`  ${(elapsedMs() / 60_000).toFixed(1)} min: ${String(error)}`);
      }
      if (turn % 10 === 0)
        console.error(`  ${(elapsedMs() / 60_000).toFixed(1)} min, ${made} pictures, ${runs} runs`);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all([watch(), ...customers.map((customer, index) => work(customer, index * 7))]);
  left.push(await collectGarbage(memoryFolder));

  console.log(
    `${minutes} minutes: ${made} pictures, ${runs} runs of ${RUN_PHOTOS} photos, ${count.calls} calls, ${count.errors.length} errors.\n`,
  );
  const warmUpMs = DURATION_MS * WARM_UP_SHARE;
  for (const line of createReport(held, warmUpMs)) console.log(line);
  for (const name of ['API', 'worker'] as const)
    console.log(
      `\n${name}: ${left.map((each) => (each.get(name) ?? 0).toFixed(1)).join(' MB after the warm-up, ')} MB at the end when everything is collected.`,
    );
  const { files, megabytes, unlike, broken } = await disk(product);
  for (const each of unlike) console.error(`  ${each}`);
  console.log(
    `\n${files} files, ${megabytes.toFixed(1)} MB on the disk; not as the database says: ${unlike.length}. Invariants broken: ${broken}.`,
  );
  if (count.errors.length > count.calls / 1000 || unlike.length > 0 || broken > 0) process.exitCode = 1;
});
await rm(memoryFolder, { recursive: true, force: true });

/** Waits until the engine can make a picture. On a busy machine the preparation takes minutes, which isn't a leak. */
async function firstPicture(customers: readonly Customer[], photos: readonly Uint8Array[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await customers[0]?.makeOne(photos[0] ?? new Uint8Array());
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      console.error(`  not ready yet: ${String(error)}`);
    }
  }
}

/**
 * Creates a guest with credits for all pictures, because registering a user would hash a password, which is slow on
 * purpose.
 */
async function newCustomer(product: BenchProduct, index: number, count: CallCount): Promise<Customer> {
  const guest = await newGuest(product.address);
  const { id: userId } = guest.session.info.user;
  await onDatabase(product.settings, async ({ stores }) => {
    await stores.organizations.setRole(userId, 'owner');
    for (const ledger of ['freemium', 'download'] as const) {
      await stores.ledger.append({
        userId,
        ledger,
        kind: 'adjust',
        delta: 100_000,
        reference: `bench:soak:${ledger}:${index}`,
      });
    }
  });
  return new Customer(guest, product.address, count);
}

/** Compares the files in the store with the database. */
function disk({ settings }: BenchProduct) {
  return onPool(settings, async (pool) => {
    const { rows } = await pool.query<{ key: string; size: number | null }>(`
      select key, size_bytes as size from uploads
      union all select key, size_bytes from assets where state <> 'removed'`);
    const expected = new Map(rows.map(({ key, size }) => [key, size]));
    const unlike: string[] = [];
    let [files, bytes] = [0, 0];
    for await (const { key, sizeBytes } of filesBelow(join(settings.dataFolder, 'storage', 'objects'))) {
      files += 1;
      bytes += sizeBytes;
      if (expected.get(key) !== sizeBytes)
        unlike.push(`${key} has ${sizeBytes} bytes, not ${expected.get(key)}`);
      expected.delete(key);
    }
    unlike.push(...[...expected.keys()].map((key) => `${key} is missing`));
    const broken = await brokenInvariants(pool);
    return { files, megabytes: bytes / 1e6, unlike, broken: broken.length };
  });
}

async function* filesBelow(
  folder: string,
): AsyncGenerator<{ readonly key: string; readonly sizeBytes: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Skips the files with the media types.
    if (entry.isFile() && !entry.name.endsWith('~type'))
      yield { key: relative(folder, path), sizeBytes: (await stat(path)).size };
  }
}
