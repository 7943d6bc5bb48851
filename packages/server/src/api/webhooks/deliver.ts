import { WEBHOOK_TEST_EVENT } from '@packshot/contract';
import type { WebhookStop } from '@packshot/contract';
import { withoutCredits } from '../../platform/http/credit-fields.ts';
import { isBillingOn } from '../../billing/model.ts';
import type { BillingSettings } from '../../billing/model.ts';
import type { Database, Stores } from '../stores.ts';
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
import type { Attempt, ClaimedDelivery } from './webhook-store.ts';

export interface DeliveryDependencies {
  readonly database: Database;
  /** Absent: with billing. */
  readonly billing?: Pick<BillingSettings, 'mode'>;
  readonly secrets: Pick<TokenSecrets, 'webhookSecret'>;
  readonly publicFetch: PublicFetch;
  readonly clock: Clock;
}

/** Of Standard Webhooks: 15 to 30 s. */
const TIMEOUT_MS = 20_000;
/** How much of an answer is kept for people to read. */
const ANSWER_BYTES = 1024;
/** Longer than a try takes. If its worker is killed, somebody else tries again after this. */
export const IN_HAND_MS = TIMEOUT_MS + 10_000;
/** Each webhook always has a place, so that no other waits behind a server that hangs; a second one only while its organization has few in hand. */
const AT_ONCE = { ofWebhook: 2, ofOrganization: 4 };
/** For how long only failures are tolerated. */
const FAILING_MS = 5 * DAY_MS;
/** Failures further apart have a silence between them, which says nothing about the receiver. The hour is for workers that are late. */
const SILENCE_MS = LONGEST_PAUSE_MS + HOUR_MS;
const GONE = 410;
/** Pause until another worker is sent to a webhook whose deliveries stay due. */
const REQUEUE_MS = 15_000;
const BATCH = 200;

export function createWebhookDelivery(deps: DeliveryDependencies) {
  return {
    /** Delivers what is due to one webhook, the longest due first. */
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

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>;

/** Sends workers to webhooks with due deliveries: further tries, and what killed workers had in hand. */
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

/** One try of a delivery that is in hand, noted with what follows from it. */
export async function tryOnce(
  deps: DeliveryDependencies,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = deps;
  let attempt: Attempt;
  try {
    attempt = await send(deps, delivery, signal);
  } catch (error) {
    // Nobody knows whether it arrived: it is sent again, which receivers recognize by its id.
    await database.stores.webhooks.release(delivery.id);
    throw error;
  }
  await database.transaction((stores) => conclude(stores, delivery, attempt));
}

async function send(
  { secrets, publicFetch, clock, billing }: DeliveryDependencies,
  { eventId, body: announced, webhook }: ClaimedDelivery,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const body =
    billing === undefined || isBillingOn(billing)
      ? announced
      : JSON.stringify(withoutCredits(JSON.parse(announced)));
  const startedAt = performance.now();
  const ending = () => ({ durationMs: Math.round(performance.now() - startedAt), at: clock.now() });
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
    return { status, problem: null, answer: storable(bytes), ...ending() };
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    const { fault } = error;
    const problem = fault === 'refused' || fault === 'timed-out' ? fault : 'unreachable';
    return { status: null, problem, answer: null, ...ending() };
  }
}

/** Ends with the time limit even if the fetch does not: its try counts, and its place is free for another delivery. */
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

/** Text that the database takes: UTF-8 without NUL. */
const storable = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD');

async function conclude(stores: Stores, delivery: ClaimedDelivery, attempt: Attempt): Promise<void> {
  const { webhook, type } = delivery;
  const { status, at } = attempt;
  const isTest = type === WEBHOOK_TEST_EVENT;
  const hasArrived = status !== null && status >= 200 && status < 300;
  const next =
    hasArrived || isTest || status === GONE ? null : nextTryAt(delivery.tries + 1, at, Math.random());
  const state = hasArrived ? 'succeeded' : next === null ? 'failed' : 'pending';
  if (!(await stores.webhooks.note(delivery, attempt, state, next))) return;
  // Somebody who tries an address out reads the answer.
  if (isTest) return;
  if (hasArrived) return stores.webhooks.noteSuccess(webhook.id);
  const silentSince = new Date(at.getTime() - SILENCE_MS);
  const since = await stores.webhooks.noteFailure(webhook.id, at, silentSince);
  if (status === GONE) await stop(stores, webhook, 'gone');
  else if (at.getTime() - since.getTime() >= FAILING_MS) await stop(stores, webhook, 'failing');
}

/** Disables a webhook, and writes to everybody who can enable it again. */
async function stop(
  stores: Stores,
  { id, organizationId }: ClaimedDelivery['webhook'],
  because: WebhookStop,
): Promise<void> {
  if (!(await stores.webhooks.disable(id, because))) return;
  for (const { userId, role } of await stores.organizations.members(organizationId)) {
    if (!PERMISSIONS[role].includes('webhooks.manage')) continue;
    const payload = { kind: 'webhook-stopped', userId, webhookId: id } as const;
    await stores.jobs.enqueue({ name: 'mail', payload });
  }
}
