import { WEBHOOK_TEST_EVENT } from '@packshot/contract';
import type { WebhookStop } from '@packshot/contract';
import { withoutCredits } from '../../platform/http/credit-fields.ts';
import { isBillingOn } from '../../billing/model.ts';
import type { BillingSettings } from '../../billing/model.ts';
import type { ApiDatabase, ApiStores } from '../stores.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { PERMISSIONS } from '../../platform/access/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { PublicFetchError } from '../../platform/public-fetch/public-fetch-error.ts';
import type {
  PublicAnswer,
  PublicFetch,
  PublicRequest,
} from '../../platform/public-fetch/public-fetch-error.ts';
import type { TokenSecrets } from '../../platform/secrets/token-secrets.ts';
import { LONGEST_PAUSE_MS, nextTryAt } from './schedule.ts';
import { signedHeaders } from './signature.ts';
import type { Attempt, ClaimedWebhookDelivery } from './webhook-store.ts';

export interface DeliveryDependencies {
  readonly database: ApiDatabase;
  /** Billing mode; undefined means that billing is on. */
  readonly billing?: Pick<BillingSettings, 'mode'>;
  readonly secrets: Pick<TokenSecrets, 'webhookSecret'>;
  readonly publicFetch: PublicFetch;
  readonly clock: Clock;
}

/** Time limit of one request. Standard Webhooks recommends 15 to 30 s. */
const TIMEOUT_MS = 20_000;
/** Bytes of a response that are stored for users to read. */
const ANSWER_BYTES = 1024;
/**
 * How long a worker's claim on a delivery lasts, longer than one attempt takes. If the worker is killed, another
 * worker retries after this time.
 */
export const IN_HAND_MS = TIMEOUT_MS + 10_000;
/**
 * Limits of deliveries in progress. Each webhook may always have one, so a hanging receiver never blocks other
 * webhooks. A webhook may have a second one only while its organization has fewer than four.
 */
const AT_ONCE = { ofWebhook: 2, ofOrganization: 4 };
/** A webhook is disabled after its deliveries have failed for this long. */
const FAILING_MS = 5 * DAY_MS;
/**
 * Two failures further apart than this don't count as a continuous failure, because nothing was sent in between. The
 * extra hour allows for workers that are late.
 */
const SILENCE_MS = LONGEST_PAUSE_MS + HOUR_MS;
const GONE = 410;
/** Minimum time before another worker job is queued for a webhook that still has due deliveries. */
const REQUEUE_MS = 15_000;
const BATCH = 200;

export function createWebhookDelivery(deps: DeliveryDependencies) {
  return {
    /** Sends the due deliveries of one webhook, starting with the one due for longest. */
    async drain(webhookId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted();
        const now = deps.clock.now();
        const until = new Date(now.getTime() + IN_HAND_MS);
        const delivery = await deps.database.transaction((stores) =>
          stores.webhooks.claim(webhookId, now, until, AT_ONCE),
        );
        if (delivery === null) return;
        await tryOnce(deps, delivery, signal);
      }
    },
  };
}

export type WebhookDeliverer = ReturnType<typeof createWebhookDelivery>;

/**
 * Queues worker jobs for webhooks with due deliveries: retries, and deliveries left unfinished when a worker was killed.
 */
export async function queueDueWebhooks(
  { database }: Pick<DeliveryDependencies, 'database'>,
  clock: Clock,
): Promise<{ readonly webhooks: number }> {
  const now = clock.now();
  const queuedBefore = new Date(now.getTime() - REQUEUE_MS);
  const due = await database.transaction(async (stores) => {
    const ids = await stores.webhooks.takeDue(now, queuedBefore, BATCH);
    for (const webhookId of ids) await stores.jobs.enqueue({ name: 'webhook', payload: { webhookId } });
    return ids;
  });
  return { webhooks: due.length };
}

/** Makes one attempt at a delivery that the worker claimed, and records the outcome. */
export async function tryOnce(
  deps: DeliveryDependencies,
  delivery: ClaimedWebhookDelivery,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = deps;
  let attempt: Attempt;
  try {
    attempt = await send(deps, delivery, signal);
  } catch (error) {
    // The event may or may not have arrived at the receiver. The worker sends it again; receivers recognize duplicates
    // by the event's id.
    await database.stores.webhooks.release(delivery.id);
    throw error;
  }
  await database.transaction((stores) => conclude(stores, delivery, attempt));
}

async function send(
  { secrets, publicFetch, clock, billing }: DeliveryDependencies,
  { eventId, body: announced, webhook }: ClaimedWebhookDelivery,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const body =
    billing === undefined || isBillingOn(billing)
      ? announced
      : JSON.stringify(withoutCredits(JSON.parse(announced)));
  const startedAt = performance.now();
  const endTimes = () => ({ durationMs: Math.round(performance.now() - startedAt), at: clock.now() });
  try {
    const { status, bytes } = await fetchInTime(publicFetch, {
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(secrets, webhook, { id: eventId, body }, clock.now()),
      },
      body: Buffer.from(body),
      maxBytes: ANSWER_BYTES,
      isCut: true,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      signal,
    });
    return { status, problem: null, answer: storable(bytes), ...endTimes() };
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    const { fault } = error;
    const problem = fault === 'refused' || fault === 'timed-out' ? fault : 'unreachable';
    return { status: null, problem, answer: null, ...endTimes() };
  }
}

/**
 * Returns at the time limit even if the fetch is still running. The attempt then counts as failed, and another delivery
 * can use its slot.
 */
async function fetchInTime(publicFetch: PublicFetch, request: PublicRequest): Promise<PublicAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new PublicFetchError('timed-out', 'The request did not end in time'));
    timer = setTimeout(end, request.timeoutMs);
  });
  try {
    return await Promise.race([publicFetch(request), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Decodes a response to text that the database accepts: UTF-8 without NUL. */
const storable = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');

async function conclude(
  stores: ApiStores,
  delivery: ClaimedWebhookDelivery,
  attempt: Attempt,
): Promise<void> {
  const { webhook, type } = delivery;
  const { status, at } = attempt;
  const isTest = type === WEBHOOK_TEST_EVENT;
  const hasArrived = status !== null && status >= 200 && status < 300;
  const next =
    hasArrived || isTest || status === GONE ? null : nextTryAt(delivery.tries + 1, at, Math.random());
  const state = hasArrived ? 'succeeded' : next === null ? 'failed' : 'pending';
  if (!(await stores.webhooks.note(delivery, attempt, state, next))) return;
  // Test deliveries don't affect the webhook's status, because the user sees the response right away.
  if (isTest) return;
  if (hasArrived) return stores.webhooks.noteSuccess(webhook.id);
  const silentSince = new Date(at.getTime() - SILENCE_MS);
  const since = await stores.webhooks.noteFailure(webhook.id, at, silentSince);
  if (status === GONE) await stop(stores, webhook, 'gone');
  else if (at.getTime() - since.getTime() >= FAILING_MS) await stop(stores, webhook, 'failing');
}

/** Disables a webhook and mails every member who may enable it again. */
async function stop(
  stores: ApiStores,
  { id, organizationId }: ClaimedWebhookDelivery['webhook'],
  because: WebhookStop,
): Promise<void> {
  if (!(await stores.webhooks.disable(id, because))) return;
  for (const { userId, role } of await stores.organizations.members(organizationId)) {
    if (!PERMISSIONS[role].includes('webhooks.manage')) continue;
    const payload = { kind: 'webhook-stopped', userId, webhookId: id } as const;
    await stores.jobs.enqueue({ name: 'mail', payload });
  }
}
