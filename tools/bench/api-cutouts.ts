// npm run bench -- api-cutouts
//
// What the public API adds to the engine: POST /v1/cutouts of the real product, from the first byte sent to the last one
// received, against the same photo looked at for indecency, cut out and signed by an engine in this process: the jobs that the
// worker gives its engine. They take turns, so that other load on the machine affects both; the worker's engine is as warm as
// this one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import { createApiKeyService } from '../../packages/server/src/domain/api-keys/service.ts';
import type { Database } from '../../packages/server/src/domain/database.ts';
import { median, row } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';
import { onRunningProduct } from './running-product.ts';
import { createKey, insertOwner, onDatabase } from './shop-owner.ts';

/** `--rounds 2` for a quick look; published figures have at least ten. */
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } }).values;
const ROUNDS = Number(rounds);
const SIZES = ['1 MP', '12 MP'];
/** Those before the rounds that count. */
const FIRST_CALLS = 20;
const FOLDER = join(import.meta.dirname, '../../.packshot/bench/cutout');
const clock = { now: () => new Date() };

async function measure(address: string, engine: ImageEngine, secret: string): Promise<void> {
  const signer = openOwnSigner(join(FOLDER, 'credentials'), clock);
  const byEngine = async (photo: Uint8Array): Promise<void> => {
    await engine.run('moderate', { photo });
    const { full, standard } = await engine.run('cut-out', { photo });
    const files = [{ bytes: full }, { bytes: standard }];
    const { sign, ...identity } = signer();
    await engine.run('sign', { files, provenance: provenanceOfUpload(photo), identity }, { sign });
  };
  const byApi = async (photo: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const body = new FormData();
    body.set('image', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
    const answer = await fetch(`${address}/v1/cutouts`, {
      method: 'POST',
      headers: { 'x-api-key': secret, accept: 'image/png' },
      body,
    });
    const { byteLength } = await answer.arrayBuffer();
    if (answer.status === 202) return false;
    if (answer.status !== 200 || byteLength === 0) throw new Error(`The API answered ${answer.status}.`);
    return true;
  };

  console.log(`Medians of ${ROUNDS} rounds, in turn.\n`);
  console.log(row(['photo', 'engine, ms', 'POST /v1/cutouts, ms', 'added, ms']));
  console.log(row(['---', '---:', '---:', '---:']));
  for (const { label, path } of await makePhotos(FOLDER)) {
    if (!SIZES.includes(label)) continue;
    const photo = new Uint8Array(readFileSync(path));
    const engineMs: number[] = [];
    const apiMs: number[] = [];
    // The product's own engine makes its network ready with its first job, which may take longer than a call waits.
    while (!(await byApi(photo))) console.error('  still waiting for the first picture');
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [own, api] = [await timed(() => byEngine(photo)), await timed(() => byApi(photo))];
      console.error(`  ${label}, round ${round} of ${ROUNDS}: ${own.toFixed(0)} ms, ${api.toFixed(0)} ms`);
      if (round === 0) continue;
      engineMs.push(own);
      apiMs.push(api);
    }
    const added = median(apiMs.map((ms, at) => ms - (engineMs[at] ?? Number.NaN)));
    console.log(row([label, median(engineMs).toFixed(0), median(apiMs).toFixed(0), added.toFixed(0)]));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** A key that has credits for all rounds: what a test key makes is watermarked, which is work of its own. */
async function paidKey(database: Database): Promise<string> {
  const owner = await insertOwner(database);
  const delta = SIZES.length * (ROUNDS + FIRST_CALLS);
  const grant = {
    userId: owner.userId,
    ledger: 'freemium',
    kind: 'grant',
    delta,
    reference: 'bench',
  } as const;
  const { ledger } = database.stores;
  await ledger.open(owner.userId);
  await ledger.append(grant);
  const apiKeys = createApiKeyService({ database, clock });
  const { secret } = await createKey(apiKeys, owner, { mode: 'live', scopes: ['jobs:run', 'images:read'] });
  return secret;
}

const engine = createImageEngine({ cacheDir: join(FOLDER, 'models') });
try {
  await engine.prepare('cut-out');
  await onRunningProduct(({ address, settings }) =>
    onDatabase(settings, async (database) => measure(address, engine, await paidKey(database))),
  );
} finally {
  await engine.close();
}
