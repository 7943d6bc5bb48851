import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ALL_V1_ENDPOINTS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { ApiUsageService } from '../../api/usage/service.ts';
import { hasEnded } from '../../tools/public-jobs/job.ts';
import type { PublicJob } from '../../tools/public-jobs/job.ts';
import { whenAnswered } from '../../platform/http/when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Credits charged or reserved for a call of the public API. */
    creditsCharged: number;
    /** Id of the job that a call of the public API started. */
    startedJob: string | null;
    /** Tool that was called through an endpoint that all tools share. */
    calledTool: TaskTool | null;
    /** Status to log for a call whose HTTP status is always 200, such as an MCP call. */
    calledStatus: number | null;
  }
}

/** Logs each call with an API key for the usage statistics, even if its client disconnected before the response. */
export function logCalls(scope: FastifyInstance, apiUsage: Pick<ApiUsageService, 'record'>): void {
  whenAnswered(scope, (request, reply) => {
    const { caller, routeOptions } = request;
    if (!caller?.key) return;
    const { v1Operation = '' } = routeOptions.config;
    apiUsage.record({
      requestId: request.id,
      keyId: caller.key.id,
      tool: ALL_V1_ENDPOINTS[v1Operation]?.tool ?? request.calledTool,
      method: request.method,
      route: routeOptions.url ?? '',
      status: request.calledStatus ?? reply.statusCode,
      code: request.problemCode,
      durationMs: Math.round(reply.elapsedTime),
      jobId: request.startedJob,
      credits: request.creditsCharged,
      at: new Date(),
    });
  });
}

/** Records the job that a call started, and the credits that were charged or reserved for it. */
export function noteJob(request: FastifyRequest, job: PublicJob): void {
  request.startedJob = job.id;
  request.creditsCharged = hasEnded(job) ? job.creditsCharged : job.cost;
}
