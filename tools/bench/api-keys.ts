// npm run bench -- api-keys
//
// Cost of authenticating an API call by its key: one SQL statement, the hash and the check digits, as in each call with
// a key. Processor time is that of this process, which does the API's work in this benchmark; database and program
// share the processors.
import { parseArgs } from 'node:util';
import { createApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import type { ApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import type { ServiceDatabase } from '../../packages/server/src/service/stores.ts';
import { median, row } from './contestants.ts';
import { onRunningProduct } from './running-product.ts';
import { createKey, DEMO_BILLING, insertOwner, onDatabase } from './shop-owner.ts';

/** Options of the command: `--calls 500` for a quick look. */
const { calls } = parseArgs({ options: { calls: { type: 'string', default: '5000' } } }).values;
const CALLS = Number(calls);
const FROM = { ip: '203.0.113.7', userAgent: 'bench' };

/** Cost per call in milliseconds: processor time of this process, and total time. */
interface Cost {
  readonly processorMs: number;
  readonly medianMs: number;
}

async function measureCost(apiKeys: ApiKeyService, secret: string, atOnce: number): Promise<Cost> {
  const took: number[] = [];
  const before = process.cpuUsage();
  const caller = async (): Promise<void> => {
    for (let call = 0; call < CALLS / atOnce; call += 1) {
      const startedMs = performance.now();
      await apiKeys.authenticate(secret, FROM);
      took.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const { user, system } = process.cpuUsage(before);
  return { processorMs: (user + system) / 1000 / took.length, medianMs: median(took) };
}

async function measure(database: ServiceDatabase): Promise<void> {
  const apiKeys = createApiKeyService({ database, billing: DEMO_BILLING, clock: { now: () => new Date() } });
  const { secret } = await createKey(apiKeys, await insertOwner(database), {
    mode: 'live',
    scopes: ['images:read'],
    addresses: ['203.0.113.0/24', '2001:db8::/32'],
  });
  await measureCost(apiKeys, secret, 8);
  console.log(row(['calls at once', 'processor of the API, ms a call', 'median, ms']));
  console.log(row(['---:', '---:', '---:']));
  for (const atOnce of [1, 8]) {
    const { processorMs, medianMs } = await measureCost(apiKeys, secret, atOnce);
    console.log(row([String(atOnce), processorMs.toFixed(3), medianMs.toFixed(3)]));
  }
}

await onRunningProduct(({ settings }) => onDatabase(settings, measure), 0);
