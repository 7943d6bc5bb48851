// npm run interop [-- remove-bg | rembg | contract | agents …]
//
// Runs unmodified, published third-party programs against the running product: the Node client of remove.bg, the
// requests that rembg clients send, Prism as a validating proxy in front of `/v1`, and the conformance tests of the
// Model Context Protocol. They are installed into a temporary folder for the run and are no dependencies
// (docs/decisions/testing.md). Exit code 1: one of them failed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import { onRunningProduct } from '../bench/running-product.ts';
import { createKey, DEMO_BILLING, insertOwner, onDatabase } from '../bench/shop-owner.ts';
import { checkAgents } from './agents.ts';
import { checkContract } from './contract.ts';
import { checkRembg } from './rembg.ts';
import { checkRemoveBg } from './remove-bg.ts';
import { samplePhoto } from './peer.ts';
import type { Peer } from './peer.ts';

/** Maximum number of warm-up calls of up to 55 seconds each. */
const WARM_UP_CALLS = 10;

const CHECKS: Readonly<Record<string, (peer: Peer) => Promise<string>>> = {
  'remove-bg': checkRemoveBg,
  rembg: checkRembg,
  contract: checkContract,
  agents: checkAgents,
};

const requestedChecks = process.argv.slice(2);
const unknown = requestedChecks.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(', ')}: choose of ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(2);
}

async function testKey(dataFolder: string): Promise<string> {
  let key = '';
  await onDatabase({ dataFolder }, async (database) => {
    const owner = await insertOwner(database);
    await database.stores.ledger.open(owner.userId);
    const apiKeys = createApiKeyService({
      database,
      billing: DEMO_BILLING,
      clock: { now: () => new Date() },
    });
    const scopes = ['images:read', 'images:write', 'jobs:run', 'usage:read'] as const;
    ({ secret: key } = await createKey(apiKeys, owner, { mode: 'test', scopes: [...scopes] }));
  });
  return key;
}

/**
 * Calls the API until a picture arrives within its wait time. The first call on a machine waits for the engine, but
 * these clients don't wait.
 */
async function warmUp({ address, key }: Peer): Promise<void> {
  for (let tries = 0; tries < WARM_UP_CALLS; tries += 1) {
    const body = new FormData();
    body.set('image', new Blob([await samplePhoto()]), 'mug.jpg');
    const answer = await fetch(`${address}/v1/cutouts`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body,
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
  }
  throw new Error('No picture came in time.');
}

const folder = await mkdtemp(join(tmpdir(), 'packshot-interop-'));
try {
  await onRunningProduct(async ({ address, settings }) => {
    const peer: Peer = { address, folder, key: await testKey(settings.dataFolder) };
    await warmUp(peer);
    for (const [name, check] of Object.entries(CHECKS)) {
      if (requestedChecks.length > 0 && !requestedChecks.includes(name)) continue;
      try {
        console.log(`✓ ${name}: ${await check(peer)}`);
      } catch (error) {
        process.exitCode = 1;
        console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
