import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recipe, Run, TokenPair } from '../../../packages/contract/src/index.ts';
import { newGuest } from '../../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../../packages/server/src/testing/api-client.ts';
import type { BenchProduct } from '../running-product.ts';
import { onDatabase, onPool } from '../shop-owner.ts';

const LOOKS_EVERY_MS = 2_000;
/** Age of an access token in milliseconds at which it is renewed; tokens expire after 15 minutes. */
const REFRESHED_AFTER_MS = 8 * 60_000;

/** Recipe with one output for a marketplace, as in most runs. */
export const SHOP_RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'computed', strength: 1 },
    framing: {
      fill_percent: 88,
      margin_percent: 3,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 1600,
      height: 1600,
      format: 'jpeg',
      quality: 90,
      name_pattern: '{sku}_{channel}.{ext}',
    },
  ],
};

/**
 * Creates a guest with credits for all photos, because registering a user would hash a password, which is slow on
 * purpose.
 * @param signs whether the owner's pictures are signed
 */
export async function ownerWithCredits(
  product: BenchProduct,
  credits: number,
  { signs = true } = {},
): Promise<ApiClient> {
  const guest = await newGuest(product.address);
  if (!signs) await stopSigning(product, guest.session.info.user.id);
  await giveCredits(product, guest.session.info.user.id, credits);
  return guest;
}

export const giveCredits = ({ settings }: BenchProduct, userId: string, credits: number): Promise<void> =>
  onDatabase(settings, async ({ stores }) => {
    await stores.organizations.setRole(userId, 'owner');
    const account = await stores.accounts.find(userId);
    if (account === null) throw new Error('There is no such user.');
    await stores.organizations.setGrants(account.organization.id, ['large_runs'], null);
    for (const ledger of ['freemium', 'download'] as const) {
      const reference = `bench:catalog:${ledger}`;
      await stores.ledger.append({ userId, ledger, kind: 'adjust', delta: credits, reference });
    }
  });

const stopSigning = ({ settings }: BenchProduct, userId: string): Promise<void> =>
  onPool(settings, async (pool) => {
    await pool.query('update users set signs_pictures = false where id = $1', [userId]);
  });

interface FinishedRun {
  readonly run: Run;
  readonly client: ApiClient;
}

/**
 * Polls a started run, like its page does, until it has finished.
 * @param look receives the run after each poll
 */
export async function untilFinished(
  client: ApiClient,
  id: string,
  look: (run: Run) => Promise<void> | void,
): Promise<FinishedRun> {
  let [current, refreshedMs] = [client, performance.now()];
  for (;;) {
    await sleep(LOOKS_EVERY_MS);
    if (performance.now() - refreshedMs > REFRESHED_AFTER_MS)
      [current, refreshedMs] = [await refreshOwner(current), performance.now()];
    const { data: run } = await current.json<{ data: Run }>('readRun', { params: { id } });
    await current.json('listRunItems', { params: { id }, query: { limit: '100' } });
    await look(run);
    if (run.status === 'draft') throw new Error('The run was not started');
    if (run.status === 'paused') throw new Error(`The run paused: ${String(run.paused_because)}`);
    if (run.status === 'finished') return { run, client: current };
  }
}

export async function refreshOwner(client: ApiClient): Promise<ApiClient> {
  const json = { refresh: client.session.refresh };
  return client.with(await client.json<TokenPair>('refreshSession', { json, access: null }));
}

/** Waits until the user presses Enter, because the next step may need an otherwise idle machine. */
export async function untilEnter(): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  await lines.question('All is there. Enter starts it. ');
  lines.close();
}
