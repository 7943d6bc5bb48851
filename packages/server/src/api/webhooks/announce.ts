import { randomUUID } from 'node:crypto';
import { isTerminal, JOB_EVENTS } from '@packshot/contract';
import type { CatalogEventBody, JobEventBody, WebhookBody } from '@packshot/contract';
import { presentRun } from '../../catalog/present.ts';
import type { KeptRun } from '../../catalog/run-store-port.ts';
import type { Stores } from '../../app/stores.ts';
import { errorOf, statusOf } from '../../tools/public-jobs/job.ts';

/**
 * Tells the webhooks of the organization that a job has ended, once its last task has. Belongs into the transaction in which a task ends: what
 * is committed is delivered, and nothing else is. The request stays locked until then, so that of two tasks ending at once the second sees the
 * first. What people ask for in the studio is told to nobody: they see it, and it is no business of whoever manages the organization's programs.
 */
export async function announceIfOver(stores: Stores, requestId: string, now: Date): Promise<void> {
  if (!(await stores.webhooks.hearsOfEnd(requestId))) return;
  const request = await stores.requests.lock(requestId);
  if (request === null) return;
  const { userId, apiKeyId, callTerms } = request;
  if (apiKeyId === null || callTerms === null) return;
  const tasks = await stores.tasks.findOfRequests(userId, [requestId]);
  if (!tasks.every(({ status }) => isTerminal(status))) return;
  const type = eventOf(statusOf(tasks));
  const code = errorOf(tasks);
  const body: JobEventBody = {
    type,
    timestamp: now.toISOString(),
    data: {
      id: requestId,
      tool: request.input.tool,
      mode: callTerms.mode,
      status: statusOf(tasks),
      credits_charged: request.creditState === 'settled' ? request.cost : 0,
      created_at: request.createdAt.toISOString(),
      ...(code !== null && { error: { code } }),
    },
  };
  await announce(stores, apiKeyId, body, now);
}

/**
 * Tells them that a catalog has ended, was delivered, or paused by itself. Belongs into the transaction in which it does. What people have started is told to
 * nobody, as with jobs.
 */
export async function announceCatalog(
  stores: Stores,
  { id, userId }: Pick<KeptRun, 'id' | 'userId'>,
  type: CatalogEventBody['type'],
  now: Date,
): Promise<void> {
  const run = await stores.runs.find(userId, id);
  const figures = (await stores.runs.figures([id])).get(id);
  if (run === null || run.apiKeyId === null || figures === undefined) return;
  const delivery = (await stores.deliveries.figures([id])).get(id);
  const shown = presentRun(run, figures, delivery);
  const { name, status, paused_because, items, counts, credits, to, created_at } = shown;
  const data = { id, name, status, paused_because, items, counts, credits, to, created_at };
  await announce(stores, run.apiKeyId, { type, timestamp: now.toISOString(), data }, now);
}

async function announce(stores: Stores, apiKeyId: string, body: WebhookBody, now: Date): Promise<void> {
  const { type } = body;
  const listening = await stores.webhooks.listening(apiKeyId, type);
  const [first] = listening;
  if (first === undefined) return;
  const { organizationId } = first;
  const event = { id: randomUUID(), organizationId, type, body: JSON.stringify(body), createdAt: now };
  const webhookIds = listening.map(({ id }) => id);
  await stores.webhooks.announce(event, webhookIds, null);
  for (const webhookId of webhookIds) {
    await stores.jobs.enqueue({ name: 'webhook', payload: { webhookId } });
  }
}

function eventOf(status: string): JobEventBody['type'] {
  const event = JOB_EVENTS.find((each) => each === `job.${status}`);
  if (event === undefined) throw new Error(`A job that is ${status} has not ended`);
  return event;
}
