import { isTerminal, JOB_EVENTS } from '@packshot/contract';
import type { JobEventBody } from '@packshot/contract';
import { announce } from '../api/webhooks/announce.ts';
import { getJobError, getJobStatus } from './public-jobs/job.ts';
import type { ToolStores } from './stores.ts';

/**
 * Notifies the organization's webhooks that a job has ended, once its last task has. Must run in the transaction that
 * ends a task, so that exactly the committed events are delivered. The request stays locked until that transaction
 * ends. If two tasks end at the same time, the second one therefore sees that the first has ended. Jobs from the web
 * app aren't announced: their users see the result, and webhooks are for the organization's programs.
 */
export async function announceIfOver(stores: ToolStores, requestId: string, now: Date): Promise<void> {
  if (!(await stores.webhooks.hearsOfEnd(requestId))) return;
  const request = await stores.requests.lock(requestId);
  if (request === null) return;
  const { userId, apiKeyId, callTerms } = request;
  if (apiKeyId === null || callTerms === null) return;
  const tasks = await stores.tasks.findOfRequests(userId, [requestId]);
  if (!tasks.every(({ status }) => isTerminal(status))) return;
  const type = toJobEvent(getJobStatus(tasks));
  const code = getJobError(tasks);
  const body: JobEventBody = {
    type,
    timestamp: now.toISOString(),
    data: {
      id: requestId,
      tool: request.input.tool,
      mode: callTerms.mode,
      status: getJobStatus(tasks),
      credits_charged: request.creditState === 'settled' ? request.cost : 0,
      created_at: request.createdAt.toISOString(),
      ...(code !== null && { error: { code } }),
    },
  };
  await announce(stores, apiKeyId, body, now);
}

function toJobEvent(status: string): JobEventBody['type'] {
  const event = JOB_EVENTS.find((each) => each === `job.${status}`);
  if (event === undefined) throw new Error(`A job that is ${status} has not ended`);
  return event;
}
