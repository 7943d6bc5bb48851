import { randomUUID } from 'node:crypto';
import { isTerminal, WEBHOOK_EVENTS } from '@packshot/contract';
import type { WebhookBody, WebhookEvent } from '@packshot/contract';
import type { Stores } from '../database.ts';
import { errorOf, statusOf } from '../public-jobs/job.ts';

/**
 * Tells the webhooks of the organization that a job has ended, once its last task has. Belongs into the transaction in which a task ends: what
 * is committed is delivered, and nothing else is. The request stays locked until then, so that of two tasks ending at once the second sees the
 * first. What people ask for in the studio is told to nobody: they see it, and it is no business of whoever manages the organization's programs.
 */
export async function announceIfOver(stores: Stores, requestId: string, now: Date): Promise<void> {
  const request = await stores.requests.lock(requestId);
  if (request === null) return;
  const { userId, apiKeyId, callTerms } = request;
  if (apiKeyId === null || callTerms === null) return;
  const tasks = await stores.tasks.findOfRequests(userId, [requestId]);
  if (!tasks.every(({ status }) => isTerminal(status))) return;
  const type = eventOf(statusOf(tasks));
  const listening = await stores.webhooks.listening(apiKeyId, type);
  const [first] = listening;
  const job = await stores.requests.findCalled(userId, callTerms.mode, requestId);
  if (first === undefined || job === null) return;
  const code = errorOf(tasks);
  const body: WebhookBody = {
    type,
    timestamp: now.toISOString(),
    data: {
      id: requestId,
      tool: job.input.tool,
      mode: callTerms.mode,
      status: statusOf(tasks),
      credits_charged: job.creditState === 'settled' ? job.cost : 0,
      created_at: job.createdAt.toISOString(),
      ...(code !== null && { error: { code } }),
    },
  };
  const { organizationId } = first;
  const event = { id: randomUUID(), organizationId, type, body: JSON.stringify(body), createdAt: now };
  const webhookIds = listening.map(({ id }) => id);
  await stores.webhooks.announce(event, webhookIds, null);
  for (const webhookId of webhookIds) {
    await stores.jobs.enqueue({ name: 'webhook', payload: { webhookId } });
  }
}

function eventOf(status: string): WebhookEvent {
  const event = WEBHOOK_EVENTS.find((each) => each === `job.${status}`);
  if (event === undefined) throw new Error(`A job that is ${status} has not ended`);
  return event;
}
